//! Parts that several sections of a document use.

use serde::Serialize;
use serde_json::{Value, json};

use super::layout;
use crate::model::{Reply, Service};
use crate::replies;

/// Schema of an undocumented error body.
pub(super) const ERROR_BODY: &str = "ErrorBody";

/// Description of the response that is charged.
pub(super) const CHARGED: &str = "Response of the platform. Only this is charged.";

/// Returns the schema of a social response, with the schema of its payload if that is known.
pub(super) fn social_result(service: &Service, payload: Option<Value>) -> Value {
    let name = service.payload.as_str();
    if name.is_empty() {
        return payload.unwrap_or_else(|| json!({}));
    }
    let mut result = replies::schema(&replies::of(Reply::Social, service));
    result["required"] = json!([name]);
    if let Some(payload) = payload {
        result["properties"][name] = payload;
    }
    result
}

/// Returns a server whose URL is a variable.
pub(super) fn server(variable: &str, url: Option<&str>, example: &str) -> Value {
    let url = url.unwrap_or(example).trim_end_matches('/');
    json!({ "url": format!("{{{variable}}}"), "variables": { variable: { "default": url } } })
}

/// Returns a response with an error.
pub(super) fn error(about: &str) -> Value {
    response(about, ERROR_BODY)
}

pub(super) fn response(about: &str, schema: &str) -> Value {
    let schema = json!({ "$ref": format!("#/components/schemas/{schema}") });
    json!({ "description": about, "content": { "application/json": { "schema": schema } } })
}

/// Returns `"key": value`, printed at a depth of the document.
pub(super) fn entry(key: &str, value: &impl Serialize, depth: usize) -> String {
    let text = serde_json::to_string(value).expect("plain data is always JSON");
    format!("{}{}: {}", "  ".repeat(depth), Value::from(key), layout::layout(&text, depth))
}
