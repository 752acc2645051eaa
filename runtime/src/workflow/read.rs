//! Reading a record.

use std::fmt;
use std::sync::OnceLock;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::part::Part as _;
use super::tree::{DEEPEST, Tree, is_too_deep, lost_number};
use super::{EndpointPath, Shape, Violation, Workflow, schema};
use crate::text::visible;

impl Workflow {
    /// Rules of a record.
    ///
    /// ```
    /// use gatewright_runtime::workflow::Workflow;
    ///
    /// let broken = Workflow::rules().check(&"text".into());
    /// assert_eq!(broken[0].to_string(), "$: it must be an object, and is \"text\"");
    /// ```
    pub fn rules() -> &'static Shape {
        static RULES: OnceLock<Shape> = OnceLock::new();
        RULES.get_or_init(Self::shape)
    }

    /// Rules of a record as JSON Schema 2020-12, for validators in other languages.
    pub fn json_schema() -> String {
        schema::written(Self::rules())
    }

    /// Reads a record, or returns everything that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        Self::checked(read(text)?)
    }

    /// The record as JSON, its fields in the order of the schema.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The path that the record calls, or nothing.
    pub fn path(&self) -> &str {
        self.runtime_binding.endpoint.as_ref().map_or("", EndpointPath::as_str)
    }

    fn checked(value: Value) -> Result<Self, ReadError> {
        let broken = Self::rules().check(&value);
        // What keeps all rules can be built.
        match Self::build(value) {
            Some(record) if broken.is_empty() => Ok(record),
            _ => Err(ReadError::Broken(broken)),
        }
    }
}

impl<'de> Deserialize<'de> for Workflow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::checked(Tree::deserialize(from)?.0).map_err(D::Error::custom)
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
        None => Ok(tree?.0),
    }
}
