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

use super::{Conversation, UserMessage, base64, count, detail, joined, object, parse, text_of};
use crate::lenient::Fields;
use crate::{Result, Tokens, Tool, ToolCall, ToolChoice, Usage};

pub use stream::{Event, Protocol};

/// Messages of a conversation. A plain text becomes one user message.
pub type Messages = Conversation<Message>;

impl UserMessage for Message {
    fn from_user_text(text: String) -> Self {
        Self::user(text)
    }
}

/// Message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// Role of the author: `user` or `assistant`.
    pub role: String,
    /// Content blocks.
    pub content: Vec<Block>,
}

impl Message {
    /// Creates a message of any role.
    pub fn new(role: impl Into<String>, content: impl Into<Blocks>) -> Self {
        Self { role: role.into(), content: content.into().0 }
    }

    /// Creates a user message, which may also contain tool results.
    pub fn user(content: impl Into<Blocks>) -> Self {
        Self::new("user", content)
    }

    /// Creates an assistant message. The content of a reply can be passed unchanged.
    pub fn assistant(content: impl Into<Blocks>) -> Self {
        Self::new("assistant", content)
    }

    /// Returns the text. The texts of several blocks are joined.
    pub fn text(&self) -> Option<String> {
        joined(self.content.iter().filter_map(Block::as_text))
    }
}

/// Content of a message: blocks. A plain text becomes one block.
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

/// Block of a message as raw JSON, because the kinds of blocks are open-ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Block(pub Value);

impl Block {
    /// Creates a text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self(json!({ "type": "text", "text": text.into() }))
    }

    /// Creates an image block from a URL.
    pub fn image_url(url: impl Into<String>) -> Self {
        Self(json!({ "type": "image", "source": { "type": "url", "url": url.into() } }))
    }

    /// Creates an image block from bytes; `content_type` is a media type such as `image/png`.
    pub fn image(content_type: &str, bytes: impl AsRef<[u8]>) -> Self {
        let source = json!({ "type": "base64", "media_type": content_type, "data": base64(bytes.as_ref()) });
        Self(json!({ "type": "image", "source": source }))
    }

    /// Creates a block with the result of a tool call. It goes into a user message.
    pub fn tool_result(call: &ToolCall, text: impl Into<String>) -> Self {
        Self(json!({ "type": "tool_result", "tool_use_id": call.id, "content": text.into() }))
    }

    /// Returns the text, if this is a text block.
    pub fn as_text(&self) -> Option<&str> {
        if self.0["type"] == "text" { self.0["text"].as_str() } else { None }
    }

    /// Returns the tool call, if this is one.
    pub fn as_tool_call(&self) -> Option<ToolCall> {
        let call = &self.0;
        let input = |it: &Value| match it {
            Value::Null => String::new(),
            // Truncated, and therefore not JSON: the text as the model wrote it.
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

/// Reply of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reply {
    /// Id of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Model that wrote the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Content blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub content: Vec<Block>,
    /// Reason why the reply ended, such as `end_turn`, `max_tokens` or `tool_use`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Usage as counted by the gateway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// Returns the text. The texts of several blocks are joined.
    pub fn text(&self) -> Option<String> {
        joined(self.content.iter().filter_map(Block::as_text))
    }

    /// Returns the tool calls.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.content.iter().filter_map(Block::as_tool_call).collect()
    }

    /// Converts the reply to a message for the next request.
    pub fn to_message(&self) -> Message {
        Message::assistant(self.content.clone())
    }

    /// Parses the text as JSON.
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

/// Reads the tokens by kind. In this format the input count excludes tokens that are read from or written to the cache.
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

/// Converts tools to this format.
pub fn tools(tools: impl IntoIterator<Item = Tool>) -> Value {
    let tool = |Tool { name, description, parameters }| json!({ "name": name, "description": description, "input_schema": parameters });
    tools.into_iter().map(tool).collect()
}

/// Converts a tool choice to this format.
pub fn tool_choice(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Any => json!({ "type": "any" }),
        ToolChoice::Named(name) => json!({ "type": "tool", "name": name }),
    }
}
