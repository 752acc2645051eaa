//! `cargo xtask refresh`: fetches the live catalogs, decides whether they can be trusted, says what changed, and leaves
//! a client behind that follows them.

mod edit;
mod fetch;
mod guard;
mod lock;
mod record;
mod sources;
mod stale;
mod step;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use gatewright::model::ClientInfo;
use gatewright::{Diff, Model, Specs};

use xtask::diff::{self, Format};
use xtask::journal::{self, Hold};
use xtask::progress::Progress;
use xtask::refresh::{Accept, Args};
use xtask::{generate, paths, tree};

use guard::Refusal;
use lock::Lock;
use sources::Sources;
use step::{Step, read};

/// What `--check` says of a catalog that changed.
const CHANGED: u8 = 3;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let folder = args.specs();
    let _hold = Hold::of(&folder)?;
    let specs = generate::read_specs(&folder)?;
    let sources = Sources::read(&folder, args.social.as_deref(), args.models.as_deref())?;
    let mut lock = Lock::read(&folder)?;
    warn_of_edits(&folder, &lock.edited(&specs));
    // What is there goes with the tag of what came, should that differ in nothing that matters.
    let (arrived, tags) = fetch::all(&specs, &folder, &sources, &lock)?;
    if arrived.is_empty() {
        return unchanged("nothing changed", &folder, args, &tags);
    }
    let progress = Progress::new("comparing the catalogs");
    let old = model_before(specs.clone(), &lock)?;
    let step = Step::take(specs, &old, &arrived, args.accept.contains(&Accept::Renames))?;
    drop(progress);
    let Some(class) = step.diff.class() else {
        return unchanged("nothing changed that matters", &folder, args, &tags);
    };
    for it in &arrived {
        lock.set(it.path, &it.source, &it.fetched.bytes, it.fetched.etag.as_deref());
    }
    diff::print(&step.diff, args.format);
    anstream::eprint!("{}", step.report.render(true));
    say_what_matches_again(&folder, &old, &step.model)?;
    refuse(&guard::check(&old, &step.model, &step.diff, sources.guards, &args.accept), &args.accept)?;
    check_record(&folder, &old, &step.model.client.version)?;
    eprintln!("{class}: {} becomes {}", old.client.version, step.model.client.version);
    if args.check {
        return Ok(CHANGED.into());
    }
    if args.dry_run {
        eprintln!("nothing was written");
        return Ok(ExitCode::SUCCESS);
    }
    write(&folder, args, &old.client, step, lock)?;
    Ok(ExitCode::SUCCESS)
}

/// The model as it is. Facts and keys may have been written for what is about to come: those facts match nothing yet, and a
/// platform still goes by the key that it had.
fn model_before(mut specs: Specs, lock: &Lock) -> Result<Model> {
    let keys = lock.keys(specs.files.get(Specs::SOCIAL).map(Vec::as_slice));
    specs.files.extend(keys.map(|it| (Specs::KEYS.to_owned(), it.into_bytes())));
    stale::take_out(&mut specs)?;
    let (model, _) = read(&specs, &[]).context("the specs as they are have errors\nhelp: correct them first")?;
    Ok(model)
}

/// What people edited is in both models that are compared, so that the version does not count it.
fn warn_of_edits(folder: &Path, edited: &[String]) {
    if edited.is_empty() {
        return;
    }
    let folder = paths::display(folder);
    let paths: Vec<_> = edited.iter().map(|it| format!("{folder}/{it}")).collect();
    anstream::eprintln!(
        "warning: edited by hand since the last refresh: {}\n\
         help: no version counts what that means to programs; set it in {folder}/client.toml",
        paths.join(", ")
    );
}

fn say_what_matches_again(folder: &Path, old: &Model, new: &Model) -> Result<()> {
    let Some(earlier) = read_text(&folder.join(stale::PATH))? else { return Ok(()) };
    for it in stale::matching_again(&earlier, old, new)? {
        anstream::eprintln!(
            "note: the catalog has a place again for the fact `{it}` in {}; move it to facts.toml if it is true",
            paths::display(&folder.join(stale::PATH))
        );
    }
    Ok(())
}

