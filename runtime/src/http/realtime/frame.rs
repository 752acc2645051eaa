//! Messages of a session.

use bytes::Bytes;
use tokio_websockets::Message;

use crate::http::bounded_json;

/// Message of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame {
    /// Text, usually JSON.
    Text(String),
    /// Bytes.
    Binary(Bytes),
}

impl Frame {
    /// Returns the frame as JSON; `None` if it is not JSON, or if its values take more than 1 GiB of memory.
    pub fn json(&self) -> Option<serde_json::Value> {
        match self {
            Self::Text(text) => bounded_json::from_str(text).ok(),
            Self::Binary(bytes) => bounded_json::from_slice(bytes).ok(),
        }
    }
}

impl From<&str> for Frame {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for Frame {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Binary(bytes.into())
    }
}

impl From<Bytes> for Frame {
    fn from(bytes: Bytes) -> Self {
        Self::Binary(bytes)
    }
}

impl From<serde_json::Value> for Frame {
    fn from(value: serde_json::Value) -> Self {
        Self::Text(value.to_string())
    }
}

impl From<Frame> for Message {
    fn from(frame: Frame) -> Self {
        match frame {
            Frame::Text(text) => Self::text(text),
            Frame::Binary(bytes) => Self::binary(bytes),
        }
    }
}
