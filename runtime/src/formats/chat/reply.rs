//! Replies of chat completions.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Message;
use crate::formats::{count, detail, object, parse};
use crate::lenient::Fields;
use crate::{Result, Tokens, ToolCall, Usage};

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
    /// Alternative replies, as many as requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    /// Usage as counted by the gateway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Value>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// One of the alternative replies.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Choice {
    /// Index of the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i64>,
    /// Message. It can be sent unchanged in the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// Reason why the message ended, such as `stop`, `length` or `tool_calls`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Reply {
    /// Returns the message of the first choice.
    pub fn message(&self) -> Option<&Message> {
        self.choices.first()?.message.as_ref()
    }

    /// Returns the text of the first message.
    pub fn text(&self) -> Option<String> {
        self.message()?.text()
    }

    /// Returns the tool calls of the first message.
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.message().map(Message::tool_calls).unwrap_or_default()
    }

    /// Returns the reason why the first message ended.
    pub fn finish_reason(&self) -> Option<&str> {
        self.choices.first()?.finish_reason.as_deref()
    }

    /// Parses the first message as JSON: the structured output of [`ReplyFormat::of`](crate::ReplyFormat::of).
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

/// Reads the tokens by kind. The counts of prompt and completion include the detailed counts, so these are subtracted.
/// Returns `None` if a count cannot be read, because an unreadable count is not zero.
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
