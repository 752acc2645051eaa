//! The messages of a dialogue, for the formats that have such.

use serde::Serialize;

use crate::ParamValue;

/// The messages of a dialogue; a text alone is one of the user.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Dialogue<M>(pub Vec<M>);

/// A message that can be made of what a user says.
pub trait Said {
    /// What the user says, as a message.
    fn by_user(text: String) -> Self;
}

impl<M> From<Vec<M>> for Dialogue<M> {
    fn from(messages: Vec<M>) -> Self {
        Self(messages)
    }
}

impl<M, const N: usize> From<[M; N]> for Dialogue<M> {
    fn from(messages: [M; N]) -> Self {
        Self(messages.into())
    }
}

impl<M: Clone> From<&[M]> for Dialogue<M> {
    fn from(messages: &[M]) -> Self {
        Self(messages.to_vec())
    }
}

impl<M: Clone> From<&Vec<M>> for Dialogue<M> {
    fn from(messages: &Vec<M>) -> Self {
        Self(messages.clone())
    }
}

impl<M: Said> From<M> for Dialogue<M> {
    fn from(message: M) -> Self {
        Self(vec![message])
    }
}

impl<M: Said> From<&str> for Dialogue<M> {
    fn from(text: &str) -> Self {
        Self(vec![M::by_user(text.to_owned())])
    }
}

impl<M: Said> From<String> for Dialogue<M> {
    fn from(text: String) -> Self {
        Self(vec![M::by_user(text)])
    }
}

impl<M: Serialize> From<Dialogue<M>> for ParamValue {
    fn from(messages: Dialogue<M>) -> Self {
        Self::json(messages)
    }
}
