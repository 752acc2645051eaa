//! The Responses format.
//!
//! ```
//! use gatewright_runtime::responses::Item;
//!
//! let dialogue = [Item::user("What is tea?"), Item::assistant("A drink."), Item::user("Of what?")];
//! assert_eq!(dialogue[0].text().as_deref(), Some("What is tea?"));
//! ```

mod stream;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{base64, count, detail, joined, object, parse, text_of};
use crate::lenient::Fields;
use crate::{ReplyFormat, Result, Tokens, Tool, ToolCall, ToolChoice, Usage};

pub use stream::{Event, Protocol};

/// What a model is asked: a text, or the items of a dialogue.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Input {
    /// A text of the user.
    Text(String),
    /// Messages, calls of tools and their results.
    Items(Vec<Item>),
}

impl From<Input> for crate::ParamValue {
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

/// An item of a dialogue, as JSON; what a reply puts out can go into the next request as it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Item(pub Value);

impl Item {
    /// A message of any role; `content` is text, or parts as this format writes them.
    pub fn message(role: impl Into<String>, content: impl Into<Value>) -> Self {
        Self(json!({ "type": "message", "role": role.into(), "content": content.into() }))
    }

    /// What the user says.
    pub fn user(text: impl Into<String>) -> Self {
        Self::message("user", text.into())
    }

    /// What the user says, beside a picture at an address.
    pub fn user_with_image(text: impl Into<String>, url: impl Into<String>) -> Self {
        let text = json!({ "type": "input_text", "text": text.into() });
        Self::message("user", vec![text, json!({ "type": "input_image", "image_url": url.into() })])
    }

    /// The same with a picture of so many bytes; `content_type` is such as `image/png`.
    pub fn user_with_image_bytes(text: impl Into<String>, content_type: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::user_with_image(text, format!("data:{content_type};base64,{}", base64(bytes.as_ref())))
    }

    /// What the model has said.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::message("assistant", text.into())
    }

    /// What a tool has found, for the call that asked for it.
    pub fn tool_result(call: &ToolCall, text: impl Into<String>) -> Self {
        Self(json!({ "type": "function_call_output", "call_id": call.id, "output": text.into() }))
    }

    /// Its text, the texts of several parts in one.
    pub fn text(&self) -> Option<String> {
        match self.0.get("content")? {
            Value::String(text) => Some(text.clone()),
            Value::Array(parts) => joined(parts.iter().filter_map(|it| it.get("text")?.as_str())),
            _ => None,
        }
    }

    /// The tool that it calls, if it calls one.
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

/// A reply.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reply {
    /// Its id: what `previous_response_id` of the next request names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The model that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How it ended, such as `completed`, `incomplete` or `failed`. Of a whole [`Response`](crate::Response) it is
    /// `reply.body.status`, since a response has a status of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Messages, calls of tools, and what else the model puts out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output: Vec<Item>,
    /// What it used, as the gateway counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// Its text, the texts of several messages in one.
    pub fn text(&self) -> Option<String> {
        let texts: Vec<_> = self.output.iter().filter(|it| it.is_message()).filter_map(Item::text).collect();
        joined(texts.iter().map(String::as_str))
    }

    /// The tools it calls.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.output.iter().filter_map(Item::as_tool_call).collect()
    }

    /// Its text read as JSON: what [`ReplyFormat::of`] asks for.
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

/// Tokens by what they are: input includes what came from the cache.
fn tokens(usage: &Value) -> Option<Tokens> {
    let cache_read = detail(usage, "/input_tokens_details/cached_tokens")?;
    let input = count(usage, "/input_tokens")?.saturating_sub(cache_read);
    Some(Tokens { input, output: count(usage, "/output_tokens")?, cache_read, ..Tokens::default() })
}

/// Tools as this format writes them.
pub fn tools(tools: impl IntoIterator<Item = Tool>) -> Value {
    let tool = |Tool { name, description, parameters }| json!({ "type": "function", "name": name, "description": description, "parameters": parameters });
    tools.into_iter().map(tool).collect()
}

/// A choice of a tool as this format writes it.
pub fn tool_choice(choice: ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Any => "required".into(),
        ToolChoice::Named(name) => json!({ "type": "function", "name": name }),
    }
}

/// The format of a reply as this format writes it.
pub fn reply_format(format: ReplyFormat) -> Value {
    let format = match format {
        ReplyFormat::Text => json!({ "type": "text" }),
        ReplyFormat::Json => json!({ "type": "json_object" }),
        ReplyFormat::Schema { name, schema } => json!({ "type": "json_schema", "name": name, "schema": schema }),
    };
    json!({ "format": format })
}
