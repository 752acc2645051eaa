//! `cargo xtask refresh`: fetches the live catalogs, checks them, prints the changes, and updates the specs and the
//! client.

mod ages;
mod edit;
mod fetch;
mod guard;
mod lock;
mod outliers;
mod sources;
mod stale;
mod step;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use gatewright::model::ClientInfo;
use gatewright::{Diff, Model, Specs, WatchedFields};

use xtask::diff::{self, Format};
use xtask::journal::{Files, Writer};
use xtask::progress::Progress;
use xtask::refresh::{Accept, Args};
use xtask::{generate, paths};

use crate::update::written::LOCK;
use crate::update::{Access, Folders, read_text, record};

use guard::Refusal;
use lock::Lock;
use sources::Sources;
use stale::Stale;
use step::{Step, read};

/// Exit status of `--check` if a catalog has changed.
const CHANGED: u8 = 3;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (folder, folders, busy) = (args.client.specs(), Folders::of(&args.client), args.client.when_locked());
    let access = Access::open("refresh", [&folders.specs, &folders.out], args.check || args.dry_run, busy)?;
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
    record::check(&folder, &old, &step.model.client.version)?;
    eprintln!("{class}: {} becomes {}", old.client.version, step.model.client.version);
    if args.check {
        return Ok(CHANGED.into());
    }
    match access {
        Access::Read(_) => eprintln!("nothing was written"),
        Access::Write(writer) => write(&writer, &folders, &old.client, step, lock)?,
    }
    Ok(ExitCode::SUCCESS)
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
        && read_text(folder, LOCK)?.is_none_or(|it| it != tags.text())
    {
        let specs = Files::from([(LOCK.to_owned(), Some(tags.text().into_bytes()))]);
        writer.commit(&[specs, Files::new()])?;
        eprintln!("saved the ETags of the catalogs in {}", paths::display(&folder.join(LOCK)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the specs, the record of the changes, and the client.
fn write(writer: &Writer, folders: &Folders, old: &ClientInfo, mut step: Step, mut lock: Lock) -> Result<()> {
    let version = step.model.client.version.clone();
    let (record, text) = record::of(&step.diff, &old.version, &version)?;
    step.specs.files.insert(record, text.into_bytes());
    let (model, _) = read(&step.specs, &[])?;
    lock.set_written(&step.specs)?;
    let mut files = step.specs.files;
    files.insert(LOCK.to_owned(), lock.text().into_bytes());
    if !step.stale.is_empty() {
        let earlier = read_text(&folders.specs, stale::PATH)?;
        let text = stale::keep(earlier.as_deref(), &step.stale, &version)?;
        files.insert(stale::PATH.to_owned(), text.into_bytes());
    }
    folders.write(writer, files, &model, old)
}
