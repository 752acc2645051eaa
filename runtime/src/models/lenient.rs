//! Reads what may be missing, null, or of another type than the last time.

use serde_json::{Map, Value};

use crate::Decimal;

/// The fields of an object, taken out one by one. What nothing can be made of stays, beside what nobody asked for.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// The fields of an object, or the value back if it is none.
    pub(super) fn of(value: Value) -> Result<Self, Value> {
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(other),
        }
    }

    /// What is left.
    pub(super) fn rest(self) -> Map<String, Value> {
        self.0
    }

    /// What `read` makes of a field; it gives back what it can make nothing of.
    pub(super) fn take<T>(&mut self, name: &str, read: impl FnOnce(Value) -> Result<T, Value>) -> Option<T> {
        match read(self.0.remove(name)?) {
            Ok(value) => Some(value),
            // Null says no more than a field that is not there.
            Err(Value::Null) => None,
            Err(other) => {
                self.0.insert(name.to_owned(), other);
                None
            }
        }
    }

    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        self.take(name, text)
    }

    pub(super) fn integer(&mut self, name: &str) -> Option<i64> {
        self.take(name, integer)
    }

    pub(super) fn flag(&mut self, name: &str) -> Option<bool> {
        self.take(name, |value| value.as_bool().ok_or(value))
    }

    pub(super) fn decimal(&mut self, name: &str) -> Option<Decimal> {
        self.take(name, decimal)
    }

    /// The items of a list that `read` can make something of; none if there is no list.
    pub(super) fn list<T>(&mut self, name: &str, read: impl Fn(Value) -> Result<T, Value>) -> Vec<T> {
        let items = self.take(name, |value| match value {
            Value::Array(items) => Ok(items),
            other => Err(other),
        });
        items.into_iter().flatten().filter_map(|item| read(item).ok()).collect()
    }
}

pub(super) fn text(value: Value) -> Result<String, Value> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(other),
    }
}

/// A whole number, also as text.
pub(super) fn integer(value: Value) -> Result<i64, Value> {
    let number = match &value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or(value)
}

/// A decimal number, also as text, which keeps all of its digits.
pub(super) fn decimal(value: Value) -> Result<Decimal, Value> {
    let number = match &value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or(value)
}
