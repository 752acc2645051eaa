//! Reads JSON fields that may be missing, null, or of another type than before.

use serde_json::{Map, Value};

use crate::Decimal;

/// Fields of an object. Reading a field removes it; unread fields and fields that cannot be read stay.
pub(crate) struct Fields(Map<String, Value>);

impl From<Map<String, Value>> for Fields {
    fn from(fields: Map<String, Value>) -> Self {
        Self(fields)
    }
}

impl Fields {
    /// Returns the fields of an object, or the value itself as the error if it is not an object.
    pub(crate) fn of(value: Value) -> Result<Self, Value> {
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(other),
        }
    }

    /// Returns the fields of any value. A value that is not an object is kept as a field with an empty name, which is
    /// never read.
    #[cfg(feature = "http")]
    pub(crate) fn from_any(value: Value) -> Self {
        Self::of(value).unwrap_or_else(|other| Self(Map::from_iter([(String::new(), other)])))
    }

    /// Returns the remaining fields.
    pub(crate) fn rest(self) -> Map<String, Value> {
        self.0
    }

    /// Reads a field and removes it. If `read` returns the value as an error, the field stays.
    pub(crate) fn take<T>(&mut self, name: &str, read: impl FnOnce(Value) -> Result<T, Value>) -> Option<T> {
        match read(self.0.remove(name)?) {
            Ok(value) => Some(value),
            // Null means the same as a missing field.
            Err(Value::Null) => None,
            Err(other) => {
                self.0.insert(name.to_owned(), other);
                None
            }
        }
    }

    pub(crate) fn text(&mut self, name: &str) -> Option<String> {
        self.take(name, text)
    }

    pub(crate) fn integer(&mut self, name: &str) -> Option<i64> {
        self.take(name, integer)
    }

    pub(crate) fn flag(&mut self, name: &str) -> Option<bool> {
        self.take(name, |value| value.as_bool().ok_or(value))
    }

    pub(crate) fn decimal(&mut self, name: &str) -> Option<Decimal> {
        self.take(name, decimal)
    }

    /// Returns the items of a list that `read` accepts. Returns no items if there is no list.
    pub(crate) fn list<T>(&mut self, name: &str, read: impl Fn(Value) -> Result<T, Value>) -> Vec<T> {
        let items = self.take(name, |value| match value {
            Value::Array(items) => Ok(items),
            other => Err(other),
        });
        items.into_iter().flatten().filter_map(|item| read(item).ok()).collect()
    }

    /// Returns the items of a list, each read from its fields. Returns no items if there is no list.
    #[cfg(feature = "http")]
    pub(crate) fn all<T>(&mut self, name: &str, read: impl Fn(Self) -> T) -> Vec<T> {
        let items = self.take(name, |value| match value {
            Value::Array(items) => Ok(items),
            other => Err(other),
        });
        items.into_iter().flatten().map(|it| read(Self::from_any(it))).collect()
    }

    /// Returns the items of a list if `read` accepts all of them. Otherwise the list stays as it is.
    pub(crate) fn whole_list<T>(&mut self, name: &str, read: impl Fn(Value) -> Result<T, Value>) -> Vec<T> {
        let items = self.take(name, |value| {
            let Value::Array(items) = &value else {
                return Err(value);
            };
            items.iter().map(|it| read(it.clone())).collect::<Result<Vec<_>, _>>().map_err(|_| value)
        });
        items.unwrap_or_default()
    }
}

pub(crate) fn text(value: Value) -> Result<String, Value> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(other),
    }
}

/// Reads a whole number, also from text.
pub(crate) fn integer(value: Value) -> Result<i64, Value> {
    let number = match &value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or(value)
}

/// Reads a decimal number, also from text, which keeps all of its digits.
pub(crate) fn decimal(value: Value) -> Result<Decimal, Value> {
    let number = match &value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or(value)
}
