//! A parsed file as a tree that remembers where everything stands, JSON and TOML alike.

use std::ops::Range;

/// A value and the stretch of text it was read from.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// As written, so that a price loses nothing.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order of the file; no key twice.
    Table(Vec<(String, Node)>),
}

impl Value {
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
