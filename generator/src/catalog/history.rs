//! Changelog entries of earlier refreshes.

use crate::languages::Message;
use crate::version::Class;

/// Changes of one refresh.
#[derive(Clone, Debug)]
pub struct Release {
    /// Date, such as `2026-01-31`.
    pub date: String,
    /// New version of the client.
    pub version: String,
    /// Previous version, if the record states it.
    pub from: Option<String>,
    /// The changes.
    pub changes: Vec<Recorded>,
}

/// A recorded change.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// Kind of change, such as `price-up`.
    pub kind: String,
    /// Effect on the version.
    pub class: Class,
    /// Name of the changed item.
    pub subject: String,
    /// Changed part of the item.
    pub part: Option<String>,
    /// Old value.
    pub was: Option<String>,
    /// New value.
    pub now: Option<String>,
    /// The change in English, without its subject.
    pub says: String,
    /// The change as a message; records of earlier versions have only the English text.
    pub message: Option<Message>,
    /// Reason for its class.
    pub reason: String,
}
