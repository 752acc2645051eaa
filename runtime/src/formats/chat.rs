//! Chat completions: the format that most clients speak.
//!
//! A message is a role and a content; a reply is read leniently, and what is not known of it is kept.
//!
//! ```
//! use gatewright_runtime::chat::{Message, Part};
//!
//! let dialogue = [
//!     Message::system("Answer in one sentence."),
//!     Message::user([Part::text("What is this?"), Part::image_url("https://files.example/tea.png")]),
//! ];
//! assert_eq!(dialogue[0].text().as_deref(), Some("Answer in one sentence."));
//! ```

mod reply;
mod stream;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Dialogue, Said, base64, joined, text_of};
use crate::lenient::Fields;
use crate::{ReplyFormat, Result, Tool, ToolCall, ToolChoice};

pub use reply::{Choice, Reply};
pub use stream::{Chunk, ChunkChoice, Event, Protocol};

/// The messages of a dialogue; a text alone is one of the user.
pub type Messages = Dialogue<Message>;

impl Said for Message {
    fn by_user(text: String) -> Self {
        Self::user(text)
    }
}

/// One message.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// Who says it: `system`, `user`, `assistant`, `tool`, or a role that a model has of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// What is said; none beside calls of tools.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
    /// What else there is, by its name: `name`, `tool_calls`, `tool_call_id`, and whatever a model adds.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Message {
    /// A message of any role.
    pub fn new(role: impl Into<String>, content: impl Into<Content>) -> Self {
        Self { role: Some(role.into()), content: Some(content.into()), other: Map::new() }
    }

    /// What the model should know and do.
    pub fn system(content: impl Into<Content>) -> Self {
        Self::new("system", content)
    }

    /// What the user says.
    pub fn user(content: impl Into<Content>) -> Self {
        Self::new("user", content)
    }

    /// What the model has said.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self::new("assistant", content)
    }

    /// What a tool has found, for the call that asked for it.
    pub fn tool_result(call: &ToolCall, content: impl Into<Content>) -> Self {
        Self::new("tool", content).with("tool_call_id", call.id.clone())
    }

    /// With the name of who says it.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        self.with("name", name.into())
    }

    /// With another field.
    #[must_use]
    pub fn with(mut self, field: impl Into<String>, value: impl Into<Value>) -> Self {
        self.other.insert(field.into(), value.into());
        self
    }

    /// Its text, the texts of several parts in one.
    pub fn text(&self) -> Option<String> {
        match self.content.as_ref()? {
            Content::Text(text) => Some(text.clone()),
            Content::Parts(parts) => joined(parts.iter().filter_map(Part::as_text)),
        }
    }

    /// The tools it calls.
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

/// What a message says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Content {
    /// Text alone.
    Text(String),
    /// Text, pictures and other parts.
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

/// A part of a message, as JSON: there are more kinds of them than anybody could list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Part(pub Value);

impl Part {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self(json!({ "type": "text", "text": text.into() }))
    }

    /// A picture at an address.
    pub fn image_url(url: impl Into<String>) -> Self {
        Self(json!({ "type": "image_url", "image_url": { "url": url.into() } }))
    }

    /// A picture of so many bytes; `content_type` is such as `image/png`.
    pub fn image(content_type: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::image_url(format!("data:{content_type};base64,{}", base64(bytes.as_ref())))
    }

    /// Its text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        self.0.get("text")?.as_str()
    }
}

/// Tools as this format writes them.
pub fn tools(tools: impl IntoIterator<Item = Tool>) -> Value {
    let tool = |Tool { name, description, parameters }| {
        json!({
            "type": "function",
            "function": { "name": name, "description": description, "parameters": parameters },
        })
    };
    tools.into_iter().map(tool).collect()
}

/// A choice of a tool as this format writes it.
pub fn tool_choice(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Any => "required".into(),
        ToolChoice::Named(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

/// The format of a reply as this format writes it.
pub fn reply_format(format: ReplyFormat) -> Value {
    match format {
        ReplyFormat::Text => json!({ "type": "text" }),
        ReplyFormat::Json => json!({ "type": "json_object" }),
        ReplyFormat::Schema { name, schema } => {
            json!({ "type": "json_schema", "json_schema": { "name": name, "schema": schema } })
        }
    }
}
