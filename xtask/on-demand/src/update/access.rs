//! Access to the specs and output folders for the time of a command.

use std::path::Path;

use anyhow::Result;
use xtask::generate;
use xtask::journal::{Writer, read_lock};
use xtask::lock::{Lock, WhenLocked};

/// Access to the specs and output folders.
pub(crate) enum Access {
    Read(#[expect(dead_code, reason = "the lock is held")] Lock),
    Write(Writer),
}

impl Access {
    /// Locks the folders for a command.
    pub(crate) fn open(
        command: &'static str,
        [specs, out]: [&Path; 2],
        only_reads: bool,
        busy: WhenLocked,
    ) -> Result<Self> {
        generate::check_folders(specs, out)?;
        Ok(match only_reads {
            true => Self::Read(read_lock(specs, busy)?),
            false => Self::Write(Writer::open(command, &[specs, out], busy)?),
        })
    }
}
