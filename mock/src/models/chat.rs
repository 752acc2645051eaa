//! Chat completions, and the native format, which is not published.

use gatewright::model::{CatalogModel, Format};
use serde_json::{Value, json};

use super::reply::{self, OutputFormat, Turn};
use super::{ModelRequest, ReplyWithUsage, json_response, tokens};
use crate::model_reply::ModelReply;
use crate::response::Refusal;
use crate::stream::events;

pub(super) fn answer(
    model: &CatalogModel,
    asked: &ModelRequest,
    next: Option<ModelReply>,
    id: &str,
) -> Result<ReplyWithUsage, Refusal> {
    let messages = asked.list("messages");
    let last = messages.last().map(text).unwrap_or_default();
    let tools = asked.list("tools").iter().filter_map(|it| reply::tool(&it["function"], "parameters")).collect();
    let answered = messages.last().is_some_and(|it| it["role"] == "tool");
    let format = asked.fields.get("response_format");
    let wanted = OutputFormat::of(format, format.and_then(|it| it.get("json_schema")))?;
    let said = Turn { last, tools, answered, choice: asked.fields.get("tool_choice"), wanted, next }.reply()?;
    let replies = asked.fields.get("n").and_then(Value::as_u64).unwrap_or(1).max(1);
    if replies > MOST {
        return Err(Refusal::of_mock(format!("the mock gives at most {MOST} replies to a request")));
    }
    let (input, output) = (reply::tokens(&Value::from(messages).to_string()), replies * reply_tokens(&said));
    let usage = json!({ "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output });
    let (id, name) = (format!("chatcmpl-{id}"), &model.record.name);
    let answer = if asked.flag("stream") {
        let with_usage = asked.fields.get("stream_options").is_some_and(|it| it["include_usage"] == true);
        stream(&id, name, &said, replies, with_usage.then_some(&usage))
    } else {
        let (message, reason) = match &said {
            ModelReply::Text(text) => (json!({ "role": "assistant", "content": text }), "stop"),
            ModelReply::Calls(calls) => {
                let call = |(at, (tool, arguments)): (usize, &(String, Value))| {
                    let function = json!({ "name": tool, "arguments": arguments.to_string() });
                    json!({ "id": format!("call-{}", at + 1), "type": "function", "function": function })
                };
                let calls: Vec<_> = calls.iter().enumerate().map(call).collect();
                (json!({ "role": "assistant", "content": null, "tool_calls": calls }), "tool_calls")
            }
        };
        let choice = |index: u64| json!({ "index": index, "message": message, "finish_reason": reason });
        let choices: Vec<_> = (0..replies).map(choice).collect();
        json_response(&json!({
            "id": id, "object": "chat.completion", "created": 1_700_000_000, "model": name,
            "choices": choices, "usage": usage,
        }))
    };
    Ok(ReplyWithUsage { answer, used: tokens(input, output) })
}

/// Maximum number of replies to one request.
const MOST: u64 = 1_000;

pub(super) fn reply_tokens(said: &ModelReply) -> u64 {
    match said {
        ModelReply::Text(text) => reply::tokens(text),
        ModelReply::Calls(calls) => {
            calls.iter().map(|(name, arguments)| reply::tokens(name) + reply::tokens(&arguments.to_string())).sum()
        }
    }
}

/// Returns the text of a message, with its parts joined.
pub(super) fn text(message: &Value) -> String {
    of_parts(&message["content"])
}

/// Returns the text of a content that is a text or a list of parts.
pub(super) fn of_parts(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|it| it["text"].as_str()).collect(),
        _ => String::new(),
    }
}

fn stream(
    id: &str,
    model: &str,
    said: &ModelReply,
    replies: u64,
    usage: Option<&Value>,
) -> crate::response::HttpResponse {
    let chunk = |choices: Value| json!({ "id": id, "object": "chat.completion.chunk", "created": 1_700_000_000, "model": model, "choices": choices });
    let mut deltas = vec![(json!({ "role": "assistant", "content": "" }), None)];
    let reason = match said {
        ModelReply::Text(text) => {
            deltas.extend(reply::pieces(text).into_iter().map(|piece| (json!({ "content": piece }), None)));
            "stop"
        }
        ModelReply::Calls(calls) => {
            let call = |call: Value| (json!({ "tool_calls": [call] }), None);
            for (at, (name, arguments)) in calls.iter().enumerate() {
                let (id, function) = (format!("call-{}", at + 1), json!({ "name": name, "arguments": "" }));
                deltas.push(call(json!({ "index": at, "id": id, "type": "function", "function": function })));
                let text = arguments.to_string();
                let half = text.len() / 2;
                let halves = if text.is_char_boundary(half) { text.split_at(half) } else { (text.as_str(), "") };
                for piece in [halves.0, halves.1] {
                    deltas.push(call(json!({ "index": at, "function": { "arguments": piece } })));
                }
            }
            "tool_calls"
        }
    };
    deltas.push((json!({}), Some(reason)));
    // The chunks of several replies are interleaved.
    let mut chunks = Vec::new();
    for (delta, reason) in &deltas {
        let piece = |index: u64| chunk(json!([{ "index": index, "delta": delta, "finish_reason": reason }]));
        chunks.extend((0..replies).map(piece));
    }
    if let Some(usage) = usage {
        let mut last = chunk(json!([]));
        last["usage"] = usage.clone();
        chunks.push(last);
    }
    let done = [(None, "[DONE]".to_owned())];
    events(Format::Chat, chunks.iter().map(|it| (None, it.to_string())).chain(done))
}

/// Returns the request in the response, because the payload is not published.
pub(super) fn native(asked: &ModelRequest) -> ReplyWithUsage {
    let body = Value::Object(asked.fields.clone());
    let input = reply::tokens(&body.to_string());
    ReplyWithUsage { answer: json_response(&json!({ "received": body })), used: tokens(input, 1) }
}
