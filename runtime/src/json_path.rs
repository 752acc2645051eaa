//! Paths in a JSON body, such as `metadata.content[]`. A dot leads into an object, brackets lead into a list.

use serde_json::{Map, Value};

/// Writes a value to a path and creates missing objects. `[]` at the end appends to a list.
///
/// ```
/// use gatewright_runtime::{json_path, serde_json};
///
/// let mut body = serde_json::Map::new();
/// json_path::put(&mut body, "metadata.list[]", 1.into());
/// assert_eq!(serde_json::Value::Object(body).to_string(), r#"{"metadata":{"list":[1]}}"#);
/// ```
pub fn put(body: &mut Map<String, Value>, path: &str, value: Value) {
    if let Some((first, rest)) = path.split_once('.') {
        let inner = body.entry(first).or_insert_with(|| Map::new().into());
        if !inner.is_object() {
            *inner = Map::new().into();
        }
        if let Value::Object(inner) = inner {
            put(inner, rest, value);
        }
    } else if let Some(list) = path.strip_suffix("[]") {
        match body.entry(list).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(items) => items.push(value),
            other => *other = vec![value].into(),
        }
    } else {
        body.insert(path.to_owned(), value);
    }
}

/// Returns the values at a path. After the name of a list, `[]` selects all items, and `[!key]` the items without
/// that key.
///
/// ```
/// use gatewright_runtime::{json_path, serde_json::json};
///
/// let body = json!({ "list": [{ "url": "a", "role": "r" }, { "url": "b" }] });
/// assert_eq!(json_path::find(&body, "list[].url").len(), 2);
/// assert_eq!(json_path::find(&body, "list[!role].url"), [&json!("b")]);
/// ```
pub fn find<'a>(body: &'a Value, path: &str) -> Vec<&'a Value> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (name, filter) = first.split_once('[').map_or((first, None), |(name, filter)| (name, Some(filter)));
    let Some(inner) = body.get(name) else { return Vec::new() };
    let found: Vec<_> = match (filter.map(|it| it.trim_end_matches(']')), inner) {
        (None, inner) => vec![inner],
        (Some(filter), Value::Array(items)) => {
            let lacks =
                |item: &&Value| filter.strip_prefix('!').is_none_or(|key| item.get(key).is_none_or(Value::is_null));
            items.iter().filter(lacks).collect()
        }
        (Some(_), _) => Vec::new(),
    };
    match rest {
        Some(rest) => found.into_iter().flat_map(|it| find(it, rest)).collect(),
        None => found,
    }
}

/// Returns the value behind the steps of a path, of which a number selects an item of a list: `pages`, `0`, `next`.
pub(crate) fn at<'a, 'b>(value: &'a Value, mut steps: impl Iterator<Item = &'b str>) -> Option<&'a Value> {
    steps.try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    })
}

/// Returns a shape in which the value replaces the text `$`.
///
/// ```
/// use gatewright_runtime::{json_path, serde_json::json};
///
/// let shape = json!({ "type": "image_url", "image_url": { "url": "$" } });
/// assert_eq!(json_path::shaped(shape, &json!("a"))["image_url"]["url"], "a");
/// ```
pub fn shaped(shape: Value, value: &Value) -> Value {
    match shape {
        Value::String(text) if text == "$" => value.clone(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, it)| (name, shaped(it, value))).collect::<Map<_, _>>().into()
        }
        other => other,
    }
}
