//! Locks on folders: many readers or one writer, across processes.

use std::fs;
use std::io;

use anyhow::{Context as _, Result, bail};

use crate::folder::Folder;
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
    pub(crate) fn shared(folder: &Folder, busy: WhenLocked) -> Result<Self> {
        Self::take(folder, busy, fs::File::try_lock_shared, fs::File::lock_shared)
    }

    /// Locks a folder that a command writes.
    pub(crate) fn exclusive(folder: &Folder, busy: WhenLocked) -> Result<Self> {
        Self::take(folder, busy, fs::File::try_lock, fs::File::lock)
    }

    fn take(
        folder: &Folder,
        busy: WhenLocked,
        attempt: fn(&fs::File) -> Result<(), fs::TryLockError>,
        wait: fn(&fs::File) -> io::Result<()>,
    ) -> Result<Self> {
        let name = || paths::display(folder.path());
        let file = folder.lock_file().with_context(|| format!("cannot open {}", name()))?;
        match attempt(&file) {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) if busy == WhenLocked::Wait => {
                eprintln!("waiting for another command that uses {}", name());
                wait(&file).with_context(|| format!("cannot lock {}", name()))?;
            }
            Err(fs::TryLockError::WouldBlock) => {
                bail!("another command uses {}\nhelp: run the command without --no-wait to wait for it", name())
            }
            // Some network file systems have no locks; the command works without one.
            Err(fs::TryLockError::Error(_)) => return Ok(Self { _file: None }),
        }
        Ok(Self { _file: Some(file) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_a_folder_and_a_writer_excludes_them() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let open = Folder::open(folder.path()).expect("it exists");
        let shared = || Lock::shared(&open, WhenLocked::Fail);
        let exclusive = || Lock::exclusive(&open, WhenLocked::Fail);
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
