//! Messages format, as the Claude API has it.

use gatewright::model::{CatalogModel, Format};
use serde_json::{Value, json};

use super::chat::{reply_tokens, text};
use super::reply::{self, ModelReply, OutputFormat, Turn};
use super::{ModelRequest, ReplyWithUsage, json_response, tokens};
use crate::response::Refusal;
use crate::stream::events;

pub(super) fn answer(model: &CatalogModel, asked: &ModelRequest, id: &str) -> Result<ReplyWithUsage, Refusal> {
    let messages = asked.list("messages");
    let blocks = messages.last().and_then(|it| it["content"].as_array()).cloned().unwrap_or_default();
    let results: Vec<_> = blocks.iter().filter(|it| it["type"] == "tool_result").map(text).collect();
    let last = messages.last().map(text).filter(|it| !it.is_empty());
    let last = last.unwrap_or_else(|| results.join("\n"));
    let tools = asked.list("tools").iter().filter_map(|it| reply::tool(it, "input_schema")).collect();
    let format =
        asked.fields.get("output_config").map(|it| &it["format"]).or_else(|| asked.fields.get("output_format"));
    let wanted = OutputFormat::of(format, format.and_then(|it| it.get("schema")));
    let choice = asked.fields.get("tool_choice");
    let said = Turn { last, tools, answered: !results.is_empty(), choice, wanted }.reply()?;
    let (input, output) = (reply::tokens(&Value::from(messages).to_string()), reply_tokens(&said));
    let (block, reason) = match &said {
        ModelReply::Text(text) => (json!({ "type": "text", "text": text }), "end_turn"),
        ModelReply::Call(name, arguments) => {
            (json!({ "type": "tool_use", "id": "toolu-1", "name": name, "input": arguments }), "tool_use")
        }
    };
    let message = |content: Value, reason: Option<&str>, output: u64| {
        json!({
            "id": format!("msg-{id}"), "type": "message", "role": "assistant", "model": model.record.name,
            "content": content, "stop_reason": reason, "stop_sequence": null,
            "usage": { "input_tokens": input, "output_tokens": output },
        })
    };
    let answer = if asked.flag("stream") {
        stream(&said, &block, reason, &message(json!([]), None, 1), output)
    } else {
        json_response(&message(json!([block]), Some(reason), output))
    };
    Ok(ReplyWithUsage { answer, used: tokens(input, output) })
}

fn stream(said: &ModelReply, block: &Value, reason: &str, start: &Value, output: u64) -> crate::response::HttpResponse {
    let mut empty = block.clone();
    let deltas: Vec<Value> = match said {
        ModelReply::Text(text) => {
            empty["text"] = "".into();
            reply::pieces(text).into_iter().map(|it| json!({ "type": "text_delta", "text": it })).collect()
        }
        ModelReply::Call(_, arguments) => {
            empty["input"] = json!({});
            vec![json!({ "type": "input_json_delta", "partial_json": arguments.to_string() })]
        }
    };
    let mut all = vec![
        json!({ "type": "message_start", "message": start }),
        json!({ "type": "content_block_start", "index": 0, "content_block": empty }),
        json!({ "type": "ping" }),
    ];
    all.extend(deltas.into_iter().map(|it| json!({ "type": "content_block_delta", "index": 0, "delta": it })));
    let delta = json!({ "stop_reason": reason, "stop_sequence": null });
    all.extend([
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": output } }),
        json!({ "type": "message_stop" }),
    ]);
    events(Format::Messages, all.iter().map(|it| (it["type"].as_str(), it.to_string())))
}
