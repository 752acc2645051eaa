//! `cargo xtask generate`: generates the client crate from the specs.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use gatewright::{Model, Options, Output, Runtime, Shape, Specs};

use crate::client_args::ClientArgs;
use crate::journal::{Writer, read_lock};
use crate::lock::{Lock, WhenLocked};
use crate::paths;
use crate::progress::Progress;
use crate::tree::{self, Changes};

/// Arguments of `cargo xtask generate`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    client: ClientArgs,
    /// Write nothing; fail if anything would change
    #[arg(long)]
    check: bool,
    /// Treat warnings about the specs as errors
    #[arg(long)]
    deny_warnings: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask generate                                   generate generated-client/ from specs/
  cargo xtask generate --check --deny-warnings           check that generated-client/ is up to date, for CI
  cargo xtask generate --specs my-specs --out my-client  generate a client from your own catalog";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (specs, out, busy) = (args.client.specs(), args.client.out(), args.client.when_locked());
    let options = options(&out, args.client.runtime_version.as_deref())?;
    let _lock = lock_specs(&specs, &out, busy)?;
    // A check only reads the output folder.
    let writer = if args.check { None } else { Some(Writer::open("generate", &[&out], busy)?) };
    let files = read_specs(&specs)?;
    let model = read_model(&files, &specs, args.deny_warnings)?;
    let progress = Progress::new("generating");
    let output = gatewright::write(&model, &options);
    let Some(writer) = writer else { return check(args, &out, &output) };
    let changes = tree::write(&writer, &out, &output)?;
    drop(progress);
    say(&model, &changes, &out);
    Ok(ExitCode::SUCCESS)
}

/// Reads the model of a specs folder and prints errors and warnings.
pub(crate) fn read_model(files: &Specs, folder: &Path, deny_warnings: bool) -> Result<Model> {
    let progress = Progress::new("reading the specs");
    let read = gatewright::read(files);
    drop(progress);
    let (model, report) = read.map_or_else(|report| (None, report), |(model, report)| (Some(model), report));
    anstream::eprint!("{}", report.render(true));
    let (errors, warnings, folder) = (report.errors(), report.warnings(), paths::display(folder));
    match model {
        Some(_) if deny_warnings && warnings > 0 => bail!(
            "{warnings} warning{} in {folder}; nothing was written\nhelp: correct the specs, or omit --deny-warnings",
            plural(warnings)
        ),
        Some(model) => Ok(model),
        None => bail!("{errors} error{} in {folder}; nothing was written", plural(errors)),
    }
}

/// Generates the client of a model for an output folder, without writing it.
pub fn make(model: &Model, out: &Path, runtime_version: Option<&str>) -> Result<Output> {
    Ok(gatewright::write(model, &options(out, runtime_version)?))
}

fn options(out: &Path, runtime_version: Option<&str>) -> Result<Options> {
    let runtime = match runtime_version {
        Some(version) => Runtime::Version(version.to_owned()),
        None => Runtime::Path(paths::relative(out, &paths::root().join("runtime")).context("cannot find the runtime")?),
    };
    Ok(Options { shape: Shape::Crate { runtime, apart: needs_own_workspace(out)? } })
}

/// Returns true if a folder is in the workspace's root folder without being a member of the workspace.
fn needs_own_workspace(out: &Path) -> Result<bool> {
    let path = paths::relative(&paths::root(), out).context("cannot find the output folder")?;
    Ok(!path.is_empty() && !path.starts_with("..") && path != "generated-client")
}

/// Locks the specs folder for a command that generates an output folder from it.
pub(crate) fn lock_specs(specs: &Path, out: &Path, busy: WhenLocked) -> Result<Lock> {
    check_folders(specs, out)?;
    read_lock(specs, busy)
}

/// Checks that the specs folder exists and is not the output folder.
pub fn check_folders(specs: &Path, out: &Path) -> Result<()> {
    check_folder(specs)?;
    if paths::relative(specs, out).context("cannot find the output folder")?.is_empty() {
        bail!("the output folder is the specs folder\nhelp: choose another folder with --out");
    }
    Ok(())
}

/// Reads the specs for a command that writes nothing.
pub fn read_specs_only(folder: &Path) -> Result<Specs> {
    check_folder(folder)?;
    let _lock = read_lock(folder, WhenLocked::Wait)?;
    read_specs(folder)
}

fn check_folder(folder: &Path) -> Result<()> {
    if !folder.is_dir() {
        bail!("cannot find the folder {}\nhelp: set --specs to a folder with the layout of specs/", folder.display());
    }
    Ok(())
}

/// Reads the spec files of a folder.
pub fn read_specs(folder: &Path) -> Result<Specs> {
    check_folder(folder)?;
    let mut specs = Specs::open(folder).with_context(|| format!("cannot read the specs in {}", folder.display()))?;
    specs.folder = paths::display(folder);
    Ok(specs)
}

fn check(args: &Args, out: &Path, output: &Output) -> Result<ExitCode> {
    let _lock = if out.is_dir() { Some(read_lock(out, args.client.when_locked())?) } else { None };
    let changes = tree::check(out, output)?;
    if changes.is_empty() {
        eprintln!("{} is up to date: {} files", paths::display(out), changes.files);
        return Ok(ExitCode::SUCCESS);
    }
    let kinds = [
        ("changed", &changes.changed),
        ("missing", &changes.added),
        ("leftover", &changes.removed),
        ("not a generated file", &changes.foreign),
    ];
    for (what, paths) in kinds {
        for path in paths {
            eprintln!("{what}: {}", paths::display(&out.join(path)));
        }
    }
    let by_hand =
        if changes.foreign.is_empty() { "" } else { "; move the files that were not generated to another folder" };
    bail!(
        "{} is not up to date with the specs\nhelp: run `cargo xtask generate{}`{by_hand}",
        paths::display(out),
        args.client.for_shell()
    );
}

/// Prints the size of the client and the number of changed files.
pub fn say(model: &Model, changes: &Changes, out: &Path) {
    let platforms = &model.platforms;
    let operations: Vec<_> = platforms.iter().flat_map(|it| &it.operations).collect();
    let params: usize = operations.iter().map(|it| it.params.len()).sum();
    let groups: usize = operations.iter().flat_map(|it| &it.selectors).map(|it| it.groups.len()).sum();
    let counts = [
        (platforms.len(), "platform"),
        (operations.len(), "endpoint"),
        (params, "parameter"),
        (groups, "at-least-one-of group"),
        (model.models.len(), "model"),
    ];
    let counts = counts.map(|(count, what)| format!("{count} {what}{}", plural(count)));
    eprintln!("{}", counts.join(", "));
    let changed = if changes.is_empty() {
        "nothing changed".to_owned()
    } else {
        format!("{} added, {} changed, {} removed", changes.added.len(), changes.changed.len(), changes.removed.len())
    };
    eprintln!("{}: {} files, {changed}", paths::display(out), changes.files);
    changes.say_removed(out);
}

/// Returns the plural ending for a count.
pub fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
