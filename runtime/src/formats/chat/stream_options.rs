//! Options of chat completion streams.

use serde::Serialize;
use serde_json::{Map, Value};

/// Options of a stream.
///
/// A streaming request without options has [`usage`](Self::usage), so that the cost of the call is known. Assumption: the
/// service's documentation may not show this field; it is part of the public format.
///
/// ```
/// use gatewright_runtime::chat::StreamOptions;
///
/// let options = StreamOptions::usage().with("include_obfuscation", false);
/// assert_eq!(
///     serde_json::to_string(&options)?,
///     r#"{"include_obfuscation":false,"include_usage":true}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct StreamOptions(Map<String, Value>);

impl StreamOptions {
    /// Name of the field.
    pub(crate) const FIELD: &'static str = "stream_options";

    /// Sends no options, for models that refuse the field. The cost of the stream is then unknown.
    pub fn none() -> Self {
        Self(Map::new())
    }

    /// Requests the token usage at the end of the stream. This is the default.
    pub fn usage() -> Self {
        Self::none().with("include_usage", true)
    }

    /// Sets another option.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }
}
