//! Rules of the strict mode of structured output, as OpenAI's models have them.

use serde_json::Value;

use crate::response::Refusal;

/// Keywords that the strict mode refuses.
const REFUSED: [&str; 16] = [
    "allOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "propertyNames",
    "prefixItems",
    "contains",
    "uniqueItems",
    "minLength",
    "maxLength",
    "default",
];

/// Refuses a schema that a model cannot follow strictly.
pub(super) fn check(schema: &Value) -> Result<(), Refusal> {
    if schema["type"] != "object" || schema.get("anyOf").is_some() {
        return refuse("the root must be an object", "$");
    }
    check_part(schema, "$")
}

fn check_part(schema: &Value, path: &str) -> Result<(), Refusal> {
    let Some(fields) = schema.as_object() else { return refuse("a schema must be an object", path) };
    if let Some(keyword) = REFUSED.iter().find(|it| fields.contains_key(**it)) {
        return refuse(&format!("`{keyword}` is not permitted"), path);
    }
    if fields.contains_key("$ref") && fields.len() > 1 {
        return refuse("`$ref` cannot have keywords next to it", path);
    }
    if !["type", "$ref", "anyOf", "enum", "const"].iter().any(|it| fields.contains_key(*it)) {
        return refuse("a schema must have a `type`", path);
    }
    let properties = fields.get("properties").and_then(Value::as_object);
    if fields.get("type").is_some_and(|it| it == "object") || properties.is_some() {
        if fields.get("additionalProperties") != Some(&Value::Bool(false)) {
            return refuse("`additionalProperties` must be false", path);
        }
        let required = |name: &String| schema["required"].as_array().is_some_and(|it| it.iter().any(|it| it == name));
        if !properties.is_some_and(|it| it.keys().all(required)) {
            return refuse("`required` must include every key in `properties`", path);
        }
    }
    let definitions = ["$defs", "definitions"].iter().filter_map(|it| fields.get(*it)?.as_object());
    for (name, part) in properties.into_iter().chain(definitions).flatten() {
        check_part(part, &format!("{path}.{name}"))?;
    }
    let alternatives = fields.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    alternatives.chain(fields.get("items")).try_for_each(|it| check_part(it, path))
}

fn refuse<T>(problem: &str, path: &str) -> Result<T, Refusal> {
    Err(Refusal::bad(None, format!("invalid schema of the response format in strict mode: at `{path}`, {problem}")))
}
