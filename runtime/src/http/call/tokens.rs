//! Upper bound of the tokens that a chat request can use.

use serde_json::{Map, Value};

use crate::{Condition, CostUnknown, Face, ModelRecord, Tokens, Usage};

/// Tokens that a provider may add to the input: separators of messages, instructions for tools.
const ADDED: u64 = 1_024;

/// Fields that add only their text to the input.
const FIELDS: [&str; 35] = [
    "messages",
    "input",
    "system",
    "instructions",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "text",
    "temperature",
    "top_p",
    "top_k",
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "n",
    "stop",
    "stop_sequences",
    "seed",
    "stream",
    "stream_options",
    "frequency_penalty",
    "presence_penalty",
    "logit_bias",
    "logprobs",
    "top_logprobs",
    "reasoning_effort",
    "reasoning",
    "thinking",
    "verbosity",
    "user",
    "metadata",
    "store",
    "service_tier",
    "cache_control",
];

/// Fields that limit the output.
pub(super) const LIMITS: [&str; 3] = ["max_tokens", "max_completion_tokens", "max_output_tokens"];

/// Fields of a message that contain text.
const MESSAGE: [&str; 11] = [
    "type",
    "role",
    "content",
    "name",
    "id",
    "status",
    "refusal",
    "reasoning_content",
    "tool_calls",
    "tool_call_id",
    "cache_control",
];

/// Maximum number of tokens that a text request can use.
pub(super) struct TokenLimit {
    input: u64,
    output: u64,
    /// True if the request can write to the cache for an hour.
    asks_for_cache: bool,
}

impl TokenLimit {
    pub(super) fn of(body: &Map<String, Value>, record: &ModelRecord) -> Result<Self, CostUnknown> {
        if !body.contains_key("messages") && !body.contains_key("input") {
            return Err(CostUnknown::Usage("tokens"));
        }
        if body.keys().any(|it| it == "previous_response_id" || it == "conversation") {
            return Err(CostUnknown::Usage("tokens of the earlier conversation"));
        }
        if body.keys().any(|it| !FIELDS.contains(&it.as_str()) && !is_priced_by(record, it)) {
            return Err(CostUnknown::Usage("tokens of an unknown field"));
        }
        if !["messages", "input", "system"].iter().filter_map(|it| body.get(*it)).all(is_text) {
            return Err(CostUnknown::Usage("tokens of images, audio and files"));
        }
        if !body.get("tools").is_none_or(are_functions) {
            return Err(CostUnknown::Usage("tokens of the provider's tools"));
        }
        if record.specs.output_modalities.iter().any(|it| it != "text") {
            return Err(CostUnknown::Usage("tokens of images and audio in the response"));
        }
        let given = LIMITS.iter().filter_map(|it| body.get(*it));
        let limits: Option<Vec<u64>> = given.map(Value::as_u64).collect();
        let most = limits.and_then(|it| it.into_iter().max()).ok_or(CostUnknown::Usage("output tokens"))?;
        let replies = match body.get("n") {
            None | Some(Value::Null) => 1,
            Some(count) => count.as_u64().ok_or(CostUnknown::Usage("replies"))?,
        };
        let bytes = serde_json::to_vec(body).map_err(|_| CostUnknown::Usage("tokens"))?.len() as u64;
        let asks_for_cache = body.values().any(has_cache_control) || body.contains_key("cache_control");
        Ok(Self { input: bytes.saturating_add(ADDED), output: most.saturating_mul(replies.max(1)), asks_for_cache })
    }

    /// Returns the usage for each way in which the tokens can be billed. The most expensive one is the bound.
    pub(super) fn usages(&self, record: &ModelRecord) -> Vec<Usage> {
        let tiers = record.book_faces.iter().flat_map(|it| &it.tiers).flat_map(|it| &it.when);
        // A longer input can be in a cheaper tier: the longest input of each tier counts, too.
        let ends = tiers.filter_map(|it| match it {
            Condition::ContextLongerThan(tokens) => u64::try_from(*tokens).ok().filter(|it| *it < self.input),
            _ => None,
        });
        let of = |input: u64| {
            let tokens = Tokens { output: self.output, ..Tokens::default() };
            let mut all = vec![
                Tokens { input, ..tokens },
                Tokens { cache_read: input, ..tokens },
                Tokens { cache_write: input, ..tokens },
            ];
            all.extend(self.asks_for_cache.then_some(Tokens { cache_write_1h: input, ..tokens }));
            all
        };
        [self.input].into_iter().chain(ends).flat_map(of).map(Usage::of_tokens).collect()
    }
}

/// Returns true if input that is read from or written to the cache costs no more than other input, according to the
/// numbers of the record.
pub(super) fn costs_no_more(usage: &Usage, record: &ModelRecord) -> bool {
    let face = match usage.tokens {
        Tokens { cache_read: 1.., .. } => Face::CacheRead,
        Tokens { cache_write: 1.., .. } => Face::CacheWrite,
        _ => return false,
    };
    let input = record.rates(Face::Input, None, false);
    let cached = record.rates(face, None, false);
    cached.iter().any(|it| input.iter().any(|other| other.of == it.of && other.number >= it.number))
}

