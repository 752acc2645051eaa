//! Responses format. A request can continue from a previous response, at once or after some refused requests.

use gatewright::model::{CallKind, CatalogModel, ErrorKind, Format};
use serde_json::{Value, json};

use super::chat::{of_parts, reply_tokens, text};
use super::reply::{self, OutputFormat, Turn};
use super::{ModelRequest, ReplyWithUsage, json_response, tokens};
use crate::model_reply::ModelReply;
use crate::response::{HttpResponse, Refusal};
use crate::state::State;
use crate::stream::events;

pub(super) fn answer(
    state: &State,
    model: &CatalogModel,
    asked: &ModelRequest,
    next: Option<ModelReply>,
    id: &str,
) -> Result<ReplyWithUsage, Refusal> {
    let earlier = asked.text("previous_response_id");
    if !earlier.is_empty() && !state.lock().can_continue_from(earlier) {
        let message = format!("the response `{earlier}` is not available");
        return Err(state.refusal(CallKind::Model, ErrorKind::NotAvailableYet, &message));
    }
    let input = ["input", "messages"].iter().find_map(|it| asked.fields.get(*it).filter(|it| !it.is_null()));
    let input = input.cloned().unwrap_or_default();
    let items = input.as_array().cloned().unwrap_or_default();
    let answered = items.last().is_some_and(|it| it["type"] == "function_call_output");
    let last = match (&input, items.last()) {
        (Value::String(text), _) => text.clone(),
        (_, Some(item)) if answered => of_parts(&item["output"]),
        (_, item) => item.map(text).unwrap_or_default(),
    };
    let tools = asked.list("tools").iter().filter_map(|it| reply::tool(it, "parameters")).collect();
    let format = asked.fields.get("text").map(|it| &it["format"]);
    let wanted = OutputFormat::of(format, format)?;
    let said = Turn { last, tools, answered, choice: asked.fields.get("tool_choice"), wanted, next }.reply()?;
    let (counted, output) = (reply::tokens(&input.to_string()), reply_tokens(&said));
    let items: Vec<_> = match &said {
        ModelReply::Text(text) => vec![json!({
            "type": "message", "id": "item-1", "status": "completed", "role": "assistant",
            "content": [{ "type": "output_text", "text": text, "annotations": [] }],
        })],
        ModelReply::Calls(calls) => {
            let call = |(at, (name, arguments)): (usize, &(String, Value))| {
                json!({
                    "type": "function_call", "id": format!("item-{}", at + 1), "status": "completed",
                    "call_id": format!("call-{}", at + 1), "name": name, "arguments": arguments.to_string(),
                })
            };
            calls.iter().enumerate().map(call).collect()
        }
    };
    let id = format!("resp-{id}");
    let response = |status: &str, output: Value, usage: Value| {
        json!({
            "id": id, "object": "response", "created_at": 1_700_000_000, "status": status, "error": null,
            "incomplete_details": null, "instructions": null, "model": model.record.name, "output": output,
            "parallel_tool_calls": true, "tool_choice": "auto", "tools": [], "metadata": {}, "temperature": 1.0,
            "top_p": 1.0, "usage": usage,
        })
    };
    let usage = json!({
        "input_tokens": counted, "input_tokens_details": { "cached_tokens": 0 }, "output_tokens": output,
        "output_tokens_details": { "reasoning_tokens": 0 }, "total_tokens": counted + output,
    });
    let whole = response("completed", json!(items), usage);
    state.lock().remember_response(&id);
    let answer = if asked.flag("stream") {
        stream(&items, &response("in_progress", json!([]), Value::Null), &whole)
    } else {
        json_response(&whole)
    };
    Ok(ReplyWithUsage { answer, used: tokens(counted, output) })
}

fn stream(items: &[Value], start: &Value, whole: &Value) -> HttpResponse {
    let mut all = vec![json!({ "type": "response.created", "response": start })];
    items.iter().enumerate().for_each(|(index, item)| add_item(item, index, &mut all));
    all.push(json!({ "type": "response.completed", "response": whole }));
    for (number, event) in all.iter_mut().enumerate() {
        event["sequence_number"] = number.into();
    }
    events(Format::Responses, all.iter().map(|it| (it["type"].as_str(), it.to_string())))
}

/// Adds the events of an item.
fn add_item(item: &Value, index: usize, all: &mut Vec<Value>) {
    let mut empty = item.clone();
    empty["status"] = "in_progress".into();
    let with = |kind: &str, key: &str, value: Value| {
        let mut event = json!({ "type": kind, "item_id": item["id"], "output_index": index, "content_index": 0 });
        event[key] = value;
        event
    };
    match item["arguments"].as_str() {
        None => {
            let text = of_parts(&item["content"]);
            empty["content"] = json!([]);
            all.push(with("response.output_item.added", "item", empty));
            let part = |text: &str| json!({ "type": "output_text", "text": text, "annotations": [] });
            all.push(with("response.content_part.added", "part", part("")));
            let deltas = reply::pieces(&text).into_iter();
            all.extend(deltas.map(|it| with("response.output_text.delta", "delta", it.into())));
            all.push(with("response.output_text.done", "text", text.as_str().into()));
            all.push(with("response.content_part.done", "part", part(&text)));
        }
        Some(arguments) => {
            empty["arguments"] = "".into();
            all.push(with("response.output_item.added", "item", empty));
            all.push(with("response.function_call_arguments.delta", "delta", arguments.into()));
            all.push(with("response.function_call_arguments.done", "arguments", arguments.into()));
        }
    }
    all.push(with("response.output_item.done", "item", item.clone()));
}
