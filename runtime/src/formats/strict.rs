//! JSON Schemas for the strict mode of structured output.
//!
//! In this mode the model writes JSON that always satisfies the schema, and the public formats accept only a part of JSON
//! Schema: each object lists all its properties, requires them, and allows no others.

use serde_json::{Map, Value, json};

/// Keywords that the strict mode knows and that contain no schema.
const PLAIN: [&str; 15] = [
    "type",
    "title",
    "description",
    "enum",
    "const",
    "pattern",
    "format",
    "multipleOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
    "$ref",
];

/// Keywords without an effect on the values, which the strict mode does not know.
const REMOVED: [&str; 10] =
    ["$schema", "$id", "$comment", "$anchor", "default", "examples", "example", "deprecated", "readOnly", "writeOnly"];

/// Formats of texts that the strict mode knows. Others, such as `uint32`, are names of types, next to their limits.
const FORMATS: [&str; 9] = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/// Converts a schema to one that the strict mode accepts. Each value of the new schema also satisfies the old one, except
/// that a value may satisfy several members of `oneOf`.
///
/// Returns the reason if a schema cannot be expressed.
pub(super) fn strict(schema: Value) -> Result<Value, String> {
    let is_object = schema["type"] == "object";
    let strict = convert(schema, "$")?;
    if !is_object || strict.get("anyOf").is_some() {
        return Err("`$` must be an object; help: use a struct, with the value as a field".to_owned());
    }
    Ok(strict)
}

fn convert(schema: Value, path: &str) -> Result<Value, String> {
    let Value::Object(fields) = schema else { return Err(format!("`{path}` accepts any value; help: give it a type")) };
    let mut strict = Map::new();
    let mut additional = None;
    let several = ["anyOf", "oneOf", "allOf"].into_iter().filter(|it| fields.contains_key(*it)).count() > 1;
    if several {
        return Err(format!("`{path}` has more than one of `anyOf`, `oneOf` and `allOf`"));
    }
    for (key, value) in fields {
        match (key.as_str(), value) {
            ("properties", Value::Object(all)) => drop(strict.insert(key, children(all, path)?)),
            ("$defs" | "definitions", Value::Object(all)) => {
                let all = children(all, &format!("{path}.{key}"))?;
                strict.insert(key, all);
            }
            ("items", items) => drop(strict.insert(key, convert(items, &format!("{path}[]"))?)),
            ("anyOf" | "oneOf", Value::Array(all)) => {
                let all = all.into_iter().map(|it| convert(it, path)).collect::<Result<Vec<_>, _>>()?;
                strict.insert("anyOf".to_owned(), all.into());
            }
            ("allOf", Value::Array(mut all)) if all.len() == 1 => {
                let only = convert(all.remove(0), path)?;
                strict.insert("anyOf".to_owned(), json!([only]));
            }
            ("additionalProperties", value) => additional = Some(value),
            // All properties become required.
            ("required", _) => {}
            ("format", Value::String(format)) if !FORMATS.contains(&format.as_str()) => {}
            (known, value) if PLAIN.contains(&known) => drop(strict.insert(key, value)),
            (annotation, _) if REMOVED.contains(&annotation) => {}
            (other, _) => return Err(format!("`{path}` has `{other}`, which the strict mode does not support")),
        }
    }
    close_object(&mut strict, additional, path)?;
    Ok(separate_reference(strict, path)?.into())
}

fn children(all: Map<String, Value>, path: &str) -> Result<Value, String> {
    let child = |(name, schema): (String, Value)| {
        let schema = convert(schema, &format!("{path}.{name}"))?;
        Ok((name, schema))
    };
    all.into_iter().map(child).collect::<Result<Map<_, _>, String>>().map(Value::Object)
}

/// Requires all properties of an object and forbids others.
fn close_object(schema: &mut Map<String, Value>, additional: Option<Value>, path: &str) -> Result<(), String> {
    let is_object = match schema.get("type") {
        Some(Value::String(kind)) => kind == "object",
        Some(Value::Array(kinds)) => kinds.iter().any(|it| it == "object"),
        _ => schema.contains_key("properties"),
    };
    if !is_object {
        return Ok(());
    }
    if additional.is_some_and(|it| it != Value::Bool(false)) {
        return Err(format!("`{path}` is a map with any keys; help: use a struct, or a list of structs"));
    }
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return Err(format!("`{path}` is an object without known properties; help: list them"));
    };
    let required: Vec<_> = properties.keys().cloned().collect();
    schema.insert("required".to_owned(), required.into());
    schema.insert("additionalProperties".to_owned(), false.into());
    Ok(())
}

/// Puts a reference that has a description into a list of its own: the strict mode refuses keywords next to it.
fn separate_reference(mut schema: Map<String, Value>, path: &str) -> Result<Map<String, Value>, String> {
    let known = ["type", "$ref", "anyOf", "enum", "const"];
    if !known.iter().any(|it| schema.contains_key(*it)) {
        return Err(format!("`{path}` accepts any value; help: give it a type"));
    }
    if schema.len() > 1 {
        if let Some(reference) = schema.remove("$ref") {
            if schema.contains_key("anyOf") {
                return Err(format!("`{path}` has `$ref` next to other schemas"));
            }
            schema.insert("anyOf".to_owned(), json!([{ "$ref": reference }]));
        }
    }
    Ok(schema)
}

#[cfg(test)]
mod tests;
