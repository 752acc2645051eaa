//! Calls by the ids that agents give them. The same id is never charged twice, also after a restart or a kill.
//!
//! Each id has a file in a folder next to the receipts. A `started` line is on the disk before the call is sent, and a `settled`
//! line with the result follows. The file is locked in between, so that only one process sends the call.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use gatewright_client::{Usd, visible};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::charged::Charged;
use crate::exit::{Exit, Failure};
use crate::private_file;

/// Longest id.
const LONGEST_ID: usize = 64;

/// Folder with the calls that are remembered.
pub(super) struct Attempts {
    folder: PathBuf,
}

/// Call that this process may send. The file stays locked until the attempt is dropped.
#[derive(Debug)]
pub(super) struct Attempt {
    file: File,
}

/// End of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Settled {
    pub(super) charge: Charged,
    #[serde(default)]
    pub(super) price_usd: Option<Usd>,
    #[serde(default)]
    pub(super) request_id: Option<String>,
    pub(super) outcome: Outcome,
}

/// Result of an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// JSON of the response, as received.
    Response(String),
    /// Handle of a task.
    Task(String),
    /// Error message.
    Failed(String),
}

/// What is known about an id.
#[derive(Debug)]
pub(super) enum Claim {
    /// The call may be sent.
    Send(Attempt),
    /// The call was charged, with this result.
    Charged(Settled),
}

/// Line of a file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Started { at: Timestamp, request: Value },
    Settled(Settled),
}

impl Attempts {
    /// Creates the folder's description; the folder is created with the first call.
    pub(super) fn new(receipts: &Path) -> Self {
        let mut name = receipts.as_os_str().to_owned();
        name.push(".calls");
        Self { folder: name.into() }
    }

    /// Returns the result of an earlier attempt, or records that the call is about to be sent. An attempt with an unknown charge is
    /// refused, unless the agent asks for a retry. Blocks until the line is on the disk.
    pub(super) fn claim(&self, id: &str, request: &Value, retry_unknown: bool) -> Result<Claim, Failure> {
        check(id)?;
        let problem = |it: io::Error| Failure::refused(format!("cannot remember the call `{id}`: {it}"));
        let mut file = self.open(id).map_err(problem)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let help = "wait, and repeat it with the same `call_id` to get its result";
                return Err(Failure::refused(format!("the call `{id}` is under way; help: {help}")));
            }
            Err(TryLockError::Error(error)) => return Err(problem(error)),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(problem)?;
        // An interrupted write can end in the middle of a character.
        let complete = text.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
        let lines = text[..complete].split_inclusive(|it| *it == b'\n').map(serde_json::from_slice);
        let lines: Result<Vec<Line>, _> = lines.collect();
        let lines = lines.map_err(|it| problem(it.into()))?;
        if let Some(settled) = earlier(id, &lines, request, retry_unknown)? {
            return Ok(Claim::Charged(settled));
        }
        // The end of an interrupted write is removed.
        file.set_len(complete as u64).and_then(|()| file.seek(SeekFrom::End(0)).map(drop)).map_err(problem)?;
        let mut attempt = Attempt { file };
        attempt.write(&Line::Started { at: Timestamp::now(), request: request.clone() }).map_err(problem)?;
        Ok(Claim::Send(attempt))
    }

    /// Opens the file of an id, which only this user can read.
    fn open(&self, id: &str) -> io::Result<File> {
        private_file::create_folder(&self.folder)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // The prefix keeps names apart that Windows reserves.
        let file = options.open(self.folder.join(format!("call-{id}.jsonl")))?;
        #[cfg(unix)]
        for folder in [Some(self.folder.as_path()), self.folder.parent()].into_iter().flatten() {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            File::open(folder)?.sync_all()?;
        }
        Ok(file)
    }
}

impl Attempt {
    /// Records the end of the call. Blocks until it is on the disk.
    pub(super) fn settle(mut self, settled: Settled) -> io::Result<()> {
        self.write(&Line::Settled(settled))
    }

    fn write(&mut self, line: &Line) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.file.write_all(&text)?;
        self.file.sync_data()
    }
}

/// Returns the result of an earlier attempt, if the call was charged; `None` if it may be sent.
fn earlier(id: &str, lines: &[Line], request: &Value, retry_unknown: bool) -> Result<Option<Settled>, Failure> {
    let started = lines.iter().rev().find_map(|it| match it {
        Line::Started { at, request } => Some((at, request)),
        Line::Settled(_) => None,
    });
    let Some((at, first)) = started else { return Ok(None) };
    // Nothing was charged, so that the agent can also change the arguments.
    if matches!(lines.last(), Some(Line::Settled(settled)) if settled.charge == Charged::No) {
        return Ok(None);
    }
    if first != request {
        let help = "use a new id for each new call";
        return Err(Failure::refused(format!(
            "the call_id `{id}` belongs to a call with other arguments; help: {help}"
        )));
    }
    match lines.last() {
        Some(Line::Settled(settled)) if settled.charge == Charged::Yes => Ok(Some(settled.clone())),
        _ if retry_unknown => Ok(None),
        last => {
            let details = match last {
                Some(Line::Settled(Settled { outcome: Outcome::Failed(message), .. })) => {
                    format!(" ({})", message.replace("; help: ", ", "))
                }
                _ => String::new(),
            };
            let problem = format!("the charge of the first attempt of `{id}` at {at:.0} is unknown{details}");
            let help = "tell the user to look it up in the usage log, and set `retry_unknown` to pay a second time";
            Err(Failure::new(Exit::ChargeUnknown, format!("{problem}; nothing was sent; help: {help}")))
        }
    }
}

/// Checks that an id is the name of a file.
fn check(id: &str) -> Result<(), Failure> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if !id.is_empty() && id.len() <= LONGEST_ID && id.chars().all(is_plain) {
        return Ok(());
    }
    let shown: String = visible(id).chars().take(LONGEST_ID).collect();
    let help = format!("use 1 to {LONGEST_ID} letters, digits, `-`, `_` and `.`");
    Err(Failure::refused(format!("cannot use the call_id `{shown}`; help: {help}")))
}

/// Creates an id for a call to which the agent has given none.
pub(super) fn create_id() -> Result<String, Failure> {
    let id = getrandom::u64().map_err(|it| Failure::refused(format!("cannot create a call_id: {it}")))?;
    Ok(format!("gw-{id:016x}"))
}

#[cfg(test)]
mod tests;
