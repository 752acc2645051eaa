//! What the mock says: the same to the same question, so that a test knows what comes.

use serde_json::{Map, Value, json};

/// What a model makes of a dialogue.
pub(super) enum Said {
    Text(String),
    /// A call of a tool: its name, and arguments that fit its schema.
    Call(String, Value),
}

/// Calls the first tool if there is one and nothing has come of it yet; else repeats what was said last.
pub(super) fn reply(last: &str, tools: &[(String, Value)], may_call: bool, schema: Option<&Value>) -> Said {
    match tools.first() {
        Some((name, parameters)) if may_call => Said::Call(name.clone(), sample(parameters, parameters)),
        _ => Said::Text(match schema {
            Some(schema) => sample(schema, schema).to_string(),
            None => format!("You said: {last}"),
        }),
    }
}

/// Text in pieces, as a stream brings it.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = text.split_inclusive(' ').collect();
    if pieces.is_empty() {
        pieces.push("");
    }
    pieces
}

/// Four characters make a token, more or less.
pub(super) fn tokens(text: &str) -> u64 {
    (text.chars().count() as u64).div_ceil(4)
}

/// A value that fits a schema; references lead into the whole of it.
fn sample(schema: &Value, whole: &Value) -> Value {
    if let Some(target) = schema["$ref"].as_str().and_then(|it| it.strip_prefix('#')) {
        return whole.pointer(target).map_or(Value::Null, |it| sample(it, whole));
    }
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    let choices = schema["anyOf"].get(0).or_else(|| schema["oneOf"].get(0));
    if let Some(first) = choices.filter(|_| schema["properties"].is_null()) {
        return sample(first, whole);
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.first().and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match kind {
        Some("object") => {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let also = schema["anyOf"].get(0).and_then(|it| it["required"].as_array()).cloned().unwrap_or_default();
            let names = required.iter().chain(&also).filter_map(Value::as_str);
            let fields = names.map(|name| (name.to_owned(), sample(&schema["properties"][name], whole)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Some("array") => json!([]),
        Some("integer") => schema["minimum"].as_i64().unwrap_or(1).into(),
        Some("number") => json!(1.5),
        Some("boolean") => true.into(),
        Some("null") => Value::Null,
        _ => "sample".into(),
    }
}
