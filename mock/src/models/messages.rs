//! Messages format, as the Claude API has it.

use gatewright::model::{CatalogModel, Format};
use serde_json::{Value, json};

use super::chat::{reply_tokens, text};
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
    let blocks = messages.last().and_then(|it| it["content"].as_array()).cloned().unwrap_or_default();
    let results: Vec<_> = blocks.iter().filter(|it| it["type"] == "tool_result").map(text).collect();
    let last = messages.last().map(text).filter(|it| !it.is_empty());
    let last = last.unwrap_or_else(|| results.join("\n"));
    let tools = asked.list("tools").iter().filter_map(|it| reply::tool(it, "input_schema")).collect();
    let format =
        asked.fields.get("output_config").map(|it| &it["format"]).or_else(|| asked.fields.get("output_format"));
    let wanted = OutputFormat::of(format, format)?;
    let choice = asked.fields.get("tool_choice");
    let said = Turn { last, tools, answered: !results.is_empty(), choice, wanted, next }.reply()?;
    let (input, output) = (reply::tokens(&Value::from(messages).to_string()), reply_tokens(&said));
    let (blocks, reason) = match &said {
        ModelReply::Text(text) => (vec![json!({ "type": "text", "text": text })], "end_turn"),
        ModelReply::Calls(calls) => {
            let call = |(at, (name, arguments)): (usize, &(String, Value))| json!({ "type": "tool_use", "id": format!("toolu-{}", at + 1), "name": name, "input": arguments });
            (calls.iter().enumerate().map(call).collect(), "tool_use")
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
        stream(&blocks, reason, &message(json!([]), None, 1), output)
    } else {
        json_response(&message(json!(blocks), Some(reason), output))
    };
    Ok(ReplyWithUsage { answer, used: tokens(input, output) })
}

fn stream(blocks: &[Value], reason: &str, start: &Value, output: u64) -> crate::response::HttpResponse {
    let mut all = vec![json!({ "type": "message_start", "message": start })];
    for (index, block) in blocks.iter().enumerate() {
        let mut empty = block.clone();
        let deltas: Vec<Value> = match block["text"].as_str() {
            Some(text) => {
                empty["text"] = "".into();
                reply::pieces(text).into_iter().map(|it| json!({ "type": "text_delta", "text": it })).collect()
            }
            None => {
                empty["input"] = json!({});
                vec![json!({ "type": "input_json_delta", "partial_json": block["input"].to_string() })]
            }
        };
        all.push(json!({ "type": "content_block_start", "index": index, "content_block": empty }));
        if index == 0 {
            all.push(json!({ "type": "ping" }));
        }
        all.extend(deltas.into_iter().map(|it| json!({ "type": "content_block_delta", "index": index, "delta": it })));
        all.push(json!({ "type": "content_block_stop", "index": index }));
    }
    let delta = json!({ "stop_reason": reason, "stop_sequence": null });
    all.extend([
        json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": output } }),
        json!({ "type": "message_stop" }),
    ]);
    events(Format::Messages, all.iter().map(|it| (it["type"].as_str(), it.to_string())))
}
