//! Lines of a journal.

use std::time::SystemTime;

use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Charge, SpentOn, Usd};

/// Version of the format.
pub(super) const VERSION: u32 = 1;

/// Start of the first line, which distinguishes a journal from other files.
pub(super) const START: &str = r#"{"type":"gatewright-journal","version":"#;

/// One line, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    /// First line. `generation` changes when the file is replaced by a shorter one.
    #[serde(rename = "gatewright-journal")]
    Journal { version: u32, generation: String },
    /// A call that is about to be sent.
    Started {
        #[serde(with = "time")]
        at: SystemTime,
        id: String,
        operation: String,
        usage_log_name: String,
        /// Reserved price; `None` if it is unknown.
        price: Option<Usd>,
        /// File that the program writes the result to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        output: Option<String>,
    },
    /// A call that has ended.
    Settled {
        #[serde(with = "time")]
        at: SystemTime,
        id: String,
        #[serde(with = "charge")]
        charge: Charge,
        /// Cost, if it is known.
        cost: Option<Usd>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request_id: Option<String>,
        /// Task that the call submitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<String>,
    },
    /// A call whose task failed.
    Refunded {
        #[serde(with = "time")]
        at: SystemTime,
        id: String,
    },
    /// Sum of earlier calls of one day and operation.
    Total {
        day: String,
        operation: String,
        usage_log_name: String,
        calls: u64,
        charged: Usd,
        unpriced_calls: u64,
        unknown_calls: u64,
        unknown: Usd,
    },
}

impl Line {
    pub(super) fn total(day: String, operation: String, usage_log_name: String, of: &SpentOn) -> Self {
        let SpentOn { calls, charged, unpriced_calls, unknown_calls, unknown } = *of;
        Self::Total { day, operation, usage_log_name, calls, charged, unpriced_calls, unknown_calls, unknown }
    }

    /// Returns the line as text, with its line break.
    pub(super) fn to_text(&self) -> String {
        let json = serde_json::to_string(self).expect("a line has no maps and no floats");
        json + "\n"
    }
}

/// Returns the day of a time in UTC, such as `2026-11-18`.
pub(super) fn day(at: SystemTime) -> String {
    timestamp(at).strftime("%Y-%m-%d").to_string()
}

/// Returns a time with milliseconds. A time that cannot be written becomes the nearest one that can.
fn timestamp(at: SystemTime) -> Timestamp {
    let exact =
        Timestamp::try_from(at).unwrap_or(if at < SystemTime::UNIX_EPOCH { Timestamp::MIN } else { Timestamp::MAX });
    Timestamp::from_millisecond(exact.as_millisecond()).unwrap_or(exact)
}

mod time {
    use super::*;

    pub(super) fn serialize<S: Serializer>(at: &SystemTime, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&timestamp(*at))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SystemTime, D::Error> {
        let text = String::deserialize(deserializer)?;
        let at: Timestamp = text.parse().map_err(serde::de::Error::custom)?;
        Ok(at.into())
    }
}

mod charge {
    use super::*;

    pub(super) fn serialize<S: Serializer>(charge: &Charge, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(charge.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Charge, D::Error> {
        let name = String::deserialize(deserializer)?;
        let charge = Charge::ALL.into_iter().find(|it| it.name() == name);
        charge.ok_or_else(|| serde::de::Error::custom("unknown charge; expected `no`, `yes` or `unknown`"))
    }
}
