//! A model operation as a path item.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::property::property;
use super::{Version, assumed, document, parts, tasks};
use crate::model::{Interface, Kind, Method, Model, Operation, Presence, Reply, Service};
use crate::replies;
use crate::text::Text;

/// Returns the paths of an interface.
pub(super) fn paths(interface: &Interface, model: &Model, version: Version) -> Vec<String> {
    let own = interface.operations.iter().filter(|it| !it.is_task());
    let own = own.map(|it| print(it, &interface.module, &model.service, version));
    own.chain(tasks::print(interface, model, version)).collect()
}

/// Returns the entry of an operation in the `paths` object, indented as there.
fn print(operation: &Operation, interface: &str, service: &Service, version: Version) -> String {
    let notes = operation.notes.iter().filter_map(Text::en);
    let about: Vec<_> = operation.about.as_ref().and_then(Text::en).into_iter().chain(notes).collect();
    let mut item = json!({
        "operationId": operation.id,
        "tags": [interface],
        "summary": document::summary(operation),
        "description": about.join(" "),
        "responses": document::model_responses(response(operation, version, service), service),
        "x-endpoint-type": operation.models.as_ref().map(|it| &it.key),
    });
    assumed::mark(&mut item, &operation.assumptions);
    if operation.route.path.contains("{model}") {
        item["parameters"] = json!([parameter("path", operation)]);
    } else if operation.has_query() {
        item["parameters"] = json!([parameter("query", operation)]);
    }
    let body = (!operation.has_query()).then(|| Body { required: true, content: content(operation, version) });
    let method = match operation.route.method {
        Method::Get => "get",
        Method::Post => "post",
    };
    parts::entry(&operation.route.path, &BTreeMap::from([(method, WithBody { item, body })]), 2)
}

#[derive(Serialize)]
struct WithBody {
    #[serde(flatten)]
    item: Value,
    #[serde(rename = "requestBody", skip_serializing_if = "Option::is_none")]
    body: Option<Body>,
}

#[derive(Serialize)]
struct Body {
    required: bool,
    content: Content,
}

/// Content types of a body. A form comes first: some generators use only the first content type, and a form also
/// accepts files.
#[derive(Serialize)]
struct Content {
    #[serde(rename = "multipart/form-data", skip_serializing_if = "Option::is_none")]
    form: Option<Value>,
    #[serde(rename = "application/json", skip_serializing_if = "Option::is_none")]
    json: Option<Value>,
}

/// Returns the parameter with the name of the model. If only an assumption places it there, it is not required.
fn parameter(place: &str, operation: &Operation) -> Value {
    let own: Vec<_> = operation.assumptions.iter().filter(|it| it.rule == "model").collect();
    let is_required = own.is_empty();
    let mut parameter =
        json!({ "name": "model", "in": place, "required": is_required, "schema": { "type": "string" } });
    assumed::mark(&mut parameter, own);
    parameter
}

/// Returns JSON, or a form if there can be a file.
fn content(operation: &Operation, version: Version) -> Content {
    let takes_file = operation.params.iter().any(|it| matches!(it.kind, Kind::File | Kind::Image));
    let of = |form| json!({ "schema": schema(operation, version, form) });
    Content { form: takes_file.then(|| of(true)), json: (!operation.needs_file()).then(|| of(false)) }
}

fn schema(operation: &Operation, version: Version, form: bool) -> Value {
    if operation.is_open() {
        return json!({ "type": "object", "description": "Not published.", "additionalProperties": true });
    }
    let mut properties = Map::from_iter([("model".to_owned(), json!({ "type": "string" }))]);
    let mut required = vec!["model"];
    let params: Vec<_> = operation.params.iter().map(assumed::relaxed).collect();
    for param in &params {
        properties.insert(param.wire.clone(), property(param, version, form));
        if param.presence == Presence::Required {
            required.push(&param.wire);
        }
    }
    let mut schema = json!({ "type": "object", "required": required, "properties": properties });
    if !form {
        schema["additionalProperties"] = true.into();
    }
    schema
}

fn response(operation: &Operation, version: Version, service: &Service) -> Value {
    let object = |about: &str| {
        let schema = replies::schema(&replies::of(operation.reply, service));
        json!({ "description": about, "content": { "application/json": { "schema": schema } } })
    };
    let mut response = match operation.reply {
        Reply::Image => object("The images."),
        Reply::Transcript => object("The transcript."),
        Reply::File => {
            let unknown = ["application/octet-stream".to_owned()];
            let types = if operation.content_types.is_empty() { &unknown[..] } else { &operation.content_types };
            let bytes = json!({ "schema": { "type": "string", "format": "binary" } });
            let content: Map<_, _> = types.iter().map(|it| (it.clone(), bytes.clone())).collect();
            json!({ "description": "The file.", "content": content })
        }
        Reply::Session => json!({ "description": "Not used: a session is opened with 101." }),
        _ => object("The response."),
    };
    if operation.params.iter().any(|it| it.presence == Presence::Stream) && version == Version::V3_1 {
        response["content"]["text/event-stream"] = json!({ "schema": { "type": "string" } });
    }
    response
}
