//! Checks of a journal before it is completed.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use gatewright::files;

use super::entries::{Journal, discard, foreign, interrupted};
use super::{ID, STAGING, Writer};
use crate::folder::{Folder, present};
use crate::paths::{self, LIST, MAX_LIST};

impl Writer {
    /// Checks that a journal belongs to this command and these folders. Returns the staging folders.
    pub(super) fn check(&self, journal: &Journal) -> Result<Vec<Folder>> {
        let home = &self.folders[0];
        if journal.command != self.command {
            return Err(interrupted(home.path(), journal));
        }
        let others = self.others()?;
        if journal.folders != others {
            let out: Vec<_> = journal.folders.iter().map(|it| format!("`{}`", it.escape_debug())).collect();
            bail!(
                "an interrupted `cargo xtask {}` in {} wrote to another folder\n\
                 help: run it again with --out {}, relative to that folder",
                self.command,
                paths::display(home.path()),
                out.join(", ")
            );
        }
        let mut staging = Vec::new();
        for folder in &self.folders {
            let found = folder.folder(STAGING).ok();
            let is_same = |it: &Folder| {
                it.file(ID).and_then(|it| files::read_open(it, 64)).is_ok_and(|it| it == journal.id.as_bytes())
            };
            let Some(found) = found.filter(is_same) else {
                bail!(
                    "the interrupted change in {} was not begun in {}, too\nhelp: {}",
                    paths::display(home.path()),
                    paths::display(folder.path()),
                    discard(home.path())
                );
            };
            staging.push(found);
        }
        for entry in &journal.entries {
            let staging = staging.get(entry.folder).with_context(|| foreign(home.path()))?;
            let staged = entry.from.map(|it| it.to_string());
            if let Some(staged) = staged.filter(|it| staging.file(it).is_err()) {
                let path = staging.path().join(staged);
                bail!("{} is missing or not a regular file\nhelp: {}", paths::display(&path), discard(home.path()));
            }
        }
        self.check_list(journal, &staging)?;
        Ok(staging)
    }

    /// Checks that a journal replaces and removes only generated files of the output folder, which is the last one.
    fn check_list(&self, journal: &Journal, staging: &[Folder]) -> Result<()> {
        let (index, folder) = self.folders.iter().enumerate().next_back().context("no folder to write to")?;
        let list = present(folder.file(LIST).and_then(|it| files::read_open(it, MAX_LIST)));
        let list = list.with_context(|| format!("cannot read {}", paths::display(&folder.path().join(LIST))))?;
        let listed = paths::parse_list(&list.unwrap_or_default());
        let entries = journal.entries.iter().filter(|it| it.folder == index && it.path != LIST);
        for entry in entries.filter(|it| !listed.contains(&it.path)) {
            let to = folder.resolve(&entry.path)?;
            // An earlier run may have put an added file in place already.
            let is_done = || {
                let staged = entry.from.and_then(|it| staging[index].file(&it.to_string()).ok());
                staged.is_some_and(|it| have_same_content(it, &to).unwrap_or(false))
            };
            if fs::symlink_metadata(&to).is_ok() && !is_done() {
                bail!(
                    "{} was not generated, but the interrupted change in {} replaces or removes it\nhelp: {}",
                    paths::display(&to),
                    paths::display(self.folders[0].path()),
                    discard(self.folders[0].path())
                );
            }
        }
        Ok(())
    }
}

fn have_same_content(staged: fs::File, path: &Path) -> io::Result<bool> {
    let size = staged.metadata()?.len();
    Ok(fs::metadata(path)?.len() == size && files::read_open(staged, size)? == files::read(path, size)?)
}
