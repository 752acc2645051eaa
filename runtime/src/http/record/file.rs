//! Files of one operation: its recording, and the log of responses that are not in the recording yet.
//!
//! Processes append to the log under a lock. If the log is long, it is added to the recording:
//!
//! 1. The log is closed, so that other processes read it again.
//! 2. The new recording replaces the old one. It names the generation of the log that it contains.
//! 3. A new log begins, with another generation.
//!
//! If the process is killed in between, the log stays closed. If the recording names its generation, the recording
//! contains its lines.

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::call::RecordedCall;
use super::cursors::Recent;
use super::line::LineText;
use super::names::{is_cursor, is_field_name};
use super::walk::Walk;
use crate::http::shared_file::{LockFile, new_id, options, replace};
use crate::shape::Recording;
use crate::shape::files::{MAX_LOG, paths, read_text};
use crate::shape::log::{self, Header, Line};
use crate::shape::recording::MAX_SIZE;

/// Problem of a file.
pub(super) type Problem = Box<dyn std::error::Error + Send + Sync>;

/// Problem of a lock that another process holds for too long.
#[derive(Debug, thiserror::Error)]
#[error("cannot lock the files: {0}")]
pub(super) struct Locked(std::io::Error);

/// Size above which a log is added to the recording.
const LONG_LOG: u64 = 256 << 10;
/// Longest time to wait for other processes.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Number of shapes in a recording above which no keys are added.
const MANY_NODES: usize = 10_000;
/// Open files of an operation.
pub(super) struct OperationFile {
    operation: String,
    json: PathBuf,
    log: PathBuf,
    lock_file: Arc<LockFile>,
    file: File,
    /// First line of the log.
    header: String,
    /// Recording and log as they were last read, with the long lines of this process since then.
    recording: Recording,
    salt: u64,
    nodes: usize,
    /// Skeletons in the log.
    skeletons: HashSet<u64>,
    recent: Recent,
    /// Size of the log above which it is added to the recording.
    long: u64,
}

impl OperationFile {
    /// Opens the files, and creates them if they do not exist. Adds an existing log to the recording.
    pub(super) fn open(folder: &Path, operation: &str) -> Result<Self, Problem> {
        create_folder(folder)?;
        let [json, log] = paths(folder, operation);
        let mut this = Self {
            operation: operation.to_owned(),
            lock_file: Arc::new(LockFile::open(&folder.join(operation))?),
            file: options().open(&log)?,
            json,
            log,
            header: String::new(),
            recording: Recording::default(),
            salt: 0,
            nodes: 0,
            skeletons: HashSet::new(),
            recent: Recent::default(),
            long: LONG_LOG,
        };
        this.locked(|this| {
            this.load()?;
            match this.file.metadata()?.len() > this.header.len() as u64 {
                true => this.compact(),
                false => Ok(()),
            }
        })?;
        Ok(this)
    }

    /// Adds the response of a call.
    pub(super) fn record(&mut self, call: &RecordedCall<'_>) -> Result<(), Problem> {
        let mut walk = Walk::new(call.data, &call.params, call.secret, self.salt);
        if self.nodes > MANY_NODES {
            walk = walk.without_new_keys();
        }
        let data = walk.shape(&self.recording.data);
        let has_new_keys = walk.has_new_keys;
        let cursors = call.params.iter().filter(|it| is_field_name(it.0) && is_cursor(it.0, call.spec));
        let found = cursors
            .filter_map(|(name, value)| Some(((*name).to_owned(), self.recent.path(value, &self.recording.data)?)));
        let line = LineText::new(Line { data, cursors: found.collect() });
        let is_known = self.locked(|this| this.append(&line))?;
        if !is_known {
            log::add_line(&mut self.recording, line.into_line());
            if has_new_keys {
                self.settle();
            }
        }
        if call.can_have_cursors() {
            self.recent.remember(call.data, &self.recording.data);
        }
        Ok(())
    }

