//! What earlier refreshes changed.

use crate::languages::Message;
use crate::version::Class;

/// What one refresh changed.
#[derive(Clone, Debug)]
pub struct Release {
    /// When, as `2026-01-31`.
    pub date: String,
    /// The version of the client that it led to.
    pub version: String,
    /// The version that it followed, if it says so.
    pub from: Option<String>,
    /// The changes.
    pub changes: Vec<Recorded>,
}

/// One change, as it was recorded.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// What kind of change it was, such as `price-up`.
    pub kind: String,
    /// What it meant for the version.
    pub class: Class,
    /// What changed.
    pub subject: String,
    /// The part of it that did.
    pub part: Option<String>,
    /// What it was.
    pub was: Option<String>,
    /// What it became.
    pub now: Option<String>,
    /// The change in English, without its subject.
    pub says: String,
    /// The change as a message; records of earlier versions have only the English text.
    pub message: Option<Message>,
    /// Why it was of its class.
    pub reason: String,
}
