//! Examples with curl.

use serde_json::Value;

use super::request::{Content, HttpRequest, Response, key_header};
use crate::example;
use crate::model::{Method, Service, TaskShape};
use crate::shell::always_quoted;

/// Returns the request with curl.
pub(super) fn example(request: &HttpRequest<'_>) -> String {
    let get = if request.method == Method::Get { " --get" } else { "" };
    let url = format!("curl{get} \"${}{}\"", request.service.environment.base_url, request.path);
    let mut parts = vec![url, key(request.service)];
    match &request.content {
        Content::Query(pairs) => {
            let pair = |(name, value): &(String, String)| format!("{name}={value}");
            parts.extend(pairs.iter().map(|it| format!("--data-urlencode {}", always_quoted(&pair(it)))));
        }
        Content::Form(fields) => parts.extend(fields.iter().map(|it| {
            let at = if it.is_file { "@" } else { "" };
            format!("--form {}", always_quoted(&format!("{}={at}{}", it.name, it.value)))
        })),
        Content::Json(body) => {
            parts.push("--header \"Content-Type: application/json\"".to_owned());
            let body = Value::Object(body.clone());
            let line = body.to_string();
            parts.push(format!(
                "--data {}",
                always_quoted(&if line.len() > example::LONGEST { format!("{body:#}") } else { line })
            ));
        }
    }
    if let Response::File(name) = &request.response {
        parts.push(format!("--output {name}"));
    }
    parts.join(" \\\n  ")
}

/// Returns the curl command that polls a task.
pub(in crate::site) fn polling(shape: &TaskShape, service: &Service) -> String {
    format!("curl \"${}{}/$TASK_ID\" \\\n  {}", service.environment.base_url, shape.path, key(service))
}

/// Returns the header with the key.
fn key(service: &Service) -> String {
    let (name, scheme) = key_header(service);
    format!("--header \"{name}: {scheme}${}\"", service.environment.key)
}
