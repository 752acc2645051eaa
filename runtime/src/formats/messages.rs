//! The Claude-style messages format.
//!
//! ```
//! use gatewright_runtime::messages::{Block, Message};
//!
//! let question = Message::user([Block::text("What is this?"), Block::image_url("https://files.example/tea.png")]);
//! assert_eq!(question.text().as_deref(), Some("What is this?"));
//! ```

mod stream;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Dialogue, Said, base64, count, detail, joined, object, parse, text_of};
use crate::lenient::Fields;
use crate::{Result, Tokens, Tool, ToolCall, ToolChoice, Usage};

pub use stream::{Event, Protocol};

/// The messages of a dialogue; a text alone is one of the user.
pub type Messages = Dialogue<Message>;

impl Said for Message {
    fn by_user(text: String) -> Self {
        Self::user(text)
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// Who says it: `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub content: Vec<Block>,
}

impl Message {
    /// A message of any role.
    pub fn new(role: impl Into<String>, content: impl Into<Blocks>) -> Self {
        Self { role: role.into(), content: content.into().0 }
    }

    /// What the user says, or what tools have found.
    pub fn user(content: impl Into<Blocks>) -> Self {
        Self::new("user", content)
    }

    /// What the model has said; the content of a reply goes in as it is.
    pub fn assistant(content: impl Into<Blocks>) -> Self {
        Self::new("assistant", content)
    }

    /// Its text, the texts of several blocks in one.
    pub fn text(&self) -> Option<String> {
        joined(self.content.iter().filter_map(Block::as_text))
    }
}

/// What a message is made of: blocks, or one text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blocks(pub Vec<Block>);

impl From<&str> for Blocks {
    fn from(text: &str) -> Self {
        Self(vec![Block::text(text)])
    }
}

impl From<String> for Blocks {
    fn from(text: String) -> Self {
        Self(vec![Block::text(text)])
    }
}

impl From<Block> for Blocks {
    fn from(block: Block) -> Self {
        Self(vec![block])
    }
}

impl From<Vec<Block>> for Blocks {
    fn from(blocks: Vec<Block>) -> Self {
        Self(blocks)
    }
}

impl<const N: usize> From<[Block; N]> for Blocks {
    fn from(blocks: [Block; N]) -> Self {
        Self(blocks.into())
    }
}

/// A block of a message, as JSON: there are more kinds of them than anybody could list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Block(pub Value);

impl Block {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self(json!({ "type": "text", "text": text.into() }))
    }

    /// A picture at an address.
    pub fn image_url(url: impl Into<String>) -> Self {
        Self(json!({ "type": "image", "source": { "type": "url", "url": url.into() } }))
    }

    /// A picture of so many bytes; `content_type` is such as `image/png`.
    pub fn image(content_type: &str, bytes: impl AsRef<[u8]>) -> Self {
        let source = json!({ "type": "base64", "media_type": content_type, "data": base64(bytes.as_ref()) });
        Self(json!({ "type": "image", "source": source }))
    }

    /// What a tool has found, for the call that asked for it. It goes into a message of the user.
    pub fn tool_result(call: &ToolCall, text: impl Into<String>) -> Self {
        Self(json!({ "type": "tool_result", "tool_use_id": call.id, "content": text.into() }))
    }

    /// Its text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if self.0["type"] == "text" { self.0["text"].as_str() } else { None }
    }

    /// The tool that it calls, if it calls one.
    pub fn as_tool_call(&self) -> Option<ToolCall> {
        let call = &self.0;
        let input = |it: &Value| match it {
            Value::Null => String::new(),
            // Cut off, and so no JSON: what the model wrote.
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        (call["type"] == "tool_use").then(|| ToolCall {
            id: text_of(call, "id"),
            name: text_of(call, "name"),
            arguments: input(&call["input"]),
        })
    }
}

/// A reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reply {
    /// Its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The model that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What it wrote.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<Block>,
    /// Why it ended, such as `end_turn`, `max_tokens` or `tool_use`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// What it used, as the gateway counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// Its text, the texts of several blocks in one.
    pub fn text(&self) -> Option<String> {
        joined(self.content.iter().filter_map(Block::as_text))
    }

    /// The tools it calls.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.content.iter().filter_map(Block::as_tool_call).collect()
    }

    /// The same as a message of the next request.
    pub fn to_message(&self) -> Message {
        Message::assistant(self.content.clone())
    }

    /// Its text read as JSON.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T> {
        parse(self.text())
    }
}

impl crate::Reply for Reply {
    fn read(value: Value) -> Result<Self, Value> {
        let mut fields = Fields::of(value)?;
        Ok(Self {
            id: fields.text("id"),
            model: fields.text("model"),
            content: fields.whole_list("content", |it| Ok(Block(it))),
            stop_reason: fields.text("stop_reason"),
            usage: fields.take("usage", object),
            other: fields.rest(),
        })
    }

    fn usage(&self) -> Option<Usage> {
        Some(Usage::of_tokens(tokens(self.usage.as_ref()?)?))
    }
}

/// Tokens by what they are: here input leaves out what the cache has to do with.
fn tokens(usage: &Value) -> Option<Tokens> {
    let cache_write_1h = detail(usage, "/cache_creation/ephemeral_1h_input_tokens")?;
    Some(Tokens {
        input: count(usage, "/input_tokens")?,
        output: count(usage, "/output_tokens")?,
        cache_read: detail(usage, "/cache_read_input_tokens")?,
        cache_write: detail(usage, "/cache_creation_input_tokens")?.saturating_sub(cache_write_1h),
        cache_write_1h,
        ..Tokens::default()
    })
}

/// Tools as this format writes them.
pub fn tools(tools: impl IntoIterator<Item = Tool>) -> Value {
    let tool = |Tool { name, description, parameters }| json!({ "name": name, "description": description, "input_schema": parameters });
    tools.into_iter().map(tool).collect()
}

/// A choice of a tool as this format writes it.
pub fn tool_choice(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Any => json!({ "type": "any" }),
        ToolChoice::Named(name) => json!({ "type": "tool", "name": name }),
    }
}
