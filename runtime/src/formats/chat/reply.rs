//! Responses of chat completions.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Message;
use crate::formats::{count, detail, object, parse};
use crate::lenient::Fields;
use crate::{Result, Tokens, ToolCall, Usage};

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
    /// What it wrote, as often as it was asked to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// What it used, as the gateway counts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// One of the replies that a model wrote.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Choice {
    /// Its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// The message, which can go into the next request as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// Why it ended, such as `stop`, `length` or `tool_calls`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Everything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// The first message.
    pub fn message(&self) -> Option<&Message> {
        self.choices.first()?.message.as_ref()
    }

    /// The text of the first message.
    pub fn text(&self) -> Option<String> {
        self.message()?.text()
    }

    /// The tools that the first message calls.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.message().map(Message::tool_calls).unwrap_or_default()
    }

    /// Why the first message ended.
    pub fn finish_reason(&self) -> Option<&str> {
        self.choices.first()?.finish_reason.as_deref()
    }

    /// The first message read as JSON: what [`ReplyFormat::of`](crate::ReplyFormat::of) asks for.
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
            choices: fields.all("choices", Choice::read),
            usage: fields.take("usage", object),
            other: fields.rest(),
        })
    }

    fn usage(&self) -> Option<Usage> {
        Some(Usage::of_tokens(tokens(self.usage.as_ref()?)?))
    }
}

impl Choice {
    fn read(mut fields: Fields) -> Self {
        Self {
            index: fields.integer("index"),
            message: fields.take("message", Message::read),
            finish_reason: fields.text("finish_reason"),
            other: fields.rest(),
        }
    }
}

/// Tokens by what they are: prompt and completion include the others, which are listed beside them. What cannot be read
/// as counts is no reason to take it for nothing.
fn tokens(usage: &Value) -> Option<Tokens> {
    let mut tokens = Tokens {
        cache_read: detail(usage, "/prompt_tokens_details/cached_tokens")?,
        audio_input: detail(usage, "/prompt_tokens_details/audio_tokens")?,
        image_input: detail(usage, "/prompt_tokens_details/image_tokens")?,
        audio_output: detail(usage, "/completion_tokens_details/audio_tokens")?,
        image_output: detail(usage, "/completion_tokens_details/image_tokens")?,
        ..Tokens::default()
    };
    let input = [tokens.cache_read, tokens.audio_input, tokens.image_input];
    let output = [tokens.audio_output, tokens.image_output];
    let without = |all: u64, others: &[u64]| others.iter().fold(all, |all, it| all.saturating_sub(*it));
    tokens.input = without(count(usage, "/prompt_tokens")?, &input);
    tokens.output = without(count(usage, "/completion_tokens")?, &output);
    Some(tokens)
}
