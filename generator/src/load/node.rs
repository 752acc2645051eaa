//! A parsed JSON or TOML file as a tree with locations.

use std::borrow::Cow;
use std::ops::Range;

/// A value and its span in the text.
#[derive(Clone, Debug)]
pub(crate) struct Node<'t> {
    pub(crate) range: Range<usize>,
    pub(crate) value: Value<'t>,
}

#[derive(Clone, Debug)]
pub(crate) enum Value<'t> {
    Null,
    Bool(bool),
    /// Number as written, so that a price keeps all digits.
    Number(Cow<'t, str>),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    /// Entries in the order of the file, without duplicate keys.
    Table(Vec<(Cow<'t, str>, Node<'t>)>),
}

impl Value<'_> {
    /// Returns the name of the type for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "an array",
            Self::Table(_) => "an object",
        }
    }
}

/// A parse error and its location.
pub(crate) struct ParseError {
    pub(crate) range: Range<usize>,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: &'static str,
}

impl ParseError {
    /// Code of an error about the whole file, which reading fewer records does not avoid.
    pub(crate) const TOO_MANY: &'static str = "too-many-values";

    /// Hint for a file that cannot be parsed.
    pub(crate) const HINT: &'static str = "correct the file at this position, or fetch it again";
}
