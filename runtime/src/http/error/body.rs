//! Codes and messages in error bodies. The description of the service lists their places.

use serde_json::Value;

use crate::{Service, json_path};

impl Service {
    /// Returns code and message of an error, each from the first path that has one.
    pub(crate) fn code_and_message(&self, body: &Value) -> (Option<String>, Option<String>) {
        let text = |value: &Value| match value {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let first = |all: &[&str]| all.iter().flat_map(|it| json_path::find(body, it)).find_map(text);
        (first(self.error_code), first(self.error_message))
    }

    /// Returns true if a body contains an error object, such as `error` for a code at `error.code`. Some gateways
    /// always send the field, so an empty one is not an error.
    pub(crate) fn has_error(&self, body: &Value) -> bool {
        let paths = self.error_code.iter().chain(self.error_message);
        let mut objects = paths.filter_map(|it| body.get(it.split_once('.')?.0));
        objects.any(|error| !is_blank(error))
    }

    /// Returns true for an error with status 200: a body that contains an error and nothing else that means anything.
    pub(crate) fn is_only_error(&self, body: &Value) -> bool {
        let Value::Object(fields) = body else { return false };
        let errors = self.error_code.iter().chain(self.error_message).filter_map(|it| it.split('.').next());
        let envelope: Vec<_> = errors.chain(ENVELOPE).collect();
        let has_content = fields.iter().any(|(key, value)| !envelope.contains(&key.as_str()) && !is_blank(value));
        let is_flat = || self.is_flat_error(body) || fields.contains_key("success") && self.reports_failure(body);
        !has_content && (self.has_error(body) || is_flat())
    }

    /// Returns true if a body reports a failure without an error object: a code other than that of a success, or
    /// `"success": false` with a message.
    pub(crate) fn reports_failure(&self, body: &Value) -> bool {
        let (code, message) = self.code_and_message(body);
        code.is_some_and(|it| !is_success(&it)) || message.is_some() && body.get("success") == Some(&Value::Bool(false))
    }

    /// Returns true if a body has the code of a success.
    pub(crate) fn reports_success(&self, body: &Value) -> bool {
        self.code_and_message(body).0.is_some_and(|it| is_success(&it))
    }

    /// Returns true if a body is an error without an object around it: it has a code, which may be null, and a message.
    pub(crate) fn is_flat_error(&self, body: &Value) -> bool {
        let has_code = self.error_code.iter().any(|it| !json_path::find(body, it).is_empty());
        has_code && self.code_and_message(body).1.is_some()
    }
}

fn is_success(code: &str) -> bool {
    code.eq_ignore_ascii_case("success") || code == "0" || code == "200"
}

/// Fields that replies and errors have in common.
const ENVELOPE: [&str; 9] =
    ["id", "object", "type", "status", "created", "created_at", "model", "request_id", "success"];

/// Returns true for a value that stands for nothing: null, false, 0, or empty, also in all its fields.
pub(crate) fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(is_blank),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const OTHER: Service =
        Service { error_code: &["fault.id", "id"], error_message: &["fault.text", "text"], ..Service::EMPTY };

    #[test]
    fn code_and_message_are_read_at_the_places_of_the_service() {
        let read = |body: Value| Service::EMPTY.code_and_message(&body);
        assert_eq!(read(json!({ "error": { "message": "m", "code": 7 } })), (Some("7".into()), Some("m".into())));
        assert_eq!(read(json!({ "error": { "message": "m", "code": null } })), (None, Some("m".into())));
        assert_eq!(read(json!({ "code": "c", "message": "m", "data": null })), (Some("c".into()), Some("m".into())));
        assert_eq!(
            read(json!({ "type": "error", "error": { "type": "t", "message": "m" } })),
            (None, Some("m".into()))
        );
        for other in [json!("plain"), json!([]), json!({ "error": "text" }), json!(null)] {
            assert_eq!(read(other.clone()), (None, None), "{other}");
        }
        let both = (Some("c".into()), Some("m".into()));
        assert_eq!(OTHER.code_and_message(&json!({ "fault": { "id": "c", "text": "m" } })), both);
        assert_eq!(OTHER.code_and_message(&json!({ "id": "c", "text": "m" })), both);
        assert_eq!(OTHER.code_and_message(&json!({ "error": { "code": "c", "message": "m" } })), (None, None));
    }

    #[test]
    fn an_empty_error_field_is_not_an_error() {
        for (has_error, error) in [
            (false, json!(null)),
            (false, json!(false)),
            (false, json!("")),
            (false, json!({})),
            (true, json!("no")),
            (true, json!({ "message": "no" })),
            (true, json!(7)),
        ] {
            assert_eq!(Service::EMPTY.has_error(&json!({ "error": error })), has_error, "{error}");
            assert_eq!(OTHER.has_error(&json!({ "fault": error })), has_error, "{error}");
            assert!(!OTHER.has_error(&json!({ "error": error, "id": "c" })), "{error}");
        }
    }

    #[test]
    fn an_error_with_content_is_a_reply() {
        let error = json!({ "code": "c", "message": "m" });
        for (is_error, body) in [
            (true, json!({ "error": error })),
            (true, json!({ "error": error, "id": "r", "object": "", "choices": null })),
            (true, json!({ "id": "r", "status": "failed", "error": error, "output": [] })),
            (true, json!({ "object": "error", "message": "m", "code": 404 })),
            (true, json!({ "code": "c", "message": "m", "data": {} })),
            (true, json!({ "success": false, "message": "m" })),
            (false, json!({ "success": false, "message": "m", "text": "t" })),
            (false, json!({ "success": false })),
            (false, json!({ "error": error, "choices": [{ "index": 0 }] })),
            (false, json!({ "error": { "code": "", "message": "" }, "data": [{ "url": "u" }] })),
            (false, json!({ "code": 0, "message": "success", "text": "t" })),
            (false, json!({ "id": "r", "choices": [] })),
            (false, json!({ "message": "m" })),
            (false, json!([error])),
        ] {
            assert_eq!(Service::EMPTY.is_only_error(&body), is_error, "{body}");
        }
    }

    #[test]
    fn a_flat_error_has_a_code_and_a_message() {
        for (is_error, body) in [
            (true, json!({ "id": "c", "text": "m" })),
            (true, json!({ "id": null, "text": "m" })),
            (false, json!({ "id": "c", "text": "" })),
            (false, json!({ "id": "c" })),
            (false, json!({ "text": "m" })),
            (false, json!({ "code": "c", "message": "m" })),
        ] {
            assert_eq!(OTHER.is_flat_error(&body), is_error, "{body}");
        }
    }
}
