//! Speech that is written down.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::lenient::Fields;
use crate::{ModelReply, Result};

/// What was said.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Transcript {
    /// The text; of a translation, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl ModelReply for Transcript {
    fn read(value: Value) -> Result<Self, Value> {
        let mut fields = Fields::of(value)?;
        Ok(Self { text: fields.text("text"), other: fields.rest() })
    }
}
