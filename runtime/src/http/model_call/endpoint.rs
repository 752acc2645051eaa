//! What is known of an endpoint that models answer at.

use serde_json::Value;

use super::fields::FieldRules;
use crate::{Result, StreamProtocol, Usage};

/// An endpoint that models answer at, such as the generated `chat::Chat`.
pub trait ModelEndpoint {
    /// Path below the base URL; `{model}` stands for the model's name.
    const PATH: &'static str;
    /// What is counted there.
    const BILLING: Billing;
    /// What it says of its fields.
    const RULES: &'static FieldRules = &FieldRules::NONE;
    /// The kind of model that answers.
    type Kind;
}

/// An endpoint that answers with JSON.
pub trait ReplyEndpoint: ModelEndpoint {
    /// What a reply is read as.
    type Reply: ModelReply;
}

/// An endpoint whose replies can come as a stream.
pub trait StreamEndpoint: ReplyEndpoint {
    /// How a stream is read.
    type Protocol: StreamProtocol<Reply = Self::Reply>;
}

/// What is counted at an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Billing {
    /// Tokens, which only the reply tells.
    Tokens,
    /// Pictures.
    Images,
    /// Characters of the input.
    Characters,
    /// Seconds of a recording.
    Audio,
    /// Seconds of a video.
    Video,
}

/// What a model replies.
pub trait ModelReply: Sized + Send + 'static {
    /// Reads it, leniently: only what is no JSON object at all is handed back.
    fn read(value: Value) -> Result<Self, Value>;

    /// What the call used, if the reply says so.
    fn usage(&self) -> Option<Usage> {
        None
    }
}

/// A reply whose format is not published: JSON as it came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Json(pub Value);

impl ModelReply for Json {
    fn read(value: Value) -> Result<Self, Value> {
        Ok(Self(value))
    }
}

impl std::ops::Deref for Json {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}
