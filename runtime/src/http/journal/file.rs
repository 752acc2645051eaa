//! File of a journal: locked while it changes, and read from where the last reader stopped.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::entries::Entries;
use super::line::{Line, START, VERSION};
use crate::http::shared_file::{LockFile, new_id, options, replace, sync_folder};
use crate::{Error, Result, visible};

/// Maximum wait for a lock. A process holds it for less than a millisecond, unless it is stopped.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Journal, up to the last line that was read.
#[derive(Debug, Default)]
pub(super) struct JournalFile {
    pub(super) path: PathBuf,
    pub(super) entries: Entries,
    /// Generation of the file that was read; empty if none was.
    generation: String,
    /// Number of bytes and lines that were read.
    end: u64,
    lines: usize,
    /// Size above which the journal is compacted.
    max_size: u64,
}

impl JournalFile {
    pub(super) fn new(path: PathBuf, max_size: u64) -> Self {
        Self { path, max_size, ..Self::default() }
    }

    /// Reads the lines that were added since the last time. A missing file is an empty journal.
    pub(super) fn read(&mut self) -> Result<()> {
        match File::open(&self.path) {
            Ok(mut file) => self.read_from(&mut file),
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(problem) => Err(self.problem(&problem)),
        }
    }

    /// Locks the file, reads it, and appends the lines that `choose` returns. No other process changes it meanwhile.
    /// Returns the file, whose lines may not be on the disk yet.
    pub(super) fn append(&mut self, choose: impl FnOnce(&Entries) -> Result<Vec<Line>>) -> Result<File> {
        let lock_file = LockFile::open(&self.path).map_err(|it| self.problem(&it))?;
        let lock = lock_file.lock(LONGEST_WAIT).map_err(|it| self.problem(&it))?;
        let mut file = options().open(&self.path).map_err(|it| self.problem(&it))?;
        self.read_from(&mut file)?;
        let mut lines = choose(&self.entries)?;
        if self.generation.is_empty() {
            lines.insert(0, first_line());
        }
        self.write(&mut file, lines)?;
        if self.end > self.max_size {
            if let Some(lines) = self.entries.compacted(SystemTime::now()) {
                // Without space for a shorter copy, the long journal is still right.
                if let Err(error) = self.replace(lines) {
                    tracing::warn!(%error, "cannot compact the journal");
                }
            }
        }
        drop(lock);
        Ok(file)
    }

    /// Writes lines at the end of the last complete line.
    fn write(&mut self, file: &mut File, lines: Vec<Line>) -> Result<()> {
        let text: String = lines.iter().map(Line::to_text).collect();
        let is_new = self.generation.is_empty();
        let written = file
            // An interrupted write has left the start of a line. Its call was not sent.
            .set_len(self.end)
            .and_then(|()| file.seek(SeekFrom::Start(self.end)))
            .and_then(|_| file.write_all(text.as_bytes()))
            .and_then(|()| if is_new { sync_folder(&self.path) } else { Ok(()) });
        if let Err(problem) = written {
            // A disk that is full can hold the start of the text. If this fails, too, the next writer removes it.
            let _ = file.set_len(self.end);
            return Err(self.problem(&problem));
        }
        self.add(&text)
    }

    /// Replaces the journal by a shorter one.
    fn replace(&mut self, mut lines: Vec<Line>) -> Result<()> {
        lines.insert(0, first_line());
        let text: String = lines.iter().map(Line::to_text).collect();
        replace(&self.path, &text, true).map_err(|it| self.problem(&it))?;
        self.forget();
        self.add(&text)
    }

    /// Discards all entries, so that the whole file is read again.
    fn forget(&mut self) {
        *self = Self::new(std::mem::take(&mut self.path), self.max_size);
    }

    fn read_from(&mut self, file: &mut File) -> Result<()> {
        if !file.metadata().map_err(|it| self.problem(&it))?.is_file() {
            // A device has no end.
            return Err(self.problem(&io::Error::other("it is not a regular file")));
        }
        let mut start = vec![0; START.len() + 64];
        let length = read_start(file, &mut start).map_err(|it| self.problem(&it))?;
        let is_same = !self.generation.is_empty() && start[..length].starts_with(self.first_text().as_bytes());
        let size = file.metadata().map_err(|it| self.problem(&it))?.len();
        if !is_same || size < self.end {
            // Another process has compacted it, or the user has removed it.
            self.forget();
        }
        let mut text = Vec::new();
        let read = file.seek(SeekFrom::Start(self.end)).and_then(|_| file.read_to_end(&mut text));
        read.map_err(|it| self.problem(&it))?;
        // The rest of an interrupted write does not count.
        let complete = text.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
        if self.end == 0
            && complete == 0
            && !(text.starts_with(START.as_bytes()) || START.as_bytes().starts_with(&text))
        {
            return Err(self.broken(1, "it is not a journal that this client has written"));
        }
        let text = match std::str::from_utf8(&text[..complete]) {
            Ok(text) => text,
            Err(problem) => {
                let line = text[..problem.valid_up_to()].iter().filter(|it| **it == b'\n').count();
                return Err(self.broken(self.lines + line + 1, "it is not text"));
            }
        };
        // A file that is repaired later is read from its start.
        self.add(text).inspect_err(|_| self.forget())
    }

    /// Adds complete lines.
    fn add(&mut self, text: &str) -> Result<()> {
        for line in text.split_terminator('\n') {
            let number = self.lines + 1;
            match (number, serde_json::from_str(line)) {
                (1, Ok(Line::Journal { version: VERSION, generation })) => self.generation = generation,
                (1, Ok(Line::Journal { version, .. })) => {
                    return Err(self.broken(1, &format!("version {version} is newer than this client")));
                }
                (1, _) => return Err(self.broken(1, "it is not a journal that this client has written")),
                (_, Ok(line)) => self.entries.apply(line).map_err(|why| self.broken(number, why))?,
                (_, Err(problem)) => return Err(self.broken(number, &problem.to_string())),
            }
            self.lines = number;
            self.end += line.len() as u64 + 1;
        }
        Ok(())
    }

    fn first_text(&self) -> String {
        Line::Journal { version: VERSION, generation: self.generation.clone() }.to_text()
    }

    pub(super) fn problem(&self, problem: &io::Error) -> Error {
        Error::Journal(format!("cannot use the journal `{}`: {problem}", self.shown_path()))
    }

    fn broken(&self, line: usize, why: &str) -> Error {
        let (path, why) = (self.shown_path(), visible(why));
        let help = "help: restore the file, or move it away to begin a new one";
        Error::Journal(format!("cannot read the journal `{path}`, line {line}: {why}; {help}"))
    }

    fn shown_path(&self) -> String {
        visible(&self.path.to_string_lossy()).into_owned()
    }
}

/// Reads the start of a file, up to the length of the buffer.
fn read_start(file: &mut File, into: &mut [u8]) -> io::Result<usize> {
    file.seek(SeekFrom::Start(0))?;
    let mut length = 0;
    while length < into.len() {
        match file.read(&mut into[length..])? {
            0 => break,
            count => length += count,
        }
    }
    Ok(length)
}

fn first_line() -> Line {
    Line::Journal { version: VERSION, generation: new_id() }
}
