//! Replies of chat models. They are deterministic, so that tests know them.

use serde_json::{Value, json};

use super::{sample, strict};
use crate::model_reply::ModelReply;
use crate::response::Refusal;

/// Output format of a reply.
pub(super) enum OutputFormat<'a> {
    Text,
    /// Any JSON object.
    Object,
    Schema(&'a Value),
}

impl<'a> OutputFormat<'a> {
    /// Creates it from the format of a request and the part of it that has the schema. Checks a strict schema.
    pub(super) fn of(format: Option<&'a Value>, named: Option<&'a Value>) -> Result<Self, Refusal> {
        let schema = named.and_then(|it| it.get("schema"));
        if named.is_some_and(|it| it["strict"] == true) {
            strict::check(schema.unwrap_or(&Value::Null))?;
        }
        Ok(match (schema, format.and_then(|it| it["type"].as_str())) {
            (Some(schema), _) => Self::Schema(schema),
            (None, Some("json_object" | "json_schema")) => Self::Object,
            _ => Self::Text,
        })
    }
}

/// End of a conversation, independent of the format.
pub(super) struct Turn<'a> {
    /// Text of the last message.
    pub(super) last: String,
    /// Tools by name, with the schema of their arguments.
    pub(super) tools: Vec<(String, Value)>,
    /// True if the last message is the result of a tool.
    pub(super) answered: bool,
    pub(super) choice: Option<&'a Value>,
    pub(super) wanted: OutputFormat<'a>,
    /// Reply that a test has set.
    pub(super) next: Option<ModelReply>,
}

impl Turn<'_> {
    /// Calls the chosen tool or the first one, unless there is none or it was already called. Otherwise repeats the
    /// last message.
    pub(super) fn reply(self) -> Result<ModelReply, Refusal> {
        self.check_schemas()?;
        if let Some(next) = self.next {
            return Ok(next);
        }
        let choice = self.choice.unwrap_or(&Value::Null);
        let chosen = choice["function"]["name"].as_str().or_else(|| choice["name"].as_str());
        let tool = self.tools.iter().find(|(name, _)| chosen.is_none_or(|it| it == name));
        let may_call = !self.answered && choice.get("type").unwrap_or(choice) != "none";
        match (tool.filter(|_| may_call), self.wanted) {
            (Some((name, parameters)), _) => Ok(ModelReply::calls([(name, fitting(parameters)?)])),
            (None, OutputFormat::Schema(schema)) => Ok(ModelReply::Text(fitting(schema)?.to_string())),
            (None, OutputFormat::Object) => Ok(ModelReply::Text(json!({ "said": self.last }).to_string())),
            (None, OutputFormat::Text) => Ok(ModelReply::Text(format!("You said: {}", self.last))),
        }
    }

    /// Refuses tools whose schema combines others at its root, as OpenAI's and Anthropic's models do.
    fn check_schemas(&self) -> Result<(), Refusal> {
        for (name, schema) in &self.tools {
            if let Some(keyword) = ["anyOf", "oneOf", "allOf"].into_iter().find(|it| schema.get(it).is_some()) {
                let message = format!("invalid schema of the tool `{name}`: `{keyword}` is not allowed at the root");
                return Err(Refusal::bad(None, message));
            }
        }
        Ok(())
    }
}

fn fitting(schema: &Value) -> Result<Value, Refusal> {
    let unknown = || Refusal::of_mock(format!("the mock cannot find a value that satisfies the schema {schema}"));
    sample::sample(schema).ok_or_else(unknown)
}

/// Returns the name and the schema of a function tool.
pub(super) fn tool(function: &Value, schema: &str) -> Option<(String, Value)> {
    let arguments = function.get(schema).filter(|it| !it.is_null()).cloned();
    Some((function["name"].as_str()?.to_owned(), arguments.unwrap_or_else(|| json!({ "type": "object" }))))
}

/// Splits a text into the chunks of a stream.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = text.split_inclusive(' ').collect();
    if pieces.is_empty() {
        pieces.push("");
    }
    pieces
}

/// Estimates the number of tokens: one for four characters.
pub(super) fn tokens(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}
