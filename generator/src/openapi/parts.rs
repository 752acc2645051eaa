//! Parts of a document that several of its sections have.

use serde::Serialize;
use serde_json::{Value, json};

use super::layout;

/// The schema of a body that the documents do not show.
pub(super) const ERROR_BODY: &str = "ErrorBody";

/// A server whose URL is a variable.
pub(super) fn server(variable: &str, url: Option<&str>, example: &str) -> Value {
    let url = url.unwrap_or(example).trim_end_matches('/');
    json!({ "url": format!("{{{variable}}}"), "variables": { variable: { "default": url } } })
}

/// A response with an error.
pub(super) fn error(about: &str) -> Value {
    response(about, ERROR_BODY)
}

pub(super) fn response(about: &str, schema: &str) -> Value {
    let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
    json!({ "description": about, "content": { "application/json": { "schema": schema } } })
}

/// `"key": value`, printed at a depth of the document.
pub(super) fn entry(key: &str, value: &impl Serialize, depth: usize) -> String {
    let text = serde_json::to_string(value).expect("plain data is always JSON");
    format!("{}{}: {}", "  ".repeat(depth), Value::from(key), layout::layout(&text, depth))
}
