//! Operations that begin tasks: one handler takes them all, on each of its paths.

use serde_json::{Map, Value, json};

use super::{Version, document, request};
use crate::model::{Interface, Kind, Limits, Model, TaskShape};
use crate::replies;

/// Two path items for each path: where tasks are submitted, and where they are asked for.
pub(super) fn print(interface: &Interface, model: &Model, version: Version) -> Vec<String> {
    let mut items = Vec::new();
    for (index, shape) in interface.tasks.shapes.iter().enumerate() {
        // The second path has the same handler for submissions, and so the same answer to them.
        let first = &interface.tasks.shapes[0];
        let suffix = if index == 0 { String::new() } else { format!("_{}", index + 1) };
        let answer = |shape: &TaskShape| {
            json!({ "200": {
                "description": "How the task stands.",
                "content": { "application/json": { "schema": replies::schema(&replies::of_task(shape)) } },
            } })
        };
        let tags = [&interface.module];
        let submit = json!({ "post": {
            "operationId": format!("submit_{}{suffix}", interface.module),
            "tags": tags,
            "description": "Begins a task. A task that fails is refunded.",
            "requestBody": { "required": true, "content": { "application/json": { "schema": request::body(interface, model, version) } } },
            "responses": answer(first),
        } });
        let ask = json!({ "get": {
            "operationId": format!("ask_{}{suffix}", interface.module),
            "tags": tags,
            "description": "Says how a task stands that was submitted on this path. It costs nothing.",
            "parameters": [{ "name": "task_id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": answer(shape),
        } });
        items.push(document::entry(&shape.path, &submit, 2));
        items.push(document::entry(&format!("{}/{{task_id}}", shape.path), &ask, 2));
    }
    items
}

/// What else a property of a video says.
pub(super) fn more(kind: &Kind, limits: &Limits, property: &mut Map<String, Value>) {
    let mut say = |key: &str, value: Value| property.insert(key.to_owned(), value);
    match kind {
        Kind::Link(_) => say("format", "uri".into()),
        Kind::Size => say("pattern", r"^[1-9][0-9]*\*[1-9][0-9]*$".into()),
        Kind::Ratio => say("pattern", "^[1-9][0-9]*:[1-9][0-9]*$".into()),
        Kind::RatioOrAdaptive => say("pattern", "^([1-9][0-9]*:[1-9][0-9]*|adaptive)$".into()),
        Kind::Seconds { as_text: true } => say("pattern", seconds(limits).into()),
        _ => None,
    };
}

/// Whole seconds within their limits, as a text: a schema cannot compare texts as numbers.
fn seconds(limits: &Limits) -> String {
    let min = limits.min.unwrap_or(1).max(1);
    match limits.max {
        Some(max) if (min..min + 100).contains(&max) => {
            let all: Vec<_> = (min..=max).map(|it| it.to_string()).collect();
            format!("^({})$", all.join("|"))
        }
        _ if (2..10).contains(&min) => format!("^([{min}-9]|[1-9][0-9]+)$"),
        _ => "^[1-9][0-9]*$".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, seconds};

    #[test]
    fn seconds_as_a_text_keep_their_limits() {
        let within = |min, max| seconds(&Limits { min, max, ..Limits::default() });
        assert_eq!(within(Some(3), Some(6)), "^(3|4|5|6)$");
        assert_eq!(within(None, Some(2)), "^(1|2)$");
        assert_eq!(within(Some(3), None), "^([3-9]|[1-9][0-9]+)$");
        assert_eq!(within(None, None), "^[1-9][0-9]*$");
    }
}
