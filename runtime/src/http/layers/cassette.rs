//! Layer that records exchanges in a file, and replays them in tests.

mod record;
mod redact;
mod replay;
mod tape;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Layer, Result, Transport};
use record::{Recording, Tape};
use replay::{Replay, Replaying};

/// Layer that records exchanges in a file, and replays them in tests without a network.
///
/// **A cassette contains requests and responses, which can include personal data.** On Unix, only its owner can read
/// the file. Check its content before you share it. The layer replaces the key, also in responses that repeat it in any
/// encoding. It also replaces the values of sensitive headers, and of all request headers that a replay does not need.
/// A key of less than 8 characters is replaced in headers only.
///
/// ```no_run
/// use gatewright_runtime::{Cassette, Client};
///
/// # fn main() -> gatewright_runtime::Result<()> {
/// let cassette = match std::env::var_os("RECORD") {
///     Some(_) => Cassette::record("tests/search.jsonl")?,
///     None => Cassette::replay("tests/search.jsonl")?,
/// };
/// let client = Client::builder("https://gateway.example", "key").layer(cassette).build()?;
/// # Ok(()) }
/// ```
///
/// A replay returns the recorded response to a request with the same method, URL and body, in any order. Identical
/// requests get their responses in the recorded order, each once. Any other request is an
/// [`Error::Request`](crate::Error::Request) that names the most similar recorded request; nothing is sent. Costs and
/// retries are those of the recorded calls.
///
/// The file has one line of JSON per exchange, written when its response ends, so a crash loses at most the exchanges
/// that were under way. Sessions, and responses of more than 16 MiB, work but are not recorded. If the file cannot be
/// written, all further requests fail before they are sent.
#[derive(Clone)]
pub struct Cassette {
    path: PathBuf,
    mode: Mode,
}

#[derive(Clone)]
enum Mode {
    Record(Arc<Tape>),
    Replay(Arc<Replay>),
}

impl Cassette {
    /// Creates a file, or replaces a cassette, and records all exchanges in it. Returns an error if the file cannot be
    /// written, or exists and is not a cassette.
    pub fn record(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref().to_owned();
        Ok(Self { mode: Mode::Record(Arc::new(Tape::create(&path)?)), path })
    }

    /// Reads the recorded exchanges of a file, and replays them. No request reaches the network.
    pub fn replay(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref().to_owned();
        Ok(Self { mode: Mode::Replay(Arc::new(Replay::open(&path)?)), path })
    }
}

impl Layer for Cassette {
    fn wrap(&self, inner: Arc<dyn Transport>) -> Arc<dyn Transport> {
        match &self.mode {
            Mode::Record(tape) => Arc::new(Recording { tape: tape.clone(), inner }),
            Mode::Replay(replay) => Arc::new(Replaying(replay.clone())),
        }
    }
}

impl fmt::Debug for Cassette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = if matches!(self.mode, Mode::Record(_)) { "record" } else { "replay" };
        f.debug_struct("Cassette").field("mode", &mode).field("path", &self.path).finish()
    }
}

#[cfg(test)]
mod tests;
