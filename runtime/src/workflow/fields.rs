//! Objects and words as generated types read them: as strictly as their schema.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::tree::Tree;
use crate::text::shown;

/// The fields of an object, to be taken out one by one.
#[derive(Debug)]
pub struct Taken(Map<String, Value>);

impl Taken {
    /// The fields, if it is an object in which nothing stands twice.
    pub fn of<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Tree::deserialize(from)?.into_value() {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(D::Error::custom(format!("this must be an object, and is {other}"))),
        }
    }

    /// A field that must be there; null is for what can be null.
    pub fn required<T: DeserializeOwned, E: serde::de::Error>(&mut self, name: &'static str) -> Result<T, E> {
        self.optional(name)?.ok_or_else(|| E::missing_field(name))
    }

    /// A field that may be missing.
    pub fn optional<T: DeserializeOwned, E: serde::de::Error>(&mut self, name: &str) -> Result<Option<T>, E> {
        let read = |value| serde_json::from_value(value).map_err(|problem| E::custom(format!("{name}: {problem}")));
        self.0.remove(name).map(read).transpose()
    }

    /// Nothing may be left.
    pub fn end<E: serde::de::Error>(self) -> Result<(), E> {
        match self.0.keys().next() {
            Some(name) => Err(E::custom(format!("there is no field {}", shown(name)))),
            None => Ok(()),
        }
    }
}

/// One of some values, by its word.
pub fn one_of<'de, T: Copy, D: Deserializer<'de>>(
    from: D,
    all: &[T],
    word: fn(T) -> &'static str,
) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    let found = all.iter().copied().find(|it| word(*it) == text);
    found.ok_or_else(|| D::Error::custom(format!("there is no value {}", shown(&text))))
}
