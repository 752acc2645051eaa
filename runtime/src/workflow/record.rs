//! A record as a type: how it is read, and what its helpers see of it.

use std::fmt;
use std::sync::OnceLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::tree::{DEEPEST, Tree, is_too_deep, lost_number};
use super::{Schema, Terms, Violation};
use crate::text::visible;

/// A record whose schema is known. Generated records are.
pub trait Record: Serialize + DeserializeOwned {
    /// The schema.
    fn schema() -> &'static Schema;

    /// Reads a record, or says everything that is wrong with it.
    fn parse(text: &str) -> Result<Self, ReadError> {
        let value = read(text)?;
        let broken = Self::schema().check(&value);
        if !broken.is_empty() {
            return Err(ReadError::Broken(broken));
        }
        Ok(serde_json::from_value(value)?)
    }

    /// What the helpers go by.
    fn terms(&self) -> serde_json::Result<Terms> {
        serde_json::from_value(serde_json::to_value(self)?)
    }
}

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is no JSON, or a field stands in it twice.
    #[error("the record cannot be read: {}", visible(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// A number in it could not be written again as it was.
    #[error("the record cannot be kept: the number {number} would be another one when it is written again")]
    Number {
        /// As it was written.
        number: String,
        /// Where it stands in the text, in bytes.
        at: usize,
    },
    /// Lists and objects stand in each other deeper than [`DEEPEST`] levels.
    #[error("the record cannot be read: it is nested more than {DEEPEST} levels deep")]
    TooDeep,
    /// It breaks rules: all of them are here.
    #[error("the record breaks {}", Listed(.0))]
    Broken(Vec<Violation>),
}

impl ReadError {
    /// The rules that it breaks.
    pub fn violations(&self) -> &[Violation] {
        if let Self::Broken(violations) = self { violations } else { &[] }
    }
}

struct Listed<'a>(&'a [Violation]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.len(), super::rule::plural(self.0.len(), "rule"))?;
        self.0.iter().try_for_each(|it| write!(f, "\n  {it}"))
    }
}

/// The JSON of a record: nothing twice, and every number one that can be kept.
pub fn read(text: &str) -> Result<Value, ReadError> {
    if is_too_deep(text) {
        return Err(ReadError::TooDeep);
    }
    let tree = Tree::parse(text);
    match lost_number(text) {
        // Some of them are too much for the reader, which would not say which.
        Some((at, number)) => Err(ReadError::Number { number: number.to_owned(), at }),
        None => Ok(tree?.into_value()),
    }
}

/// A schema as text, read when it is first needed.
#[derive(Debug)]
pub struct LazySchema {
    text: &'static str,
    read: OnceLock<Schema>,
}

impl LazySchema {
    /// A schema that the generator has read before.
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new() }
    }

    /// The schema.
    ///
    /// # Panics
    /// If it is one that the generator would not have taken.
    pub fn get(&self) -> &Schema {
        self.read.get_or_init(|| Schema::parse(self.text).expect("the generator has read this schema"))
    }

    /// Its text.
    pub const fn text(&self) -> &'static str {
        self.text
    }
}
