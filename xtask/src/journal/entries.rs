//! Journals on disk.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use gatewright::files;
use serde_json::Value;

use super::{JOURNAL, STAGING};
use crate::folder::Folder;
use crate::paths;

/// Limit on the size of a journal.
const MAX_SIZE: u64 = 64 << 20;

/// Content of a journal.
pub(super) struct Journal {
    pub(super) command: &'static str,
    /// Id of the change.
    pub(super) id: String,
    /// Paths of the other folders, relative to the first.
    pub(super) folders: Vec<String>,
    pub(super) entries: Vec<Entry>,
}

/// File to replace or to remove.
pub(super) struct Entry {
    pub(super) folder: usize,
    pub(super) path: String,
    /// Name of the new content in the staging folder; `None` removes the file.
    pub(super) from: Option<usize>,
}

impl Journal {
    /// Reads the journal of a folder, if there is one.
    pub(super) fn read(folder: &Folder) -> Result<Option<Self>> {
        let path = folder.resolve(STAGING)?.join(JOURNAL);
        let text = match folder.folder(STAGING).and_then(|it| it.file(JOURNAL)) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            // A folder, a pipe or a link.
            Err(error) if error.kind() == ErrorKind::InvalidInput => bail!(foreign(folder.path())),
            file => file.and_then(|it| files::read_open(it, MAX_SIZE)),
        };
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let journal = serde_json::from_slice(&text).ok().and_then(|it| Self::parse(&it));
        Ok(Some(journal.with_context(|| foreign(folder.path()))?))
    }

    fn parse(json: &Value) -> Option<Self> {
        let command = ["generate", "docs", "refresh", "learn"].into_iter().find(|it| json["command"] == *it)?;
        let folders = json["folders"].as_array()?.iter().map(|it| Some(it.as_str()?.to_owned()));
        let entries = json["files"].as_array()?.iter().map(Entry::parse);
        let id = json["id"].as_str()?.to_owned();
        let journal =
            Self { command, id, folders: folders.collect::<Option<_>>()?, entries: entries.collect::<Option<_>>()? };
        journal.has_each_file_once().then_some(journal)
    }

    /// Returns true if no file and no new content occurs twice: completing a journal takes no longer than writing it.
    fn has_each_file_once(&self) -> bool {
        let (mut paths, mut contents) = (BTreeSet::new(), BTreeSet::new());
        self.entries.iter().all(|it| {
            paths.insert((it.folder, &it.path)) && it.from.is_none_or(|number| contents.insert((it.folder, number)))
        })
    }
}

impl Entry {
    fn parse(json: &Value) -> Option<Self> {
        let number = |it: &Value| usize::try_from(it.as_u64()?).ok();
        let path = json["path"].as_str()?;
        let from = if json["from"].is_null() { None } else { Some(number(&json["from"])?) };
        paths::is_own(path).then_some(Self { folder: number(&json["folder"])?, path: path.to_owned(), from })
    }
}

/// Creates the error for a command that must not complete the change.
pub(super) fn interrupted(folder: &Path, journal: &Journal) -> anyhow::Error {
    anyhow::anyhow!(
        "{} contains an interrupted change\nhelp: run `cargo xtask {}` with the same folders to complete it",
        paths::display(folder),
        journal.command
    )
}

/// Formats the error about a journal that this tool cannot have written.
pub(super) fn foreign(folder: &Path) -> String {
    format!(
        "{} was not written by this tool\nhelp: {}",
        paths::display(&folder.join(STAGING).join(JOURNAL)),
        discard(folder)
    )
}

pub(super) fn discard(folder: &Path) -> String {
    format!("remove {} to discard the change", paths::display(&folder.join(STAGING)))
}
