//! Types of fields.

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::Digits;

/// Type of a field.
pub trait FieldType: Sized {
    /// Reads a value. The error is the value, unchanged.
    fn from_json(value: Value) -> Result<Self, Value>;

    /// Returns the value that it was read from.
    fn into_json(self) -> Value;
}

impl FieldType for Value {
    fn from_json(value: Value) -> Result<Self, Value> {
        Ok(value)
    }

    fn into_json(self) -> Value {
        self
    }
}

impl FieldType for bool {
    fn from_json(value: Value) -> Result<Self, Value> {
        value.as_bool().ok_or(value)
    }

    fn into_json(self) -> Value {
        self.into()
    }
}

/// Only numbers that fit into 64 bits with a sign are read.
impl FieldType for i64 {
    fn from_json(value: Value) -> Result<Self, Value> {
        value.as_i64().ok_or(value)
    }

    fn into_json(self) -> Value {
        self.into()
    }
}

impl FieldType for Number {
    fn from_json(value: Value) -> Result<Self, Value> {
        if let Value::Number(number) = value { Ok(number) } else { Err(value) }
    }

    fn into_json(self) -> Value {
        Value::Number(self)
    }
}

impl FieldType for String {
    fn from_json(value: Value) -> Result<Self, Value> {
        if let Value::String(text) = value { Ok(text) } else { Err(value) }
    }

    fn into_json(self) -> Value {
        self.into()
    }
}

impl FieldType for Digits {
    fn from_json(value: Value) -> Result<Self, Value> {
        match value {
            Value::String(text) => Self::read(text).map_err(Value::String),
            other => Err(other),
        }
    }

    fn into_json(self) -> Value {
        self.into_text().into()
    }
}

/// Item of a list, or value of a map, that can be `null`.
impl<T: FieldType> FieldType for Option<T> {
    fn from_json(value: Value) -> Result<Self, Value> {
        if value.is_null() { Ok(None) } else { T::from_json(value).map(Some) }
    }

    fn into_json(self) -> Value {
        self.map_or(Value::Null, T::into_json)
    }
}

impl<T: FieldType> FieldType for Box<T> {
    fn from_json(value: Value) -> Result<Self, Value> {
        T::from_json(value).map(Self::new)
    }

    fn into_json(self) -> Value {
        T::into_json(*self)
    }
}

/// A list is read if all of its items fit.
impl<T: FieldType> FieldType for Vec<T> {
    fn from_json(value: Value) -> Result<Self, Value> {
        let Value::Array(items) = value else { return Err(value) };
        let mut read = Self::with_capacity(items.len());
        let mut rest = items.into_iter();
        while let Some(item) = rest.next() {
            match T::from_json(item) {
                Ok(item) => read.push(item),
                Err(unread) => return Err(read.into_iter().map(T::into_json).chain([unread]).chain(rest).collect()),
            }
        }
        Ok(read)
    }

    fn into_json(self) -> Value {
        self.into_iter().map(T::into_json).collect()
    }
}

/// A map is read if all of its values fit.
impl<T: FieldType> FieldType for BTreeMap<String, T> {
    fn from_json(value: Value) -> Result<Self, Value> {
        let Value::Object(fields) = value else { return Err(value) };
        let mut read = Self::new();
        let mut rest = fields.into_iter();
        while let Some((key, value)) = rest.next() {
            match T::from_json(value) {
                Ok(value) => drop(read.insert(key, value)),
                Err(unread) => {
                    let before = read.into_iter().map(|(key, value)| (key, value.into_json()));
                    return Err(before.chain([(key, unread)]).chain(rest).collect());
                }
            }
        }
        Ok(read)
    }

    fn into_json(self) -> Value {
        self.into_iter().map(|(key, value)| (key, value.into_json())).collect()
    }
}