/// Returns true if a tier of the record depends on the field.
fn is_priced_by(record: &ModelRecord, field: &str) -> bool {
    let tiers = record.book_faces.iter().flat_map(|it| &it.tiers).flat_map(|it| &it.when);
    let mut paths = tiers.filter_map(|it| match it {
        Condition::RequestAttribute { path, .. } => Some(path),
        _ => None,
    });
    paths.any(|it| it.split('.').next() == Some(field))
}

/// Returns true if messages, or parts of one, contain only text. A part of an unknown type may be anything.
fn is_text(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(is_text),
        Value::Object(fields) => {
            let inner = |name: &str| fields.get(name).is_none_or(is_text);
            match fields.get("type").map_or(Some("message"), Value::as_str) {
                Some("message") => fields.keys().all(|it| MESSAGE.contains(&it.as_str())) && inner("content"),
                Some("text" | "input_text" | "output_text" | "refusal" | "thinking" | "tool_use" | "function_call") => {
                    true
                }
                Some("tool_result") => inner("content"),
                Some("function_call_output") => inner("output"),
                _ => false,
            }
        }
        _ => true,
    }
}

/// Returns true if all tools are functions of the caller. The tokens that a provider's own tools add are unknown.
fn are_functions(tools: &Value) -> bool {
    let is_function = |it: &Value| it.get("type").is_none_or(|it| it == "function" || it == "custom");
    tools.as_array().is_some_and(|it| it.iter().all(is_function))
}

fn has_cache_control(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, it)| name == "cache_control" || has_cache_control(it)),
        Value::Array(items) => items.iter().any(has_cache_control),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn bound(body: Value) -> Result<(u64, u64, usize), CostUnknown> {
        let record = json!({ "model_name": "a", "book_faces": { "standard": { "input": 1 }, "tiers": [
            { "standard": { "input": 2 }, "when": [{ "dim": "context_len", "context_len_gt": 10 }] },
            { "standard": { "input": 2 }, "when": [{ "dim": "request_attr", "path": "speed.tier", "equals": "fast" }] },
        ] } });
        let record = ModelRecord::read(record).expect("it has a name");
        let Value::Object(body) = body else { panic!("it is an object") };
        TokenLimit::of(&body, &record).map(|it| (it.input, it.output, it.usages(&record).len()))
    }

    #[test]
    fn each_byte_of_the_body_is_at_most_a_token() {
        let body = json!({ "messages": [{ "role": "user", "content": "世界" }], "max_tokens": 7 });
        let bytes = body.to_string().len() as u64;
        assert_eq!(bound(body), Ok((bytes + ADDED, 7, 6)), "three prices of input, in two tiers");
        let two =
            json!({ "input": "tea", "max_tokens": 5, "max_output_tokens": 7, "n": 2, "speed": { "tier": "fast" } });
        assert_eq!(bound(two).map(|it| it.1), Ok(14), "the larger limit, for each reply");
        let cached = json!({ "max_tokens": 1, "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "tea", "cache_control": { "type": "ephemeral" } }] },
        ] });
        assert_eq!(bound(cached).map(|it| it.2), Ok(8), "it can also be written to the cache for an hour");
    }

    #[test]
    fn usage_is_unknown_if_the_text_does_not_limit_it() {
        let user = |content: Value| json!({ "max_tokens": 1, "messages": [{ "role": "user", "content": content }] });
        let text = json!({ "type": "text", "text": "tea" });
        for fine in [
            user(json!([text])),
            user(json!([{ "type": "tool_result", "tool_use_id": "1", "content": [text] }])),
            json!({ "max_tokens": 1, "input": [{ "type": "function_call_output", "call_id": "1", "output": "tea" }] }),
            json!({ "max_tokens": 1, "input": "tea", "tools": [{ "type": "function", "name": "a" }, { "name": "b" }] }),
        ] {
            assert!(bound(fine.clone()).is_ok(), "{fine}");
        }
        let with = |name: &str, value: Value| {
            let mut body = user(json!("tea"));
            body[name] = value;
            body
        };
        for (body, unknown) in [
            (json!({ "messages": [] }), "output tokens"),
            (with("max_tokens", json!("many")), "output tokens"),
            (with("n", json!("two")), "replies"),
            (json!({ "contents": [], "max_tokens": 1 }), "tokens"),
            (user(json!([{ "type": "image_url", "image_url": {} }])), "tokens of images, audio and files"),
            (user(json!([{ "type": "input_audio" }])), "tokens of images, audio and files"),
            (
                user(json!([{ "type": "tool_result", "content": [{ "type": "image" }] }])),
                "tokens of images, audio and files",
            ),
            (user(json!([{ "inline_data": {} }])), "tokens of images, audio and files"),
            (with("input", json!([{ "type": "item_reference" }])), "tokens of images, audio and files"),
            (
                with("messages", json!([{ "role": "assistant", "audio": { "id": "a" } }])),
                "tokens of images, audio and files",
            ),
            (with("tools", json!([{ "type": "web_search" }])), "tokens of the provider's tools"),
            (with("previous_response_id", json!("r")), "tokens of the earlier conversation"),
            (with("search", json!({})), "tokens of an unknown field"),
        ] {
            assert_eq!(bound(body.clone()), Err(CostUnknown::Usage(unknown)), "{body}");
        }
    }
}
