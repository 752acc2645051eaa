//! `cargo xtask learn`: adds recordings to the shapes in the specs, prints what was learned and what changed, and regenerates the
//! client.

mod input;
mod merge;
mod report;

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use gatewright::{Diff, Model, Specs};
use xtask::generate;
use xtask::learn::Args;
use xtask::progress::Progress;

use crate::update::written::{LOCK, after_new_version};
use crate::update::{Access, Folders, edit, read, read_text, record};

use merge::Learned;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let (folders, busy) = (Folders::of(&args.client), args.client.when_locked());
    let access = Access::open("learn", [&folders.specs, &folders.out], args.dry_run, busy)?;
    let specs = generate::read_specs(&folders.specs)?;
    let (old, _) =
        read(&specs, |_| ()).context("the specs have errors; nothing was written\nhelp: correct them first")?;
    let progress = Progress::new("reading the recordings");
    let sources = input::read(&args.folders, &old)?;
    progress.say("merging the recordings");
    let all = merge::all(&specs, sources, args.replace)?;
    drop(progress);
    let shown = if args.dry_run { usize::MAX } else { report::SHOWN };
    all.iter().for_each(|it| report::print(it, shown));
    let changed: Vec<_> = all.iter().filter(|it| it.is_changed()).collect();
    if changed.is_empty() {
        eprintln!("nothing changed");
        return Ok(ExitCode::SUCCESS);
    }
    let (specs, model) = updated(specs, &folders, &old, &changed)?;
    match access {
        Access::Read(_) => eprintln!("nothing was written"),
        Access::Write(writer) => folders.write(&writer, specs.files, &model, &old.client)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the specs with the learned shapes, and with a new version and its record if the API of the client changes.
fn updated(mut specs: Specs, folders: &Folders, old: &Model, changed: &[&Learned]) -> Result<(Specs, Model)> {
    let refused = "cannot generate a client from the recordings; nothing was written";
    let before = specs.files.get(Specs::CLIENT).cloned();
    specs.files.extend(changed.iter().map(|it| (it.path(), it.after.to_pretty_json().into_bytes())));
    let (model, report) = read(&specs, |_| ()).context(refused)?;
    anstream::eprint!("{}", report.render(true));
    let diff = Diff::of(old, &model);
    let Some(class) = diff.class() else { return Ok((specs, model)) };
    anstream::eprint!("{}", diff.to_text());
    let version = class.after(&old.client.version);
    record::check(&folders.specs, old, &version)?;
    eprintln!("{class}: {} becomes {version}", old.client.version);
    let (path, text) = record::of(&diff, &old.client.version, &version)?;
    specs.files.insert(path, text.into_bytes());
    edit::set_version(&mut specs, &version)?;
    let (model, _) = read(&specs, |_| ()).context(refused)?;
    if let Some(lock) = read_text(&folders.specs, LOCK)? {
        let after = specs.files.get(Specs::CLIENT).map(Vec::as_slice).unwrap_or_default();
        let lock = after_new_version(&lock, before.as_deref(), after)?;
        specs.files.extend(lock.map(|it| (LOCK.to_owned(), it.into_bytes())));
    }
    Ok((specs, model))
}
