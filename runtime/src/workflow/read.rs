//! Reading of records.

use std::fmt;
use std::sync::OnceLock;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::part::Part as _;
use super::tree::{MAX_DEPTH, Tree, is_too_deep, unrepresentable_number};
use super::{EndpointPath, Shape, Violation, Workflow, schema};
use crate::text::visible;

impl Workflow {
    /// Returns the rules of a record.
    ///
    /// ```
    /// use gatewright_runtime::workflow::Workflow;
    ///
    /// let broken = Workflow::rules().check(&"text".into());
    /// assert_eq!(broken[0].to_string(), "$: expected an object, found \"text\"");
    /// ```
    pub fn rules() -> &'static Shape {
        static RULES: OnceLock<Shape> = OnceLock::new();
        RULES.get_or_init(Self::shape)
    }

    /// Returns the rules of a record as JSON Schema 2020-12, for validators in other languages.
    pub fn json_schema() -> String {
        schema::written(Self::rules())
    }

    /// Reads a record. The error contains all violations.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        Self::checked(read(text)?)
    }

    /// Returns the record as JSON, with the fields in the order of the schema.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns the path that the record calls, or an empty string.
    pub fn path(&self) -> &str {
        self.runtime_binding.endpoint.as_ref().map_or("", EndpointPath::as_str)
    }

    fn checked(value: Value) -> Result<Self, ReadError> {
        let broken = Self::rules().check(&value);
        // JSON without violations can always be built.
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

/// Error of reading a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is not JSON, or contains a duplicate field.
    #[error("cannot read the record: {}", visible(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// A number would change when the record is written again.
    #[error("cannot read the record: the number `{number}` would change when the record is written again")]
    Number {
        /// The number as written.
        number: String,
        /// Byte offset in the text.
        at: usize,
    },
    /// Lists and objects are nested more than [`MAX_DEPTH`] levels deep.
    #[error("cannot read the record: it is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    /// The record violates rules. Contains all violations.
    #[error("the record violates {}", ViolationList(.0))]
    Broken(Vec<Violation>),
}

impl ReadError {
    /// Returns the violations; empty for all other errors.
    pub fn violations(&self) -> &[Violation] {
        if let Self::Broken(violations) = self { violations } else { &[] }
    }
}

struct ViolationList<'a>(&'a [Violation]);

impl fmt::Display for ViolationList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.len(), super::rule::plural(self.0.len(), "rule"))?;
        self.0.iter().try_for_each(|it| write!(f, "\n  {it}"))
    }
}

/// Reads the JSON of a record. Duplicate fields and numbers that would change when written again are errors.
pub fn read(text: &str) -> Result<Value, ReadError> {
    if is_too_deep(text) {
        return Err(ReadError::TooDeep);
    }
    let tree = Tree::parse(text);
    match unrepresentable_number(text) {
        // serde_json refuses some of these numbers, but its error does not name them.
        Some((at, number)) => Err(ReadError::Number { number: number.to_owned(), at }),
        None => Ok(tree?.0),
    }
}
