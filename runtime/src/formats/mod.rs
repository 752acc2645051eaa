//! The formats that chat models speak.

pub mod chat;
mod dialogue;
pub mod messages;
pub mod responses;
mod social_tools;
mod tools;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Result;
use crate::http::error::undecodable;

pub use dialogue::{Dialogue, Said};
pub use social_tools::SocialTools;
pub use tools::{ReplyFormat, Tool, ToolCall, ToolChoice};

fn object(value: Value) -> Result<Value, Value> {
    if value.is_object() { Ok(value) } else { Err(value) }
}

/// A text of an object, or none.
fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

/// The same of fields that are on their way to somebody.
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

/// A count in what a gateway says of usage; `None` if it is not there, or no count.
fn count(usage: &Value, path: &str) -> Option<u64> {
    usage.pointer(path).and_then(|it| it.as_u64().or_else(|| it.as_str()?.parse().ok()))
}

/// One that is left out where there is none of it.
fn detail(usage: &Value, path: &str) -> Option<u64> {
    match usage.pointer(path) {
        None | Some(Value::Null) => Some(0),
        Some(_) => count(usage, path),
    }
}

fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A reply's text, read as JSON.
fn parse<T: DeserializeOwned>(text: Option<String>) -> Result<T> {
    let text = text.unwrap_or_default();
    serde_json::from_str(&text).map_err(|problem| undecodable(problem, &text))
}

/// Texts of several parts in one; `None` if there are none.
fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<_> = texts.collect();
    (!texts.is_empty()).then(|| texts.concat())
}

/// Adds a piece of a stream to what has come: text to text, fields to fields, and items of a list to the item that
/// has the same `index`. A text that nobody knows may be a piece or a word that is repeated: it is joined, since what
/// is said twice is a nuisance, and what is lost is lost.
fn merge(into: &mut Map<String, Value>, piece: &Map<String, Value>) {
    piece.iter().for_each(|(key, value)| merge_field(into, key, value));
}

/// Adds one field: only what is new is copied.
fn merge_field(into: &mut Map<String, Value>, key: &str, value: &Value) {
    match (into.get_mut(key), value) {
        (_, Value::Null) => {}
        (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
        (Some(Value::Array(old)), Value::Array(new)) => merge_items(old, new),
        (Some(Value::String(old)), Value::String(new)) if !is_word(key) => old.push_str(new),
        (Some(Value::String(_)), Value::String(new)) if new.is_empty() => {}
        (Some(old), new) => replace(old, new),
        (None, new) => {
            into.insert(key.to_owned(), new.clone());
        }
    }
}

/// Takes a value that is said anew; the same one is not copied.
fn replace(old: &mut Value, new: &Value) {
    if old != new {
        old.clone_from(new);
    }
}

/// Words come whole, if more than once.
fn is_word(key: &str) -> bool {
    matches!(key, "finish_reason" | "id" | "name" | "role" | "type")
}

fn merge_items(into: &mut Vec<Value>, items: &[Value]) {
    for item in items {
        // Looked for where it belongs and at the end, so that a long list takes no longer than it is.
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
