//! `cargo xtask refresh`: fetches the live catalogs, checks them, prints the changes, and updates the specs and the
//! client.

mod ages;
mod edit;
mod fetch;
mod guard;
mod lock;
mod outliers;
mod record;
mod sources;
mod stale;
mod step;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use gatewright::model::ClientInfo;
use gatewright::{Diff, Model, Specs, WatchedFields, files};

use xtask::diff::{self, Format};
use xtask::journal::{Files, Writer, read_lock};
use xtask::lock::{Lock as FolderLock, WhenLocked};
use xtask::progress::Progress;
use xtask::refresh::{Accept, Args};
use xtask::{generate, paths, tree};

use guard::Refusal;
use lock::Lock;
use sources::Sources;
use stale::Stale;
use step::{Step, read};

/// Exit status of `--check` if a catalog has changed.
const CHANGED: u8 = 3;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let folder = args.specs();
    let access = Access::open(args)?;
    let specs = generate::read_specs(&folder)?;
    let sources = Sources::read(&folder, &gatewright::service(&specs), args.social.as_deref(), args.models.as_deref())?;
    let mut lock = Lock::read(&folder)?;
    warn_of_edits(&folder, &lock.edited(&specs));
    // If nothing relevant changed, the snapshots stay and `tags` has the ETags of the fetched catalogs for them.
    let (arrived, tags) = fetch::all(&specs, &folder, &sources, &lock)?;
    if arrived.is_empty() {
        let current =
            read(&specs, &[]).context("the specs have errors; nothing was written\nhelp: correct them first")?;
        stale::refuse_unknown_platforms(&specs, &[&current.0])?;
        return unchanged("nothing changed", &folder, args, &tags, &access);
    }
    let progress = Progress::new("comparing the catalogs");
    let before = specs_before(specs.clone(), &lock);
    let (old, unmatched) = model_before(before.clone())?;
    let step = Step::take(specs, &old, &arrived, &args.accept)?;
    drop(progress);
    stale::refuse_typos(&before, &unmatched, &step.stale, &step.model)?;
    stale::refuse_unknown_platforms(&before, &[&old, &step.model])?;
    let Some(class) = step.diff.class() else {
        return unchanged("nothing changed that matters", &folder, args, &tags, &access);
    };
    for it in &arrived {
        lock.set(it.path, &it.source, &it.fetched.bytes, it.fetched.etag.as_deref());
    }
    diff::print(&step.diff, args.format);
    anstream::eprint!("{}", step.report.render(true));
    print_facts_that_match_again(&folder, &old, &step.model)?;
    let refusals = guard::check((&old, &step.model), &step.diff, &lock.known(), &lock.ages(), sources.guards);
    refuse(&refusals, &args.accept)?;
    let (old_fields, new_fields) = (WatchedFields::of(&old), WatchedFields::of(&step.model));
    lock.set_known(&old_fields, &new_fields);
    lock.set_ages(&lock.ages().after(&old_fields, &new_fields));
    check_record(&folder, &old, &step.model.client.version)?;
    eprintln!("{class}: {} becomes {}", old.client.version, step.model.client.version);
    if args.check {
        return Ok(CHANGED.into());
    }
    match access {
        Access::Read(_) => eprintln!("nothing was written"),
        Access::Write(writer) => write(&writer, &folder, args, &old.client, step, lock)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Access to the specs and output folders for the time of the refresh.
enum Access {
    Read(#[expect(dead_code, reason = "the lock is held")] FolderLock),
    Write(Writer),
}

impl Access {
    fn open(args: &Args) -> Result<Self> {
        let (specs, out, busy) = (args.specs(), args.out(), WhenLocked::from_flag(args.no_wait));
        generate::check_folders(&specs, &out)?;
        if args.check || args.dry_run {
            return Ok(Self::Read(read_lock(&specs, busy)?));
        }
        Ok(Self::Write(Writer::open("refresh", &[&specs, &out], busy)?))
    }
}

/// Returns the current specs with the platform keys of the last refresh. The keys file may already have keys of the new
/// catalog.
fn specs_before(mut specs: Specs, lock: &Lock) -> Specs {
    let keys = lock.keys(specs.files.get(Specs::SOCIAL).map(Vec::as_slice));
    specs.files.extend(keys.map(|it| (Specs::KEYS.to_owned(), it.into_bytes())));
    specs
}

/// Returns the current model, and the facts that do not match it. These may be facts about the new catalog.
fn model_before(mut specs: Specs) -> Result<(Model, Stale)> {
    let unmatched = stale::remove_stale(&mut specs)?;
    let (model, _) = read(&specs, &[]).context("the current specs have errors\nhelp: correct them first")?;
    Ok((model, unmatched))
}

/// Warns of files that were edited since the last refresh. Both compared models contain the edits, so they do not count
/// for the version.
fn warn_of_edits(folder: &Path, edited: &[String]) {
    if edited.is_empty() {
        return;
    }
    let folder = paths::display(folder);
    let paths: Vec<_> = edited.iter().map(|it| format!("{folder}/{it}")).collect();
    anstream::eprintln!(
        "warning: edited by hand since the last refresh: {}\n\
         help: the new version does not account for these edits; set it in {folder}/client.toml",
        paths.join(", ")
    );
}

fn print_facts_that_match_again(folder: &Path, old: &Model, new: &Model) -> Result<()> {
    let Some(earlier) = read_text(folder, stale::PATH)? else { return Ok(()) };
    for it in stale::matching_again(&earlier, old, new)? {
        anstream::eprintln!(
            "note: the fact `{it}` in {} matches the catalog again; move it to facts.toml if it is true",
            paths::display(&folder.join(stale::PATH))
        );
    }
    Ok(())
}

/// Checks that the new version has no record yet: a second one would replace the first, or duplicate it in the
/// changelog.
fn check_record(folder: &Path, old: &Model, version: &str) -> Result<()> {
    let Some(record) = old.history.iter().find(|it| it.version == version) else { return Ok(()) };
    let last = old.history.first().map_or(version, |it| &it.version);
    bail!(
        "version {version} already has a record, {}; nothing was written\n\
         help: set the version in {} to {last}, the last one with a record, or to a later one",
        paths::display(&folder.join(record::path(&record.date, version))),
        paths::display(&folder.join(Specs::CLIENT))
    );
}

/// Prints the reasons to refuse a catalog, and fails unless all of them are accepted.
fn refuse(refusals: &[Refusal], accept: &[Accept]) -> Result<()> {
    let left: Vec<_> = refusals.iter().filter(|it| !accept.contains(&it.accept)).collect();
    if left.is_empty() {
        return Ok(());
    }
    for it in &left {
        anstream::eprintln!("refused: {}", it.why);
    }
    // All values for the flag, including those that were accepted already.
    let names: BTreeSet<_> =
        refusals.iter().map(|it| it.accept).chain(accept.iter().copied()).map(Accept::name).collect();
    let names: Vec<_> = names.into_iter().collect();
    bail!(
        "the catalog is refused; nothing was written\nhelp: if the catalog is correct, pass `--accept {}`",
        names.join(",")
    );
}

/// Prints a message, and saves the ETags that the servers sent, so that the next refresh does not fetch the catalogs
/// again.
fn unchanged(message: &str, folder: &Path, args: &Args, tags: &Lock, access: &Access) -> Result<ExitCode> {
    if args.format == Format::Json {
        diff::print(&Diff::default(), args.format); // programs expect JSON in any case
    }
    eprintln!("{message}");
    if let Access::Write(writer) = access
        && read_text(folder, lock::PATH)?.is_none_or(|it| it != tags.text())
    {
        let specs = Files::from([(lock::PATH.to_owned(), Some(tags.text().into_bytes()))]);
        writer.commit(&[specs, Files::new()])?;
        eprintln!("saved the ETags of the catalogs in {}", paths::display(&folder.join(lock::PATH)));
    }
    Ok(ExitCode::SUCCESS)
}

fn read_text(folder: &Path, path: &str) -> Result<Option<String>> {
    let text = files::read_spec(folder, path);
    let text =
        text.and_then(|it| String::from_utf8(it).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error)));
    match text {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", folder.join(path).display())),
    }
}

