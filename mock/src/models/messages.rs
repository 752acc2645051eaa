//! The Claude-style messages format.

use gatewright::model::Offered;
use serde_json::{Value, json};

use super::chat::{said_tokens, text};
use super::words::{self, Said};
use super::{Asked, Made, events, json_answer, tokens};

pub(super) fn answer(model: &Offered, asked: &Asked, id: &str) -> Made {
    let messages = asked.fields.get("messages").and_then(Value::as_array).cloned().unwrap_or_default();
    let result = |it: &Value| it["content"].as_array()?.iter().find_map(|it| Some(it["content"].as_str()?.to_owned()));
    let last = messages.last().map(|it| Some(text(it)).filter(|it| !it.is_empty()).or_else(|| result(it)));
    let last = last.flatten().unwrap_or_default();
    let tools = asked.fields.get("tools").and_then(Value::as_array).cloned().unwrap_or_default();
    let tools: Vec<_> = tools
        .iter()
        .map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it["input_schema"].clone()))
        .collect();
    let blocks = messages.last().and_then(|it| it["content"].as_array()).cloned().unwrap_or_default();
    let answered = blocks.iter().any(|it| it["type"] == "tool_result");
    let may_call = !answered && asked.fields.get("tool_choice").is_none_or(|it| it["type"] != "none");
    let said = words::reply(&last, &tools, may_call, None);
    let (input, output) = (words::tokens(&Value::from(messages).to_string()), said_tokens(&said));
    let (block, reason) = match &said {
        Said::Text(text) => (json!({ "type": "text", "text": text }), "end_turn"),
        Said::Call(name, arguments) => {
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
        json_answer(&message(json!([block]), Some(reason), output))
    };
    Made { answer, used: tokens(input, output) }
}

fn stream(said: &Said, block: &Value, reason: &str, start: &Value, output: u64) -> crate::answer::Answer {
    let mut empty = block.clone();
    let deltas: Vec<Value> = match said {
        Said::Text(text) => {
            empty["text"] = "".into();
            words::pieces(text).into_iter().map(|it| json!({ "type": "text_delta", "text": it })).collect()
        }
        Said::Call(_, arguments) => {
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
    events(all.iter().map(|it| (it["type"].as_str(), it.to_string())))
}
