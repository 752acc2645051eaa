//! A parsed file as a tree that remembers where everything stands, JSON and TOML alike.

use std::borrow::Cow;
use std::ops::Range;

/// A value and the stretch of text it was read from.
#[derive(Clone, Debug)]
pub(crate) struct Node<'t> {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value<'t>,
}

#[derive(Clone, Debug)]
pub(crate) enum Value<'t> {
    Null,
    Bool(bool),
    /// As written, so that a price loses nothing.
    Number(Cow<'t, str>),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    /// In the order of the file; no key twice.
    Table(Vec<(Cow<'t, str>, Node<'t>)>),
}

impl Value<'_> {
    /// What it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Table(_) => "an object",
        }
    }
}

/// What keeps a text from being read, and where.
pub(crate) struct Broken {
    pub(crate) span: Range<usize>,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) hint: &'static str,
}

impl Broken {
    /// What to do about a text that is not what its file's name says.
    pub(crate) const HINT: &'static str = "correct the file at this place, or fetch it again";
}