    /// Calls a function while no other process changes the files.
    fn locked<T>(&mut self, change: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problem> {
        let lock_file = self.lock_file.clone();
        let _lock = lock_file.lock(LONGEST_WAIT).map_err(Locked)?;
        change(self)
    }

    /// Reads the recording and the log.
    fn load(&mut self) -> Result<(), Problem> {
        let json = read_text(&self.json, MAX_SIZE as u64)?;
        let lines = read_text(&self.log, MAX_LOG)?;
        if !lines.starts_with(Header::START) && !Header::START.starts_with(&lines) {
            return Err(format!("`{}` is not a log of this client; help: move it away", self.log.display()).into());
        }
        (self.recording, self.skeletons) = Recording::of_files(&self.operation, &json, &lines)?;
        self.salt = *self.recording.salt.get_or_insert_with(|| fastrand::u64(..));
        self.settle();
        match Header::of(&lines).filter(|it| self.recording.log.as_ref() != Some(&it.generation)) {
            Some(header) => self.write_header(Header { is_open: true, ..header }),
            None => self.begin_log(),
        }
    }

    /// Begins a new log.
    fn begin_log(&mut self) -> Result<(), Problem> {
        self.skeletons.clear();
        self.file.set_len(0)?;
        self.write_header(Header::new(new_id(), self.salt))
    }

    /// Writes the first line, whose length is always the same.
    fn write_header(&mut self, header: Header) -> Result<(), Problem> {
        let text = header.to_text();
        write_at(&mut self.file, text.as_bytes(), 0)?;
        if header.is_open {
            self.header = text;
        }
        Ok(())
    }

    fn settle(&mut self) {
        self.recording.data.settle(self.salt);
        self.nodes = self.recording.data.nodes();
    }

    /// Appends a line in one write. Returns true if the recording in memory describes it already: it contains the line,
    /// or one with the same skeleton. Its counts are exact only after the next read.
    fn append(&mut self, line: &LineText) -> Result<bool, Problem> {
        if !self.is_current()? {
            self.load()?;
        }
        let metadata = self.file.metadata()?;
        if is_removed(&metadata) {
            return Err("the files were removed".into());
        }
        let end = metadata.len();
        if end > MAX_LOG / 2 {
            return Err(format!("the log `{}` is too long", self.log.display()).into());
        }
        let is_known = self.skeletons.contains(&line.skeleton);
        let text = line.text(is_known);
        if let Err(problem) = write_at(&mut self.file, text.as_bytes(), end) {
            // A disk that is full can hold the start of the line.
            let _ = self.file.set_len(end);
            return Err(problem.into());
        }
        self.skeletons.insert(line.skeleton);
        let is_long = end + text.len() as u64 > self.long;
        if is_long {
            // Other processes have written lines, too.
            self.load()?;
            self.compact()?;
        }
        Ok(is_known || is_long)
    }

    /// Returns true if the log is the one that was read.
    fn is_current(&mut self) -> Result<bool, Problem> {
        let mut start = [0; 256];
        let start = start.get_mut(..self.header.len()).ok_or("the first line of the log is too long")?;
        Ok(read_start(&mut self.file, start).is_ok() && *start == *self.header.as_bytes())
    }

    /// Adds the log to the recording. If the recording cannot be written, the log keeps its lines.
    fn compact(&mut self) -> Result<(), Problem> {
        let header = Header::of(&self.header).ok_or("the log has no first line")?;
        self.write_header(Header { is_open: false, ..header.clone() })?;
        let before = self.recording.log.replace(header.generation.clone());
        match replace(&self.json, &format!("{}\n", self.recording), false) {
            Ok(()) => {
                self.long = LONG_LOG;
                self.begin_log()
            }
            Err(error) => {
                tracing::warn!(%error, "cannot replace the recording `{}`", self.json.display());
                self.recording.log = before;
                self.long += LONG_LOG;
                self.write_header(header)
            }
        }
    }
}

/// Creates a folder that only this user can read.
fn create_folder(path: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Reads the first bytes of a file.
fn read_start(file: &mut File, into: &mut [u8]) -> std::io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, into, 0);
    #[cfg(not(unix))]
    {
        use std::io::{Read as _, Seek as _};
        file.seek(std::io::SeekFrom::Start(0))?;
        file.read_exact(into)
    }
}

/// Writes bytes, in one write if the disk has space.
fn write_at(file: &mut File, bytes: &[u8], at: u64) -> std::io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::write_all_at(file, bytes, at);
    #[cfg(not(unix))]
    {
        use std::io::{Seek as _, Write as _};
        file.seek(std::io::SeekFrom::Start(at))?;
        file.write_all(bytes)
    }
}

/// Returns true if an open file was removed, which only Unix allows.
fn is_removed(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(file) == 0;
    #[cfg(not(unix))]
    return !file.is_file();
}
