//! Chat completions, the format that most clients use.
//!
//! A message has a role and a content. Replies are parsed leniently: unknown fields are kept in `other`.
//!
//! ```
//! use gatewright_runtime::chat::{Message, Part};
//!
//! let conversation = [
//!     Message::system("Answer in one sentence."),
//!     Message::user([Part::text("What is this?"), Part::image_url("https://files.example/tea.png")]),
//! ];
//! assert_eq!(conversation[0].text().as_deref(), Some("Answer in one sentence."));
//! ```

mod reply;
mod stream;
mod stream_options;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Conversation, UserMessage, base64, joined, text_of};
use crate::lenient::Fields;
use crate::{ParamValue, ReplyFormat, Result, Tool, ToolCall, ToolChoice};

pub use reply::{Choice, Reply};
pub use stream::{Chunk, ChunkChoice, Event, Protocol};
pub use stream_options::StreamOptions;

/// Messages of a conversation. A plain text becomes one user message.
pub type Messages = Conversation<Message>;

impl UserMessage for Message {
    fn from_user_text(text: String) -> Self {
        Self::user(text)
    }
}

/// Message of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// Role of the author: `system`, `user`, `assistant`, `tool`, or a model-specific role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Content. A message with tool calls may have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// Other fields by name: `name`, `tool_calls`, `tool_call_id`, and fields that a model adds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Message {
    /// Creates a message of any role.
    pub fn new(role: impl Into<String>, content: impl Into<Content>) -> Self {
        Self { role: Some(role.into()), content: Some(content.into()), other: Map::new() }
    }

    /// Creates a system message: context and instructions for the model.
    pub fn system(content: impl Into<Content>) -> Self {
        Self::new("system", content)
    }

    /// Creates a user message.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::new("user", content)
    }

    /// Creates an assistant message.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self::new("assistant", content)
    }

    /// Creates a message with the result of a tool call.
    pub fn tool_result(call: &ToolCall, content: impl Into<Content>) -> Self {
        Self::new("tool", content).with("tool_call_id", call.id.clone())
    }

    /// Sets the name of the author.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        self.with("name", name.into())
    }

    /// Sets another field.
    #[must_use]
    pub fn with(mut self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        self.other.insert(field.into(), value.into());
        self
    }

    /// Returns the text. The texts of several parts are joined.
    pub fn text(&self) -> Option<String> {
        match self.content.as_ref()? {
            Content::Text(text) => Some(text.clone()),
            Content::Parts(parts) => joined(parts.iter().filter_map(Part::as_text)),
        }
    }

    /// Returns the tool calls.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        let calls = self.other.get("tool_calls").and_then(Value::as_array);
        let call = |value: &Value| {
            let function = value.get("function")?;
            let arguments = match &function["arguments"] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            Some(ToolCall { id: text_of(value, "id"), name: text_of(function, "name"), arguments })
        };
        calls.into_iter().flatten().filter_map(call).collect()
    }

    pub(crate) fn read(value: Value) -> Result<Self, Value> {
        let mut fields = Fields::of(value)?;
        let (role, content) = (fields.text("role"), fields.take("content", Content::read));
        Ok(Self { role, content, other: fields.rest() })
    }
}

/// Content of a message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// Plain text.
    Text(String),
    /// Text, images and other parts.
    Parts(Vec<Part>),
}

impl Content {
    fn read(value: Value) -> Result<Self, Value> {
        match value {
            Value::String(text) => Ok(Self::Text(text)),
            Value::Array(parts) => Ok(Self::Parts(parts.into_iter().map(Part).collect())),
            other => Err(other),
        }
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<Part>> for Content {
    fn from(parts: Vec<Part>) -> Self {
        Self::Parts(parts)
    }
}

impl<const N: usize> From<[Part; N]> for Content {
    fn from(parts: [Part; N]) -> Self {
        Self::Parts(parts.into())
    }
}

/// Part of a message as raw JSON, because the kinds of parts are open-ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Part(pub Value);

impl Part {
    /// Creates a text part.
    pub fn text(text: impl Into<String>) -> Self {
        Self(json!({ "type": "text", "text": text.into() }))
    }

    /// Creates an image part from a URL.
    pub fn image_url(url: impl Into<String>) -> Self {
        Self(json!({ "type": "image_url", "image_url": { "url": url.into() } }))
    }

    /// Creates an image part from bytes; `content_type` is a media type such as `image/png`.
    pub fn image(content_type: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::image_url(format!("data:{content_type};base64,{}", base64(bytes.as_ref())))
    }

    /// Returns the text, if the part has one.
    pub fn as_text(&self) -> Option<&str> {
        self.0.get("text")?.as_str()
    }
}

/// Converts tools to this format.
pub fn tools(tools: impl IntoIterator<Item = Tool>) -> Value {
    let tool = |Tool { name, description, parameters }| {
        json!({
            "type": "function",
            "function": { "name": name, "description": description, "parameters": parameters },
        })
    };
    tools.into_iter().map(tool).collect()
}

/// Converts a tool choice to this format.
pub fn tool_choice(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Any => "required".into(),
        ToolChoice::Named(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

/// Converts a reply format to the JSON of this format.
pub fn reply_format(format: ReplyFormat) -> ParamValue {
    let kind = if format == ReplyFormat::Text { "text" } else { "json_object" };
    match format.named_schema() {
        None => ParamValue::Json(json!({ "type": kind })),
        Some(Ok(schema)) => ParamValue::Json(json!({ "type": "json_schema", "json_schema": schema })),
        Some(Err(problem)) => ParamValue::Invalid(problem),
    }
}
