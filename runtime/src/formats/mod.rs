//! Formats of chat models.

pub mod chat;
mod conversation;
pub mod messages;
pub mod responses;
mod social_tools;
mod strict;
mod tools;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Result;
use crate::http::error::decode_text;

pub use conversation::{Conversation, UserMessage};
pub use social_tools::SocialTools;
pub use tools::{ReplyFormat, Tool, ToolCall, ToolChoice};

fn object(value: Value) -> Result<Value, Value> {
    if value.is_object() { Ok(value) } else { Err(value) }
}

/// Returns a text field of an object; an empty text if there is none.
fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// Removes a text field and returns its text. A field of another type stays, and the returned text is empty.
fn take_text(fields: &mut Map<String, Value>, key: &str) -> String {
    match fields.remove(key) {
        Some(Value::String(text)) => text,
        Some(other) => {
            fields.insert(key.to_owned(), other);
            String::new()
        }
        None => String::new(),
    }
}

/// Returns a count in the usage that a gateway reports; `None` if it is missing or not a count.
fn count(usage: &Value, path: &str) -> Option<u64> {
    usage.pointer(path).and_then(|it| it.as_u64().or_else(|| it.as_str()?.parse().ok()))
}

/// Returns an optional count; 0 if it is missing, and `None` if it is not a count.
fn detail(usage: &Value, path: &str) -> Option<u64> {
    match usage.pointer(path) {
        None | Some(Value::Null) => Some(0),
        Some(_) => count(usage, path),
    }
}

fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Parses the text of a reply as JSON.
fn parse<T: DeserializeOwned>(text: Option<String>) -> Result<T> {
    decode_text(&text.unwrap_or_default())
}

/// Joins the texts of several parts; `None` if there are none.
fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<_> = texts.collect();
    (!texts.is_empty()).then(|| texts.concat())
}

/// Merges a chunk of a stream into the received fields: texts are appended, objects are merged, and a list item is
/// merged into the item with the same `index`.
///
/// A text in an unknown field may be a chunk or a repeated value. It is appended, because duplicated text does less
/// harm than lost text.
fn merge(into: &mut Map<String, Value>, chunk: &Map<String, Value>) {
    chunk.iter().for_each(|(key, value)| merge_field(into, key, value));
}

/// Merges one field. Only new values are copied.
fn merge_field(into: &mut Map<String, Value>, key: &str, value: &Value) {
    match (into.get_mut(key), value) {
        (_, Value::Null) => {}
        (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
        (Some(Value::Array(old)), Value::Array(new)) => merge_items(old, new),
        (Some(Value::String(old)), Value::String(new)) if !is_sent_whole(key) => old.push_str(new),
        (Some(Value::String(_)), Value::String(new)) if new.is_empty() => {}
        (Some(old), new) => replace(old, new),
        (None, new) => {
            into.insert(key.to_owned(), new.clone());
        }
    }
}

/// Replaces a value. An equal value is not copied.
fn replace(old: &mut Value, new: &Value) {
    if old != new {
        old.clone_from(new);
    }
}

/// Returns true for fields whose value is never split into chunks, though chunks may repeat it.
fn is_sent_whole(key: &str) -> bool {
    matches!(key, "finish_reason" | "id" | "name" | "role" | "type")
}

fn merge_items(into: &mut Vec<Value>, items: &[Value]) {
    for item in items {
        // Only its own position and the end are searched, so that the time does not grow with the length of the list.
        let index = item.get("index");
        let place = index.and_then(Value::as_u64).and_then(|it| usize::try_from(it).ok());
        let same = |at: &usize| index.is_some() && into.get(*at).is_some_and(|old| old.get("index") == index);
        let found = place.into_iter().chain(into.len().checked_sub(1)).find(same);
        match (found.and_then(|at| into.get_mut(at)), item) {
            (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
            (_, item) => into.push(item.clone()),
        }
    }
}
