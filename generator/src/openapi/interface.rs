//! An operation that models answer at, as a path item.

use serde_json::{Map, Value, json};

use super::{Version, document, tasks};
use crate::model::{Input, Interface, Kind, Method, Model, Need, Operation, Param, Reply};
use crate::replies;

/// The paths of an interface.
pub(super) fn paths(interface: &Interface, model: &Model, version: Version) -> Vec<String> {
    let own = interface.operations.iter().filter(|it| it.reply != Reply::Task);
    let own = own.filter_map(|it| print(it, &interface.module, version));
    own.chain(tasks::print(interface, model, version)).collect()
}

/// The entry of an operation in the `paths` object, indented as it stands there. Forms are in the newer document alone, and
/// so is more than one kind of body: generators that read the older one have no words for them, and would take none of it.
fn print(operation: &Operation, interface: &str, version: Version) -> Option<String> {
    if operation.input == Input::Form && version == Version::V3_0 {
        return None;
    }
    let notes = operation.notes.iter().map(String::as_str);
    let about: Vec<_> = operation.about.as_deref().into_iter().chain(notes).collect();
    let mut item = json!({
        "operationId": operation.id,
        "tags": [interface],
        "description": about.join(" "),
        "responses": { "200": response(operation, version) },
        "x-endpoint-type": operation.models.map(|it| it.endpoint_type),
    });
    if operation.route.path.contains("{model}") {
        item["parameters"] = json!([parameter("path")]);
    } else if operation.input == Input::Query {
        item["parameters"] = json!([parameter("query")]);
    }
    if operation.input != Input::Query {
        item["requestBody"] = json!({ "required": true, "content": content(operation, version) });
    }
    let method = match operation.route.method {
        Method::Get => "get",
        Method::Post => "post",
    };
    Some(document::entry(&operation.route.path, &json!({ method: item }), 2))
}

fn parameter(place: &str) -> Value {
    json!({ "name": "model", "in": place, "required": true, "schema": { "type": "string" } })
}

/// JSON, or a form where a file can go in.
fn content(operation: &Operation, version: Version) -> Value {
    let takes_file = |it: &Param| matches!(it.kind, Kind::File | Kind::Image);
    let mut content = Map::new();
    if operation.input != Input::Form {
        content.insert("application/json".into(), json!({ "schema": schema(operation, false) }));
    }
    if operation.params.iter().any(takes_file) && version == Version::V3_1 {
        content.insert("multipart/form-data".into(), json!({ "schema": schema(operation, true) }));
    }
    content.into()
}

fn schema(operation: &Operation, form: bool) -> Value {
    if operation.input == Input::Open {
        return json!({ "type": "object", "description": "Not published.", "additionalProperties": true });
    }
    let mut properties = Map::from_iter([("model".to_owned(), json!({ "type": "string" }))]);
    let mut required = vec!["model"];
    for param in &operation.params {
        properties.insert(param.wire.clone(), property(param, form));
        if param.need == Need::Caller {
            required.push(&param.wire);
        }
    }
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": true })
}

/// What a parameter takes; of several, one.
pub(super) fn property(param: &Param, form: bool) -> Value {
    let of = match &param.kind {
        Kind::Many(one) => one,
        other => other,
    };
    let kind = of.json();
    let mut property = Map::from_iter(kind.map(|it| ("type".to_owned(), it.into())));
    match &param.kind {
        Kind::Texts => {
            property.insert("items".into(), json!({ "type": "string" }));
        }
        Kind::Written(_) if kind == Some("array") => {
            property.insert("items".into(), json!({ "type": "object" }));
        }
        Kind::File | Kind::Image if form => {
            property.insert("contentMediaType".into(), "application/octet-stream".into());
        }
        Kind::Named(values) if values.closed => {
            let all: Vec<_> = values.values.iter().map(|it| it.wire.as_str()).collect();
            property.insert("enum".into(), json!(all));
        }
        Kind::Named(values) => {
            let named = values.values.iter().map(|it| (it.wire.clone(), it.label.clone().into()));
            property.insert("x-named-values".into(), Value::Object(named.collect()));
        }
        _ => {}
    }
    tasks::more(of, &param.limits, &mut property);
    if kind != Some("string") {
        property.extend(param.limits.min.map(|it| ("minimum".to_owned(), it.into())));
        property.extend(param.limits.max.map(|it| ("maximum".to_owned(), it.into())));
    }
    property.extend(param.about.en.clone().map(|it| ("description".to_owned(), it.into())));
    property.extend(param.source.clone().map(|it| ("x-source".to_owned(), it.into())));
    property.into()
}

fn response(operation: &Operation, version: Version) -> Value {
    let object = |about: &str| {
        let schema = replies::schema(&replies::of(operation.reply));
        json!({ "description": about, "content": { "application/json": { "schema": schema } } })
    };
    let mut response = match operation.reply {
        Reply::Image => object("The pictures."),
        Reply::Transcript => object("What was said."),
        Reply::File => json!({ "description": "The file.", "content": { "application/octet-stream": {} } }),
        Reply::Session => json!({ "description": "Not used: a session is opened with 101." }),
        _ => object("The reply."),
    };
    if operation.params.iter().any(|it| it.need == Need::Stream) && version == Version::V3_1 {
        response["content"]["text/event-stream"] = json!({ "schema": { "type": "string" } });
    }
    response
}
