//! The Responses format.
//!
//! ```
//! use gatewright_runtime::responses::Item;
//!
//! let conversation = [Item::user("What is tea?"), Item::assistant("A drink."), Item::user("Of what?")];
//! assert_eq!(conversation[0].text().as_deref(), Some("What is tea?"));
//! ```

mod stream;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{base64, count, detail, joined, object, parse, text_of};
use crate::lenient::Fields;
use crate::{ParamValue, ReplyFormat, Result, Tokens, Tool, ToolCall, ToolChoice, Usage};

pub use stream::{Event, Protocol};

/// Input of a request: a text, or the items of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Input {
    /// Text of the user.
    Text(String),
    /// Messages, tool calls and their results.
    Items(Vec<Item>),
}

impl From<Input> for ParamValue {
    fn from(input: Input) -> Self {
        Self::json(input)
    }
}

impl From<&str> for Input {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Input {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Item> for Input {
    fn from(item: Item) -> Self {
        Self::Items(vec![item])
    }
}

impl From<Vec<Item>> for Input {
    fn from(items: Vec<Item>) -> Self {
        Self::Items(items)
    }
}

impl From<&[Item]> for Input {
    fn from(items: &[Item]) -> Self {
        Self::Items(items.to_vec())
    }
}

impl<const N: usize> From<[Item; N]> for Input {
    fn from(items: [Item; N]) -> Self {
        Self::Items(items.into())
    }
}

/// Item of a conversation as raw JSON. Output items of a reply can be sent unchanged in the next request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Item(pub Value);

impl Item {
    /// Creates a message of any role; `content` is text, or parts in this format.
    pub fn message(role: impl Into<String>, content: impl Into<Value>) -> Self {
        Self(json!({ "type": "message", "role": role.into(), "content": content.into() }))
    }

    /// Creates a user message.
    pub fn user(text: impl Into<String>) -> Self {
        Self::message("user", text.into())
    }

    /// Creates a user message with a text and the URL of an image.
    pub fn user_with_image(text: impl Into<String>, url: impl Into<String>) -> Self {
        let text = json!({ "type": "input_text", "text": text.into() });
        Self::message("user", vec![text, json!({ "type": "input_image", "image_url": url.into() })])
    }

    /// Creates a user message with a text and the bytes of an image; `content_type` is a media type such as
    /// `image/png`.
    pub fn user_with_image_bytes(text: impl Into<String>, content_type: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::user_with_image(text, format!("data:{content_type};base64,{}", base64(bytes.as_ref())))
    }

    /// Creates an assistant message.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::message("assistant", text.into())
    }

    /// Creates an item with the result of a tool call.
    pub fn tool_result(call: &ToolCall, text: impl Into<String>) -> Self {
        Self(json!({ "type": "function_call_output", "call_id": call.id, "output": text.into() }))
    }

    /// Returns the text. The texts of several parts are joined.
    pub fn text(&self) -> Option<String> {
        match self.0.get("content")? {
            Value::String(text) => Some(text.clone()),
            Value::Array(parts) => joined(parts.iter().filter_map(|it| it.get("text")?.as_str())),
            _ => None,
        }
    }

    /// Returns the tool call, if this is one.
    pub fn as_tool_call(&self) -> Option<ToolCall> {
        let call = &self.0;
        (call["type"] == "function_call").then(|| ToolCall {
            id: text_of(call, "call_id"),
            name: text_of(call, "name"),
            arguments: text_of(call, "arguments"),
        })
    }

    fn is_message(&self) -> bool {
        self.0["type"] == "message"
    }
}

/// Reply of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reply {
    /// Id of the reply, for `previous_response_id` of the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Model that wrote the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Final status, such as `completed`, `incomplete` or `failed`. In a [`Response`](crate::Response) it is
    /// `reply.body.status`, because the response has a status of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Messages, tool calls and other output of the model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Item>,
    /// Usage as counted by the gateway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// Returns the text. The texts of several messages are joined.
    pub fn text(&self) -> Option<String> {
        let texts: Vec<_> = self.output.iter().filter(|it| it.is_message()).filter_map(Item::text).collect();
        joined(texts.iter().map(String::as_str))
    }

    /// Returns the tool calls.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.output.iter().filter_map(Item::as_tool_call).collect()
    }

    /// Parses the text as JSON: the structured output of [`ReplyFormat::of`].
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
            status: fields.text("status"),
            output: fields.whole_list("output", |it| Ok(Item(it))),
            usage: fields.take("usage", object),
            other: fields.rest(),
        })
    }

    fn usage(&self) -> Option<Usage> {
        Some(Usage::of_tokens(tokens(self.usage.as_ref()?)?))
    }
}

/// Reads the tokens by kind. The input count includes tokens that are read from the cache, so these are subtracted.
fn tokens(usage: &Value) -> Option<Tokens> {
    let cache_read = detail(usage, "/input_tokens_details/cached_tokens")?;
    let input = count(usage, "/input_tokens")?.saturating_sub(cache_read);
    Some(Tokens { input, output: count(usage, "/output_tokens")?, cache_read, ..Tokens::default() })
}

/// Converts tools to this format.
pub fn tools(tools: impl IntoIterator<Item = Tool>) -> Value {
    let tool = |Tool { name, description, parameters }| json!({ "type": "function", "name": name, "description": description, "parameters": parameters });
    tools.into_iter().map(tool).collect()
}

/// Converts a tool choice to this format.
pub fn tool_choice(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Any => "required".into(),
        ToolChoice::Named(name) => json!({ "type": "function", "name": name }),
    }
}

/// Converts a reply format to the JSON of this format.
pub fn reply_format(format: ReplyFormat) -> ParamValue {
    let kind = if format == ReplyFormat::Text { "text" } else { "json_object" };
    let format = match format.named_schema() {
        None => json!({ "type": kind }),
        Some(Ok(mut schema)) => {
            schema["type"] = "json_schema".into();
            schema
        }
        Some(Err(problem)) => return ParamValue::Invalid(problem),
    };
    ParamValue::Json(json!({ "format": format }))
}
