//! Row of a job, and its end.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Parameters of a call, by name.
pub(super) type Row = BTreeMap<String, String>;

/// State of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    /// The response has data.
    Done,
    /// There are no results; not charged.
    Nothing,
    /// The call failed and was not charged. The next run repeats it.
    Failed,
    /// The budget did not cover the call, so that it was not sent.
    NotSent,
    /// The charge is unknown: the response was lost, or the process was killed.
    Unknown,
}

impl Status {
    /// Returns the status as a word.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Nothing => "nothing",
            Self::Failed => "failed",
            Self::NotSent => "not_sent",
            Self::Unknown => "unknown",
        }
    }
}

/// End of a row.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ended {
    pub(super) status: Status,
    /// Data as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}
