//! Operations that start tasks. One handler accepts all of them, on each of its paths.

use serde_json::{Value, json};

use super::{Version, assumed, document, parts, request};
use crate::model::{Assumption, CallKind, Interface, Model, TaskShape};
use crate::replies;

/// Returns two path items for each path: one to submit tasks, and one to poll them.
pub(super) fn print(interface: &Interface, model: &Model, version: Version) -> Vec<String> {
    let mut items = Vec::new();
    let name = &interface.module;
    for (index, shape) in interface.tasks.shapes.iter().enumerate() {
        // Submissions to the second path have the same handler, and so the same response.
        let first = &interface.tasks.shapes[0];
        let suffix = if index == 0 { String::new() } else { format!("_{}", index + 1) };
        let mut submit = json!({
            "operationId": format!("submit_{name}{suffix}"),
            "tags": [name],
            "summary": format!("Submits a {name} task to {}", shape.path),
            "description": "Starts a task and returns its id. A task that fails is refunded. A client learns about \
                            completion only by polling: the service documents no webhooks or other callbacks.",
            "requestBody": { "required": true, "content": { "application/json": { "schema": request::body(interface, model, version) } } },
            "responses": document::model_responses(task(first), &model.service),
        });
        let of_shape = if index == 0 { &[][..] } else { &shape.assumptions };
        assumed::mark(&mut submit, of_shape);
        if version == Version::V3_0 {
            // The 3.0 document has no schemas of operations, which would have the marks.
            assumed::mark(&mut submit, of_requests(interface));
        }
        let mut poll = json!({
            "operationId": format!("ask_{name}{suffix}"),
            "tags": [name],
            "summary": format!("Polls a {name} task of {}", shape.path),
            "description": "Returns the status of a task that was submitted to this path. Poll until the task is done or \
                            failed: the service documents no webhooks or other callbacks.",
            "parameters": [{ "name": "task_id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": document::model_responses(task(shape), &model.service),
        });
        assumed::mark(&mut poll, &document::assumptions_of_errors(CallKind::Task, model));
        items.push(parts::entry(&shape.path, &json!({ "post": submit }), 2));
        items.push(parts::entry(&format!("{}/{{task_id}}", shape.path), &json!({ "get": poll }), 2));
    }
    items
}

/// Returns all assumptions about requests.
fn of_requests(interface: &Interface) -> impl Iterator<Item = &Assumption> {
    let of_operations = interface.operations.iter().flat_map(|it| {
        let (params, counts) = (it.params.iter(), it.counts.iter());
        it.assumptions.iter().chain(params.flat_map(|it| &it.assumptions)).chain(counts.flat_map(|it| &it.assumptions))
    });
    of_operations.chain(interface.tasks.traps.iter().flat_map(|it| &it.assumptions))
}

/// Returns the response about a task.
fn task(shape: &TaskShape) -> Value {
    let mut schema = replies::schema(&replies::of_task(shape));
    assumed::mark(&mut schema, &shape.assumptions);
    json!({ "description": "Status of the task.", "content": { "application/json": { "schema": schema } } })
}
