//! Reads what may be missing, null, or of another type than the last time.

use serde_json::{Map, Value};

use crate::Decimal;

/// The fields of an object, taken out one by one. What nothing can be made of stays, beside what nobody asked for.
pub(crate) struct Fields(Map<String, Value>);

impl From<Map<String, Value>> for Fields {
    fn from(fields: Map<String, Value>) -> Self {
        Self(fields)
    }
}

impl Fields {
    /// The fields of an object, or the value back if it is none.
    pub(crate) fn of(value: Value) -> Result<Self, Value> {
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(other),
        }
    }

    /// The fields of anything: of what is no object, one whose name no field has, so that it is kept.
    #[cfg(feature = "http")]
    pub(crate) fn of_any(value: Value) -> Self {
        Self::of(value).unwrap_or_else(|other| Self(Map::from_iter([(String::new(), other)])))
    }

    /// What is left.
    pub(crate) fn rest(self) -> Map<String, Value> {
        self.0
    }

    /// What `read` makes of a field; it gives back what it can make nothing of.
    pub(crate) fn take<T>(&mut self, name: &str, read: impl FnOnce(Value) -> Result<T, Value>) -> Option<T> {
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

    /// The items of a list that `read` can make something of; none if there is no list.
    pub(crate) fn list<T>(&mut self, name: &str, read: impl Fn(Value) -> Result<T, Value>) -> Vec<T> {
        let items = self.take(name, |value| match value {
            Value::Array(items) => Ok(items),
            other => Err(other),
        });
        items.into_iter().flatten().filter_map(|item| read(item).ok()).collect()
    }

    /// The items of a list, each by its fields; none if there is no list.
    #[cfg(feature = "http")]
    pub(crate) fn all<T>(&mut self, name: &str, read: impl Fn(Self) -> T) -> Vec<T> {
        let items = self.take(name, |value| match value {
            Value::Array(items) => Ok(items),
            other => Err(other),
        });
        items.into_iter().flatten().map(|it| read(Self::of_any(it))).collect()
    }

    /// The items of a list, if `read` can make something of every one of them; else the list stays as it is.
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

/// A whole number, also as text.
pub(crate) fn integer(value: Value) -> Result<i64, Value> {
    let number = match &value {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or(value)
}

/// A decimal number, also as text, which keeps all of its digits.
pub(crate) fn decimal(value: Value) -> Result<Decimal, Value> {
    let number = match &value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    number.ok_or(value)
}
