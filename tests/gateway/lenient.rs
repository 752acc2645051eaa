//! Fields that a gateway adds, drops or changes do not break callers, and unknown fields are kept.

use proptest::prelude::*;
use sample_client::{Reply, audio, chat, image, messages, responses};
use serde::Serialize;
use serde_json::{Value, json};

/// Returns a response of each format, with every kind of content.
fn replies() -> [Value; 5] {
    let function = json!({ "name": "weather", "arguments": "{\"town\":\"x\"}" });
    let call = json!({ "id": "c1", "type": "function", "function": function });
    [
        json!({
            "id": "r", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [
                { "index": 0, "message": { "role": "assistant", "content": "text" }, "finish_reason": "stop" },
                { "index": 1, "message": { "role": "assistant", "content": [{ "type": "text", "text": "x" }],
                  "tool_calls": [call] }, "finish_reason": "tool_calls", "logprobs": { "content": [] } },
            ],
            "usage": { "prompt_tokens": 3, "completion_tokens": 4, "prompt_tokens_details": { "cached_tokens": 1 } },
        }),
        json!({
            "id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "tool_use",
            "content": [
                { "type": "text", "text": "x" },
                { "type": "tool_use", "id": "t", "name": "weather", "input": { "town": "x" } },
            ],
            "usage": { "input_tokens": 3, "output_tokens": 4, "cache_creation": { "ephemeral_1h_input_tokens": 1 } },
        }),
        json!({
            "id": "r", "object": "response", "status": "completed", "model": "m",
            "output": [
                { "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": "x" }] },
                { "type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}" },
            ],
            "usage": { "input_tokens": 3, "input_tokens_details": { "cached_tokens": 1 }, "output_tokens": 4 },
        }),
        json!({
            "created": 1, "data": [{ "url": "https://files.example/a", "b64_json": "" }],
            "metadata": { "success_count": "1", "failed_count": "0" },
        }),
        json!({ "text": "x", "segments": [{ "start": 0 }] }),
    ]
}

/// Reads a response, uses it as callers do, and serializes it again.
fn through<R: Reply + Serialize>(value: Value, look: impl Fn(&R)) -> Value {
    match R::read(value) {
        Ok(reply) => {
            reply.usage();
            look(&reply);
            serde_json::to_value(&reply).expect("it is JSON")
        }
        Err(value) => value,
    }
}

fn through_its_format(format: usize, value: Value) -> Value {
    match format {
        0 => through::<chat::Reply>(value, |it| {
            drop((it.text(), it.tool_calls(), it.parse::<Value>()));
        }),
        1 => through::<messages::Reply>(value, |it| {
            drop((it.text(), it.tool_calls(), it.to_message()));
        }),
        2 => through::<responses::Reply>(value, |it| {
            drop((it.text(), it.tool_calls()));
        }),
        3 => through::<image::Reply>(value, |it| {
            let _ = (it.success_count(), it.failed_count());
        }),
        _ => through::<audio::Transcript>(value, |_| ()),
    }
}

/// Collects the JSON pointers of all parts of a value.
fn paths(value: &Value, at: String, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, it)| paths(it, format!("{at}/{key}"), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, it)| paths(it, format!("{at}/{i}"), all)),
        _ => {}
    }
    all.push(at);
}

fn remove(value: &mut Value, place: &str) {
    let Some((parent, key)) = place.rsplit_once('/') else { return };
    match value.pointer_mut(parent) {
        Some(Value::Object(fields)) => {
            fields.remove(key);
        }
        Some(Value::Array(items)) => {
            key.parse().map(|index: usize| items.remove(index)).ok();
        }
        _ => {}
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        Just(u64::MAX.into()),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!([1, "x", null, { "a": [] }])),
        Just(json!({})),
        Just(json!({ "type": "text", "text": 7 })),
    ]
}

proptest! {
    #[test]
    fn no_change_panics_and_no_unknown_field_is_lost(
        format in 0..5usize,
        deletions in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any_value()), 0..3),
        additions in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let mut value = replies()[format].clone();
        let all = |value: &Value| { let mut all = Vec::new(); paths(value, String::new(), &mut all); all };
        for index in &deletions {
            let place = index.get(&all(&value)).clone();
            remove(&mut value, &place);
        }
        for (index, new) in &changes {
            let place = index.get(&all(&value)).clone();
            if let Some(old) = value.pointer_mut(&place) { *old = new.clone() }
        }
        let mut added = Vec::new();
        for (number, index) in additions.iter().enumerate() {
            let objects: Vec<_> = all(&value).into_iter().filter(|it| value.pointer(it).is_some_and(Value::is_object)).collect();
            if objects.is_empty() { continue }
            let (place, name) = (index.get(&objects).clone(), format!("unknown-{number}"));
            value.pointer_mut(&place).expect("it is listed")[&name] = json!({ "kept": number });
            added.push(name);
        }
        let written = through_its_format(format, value).to_string();
        for name in added {
            prop_assert!(written.contains(&format!("\"{name}\"")), "{name} is not in {written}");
        }
    }
}
