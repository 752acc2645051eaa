//! Writes many files completely or not at all.
//!
//! [`Writer::commit`] writes the new contents to a staging folder, then a journal that lists them, and then moves each
//! file into place. Without a journal nothing has changed, and the staging folder is removed. With a journal the next
//! run of the same command completes the change.
//!
//! A journal proves nothing about its author, so it is believed only for files that this tool writes, inside the
//! folders of the run that reads it, and only for folders whose own staging folder has the same random id: a folder
//! from elsewhere cannot bring a journal that changes another one, or files such as `.git/config`. In the output folder,
//! which is the last one, it changes only files that the list of generated files names.

mod check;
mod entries;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use crate::folder::{Folder, present};
use crate::lock::{Lock, WhenLocked};
use crate::paths::{self, LIST};

use entries::{Journal, interrupted};

/// Staging folder inside each folder that is written.
pub const STAGING: &str = ".gatewright-journal";
/// Journal in the staging folder of the first folder.
const JOURNAL: &str = "journal.json";
/// Id of the change in the staging folder of each folder.
const ID: &str = "id";
/// Copy of a staged file that is about to be moved into place.
const NEXT: &str = "next";

/// New content of each file by its path in the folder; `None` removes the file.
pub type Files = BTreeMap<String, Option<Vec<u8>>>;

/// Exclusive access to the folders that one command writes.
pub struct Writer {
    command: &'static str,
    folders: Vec<Folder>,
    created: Vec<PathBuf>,
    _locks: Vec<Lock>,
}

impl Writer {
    /// Locks the folders and completes a change that an earlier run of the same command left unfinished.
    ///
    /// Creates folders that do not exist. The first folder holds the journal.
    pub fn open(command: &'static str, folders: &[&Path], busy: WhenLocked) -> Result<Self> {
        let mut writer = Self { command, folders: Vec::new(), created: Vec::new(), _locks: Vec::new() };
        for &folder in folders {
            if folder.exists() && !folder.is_dir() {
                bail!("{} is not a folder\nhelp: choose another one with --out", paths::display(folder));
            }
            if !folder.exists() {
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                writer.created.push(folder.to_owned());
            }
            let folder = open(folder)?;
            writer._locks.push(Lock::exclusive(&folder, busy)?);
            writer.folders.push(folder);
        }
        if let Some(count) = writer.complete(&|| Ok(()))? {
            let files = if count == 1 { "file" } else { "files" };
            eprintln!("completed an interrupted `cargo xtask {command}`: {count} {files}");
        }
        Ok(writer)
    }

    /// Makes all changes or none: one [`Files`] for each folder of [`open`](Self::open).
    pub fn commit(&self, changes: &[Files]) -> Result<()> {
        self.commit_with(changes, &|| Ok(()))
    }

    /// Calls `step` before each change on disk, so that tests can make it fail.
    fn commit_with(&self, changes: &[Files], step: Step<'_>) -> Result<()> {
        if changes.iter().all(BTreeMap::is_empty) {
            return Ok(());
        }
        if let Err(error) = self.prepare(changes, step) {
            // The next command removes what cannot be removed now.
            let _ = self.clean_up();
            return Err(error.context("nothing was changed"));
        }
        let help = format!("the change is incomplete\nhelp: run `cargo xtask {}` again to complete it", self.command);
        self.complete(step).context(help)?;
        Ok(())
    }

