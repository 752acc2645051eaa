//! Conversations of each format that an agent can continue.

use std::fmt::Debug;

use serde::Serialize;
use serde_json::Value;

use crate::formats::{chat, messages, responses};
use crate::{Reply, Tool, ToolCall};

/// Format of a conversation that an [`Agent`](super::Agent) can continue. The replies of all three chat formats
/// implement it.
pub trait AgentFormat: Reply + Clone + Debug + Sync {
    /// Message or item of a conversation.
    type Message: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static;
    /// Name of the parameter with the conversation.
    const FIELD: &'static str;

    /// Reads the conversation of a request.
    fn read_conversation(value: Value) -> Vec<Self::Message>;
    /// Converts tools to this format.
    fn write_tools(tools: Vec<Tool>) -> Value;
    /// Returns the text of the reply.
    fn reply_text(&self) -> Option<String>;
    /// Returns the tool calls of the reply.
    fn requested_tools(&self) -> Vec<ToolCall>;
    /// Converts the reply to messages for the next request.
    fn to_conversation(&self) -> Vec<Self::Message>;
    /// Converts tool results to messages. An error is also text for the model.
    fn write_results(results: &[(ToolCall, Result<String, String>)]) -> Vec<Self::Message>;
}

/// Returns the text of a result. Formats without a field for errors mark them in the text.
fn marked(result: &Result<String, String>) -> String {
    match result {
        Ok(text) => text.clone(),
        Err(problem) => format!("error: {problem}"),
    }
}

fn items(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        other => vec![other],
    }
}

impl AgentFormat for chat::Reply {
    type Message = chat::Message;
    const FIELD: &'static str = "messages";

    fn read_conversation(value: Value) -> Vec<chat::Message> {
        items(value).into_iter().filter_map(|it| chat::Message::read(it).ok()).collect()
    }

    fn write_tools(tools: Vec<Tool>) -> Value {
        chat::tools(tools)
    }

    fn reply_text(&self) -> Option<String> {
        self.text()
    }

    fn requested_tools(&self) -> Vec<ToolCall> {
        self.tool_calls()
    }

    fn to_conversation(&self) -> Vec<chat::Message> {
        self.message().cloned().into_iter().collect()
    }

    fn write_results(results: &[(ToolCall, Result<String, String>)]) -> Vec<chat::Message> {
        results.iter().map(|(call, result)| chat::Message::tool_result(call, marked(result))).collect()
    }
}

impl AgentFormat for messages::Reply {
    type Message = messages::Message;
    const FIELD: &'static str = "messages";

    fn read_conversation(value: Value) -> Vec<messages::Message> {
        let message = |it: Value| {
            let content = match &it["content"] {
                Value::String(text) => vec![messages::Block::text(text)],
                other => items(other.clone()).into_iter().map(messages::Block).collect(),
            };
            messages::Message::new(it["role"].as_str().unwrap_or("user"), content)
        };
        items(value).into_iter().map(message).collect()
    }

    fn write_tools(tools: Vec<Tool>) -> Value {
        messages::tools(tools)
    }

    fn reply_text(&self) -> Option<String> {
        self.text()
    }

    fn requested_tools(&self) -> Vec<ToolCall> {
        self.tool_calls()
    }

    fn to_conversation(&self) -> Vec<messages::Message> {
        vec![self.to_message()]
    }

    fn write_results(results: &[(ToolCall, Result<String, String>)]) -> Vec<messages::Message> {
        let block = |(call, result): &(ToolCall, Result<String, String>)| {
            let (text, is_error) = match result {
                Ok(text) => (text, false),
                Err(problem) => (problem, true),
            };
            let mut block = messages::Block::tool_result(call, text);
            if is_error {
                block.0["is_error"] = true.into();
            }
            block
        };
        // All results of a reply belong into one message.
        vec![messages::Message::user(results.iter().map(block).collect::<Vec<_>>())]
    }
}

impl AgentFormat for responses::Reply {
    type Message = responses::Item;
    const FIELD: &'static str = "input";

    fn read_conversation(value: Value) -> Vec<responses::Item> {
        match value {
            Value::String(text) => vec![responses::Item::user(text)],
            other => items(other).into_iter().map(responses::Item).collect(),
        }
    }

    fn write_tools(tools: Vec<Tool>) -> Value {
        responses::tools(tools)
    }

    fn reply_text(&self) -> Option<String> {
        self.text()
    }

    fn requested_tools(&self) -> Vec<ToolCall> {
        self.tool_calls()
    }

    fn to_conversation(&self) -> Vec<responses::Item> {
        self.output.clone()
    }

    fn write_results(results: &[(ToolCall, Result<String, String>)]) -> Vec<responses::Item> {
        results.iter().map(|(call, result)| responses::Item::tool_result(call, marked(result))).collect()
    }
}
