//! Results of tools: structured content, the same as text, and the money of the session.

use gatewright_client::Usd;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value, json};

use super::charged::Charged;
use super::session::Session;
use crate::exit::Failure;
use crate::output::json;

/// Member of the structured content that says what failed.
pub(super) const ERROR: &str = "error";
/// Member that says what to change.
pub(super) const HELP: &str = "help";

/// Result of a tool that has sent a call or needed none.
pub(super) struct Reply {
    pub(super) charge: Charged,
    pub(super) price: Option<Usd>,
    /// Members of the structured content.
    pub(super) fields: Map<String, Value>,
}

impl Reply {
    /// Creates the result of a tool that is free.
    pub(super) fn free(price: Option<Usd>, fields: Value) -> Self {
        let fields = match fields {
            Value::Object(fields) => fields,
            other => Map::from_iter([("data".to_owned(), other)]),
        };
        Self { charge: Charged::No, price, fields }
    }
}

/// Creates the result that the client receives. Each one has the charge, the price and the remaining budget.
pub(super) fn result(result: Result<Reply, Failure>, session: &Session) -> CallToolResult {
    let reply = match result {
        Ok(reply) => reply,
        Err(Failure { exit, message }) => {
            let (message, help) = match message.split_once("; help: ") {
                Some((message, help)) => (message.to_owned(), Some(help.to_owned())),
                None => (message, None),
            };
            let mut fields = Map::from_iter([(ERROR.to_owned(), message.into())]);
            fields.extend(help.map(|it| (HELP.to_owned(), it.into())));
            Reply { charge: exit.into(), price: None, fields }
        }
    };
    let Reply { charge, price, mut fields } = reply;
    for (name, value) in
        [("charge", json!(charge)), ("price_usd", json!(price)), ("remaining_usd", json!(session.remaining()))]
    {
        fields.insert(name.to_owned(), value);
    }
    let is_error = fields.contains_key(ERROR);
    let content = Value::Object(fields);
    let mut result = CallToolResult::success(vec![ContentBlock::text(text(&content))]);
    result.is_error = Some(is_error);
    result.structured_content = Some(content);
    result
}

/// Writes JSON without characters that are invisible or control a terminal.
fn text(value: &Value) -> String {
    let text = json::from(value).ok().and_then(|it| json::to_text(&it, false).ok());
    text.unwrap_or_else(|| value.to_string())
}
