//! Body of a task submission: a schema for each operation.

use serde_json::{Value, json};

use super::property::{item, property};
use super::{Version, assumed, rules};
use crate::model::{Assumption, Interface, Model, Operation, Param, Presence, Trap};
use crate::text::Text;

/// Returns the schema of the body. The 3.1 document has a schema for each operation. A request may match two of them,
/// so they are in an `anyOf`. The 3.0 document lists all fields that the service knows.
pub(super) fn body(interface: &Interface, model: &Model, version: Version) -> Value {
    let whole = |it: &&Operation| version == Version::V3_1 || it.family.is_none();
    let all = interface.operations.iter().filter(whole);
    let all: Vec<_> = all.map(|it| schema(it, interface, model, version)).collect();
    match &all[..] {
        [one] => one.clone(),
        _ => json!({ "anyOf": all }),
    }
}

fn schema(operation: &Operation, interface: &Interface, model: &Model, version: Version) -> Value {
    let operation = &assumed::relaxed_operation(operation, interface.operations.iter());
    let mut schema = json!({
        "type": "object",
        "title": operation.endpoint,
        "description": operation.about.as_ref().and_then(Text::en),
        "required": ["model"],
        "properties": { "model": names(operation, model, version) },
    });
    for param in &operation.params {
        let Some(body) = param.body() else { continue };
        let param = &rules::always(param, operation);
        // If a parameter has a choice of paths, or shares a list with others, a rule requires it instead.
        let require = param.presence == Presence::Required && !rules::has_choice(param);
        body.paths.iter().for_each(|it| put(&mut schema, it, param, require));
        body.also.iter().for_each(|it| put(&mut schema, it, &rules::elsewhere(param), false));
    }
    let traps: Vec<_> = interface.tasks.traps.iter().filter(|it| is_on(it, operation)).collect();
    if operation.family.is_some() {
        // The list of fields can be an assumption, too.
        if Assumption::is_documented(&operation.assumptions, "params") {
            close(&mut schema, &operation.open);
            refuse(&mut schema, operation, &traps);
        }
        rules::add(operation, &traps, &mut schema);
    }
    let of_traps = traps.iter().flat_map(|it| &it.assumptions);
    let of_counts = operation.counts.iter().flat_map(|it| &it.assumptions);
    assumed::mark(&mut schema, operation.assumptions.iter().chain(of_counts).chain(of_traps));
    schema
}

/// Returns the models of an operation. The general operation is for models without a group, so that it accepts nothing
/// that the others refuse; but in the 3.0 document it is the only one.
fn names(operation: &Operation, model: &Model, version: Version) -> Value {
    let own = model.models.iter().filter(|it| operation.family.is_some() && operation.accepts(it));
    let own: Vec<_> = own.map(|it| it.record.name.as_str()).collect();
    let grouped = model.models.iter().filter(|it| it.family.is_some());
    let grouped: Vec<_> = grouped.map(|it| it.record.name.as_str()).collect();
    let mut names = json!({ "type": "string" });
    if !own.is_empty() {
        names["enum"] = json!(own);
    } else if !grouped.is_empty() && version == Version::V3_1 {
        names["not"] = json!({ "enum": grouped });
    }
    names
}

fn is_on(trap: &Trap, operation: &Operation) -> bool {
    operation.family.as_ref().is_some_and(|it| trap.on.contains(&it.key))
}

/// Puts a parameter at its path, through objects and into lists.
fn put(schema: &mut Value, path: &str, param: &Param, required: bool) {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (name, list) = first.split_once('[').map_or((first, None), |(name, list)| (name, Some(list)));
    if required {
        require(schema, name);
    }
    let inner = &mut schema["properties"][name];
    match (rest, list) {
        (Some(rest), None) => {
            if inner.is_null() {
                *inner = json!({ "type": "object", "properties": {} });
            }
            put(inner, rest, param, required);
        }
        (rest, Some(list)) => {
            if inner.is_null() {
                *inner = json!({ "type": "array", "items": { "anyOf": [] } });
            }
            if let Some(items) = inner["items"]["anyOf"].as_array_mut() {
                let mut one = rest.map_or_else(|| item(param), |rest| rules::present(&format!("[{list}.{rest}"), None));
                assumed::mark(&mut one, &param.assumptions);
                items.push(one);
            }
        }
        (None, None) => *inner = property(param, Version::V3_1, false),
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

/// Refuses fields that an operation does not list, since the service drops them, or worse. `open` names the fields of
/// the body whose objects accept additional fields.
fn close(schema: &mut Value, open: &[String]) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        let listed = properties.iter_mut().filter(|(name, _)| !open.contains(name));
        listed.for_each(|(_, it)| close(it, &[]));
        fields.insert("additionalProperties".into(), false.into());
    }
}

/// Refuses fields of open objects that the service would refuse, too.
fn refuse(schema: &mut Value, operation: &Operation, traps: &[&Trap]) {
    let paths = traps.iter().flat_map(|it| it.sent.iter().flatten()).filter_map(|it| it.split_once('.'));
    for (object, name) in paths.filter(|(object, name)| is_open(operation, object) && !name.contains(['.', '['])) {
        let fields = &mut schema["properties"][object]["properties"];
        if fields.get(name).is_none() {
            fields[name] = json!({ "not": {} });
        }
    }
}

fn is_open(operation: &Operation, object: &str) -> bool {
    operation.open.iter().any(|it| it == object)
}