/// Writes the specs, the record of the changes, and the client.
fn write(writer: &Writer, folder: &Path, args: &Args, old: &ClientInfo, mut step: Step, mut lock: Lock) -> Result<()> {
    let out = args.out();
    let version = step.model.client.version.clone();
    let (record, text) = record::of(&step.diff, &old.version, &version)?;
    step.specs.files.insert(record, text.into_bytes());
    let (model, _) = read(&step.specs, &[])?;
    let progress = Progress::new("generating");
    let output = generate::make(&model, &out, args.runtime_version.as_deref())?;
    let (changes, client) = tree::plan(&out, &output)?;
    lock.set_written(&step.specs)?;
    let mut files = step.specs.files;
    files.insert(lock::PATH.to_owned(), lock.text().into_bytes());
    if !step.stale.is_empty() {
        let earlier = read_text(folder, stale::PATH)?;
        let text = stale::keep(earlier.as_deref(), &step.stale, &version)?;
        files.insert(stale::PATH.to_owned(), text.into_bytes());
    }
    files.retain(|path, bytes| std::fs::read(folder.join(path)).ok().as_ref() != Some(bytes));
    let specs = files.into_iter().map(|(path, bytes)| (path, Some(bytes))).collect();
    writer.commit(&[specs, client])?;
    drop(progress);
    update_workspace_lock(&out, old, &model.client.version)?;
    generate::say(&model, &changes, &out);
    Ok(())
}

/// Updates the version of this workspace's client in Cargo.lock. Cargo does the same when it runs next.
fn update_workspace_lock(out: &Path, old: &ClientInfo, version: &str) -> Result<()> {
    let root = paths::root();
    if paths::relative(&root, out).context("cannot find the output folder")? != "generated-client" {
        return Ok(());
    }
    let Some(text) = read_text(&root, "Cargo.lock")? else { return Ok(()) };
    let entry = |version: &str| format!("name = \"{}\"\nversion = \"{version}\"\n", old.name);
    let text = text.replace(&entry(&old.version), &entry(version));
    std::fs::write(root.join("Cargo.lock"), text).context("cannot write Cargo.lock")
}
