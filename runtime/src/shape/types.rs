//! Types of JSON values, and lengths of arrays.

use serde_json::Value;

/// Type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum JsonType {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// Whole number.
    Integer,
    /// Number that is not whole.
    Number,
    /// Text.
    Text,
    /// Array.
    Array,
    /// Object.
    Object,
}

impl JsonType {
    /// All types, with their names in a recording.
    pub(super) const NAMES: [(Self, &'static str); 7] = [
        (Self::Null, "null"),
        (Self::Boolean, "boolean"),
        (Self::Integer, "integer"),
        (Self::Number, "number"),
        (Self::Text, "text"),
        (Self::Array, "array"),
        (Self::Object, "object"),
    ];

    /// Returns the name of the type in a recording, such as `integer`.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|it| it.0 == self).map_or("", |it| it.1)
    }

    /// Returns the type of a value.
    pub fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if number.is_f64() => Self::Number,
            Value::Number(_) => Self::Integer,
            Value::String(_) => Self::Text,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }
}

/// Lengths of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lengths {
    /// Length of the shortest array.
    pub least: u64,
    /// Length of the longest array.
    pub most: u64,
    /// Sum of all lengths.
    pub total: u64,
}

impl Lengths {
    pub(super) fn merge(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
            total: self.total.saturating_add(other.total),
        }
    }
}
