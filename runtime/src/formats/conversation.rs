//! Messages of a conversation, for the formats that use messages.

use serde::Serialize;

use crate::ParamValue;

/// Messages of a conversation. A plain text becomes one user message.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Conversation<M>(pub Vec<M>);

/// Message type that can be created from the text of a user.
pub trait UserMessage {
    /// Creates a user message.
    fn from_user_text(text: String) -> Self;
}

impl<M> From<Vec<M>> for Conversation<M> {
    fn from(messages: Vec<M>) -> Self {
        Self(messages)
    }
}

impl<M, const N: usize> From<[M; N]> for Conversation<M> {
    fn from(messages: [M; N]) -> Self {
        Self(messages.into())
    }
}

impl<M: Clone> From<&[M]> for Conversation<M> {
    fn from(messages: &[M]) -> Self {
        Self(messages.to_vec())
    }
}

impl<M: Clone> From<&Vec<M>> for Conversation<M> {
    fn from(messages: &Vec<M>) -> Self {
        Self(messages.clone())
    }
}

impl<M: UserMessage> From<M> for Conversation<M> {
    fn from(message: M) -> Self {
        Self(vec![message])
    }
}

impl<M: UserMessage> From<&str> for Conversation<M> {
    fn from(text: &str) -> Self {
        Self(vec![M::from_user_text(text.to_owned())])
    }
}

impl<M: UserMessage> From<String> for Conversation<M> {
    fn from(text: String) -> Self {
        Self(vec![M::from_user_text(text)])
    }
}

impl<M: Serialize> From<Conversation<M>> for ParamValue {
    fn from(messages: Conversation<M>) -> Self {
        Self::json(messages)
    }
}
