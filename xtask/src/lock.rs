//! Locks on folders: many readers or one writer, across processes.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::paths;

/// Lock on a folder, held until the value is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: Option<fs::File>,
}

/// Behaviour when another command holds the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenLocked {
    /// Print a message and wait.
    Wait,
    /// Fail.
    Fail,
}

impl WhenLocked {
    /// Value for the `--no-wait` flag.
    pub fn from_flag(no_wait: bool) -> Self {
        if no_wait { Self::Fail } else { Self::Wait }
    }
}

impl Lock {
    /// Locks a folder that a command reads; other readers may lock it, too.
    pub(crate) fn shared(folder: &Path, busy: WhenLocked) -> Result<Self> {
        Self::take(folder, busy, fs::File::try_lock_shared, fs::File::lock_shared)
    }

    /// Locks a folder that a command writes.
    pub(crate) fn exclusive(folder: &Path, busy: WhenLocked) -> Result<Self> {
        Self::take(folder, busy, fs::File::try_lock, fs::File::lock)
    }

    fn take(
        folder: &Path,
        busy: WhenLocked,
        attempt: fn(&fs::File) -> Result<(), fs::TryLockError>,
        wait: fn(&fs::File) -> io::Result<()>,
    ) -> Result<Self> {
        let file = open(folder).with_context(|| format!("cannot open {}", paths::display(folder)))?;
        match attempt(&file) {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) if busy == WhenLocked::Wait => {
                eprintln!("waiting for another command that uses {}", paths::display(folder));
                wait(&file).with_context(|| format!("cannot lock {}", paths::display(folder)))?;
            }
            Err(fs::TryLockError::WouldBlock) => {
                bail!(
                    "another command uses {}\nhelp: run the command without --no-wait to wait for it",
                    paths::display(folder)
                )
            }
            // Some network file systems have no locks; the command works without one.
            Err(fs::TryLockError::Error(_)) => return Ok(Self { _file: None }),
        }
        Ok(Self { _file: Some(file) })
    }
}

/// Opens the folder itself, or a file in it on systems where folders cannot be opened.
fn open(folder: &Path) -> io::Result<fs::File> {
    if cfg!(unix) {
        fs::File::open(folder)
    } else {
        fs::File::options().create(true).append(true).open(folder.join(".gatewright-lock"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_a_folder_and_a_writer_excludes_them() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let shared = || Lock::shared(folder.path(), WhenLocked::Fail);
        let exclusive = || Lock::exclusive(folder.path(), WhenLocked::Fail);
        let (first, second) = (shared().expect("no lock yet"), shared().expect("readers share"));
        let error = exclusive().expect_err("it is being read");
        assert!(error.to_string().contains("another command uses"), "{error}");
        drop((first, second));
        let writer = exclusive().expect("no lock any more");
        assert!(shared().is_err() && exclusive().is_err());
        drop(writer);
        assert!(shared().is_ok());
    }
}