/// A version has one record: another would take its place, or stand beside it in the changelog.
fn check_record(folder: &Path, old: &Model, version: &str) -> Result<()> {
    let Some(record) = old.history.iter().find(|it| it.version == version) else { return Ok(()) };
    let last = old.history.first().map_or(version, |it| &it.version);
    bail!(
        "this would be version {version}, of which there is a record, {}; nothing was written\n\
         help: set the version in {} to {last}, the last one on record, or to a later one",
        paths::display(&folder.join(record::path(&record.date, version))),
        paths::display(&folder.join(Specs::CLIENT))
    );
}

/// Says why a catalog is not taken over, unless all of it is accepted.
fn refuse(refusals: &[Refusal], accept: &[Accept]) -> Result<()> {
    let left: Vec<_> = refusals.iter().filter(|it| !accept.contains(&it.accept)).collect();
    if left.is_empty() {
        return Ok(());
    }
    for it in &left {
        anstream::eprintln!("refused: {}", it.why);
    }
    // All that it takes, what was accepted already included: the flag is written once.
    let names: BTreeSet<_> =
        refusals.iter().map(|it| it.accept).chain(accept.iter().copied()).map(Accept::name).collect();
    let names: Vec<_> = names.into_iter().collect();
    bail!(
        "the catalog is not taken over; nothing was written\nhelp: if it is right, say `--accept {}`",
        names.join(",")
    );
}

/// Says so, and remembers how the servers call what has not changed, so that it is not fetched again.
fn unchanged(says: &str, folder: &Path, args: &Args, tags: &Lock) -> Result<ExitCode> {
    if args.format == Format::Json {
        diff::print(&Diff::default(), args.format); // a program reads what it is given
    }
    eprintln!("{says}");
    let path = folder.join(lock::PATH);
    if !args.check && !args.dry_run && read_text(&path)?.is_none_or(|it| it != tags.text()) {
        journal::commit(folder, "a note of unchanged catalogs", &[(path, Some(tags.text().into_bytes()))].into())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_text(path: &Path) -> Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Moves everything in: the specs, their record, and the client made of them.
fn write(folder: &Path, args: &Args, old: &ClientInfo, mut step: Step, mut lock: Lock) -> Result<()> {
    let out = args.out();
    let version = step.model.client.version.clone();
    let (record, text) = record::of(&step.diff, &old.version, &version)?;
    step.specs.files.insert(record, text.into_bytes());
    let (model, _) = read(&step.specs, &[])?;
    let progress = Progress::new("generating");
    let output = generate::make(&model, &out, args.runtime_version.as_deref())?;
    let (changes, mut batch) = tree::plan(&out, &output)?;
    let mut put = |path: &str, bytes: Vec<u8>| batch.insert(folder.join(path), Some(bytes));
    lock.set_written(&step.specs)?;
    put(lock::PATH, lock.text().into_bytes());
    if !step.stale.is_empty() {
        let earlier = read_text(&folder.join(stale::PATH))?;
        put(stale::PATH, stale::keep(earlier.as_deref(), &step.stale, &version)?.into_bytes());
    }
    for (path, bytes) in step.specs.files {
        put(&path, bytes);
    }
    if let Some((path, text)) = workspace_lock(&out, old, &model.client.version)? {
        batch.insert(path, Some(text.into_bytes()));
    }
    batch.retain(|path, bytes| bytes.is_none() || std::fs::read(path).ok() != *bytes);
    journal::commit(folder, &format!("the refresh to {version}"), &batch)?;
    drop(progress);
    generate::say(&model, &changes, &out);
    Ok(())
}

/// The client of this workspace stands in its lock file, too, with its version.
fn workspace_lock(out: &Path, old: &ClientInfo, version: &str) -> Result<Option<(PathBuf, String)>> {
    let root = paths::root();
    if paths::relative(&root, out).context("cannot place the output folder")? != "generated-client" {
        return Ok(None);
    }
    let path = root.join("Cargo.lock");
    let entry = |version: &str| format!("name = \"{}\"\nversion = \"{version}\"\n", old.name);
    let text = read_text(&path)?.map(|text| text.replace(&entry(&old.version), &entry(version)));
    Ok(text.map(|text| (path, text)))
}
