//! Reads the fields of a view, whatever their types are.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use serde_json::Value;

use super::ViewSpec;
use crate::json_path;
use crate::shape::Format;

/// A response or an item, with the paths of the fields of its view.
#[derive(Debug)]
pub struct Reader<'a> {
    pub(super) spec: &'static ViewSpec,
    pub(super) value: &'a Value,
    /// Part of the names in front of a field, such as `author.`.
    pub(super) prefix: &'static str,
}

impl Reader<'_> {
    fn get(&self, field: &str) -> Option<&Value> {
        let is_field = |name: &str| name.strip_prefix(self.prefix) == Some(field);
        let (_, path) = self.spec.fields.iter().find(|(name, _)| is_field(name))?;
        json_path::at(self.value, path.split('.'))
    }

    /// Returns a text, or a number as text: an id can be either.
    pub(super) fn text(&self, field: &str) -> Option<String> {
        match self.get(field)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// Returns a number, or a text of digits as a number.
    pub(super) fn count(&self, field: &str) -> Option<u64> {
        match self.get(field)? {
            Value::Number(number) => number.as_u64(),
            Value::String(text) if text.bytes().all(|it| it.is_ascii_digit()) => text.parse().ok(),
            _ => None,
        }
    }

    /// Returns a time: RFC 3339, or a Unix time in seconds or milliseconds.
    pub(super) fn time(&self, field: &str) -> Option<SystemTime> {
        let parsed = self.get(field).and_then(Value::as_str).and_then(|it| it.parse::<Timestamp>().ok());
        if let Some(time) = parsed {
            return Some(time.into());
        }
        let number = self.count(field)?;
        Format::of_integer(number)?;
        // In this century, milliseconds are at least 100 times as many as the seconds of any year.
        let millis = if number > 10_000_000_000 { number } else { number.checked_mul(1000)? };
        SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(millis))
    }
}
