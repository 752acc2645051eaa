//! Writes many files completely or not at all.
//!
//! [`Writer::commit`] writes the new contents to a staging folder, then a journal that lists them, and then moves each
//! file into place. Without a journal nothing has changed, and the staging folder is removed. With a journal the next
//! run of the same command completes the change.
//!
//! A journal proves nothing about its author, so it is believed only for files that this tool writes, inside the
//! folders of the run that reads it, and only for folders whose own staging folder has the same random id: a folder
//! from elsewhere cannot bring a journal that changes another one, or files such as `.git/config`.

mod entries;
mod files;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use gatewright::files::resolve;
use serde_json::json;

use crate::lock::{Lock, WhenLocked};
use crate::paths;

use entries::{Journal, discard, foreign, interrupted};
use files::{create, is_regular_file, remove, replace};

/// Staging folder inside each folder that is written.
pub const STAGING: &str = ".gatewright-journal";
/// Journal in the staging folder of the first folder.
const JOURNAL: &str = "journal.json";
/// Id of the change in the staging folder of each folder.
const ID: &str = "id";

/// New content of each file by its path in the folder; `None` removes the file.
pub type Files = BTreeMap<String, Option<Vec<u8>>>;

/// Exclusive access to the folders that one command writes.
pub struct Writer {
    command: &'static str,
    folders: Vec<PathBuf>,
    created: Vec<PathBuf>,
    _locks: Vec<Lock>,
}

impl Writer {
    /// Locks the folders and completes a change that an earlier run of the same command left unfinished.
    ///
    /// Creates folders that do not exist. The first folder holds the journal.
    pub fn open(command: &'static str, folders: &[&Path], busy: WhenLocked) -> Result<Self> {
        let folders: Vec<_> = folders.iter().map(|it| it.to_path_buf()).collect();
        let mut writer = Self { command, folders, created: Vec::new(), _locks: Vec::new() };
        for folder in &writer.folders {
            if folder.exists() && !folder.is_dir() {
                bail!("{} is not a folder\nhelp: choose another one with --out", paths::display(folder));
            }
            if !folder.exists() {
                fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
                writer.created.push(folder.clone());
            }
            writer._locks.push(Lock::exclusive(folder, busy)?);
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
        let (mut entries, mut staged, id) = (Vec::new(), Vec::new(), new_id());
        for ((index, folder), files) in self.folders.iter().enumerate().zip(changes) {
            let staging = folder.join(STAGING);
            step()
                .and_then(|()| fs::create_dir(&staging))
                .with_context(|| format!("cannot create {}", staging.display()))?;
            let file = step().and_then(|()| create(&staging.join(ID), id.as_bytes()));
            staged.push(file.with_context(|| format!("cannot write to {}", staging.display()))?);
            for (number, (path, content)) in files.iter().enumerate() {
                resolve(folder, path)?;
                if let Some(content) = content {
                    let to = staging.join(number.to_string());
                    let file = step().and_then(|()| create(&to, content));
                    staged.push(file.with_context(|| format!("cannot write the new content of `{path}`"))?);
                }
                entries.push(json!({ "folder": index, "path": path, "from": content.is_some().then_some(number) }));
            }
        }
        // All at once: the first flush takes most of the others with it.
        for file in staged {
            step().and_then(|()| file.sync_all()).context("cannot write the new contents")?;
        }
        let journal = json!({ "command": self.command, "id": id, "folders": self.others()?, "files": entries });
        let staging = self.folders[0].join(STAGING);
        // An incomplete journal must not look like one: it gets its name when it is complete.
        let draft = staging.join("draft.json");
        let write = || -> io::Result<()> {
            step()?;
            create(&draft, journal.to_string().as_bytes())?.sync_all()?;
            step()?;
            fs::rename(&draft, staging.join(JOURNAL))?;
            if cfg!(unix) { fs::File::open(&staging)?.sync_all() } else { Ok(()) }
        };
        write().context("cannot write the journal")
    }

    /// Paths of the other folders, relative to the first.
    fn others(&self) -> Result<Vec<String>> {
        let (first, others) = self.folders.split_first().context("no folder to write to")?;
        others.iter().map(|it| paths::relative(first, it).context("cannot find the folders")).collect()
    }

    /// Moves the files of a journal into place, and returns their number. Returns `None` if there is no journal.
    fn complete(&self, step: Step<'_>) -> Result<Option<usize>> {
        let Some(journal) = Journal::read(&self.folders[0])? else {
            self.clean_up()?;
            return Ok(None);
        };
        self.check(&journal)?;
        for entry in &journal.entries {
            let folder = &self.folders[entry.folder];
            let to = resolve(folder, &entry.path)?;
            step()
                .and_then(|()| match entry.from {
                    Some(number) => replace(&folder.join(STAGING), number, &to),
                    None => remove(folder, &to),
                })
                .with_context(|| format!("cannot update {}", paths::display(&to)))?;
        }
        let path = self.folders[0].join(STAGING).join(JOURNAL);
        step().and_then(|()| fs::remove_file(&path)).context("cannot remove the journal")?;
        // The next command removes what cannot be removed now.
        let _ = self.clean_up();
        Ok(Some(journal.entries.len()))
    }

    /// Checks that a journal belongs to this command and these folders.
    fn check(&self, journal: &Journal) -> Result<()> {
        let home = &self.folders[0];
        if journal.command != self.command {
            return Err(interrupted(home, journal));
        }
        let others = self.others()?;
        if journal.folders != others {
            let out: Vec<_> = journal.folders.iter().map(|it| format!("`{}`", it.escape_debug())).collect();
            bail!(
                "an interrupted `cargo xtask {}` in {} wrote to another folder\n\
                 help: run it again with --out {}, relative to that folder",
                self.command,
                paths::display(home),
                out.join(", ")
            );
        }
        for folder in &self.folders {
            let id = resolve(folder, STAGING).ok().and_then(|it| files::read_id(&it.join(ID)));
            if id.as_deref() != Some(journal.id.as_str()) {
                bail!(
                    "the interrupted change in {} was not begun in {}, too\nhelp: {}",
                    paths::display(home),
                    paths::display(folder),
                    discard(home)
                );
            }
        }
        for entry in &journal.entries {
            let folder = self.folders.get(entry.folder).with_context(|| foreign(home))?;
            let staged = entry.from.map(|it| folder.join(STAGING).join(it.to_string()));
            if let Some(staged) = staged.filter(|it| !is_regular_file(it)) {
                bail!("{} is missing or not a regular file\nhelp: {}", paths::display(&staged), discard(home));
            }
        }
        Ok(())
    }

    /// Removes the staging folders. Links in them are removed, not followed; a staging folder that is a link is an
    /// error.
    fn clean_up(&self) -> Result<()> {
        for folder in &self.folders {
            let staging = resolve(folder, STAGING)?;
            match fs::remove_dir_all(&staging) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove {}", staging.display()));
                }
                _ => {}
            }
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

/// Creates an id that cannot be guessed.
fn new_id() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// Test hook before each change on disk.
type Step<'a> = &'a dyn Fn() -> io::Result<()>;

/// Locks a folder for a command that only reads it. Fails if the folder contains an interrupted change.
pub fn read_lock(folder: &Path, busy: WhenLocked) -> Result<Lock> {
    let lock = Lock::shared(folder, busy)?;
    match Journal::read(folder)? {
        Some(journal) => Err(interrupted(folder, &journal)),
        None => Ok(lock),
    }
}
