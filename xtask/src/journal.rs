//! Many files at once, or none of them: written beside, then moved in under a journal.
//!
//! As long as the journal is not there, nothing has changed, and what lies beside is thrown away. Once it is there, the
//! change has happened: whoever finds it moves in what is still left, however often that is cut short.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::paths;

/// Below the specs folder: what is about to be moved in.
const BESIDE: &str = ".refresh";
const JOURNAL: &str = "journal.json";

/// Files and what they are to hold; `None`: they are to go.
pub type Batch = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Holds the specs folder for one command alone, as long as it lives.
pub struct Hold {
    _folder: Option<fs::File>,
}

impl Hold {
    /// Locks the specs folder, or fails if another command holds it.
    pub fn of(specs: &Path) -> Result<Self> {
        // Where a folder cannot be opened as a file there is no such hold, and commands have to take turns by themselves.
        let Ok(folder) = fs::File::open(specs) else { return Ok(Self { _folder: None }) };
        match folder.try_lock() {
            Ok(()) => Ok(Self { _folder: Some(folder) }),
            Err(fs::TryLockError::WouldBlock) => {
                bail!("another command is refreshing {}\nhelp: wait until it has ended", paths::display(specs))
            }
            Err(fs::TryLockError::Error(_)) => Ok(Self { _folder: None }),
        }
    }
}

/// Completes what an earlier command could not, or clears away what it had only begun. Says what was completed.
pub fn recover(specs: &Path) -> Result<Option<String>> {
    if !specs.join(BESIDE).exists() {
        return Ok(None);
    }
    let _hold = Hold::of(specs)?;
    resume(specs, &mut || Ok(()))
}

/// Makes all the changes of a batch, or none. The folder must be held.
pub fn commit(specs: &Path, what: &str, batch: &Batch) -> Result<()> {
    commit_by_steps(specs, what, batch, &|| Ok(()))
}

/// Each step can fail: so tests can make it fail.
type Step<'a> = &'a (dyn Fn() -> io::Result<()> + Sync);

fn commit_by_steps(specs: &Path, what: &str, batch: &Batch, step: Step<'_>) -> Result<()> {
    let beside = specs.join(BESIDE);
    let prepared = prepare(specs, what, batch, step);
    if let Err(error) = prepared {
        // Nothing has changed yet. Whatever cannot be cleared away now, the next command does.
        let _ = fs::remove_dir_all(&beside);
        return Err(error.context("nothing was changed"));
    }
    resume(specs, &mut || step()).context("the change is kept in a journal; the next command completes it")?;
    Ok(())
}

/// Writes everything beside, and the journal last.
fn prepare(specs: &Path, what: &str, batch: &Batch, step: Step<'_>) -> Result<()> {
    let beside = specs.join(BESIDE);
    step().and_then(|()| fs::create_dir(&beside)).with_context(|| format!("cannot make {}", beside.display()))?;
    let names: Vec<_> = (0..batch.len()).map(|index| index.to_string()).collect();
    for ((path, bytes), name) in batch.iter().zip(&names) {
        if let Some(bytes) = bytes {
            let written = write(&beside.join(name), bytes, step);
            written.with_context(|| format!("cannot write the new content of {}", path.display()))?;
        }
    }
    let files = batch.iter().zip(&names).map(|((path, bytes), name)| {
        let from = bytes.as_ref().map(|_| name);
        Ok(json!({ "to": paths::relative(specs, path)?, "from": from }))
    });
    let files = files.collect::<io::Result<Vec<_>>>().context("cannot place the files")?;
    let journal = json!({ "what": what, "files": files });
    // First under another name: half a journal must not look like one.
    let (draft, whole) = (beside.join("journal.draft"), beside.join(JOURNAL));
    let written = write(&draft, journal.to_string().as_bytes(), step);
    let written = written.and_then(|()| step()).and_then(|()| fs::rename(&draft, &whole));
    written.and_then(|()| sync_folder(&beside)).context("cannot write the journal")
}

fn write(path: &Path, bytes: &[u8], step: Step<'_>) -> io::Result<()> {
    step()?;
    let mut file = fs::File::create_new(path)?;
    file.write_all(bytes)?;
    // A journal that outlives a power cut must not speak of files that did not.
    file.sync_all()
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Moves in what the journal lists and is still beside.
fn resume(specs: &Path, step: &mut dyn FnMut() -> io::Result<()>) -> Result<Option<String>> {
    let beside = specs.join(BESIDE);
    let path = beside.join(JOURNAL);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let cleared = fs::remove_dir_all(&beside);
            cleared.with_context(|| format!("cannot clear away {}", beside.display()))?;
            return Ok(None);
        }
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let journal: Value = serde_json::from_slice(&text).with_context(|| {
        format!("{} cannot be read\nhelp: `git status` shows what it was about to change", path.display())
    })?;
    for file in journal["files"].as_array().into_iter().flatten() {
        let Some(to) = file["to"].as_str().map(|it| specs.join(it)) else { continue };
        step()
            .and_then(|()| match file["from"].as_str() {
                Some(from) => move_in(&beside.join(from), &to),
                None => remove(&to),
            })
            .with_context(|| format!("cannot put {} in place", to.display()))?;
    }
    step().and_then(|()| fs::remove_file(&path)).context("cannot remove the journal")?;
    // What cannot be cleared away now, the next command does.
    let _ = fs::remove_dir_all(&beside);
    Ok(Some(journal["what"].as_str().unwrap_or("a change").to_owned()))
}

