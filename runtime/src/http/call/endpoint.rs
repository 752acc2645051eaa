//! What comes back from an endpoint.

use serde_json::Value;

use crate::{Charge, Endpoint, Result, StreamProtocol, Usage};

/// An endpoint that answers with JSON.
pub trait ReplyEndpoint: Endpoint {
    /// What a reply is read as.
    type Reply: Reply;
}

/// An endpoint whose replies can come as a stream.
pub trait StreamEndpoint: ReplyEndpoint {
    /// How a stream is read.
    type Protocol: StreamProtocol<Reply = Self::Reply>;
}

/// What an endpoint replies.
pub trait Reply: Sized + Send + 'static {
    /// Reads it, leniently: only what is no JSON object at all is handed back.
    fn read(value: Value) -> Result<Self, Value>;

    /// Whether it is an error in spite of the status of a success: it has neither an id nor says what it is, or says that it
    /// failed.
    fn is_refusal(value: &Value) -> bool {
        let named = |key: &str| value.get(key).is_some_and(|it| !it.is_null());
        let has_failed = value.get("status").is_some_and(|it| it == "failed");
        value.get("error").is_some_and(super::says_something) && (has_failed || !named("id") && !named("object"))
    }

    /// What the call used, if the reply says so.
    fn usage(&self) -> Option<Usage> {
        None
    }

    /// Whether it was charged.
    fn charge(&self) -> Charge {
        Charge::Yes
    }
}

/// A reply whose format is not published: JSON as it came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Json(pub Value);

impl Reply for Json {
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
