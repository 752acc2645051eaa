//! Schemas of learned responses.

use serde_json::{Value, json};

use super::{DOCUMENTS, document};

/// Returns the object that a reference points to, or the object itself.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(path) => document.pointer(path.trim_start_matches('#')).unwrap_or_else(|| panic!("dangling {path}")),
        None => value,
    }
}

/// Returns the schema of a social response.
fn schema<'a>(document: &'a Value, path: &str) -> &'a Value {
    let response = resolved(document, &document["paths"][path]["get"]["responses"]["200"]);
    resolved(document, &response["content"]["application/json"]["schema"])
}

#[test]
fn the_response_has_the_learned_fields() {
    for name in DOCUMENTS {
        let document = document(name);
        let result = schema(&document, "/v1/social/p2/post");
        assert_eq!((&result["x-learned"], &result["x-sample"]), (&json!(84), &json!(true)), "{name}");
        let data = resolved(&document, &result["properties"]["data"]);
        assert_eq!((&data["x-learned"], &data["x-sample"]), (&json!(84), &json!(true)), "{name}");
        assert_eq!(data["additionalProperties"], true, "{name}");
        assert_eq!(data.get("required"), None, "{name}: every field is optional");
        let fields = &data["properties"];
        assert_eq!(fields["note_id"], json!({ "type": "string" }), "{name}");
        let reaction = resolved(&document, &fields["reactions"]["additionalProperties"]);
        assert_eq!(reaction["properties"]["at"], json!({ "type": "integer", "format": "int64" }), "{name}");
        let user = resolved(&document, &fields["user"]);
        let (signature, tags) = match name {
            "openapi.json" => (json!({ "type": ["string", "null"] }), json!({ "type": ["string", "null"] })),
            _ => (json!({ "type": "string", "nullable": true }), json!({ "type": "string", "nullable": true })),
        };
        assert_eq!((&user["properties"]["signature"], &fields["tag_list"]["items"]), (&signature, &tags), "{name}");
    }
}

#[test]
fn recursion_is_a_reference() {
    for name in DOCUMENTS {
        let document = document(name);
        let data = resolved(&document, &schema(&document, "/v1/social/p3/comments")["properties"]["data"]);
        let thread = resolved(&document, &data["properties"]["thread"]);
        let comment = &thread["properties"]["comments"]["items"];
        let replies = &resolved(&document, comment)["properties"]["replies"]["items"];
        assert!(comment["$ref"].is_string() && replies == comment, "{name}: {comment} {replies}");
    }
}

#[test]
fn responses_without_a_shape_stay_undocumented() {
    for name in DOCUMENTS {
        let document = document(name);
        let result = schema(&document, "/v1/social/p4/search");
        assert_eq!((result.get("x-learned"), result["properties"]["data"].get("properties")), (None, None), "{name}");
    }
}

/// Calls a function with every object of a document.
fn each(value: &Value, visit: &mut impl FnMut(&Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|it| each(it, visit)),
        Value::Object(fields) => {
            visit(value);
            fields.values().for_each(|it| each(it, visit));
        }
        _ => {}
    }
}

#[test]
fn references_point_to_components() {
    for name in DOCUMENTS {
        let document = document(name);
        let mut count = 0;
        each(&document, &mut |it| count += usize::from(resolved(&document, it) != it));
        assert!(count > 300, "{name}: {count}");
    }
}