/// A copy is moved in, so that what is beside can be put in place again: whoever finds the journal may have put back what
/// was there before.
fn move_in(from: &Path, to: &Path) -> io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    let near = to.with_extension("gatewright-new");
    fs::copy(from, &near)?;
    fs::rename(&near, to)
}

/// Removes a file, and the folders that it leaves empty.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut folder = path.parent();
    while let Some(empty) = folder.filter(|it| fs::remove_dir(it).is_ok()) {
        folder = empty.parent();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// A folder with specs and an output beside them, and a batch that changes both.
    fn scene() -> (tempfile::TempDir, PathBuf, Batch) {
        let folder = tempfile::tempdir().expect("a folder");
        let specs = folder.path().join("specs");
        fs::create_dir_all(specs.join("social")).expect("a folder");
        fs::create_dir_all(folder.path().join("out/old")).expect("a folder");
        for path in ["specs/social/catalog.json", "out/kept.rs", "out/old/gone.rs"] {
            fs::write(folder.path().join(path), "old").expect("a file");
        }
        let to = |path: &str| folder.path().join(path);
        let new = |text: &str| Some(text.as_bytes().to_vec());
        let batch = Batch::from([
            (to("specs/social/catalog.json"), new("new")),
            (to("out/kept.rs"), new("new")),
            (to("out/fresh/added.rs"), new("new")),
            (to("out/old/gone.rs"), None),
        ]);
        (folder, specs, batch)
    }

    fn state(folder: &Path) -> Vec<(String, String)> {
        let paths = ["specs/social/catalog.json", "out/kept.rs", "out/fresh/added.rs", "out/old/gone.rs"];
        let there = paths.into_iter().filter_map(|it| Some((it.to_owned(), fs::read_to_string(folder.join(it)).ok()?)));
        there.collect()
    }

    fn all(text: &str, paths: &[&str]) -> Vec<(String, String)> {
        paths.iter().map(|it| ((*it).to_owned(), text.to_owned())).collect()
    }

    fn is_old(state: &[(String, String)]) -> bool {
        state == all("old", &["specs/social/catalog.json", "out/kept.rs", "out/old/gone.rs"])
    }

    fn is_new(state: &[(String, String)]) -> bool {
        state == all("new", &["specs/social/catalog.json", "out/kept.rs", "out/fresh/added.rs"])
    }

    #[test]
    fn a_batch_is_moved_in_as_a_whole() {
        let (folder, specs, batch) = scene();
        commit(&specs, "a change", &batch).expect("it can be written");
        assert!(is_new(&state(folder.path())));
        assert!(!specs.join(BESIDE).exists() && !folder.path().join("out/old").exists(), "nothing is left behind");
        assert_eq!(recover(&specs).expect("nothing to do"), None);
    }

    #[test]
    fn an_error_at_any_step_leaves_the_old_state_or_a_journal_that_completes_it() {
        let (mut old, mut new) = (0, 0);
        for failing in 0.. {
            let (folder, specs, batch) = scene();
            let count = AtomicUsize::new(0);
            let step = || match count.fetch_add(1, Ordering::Relaxed) {
                number if number == failing => Err(io::Error::other("the disk is full")),
                _ => Ok(()),
            };
            let result = commit_by_steps(&specs, "a change", &batch, &step);
            if result.is_ok() {
                assert!(old >= 5 && new >= 5, "{old} and {new} steps were tried");
                return;
            }
            if is_old(&state(folder.path())) && !specs.join(BESIDE).exists() {
                assert_eq!(recover(&specs).expect("nothing to do"), None);
                old += 1;
            } else {
                assert_eq!(recover(&specs).expect("it can be completed").as_deref(), Some("a change"), "{failing}");
                assert!(is_new(&state(folder.path())), "{failing}");
                new += 1;
            }
            assert!(!specs.join(BESIDE).exists());
        }
    }

    #[test]
    fn what_was_only_begun_is_cleared_away() {
        let (folder, specs, _) = scene();
        fs::create_dir(specs.join(BESIDE)).expect("a folder");
        fs::write(specs.join(BESIDE).join("0"), "half").expect("a file");
        assert_eq!(recover(&specs).expect("it can be cleared"), None);
        assert!(is_old(&state(folder.path())) && !specs.join(BESIDE).exists());
    }

    #[test]
    fn a_folder_is_held_by_one_at_a_time() {
        let (_folder, specs, _) = scene();
        let hold = Hold::of(&specs).expect("nobody holds it");
        assert!(Hold::of(&specs).is_err());
        drop(hold);
        assert!(Hold::of(&specs).is_ok());
    }
}
