//! Replies of chat models.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Reply of a chat model. Tests set it with [`Gateway::replies`](crate::Gateway::replies); otherwise the mock writes its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ModelReply {
    /// Text.
    Text(String),
    /// Tool calls: the name of each, and its arguments.
    Calls(Vec<(String, Value)>),
}

impl ModelReply {
    /// Creates a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Creates tool calls, from the name of each tool and its arguments.
    pub fn calls<N: Into<String>>(calls: impl IntoIterator<Item = (N, Value)>) -> Self {
        Self::Calls(calls.into_iter().map(|(name, arguments)| (name.into(), arguments)).collect())
    }
}