    /// Writes the new contents to the staging folders, and the journal last.
    fn prepare(&self, changes: &[Files], step: Step<'_>) -> Result<()> {
        let (mut entries, mut folders, mut staged, id) = (Vec::new(), Vec::new(), Vec::new(), new_id());
        for ((index, folder), files) in self.folders.iter().enumerate().zip(changes) {
            let path = folder.path().join(STAGING);
            let staging = step().and_then(|()| folder.create_folder(STAGING));
            let staging = staging.with_context(|| format!("cannot create {}", path.display()))?;
            let file = step().and_then(|()| create(&staging, ID, id.as_bytes()));
            staged.push(file.with_context(|| format!("cannot write to {}", path.display()))?);
            for (number, (path, content)) in files.iter().enumerate() {
                folder.resolve(path)?;
                if let Some(content) = content {
                    let file = step().and_then(|()| create(&staging, &number.to_string(), content));
                    staged.push(file.with_context(|| format!("cannot write the new content of `{path}`"))?);
                }
                entries.push(json!({ "folder": index, "path": path, "from": content.is_some().then_some(number) }));
            }
            folders.push(staging);
        }
        // All at once: the first flush takes most of the others with it.
        for file in staged {
            step().and_then(|()| file.sync_all()).context("cannot write the new contents")?;
        }
        // While the list is the old one, it names every file that the change may replace or remove.
        entries.sort_by_key(|it| it["path"] == LIST);
        let journal = json!({ "command": self.command, "id": id, "folders": self.others()?, "files": entries });
        let staging = &folders[0];
        // An incomplete journal must not look like one: it gets its name when it is complete.
        let draft = "draft.json";
        let write = || -> io::Result<()> {
            step()?;
            create(staging, draft, journal.to_string().as_bytes())?.sync_all()?;
            step()?;
            staging.rename(draft, staging, JOURNAL)?;
            staging.sync()
        };
        write().context("cannot write the journal")
    }

    /// Paths of the other folders, relative to the first.
    fn others(&self) -> Result<Vec<String>> {
        let (first, others) = self.folders.split_first().context("no folder to write to")?;
        others.iter().map(|it| paths::relative(first.path(), it.path()).context("cannot find the folders")).collect()
    }

    /// Moves the files of a journal into place, and returns their number. Returns `None` if there is no journal.
    fn complete(&self, step: Step<'_>) -> Result<Option<usize>> {
        let Some(journal) = Journal::read(&self.folders[0])? else {
            self.clean_up()?;
            return Ok(None);
        };
        let staging = self.check(&journal)?;
        for entry in &journal.entries {
            let folder = &self.folders[entry.folder];
            let to = folder.resolve(&entry.path)?;
            step()
                .and_then(|()| match entry.from {
                    Some(number) => replace(&staging[entry.folder], number, folder, &entry.path),
                    None => folder.remove(&entry.path),
                })
                .with_context(|| format!("cannot update {}", paths::display(&to)))?;
        }
        step().and_then(|()| staging[0].remove(JOURNAL)).context("cannot remove the journal")?;
        // The next command removes what cannot be removed now.
        let _ = self.clean_up();
        Ok(Some(journal.entries.len()))
    }

    /// Removes the staging folders. Links in them are removed, not followed; a staging folder that is a link is an
    /// error.
    fn clean_up(&self) -> Result<()> {
        for folder in &self.folders {
            let staging = folder.resolve(STAGING)?;
            let removed = present(folder.folder(STAGING)).and_then(|_| folder.remove_all(STAGING));
            removed.with_context(|| format!("cannot remove {}", staging.display()))?;
        }
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        for folder in &self.created {
            // Succeeds only if nothing was written.
            let _ = fs::remove_dir(folder);
        }
    }
}

fn open(folder: &Path) -> Result<Folder> {
    Folder::open(folder).with_context(|| format!("cannot open {}", paths::display(folder)))
}

fn create(folder: &Folder, name: &str, content: &[u8]) -> io::Result<fs::File> {
    let mut file = folder.create(name)?;
    file.write_all(content)?;
    Ok(file)
}

/// Puts a copy of a staged file in place. The staged file stays, so that an interrupted change can be completed from
/// the start, whatever happened to the files meanwhile.
fn replace(staging: &Folder, number: usize, folder: &Folder, path: &str) -> io::Result<()> {
    // Whatever is there was not written by this change.
    staging.remove_all(NEXT)?;
    io::copy(&mut staging.file(&number.to_string())?, &mut staging.create(NEXT)?)?;
    staging.rename(NEXT, folder, path)
}

/// Creates an id that cannot be guessed.
fn new_id() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// Test hook before each change on disk.
type Step<'a> = &'a dyn Fn() -> io::Result<()>;

/// Locks a folder for a command that only reads it. Fails if the folder contains an interrupted change.
pub fn read_lock(folder: &Path, busy: WhenLocked) -> Result<Lock> {
    let folder = open(folder)?;
    let lock = Lock::shared(&folder, busy)?;
    match Journal::read(&folder)? {
        Some(journal) => Err(interrupted(folder.path(), &journal)),
        None => Ok(lock),
    }
}
