//! Operations that begin tasks: one handler takes them all, on each of its paths.

use serde_json::{Map, Value, json};

use super::interface::property;
use super::{Version, document};
use crate::model::{Interface, Kind, Model, Need, Operation, Param, TaskShape};

/// Two path items for each path: where tasks are submitted, and where they are asked for.
pub(super) fn print(interface: &Interface, model: &Model, version: Version) -> Vec<String> {
    let mut items = Vec::new();
    for (index, shape) in interface.tasks.shapes.iter().enumerate() {
        // The second path has the same handler.
        let suffix = if index == 0 { String::new() } else { format!("_{}", index + 1) };
        let answer = json!({ "200": {
            "description": "How the task stands.",
            "content": { "application/json": { "schema": answer(shape) } },
        } });
        let tags = [&interface.module];
        let submit = json!({ "post": {
            "operationId": format!("submit_{}{suffix}", interface.module),
            "tags": tags,
            "description": "Begins a task. A task that fails is refunded.",
            "requestBody": { "required": true, "content": { "application/json": { "schema": body(interface, model, version) } } },
            "responses": answer,
        } });
        let ask = json!({ "get": {
            "operationId": format!("ask_{}{suffix}", interface.module),
            "tags": tags,
            "description": "Says how a task stands that was submitted on this path. It costs nothing.",
            "parameters": [{ "name": "task_id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": answer,
        } });
        items.push(document::entry(&shape.path, &submit, 2));
        items.push(document::entry(&format!("{}/{{task_id}}", shape.path), &ask, 2));
    }
    items
}

/// What can be submitted: the newer document tells the operations apart. A request may fit two of them, so that it is any of
/// them, not one; the older one has the fields that the service knows.
fn body(interface: &Interface, model: &Model, version: Version) -> Value {
    let whole = |it: &&Operation| version == Version::V3_1 || it.family.is_none();
    let all: Vec<_> = interface.operations.iter().filter(whole).map(|it| schema(it, model)).collect();
    match &all[..] {
        [one] => one.clone(),
        _ => json!({ "anyOf": all }),
    }
}

fn schema(operation: &Operation, model: &Model) -> Value {
    let names: Vec<_> =
        model.models.iter().filter(|it| operation.takes(it)).map(|it| it.record.name.as_str()).collect();
    let mut name = json!({ "type": "string" });
    if operation.family.is_some() && !names.is_empty() {
        name["enum"] = json!(names);
    }
    let mut schema = json!({
        "type": "object",
        "title": operation.endpoint,
        "description": operation.about,
        "required": ["model"],
        "properties": { "model": name },
    });
    for param in &operation.params {
        for place in param.placing.iter().flat_map(|it| &it.places) {
            put(&mut schema, place, param);
        }
    }
    schema
}

/// Puts a parameter at its place: through objects, and into lists.
fn put(schema: &mut Value, place: &str, param: &Param) {
    let is_shown = param.readings.iter().all(|it| it.rule != "required");
    let (first, rest) = place.split_once('.').map_or((place, None), |(first, rest)| (first, Some(rest)));
    let name = first.trim_end_matches("[]");
    if param.need == Need::Caller && is_shown {
        require(schema, name);
    }
    let inner = &mut schema["properties"][name];
    match rest {
        Some(rest) => {
            if inner.is_null() {
                *inner = json!({ "type": "object", "properties": {} });
            }
            put(inner, rest, param);
        }
        None if first.ends_with("[]") => {
            if inner.is_null() {
                *inner = json!({ "type": "array", "items": { "anyOf": [] } });
            }
            if let Some(items) = inner["items"]["anyOf"].as_array_mut() {
                items.push(item(param));
            }
        }
        None => *inner = property(param, false),
    }
}

fn require(schema: &mut Value, name: &str) {
    let required = schema.as_object_mut().map(|it| it.entry("required").or_insert_with(|| json!([])));
    if let Some(Value::Array(required)) = required
        && !required.iter().any(|it| it == name)
    {
        required.push(name.into());
    }
}

/// One value of a list, in the object that it becomes.
fn item(param: &Param) -> Value {
    let value = property(param, false);
    let shape = param.placing.as_ref().and_then(|it| it.shape.as_deref());
    match shape.and_then(|it| serde_json::from_str(it).ok()) {
        Some(shape) => shaped(&shape, &value),
        None => value,
    }
}

/// The schema of a shape: constants are the only value, and `$` is of the parameter's type.
fn shaped(shape: &Value, value: &Value) -> Value {
    match shape {
        Value::String(text) if text == "$" => value.clone(),
        Value::Object(fields) => {
            let properties: Map<_, _> = fields.iter().map(|(name, it)| (name.clone(), shaped(it, value))).collect();
            let names: Vec<_> = fields.keys().collect();
            json!({ "type": "object", "required": names, "properties": properties })
        }
        constant => json!({ "type": "string", "enum": [constant] }),
    }
}

/// What an answer looks like.
fn answer(shape: &TaskShape) -> Value {
    let mut schema = json!({ "type": "object", "properties": {}, "additionalProperties": true });
    let mut text =
        |place: &str, about: &str| put_text(&mut schema, place, json!({ "type": "string", "description": about }));
    shape.task_id.iter().for_each(|it| text(it, "The task."));
    shape.model.iter().for_each(|it| text(it, "The model that runs it."));
    text(&shape.status, "Its state; a word that is not known means that it runs.");
    text(&shape.url, "Where the file is, signed and for a while, once it is done.");
    shape.error_code.iter().for_each(|it| text(it, "The provider's code, if it failed."));
    text(&shape.error_text, "The provider's words, if it failed.");
    shape.constant.iter().for_each(|(place, value)| text(place, &format!("Always `{value}`.")));
    let kind = if shape.percent { "string" } else { "number" };
    put_text(&mut schema, &shape.progress, json!({ "type": kind, "description": "How far it is, in percent." }));
    schema
}

fn put_text(schema: &mut Value, place: &str, property: Value) {
    match place.split_once('.') {
        None => schema["properties"][place] = property,
        Some((first, rest)) => {
            let inner = &mut schema["properties"][first];
            if inner.is_null() {
                *inner = json!({ "type": "object", "properties": {} });
            }
            put_text(inner, rest, property);
        }
    }
}

/// What else a property of a video says.
pub(super) fn more(kind: &Kind, property: &mut Map<String, Value>) {
    let mut say = |key: &str, value: Value| property.insert(key.to_owned(), value);
    match kind {
        Kind::Link(_) => say("format", "uri".into()),
        Kind::Size => say("pattern", r"^[1-9][0-9]*\*[1-9][0-9]*$".into()),
        Kind::Ratio => say("pattern", "^[1-9][0-9]*:[1-9][0-9]*$".into()),
        Kind::RatioOrAdaptive => say("pattern", "^([1-9][0-9]*:[1-9][0-9]*|adaptive)$".into()),
        Kind::Seconds { as_text: true } => say("pattern", "^[1-9][0-9]*$".into()),
        _ => None,
    };
}
