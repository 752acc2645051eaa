//! Operations that begin tasks: one handler takes them all, on each of its paths.

use serde_json::{Map, Value, json};

use super::{Version, assumed, document, request};
use crate::model::{Assumption, Interface, Kind, Limits, Model, TaskShape};
use crate::replies;

/// A size, as width and height.
pub(super) const SIZE: &str = r"^[1-9][0-9]*\*[1-9][0-9]*$";

/// Two path items for each path: where tasks are submitted, and where they are polled.
pub(super) fn print(interface: &Interface, model: &Model, version: Version) -> Vec<String> {
    let mut items = Vec::new();
    let name = &interface.module;
    for (index, shape) in interface.tasks.shapes.iter().enumerate() {
        // The second path has the same handler for submissions, and so the same reply.
        let first = &interface.tasks.shapes[0];
        let suffix = if index == 0 { String::new() } else { format!("_{}", index + 1) };
        let mut submit = json!({
            "operationId": format!("submit_{name}{suffix}"),
            "tags": [name],
            "summary": format!("Submits a {name} task to {}", shape.path),
            "description": "Starts a task and returns its id. A task that fails is refunded. Completion is observed only by \
                            polling: the service documents no webhooks or other callbacks.",
            "requestBody": { "required": true, "content": { "application/json": { "schema": request::body(interface, model, version) } } },
            "responses": document::model_responses(task(first)),
        });
        let of_shape = if index == 0 { &[][..] } else { &shape.assumptions };
        assumed::mark(&mut submit, of_shape);
        if version == Version::V3_0 {
            // It has no schema for each operation, which would have the marks.
            assumed::mark(&mut submit, of_requests(interface));
        }
        let poll = json!({
            "operationId": format!("ask_{name}{suffix}"),
            "tags": [name],
            "summary": format!("Polls a {name} task of {}", shape.path),
            "description": "Returns the status of a task that was submitted to this path. It is free. Poll until the task is done \
                            or failed: the service documents no webhooks or other callbacks.",
            "parameters": [{ "name": "task_id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "responses": document::model_responses(task(shape)),
        });
        items.push(document::entry(&shape.path, &json!({ "post": submit }), 2));
        items.push(document::entry(&format!("{}/{{task_id}}", shape.path), &json!({ "get": poll }), 2));
    }
    items
}

/// Everything that is assumed about requests.
fn of_requests(interface: &Interface) -> impl Iterator<Item = &Assumption> {
    let of_operations = interface.operations.iter().flat_map(|it| {
        let (params, counts) = (it.params.iter(), it.counts.iter());
        it.assumptions.iter().chain(params.flat_map(|it| &it.assumptions)).chain(counts.flat_map(|it| &it.assumptions))
    });
    of_operations.chain(interface.tasks.traps.iter().flat_map(|it| &it.assumptions))
}

/// The response about a task.
fn task(shape: &TaskShape) -> Value {
    let mut schema = replies::schema(&replies::of_task(shape));
    assumed::mark(&mut schema, &shape.assumptions);
    json!({ "description": "Status of the task.", "content": { "application/json": { "schema": schema } } })
}

/// What else a property of a video says.
pub(super) fn more(kind: &Kind, limits: &Limits, property: &mut Map<String, Value>) {
    let mut say = |key: &str, value: Value| property.insert(key.to_owned(), value);
    match kind {
        Kind::Link(_) => say("format", "uri".into()),
        Kind::Size => say("pattern", SIZE.into()),
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

/// A size whose shorter side is at most this.
pub(super) fn small(max: u32) -> String {
    let (side, other) = (up_to(max), "[1-9][0-9]*");
    format!(r"^(({side})\*{other}|{other}\*({side}))$")
}

/// Whole numbers from 1 to `max`, as a pattern.
fn up_to(max: u32) -> String {
    let digits = max.to_string();
    let mut all: Vec<_> = (1..digits.len()).map(|length| format!("[1-9]{}", "[0-9]".repeat(length - 1))).collect();
    for (index, digit) in digits.bytes().enumerate() {
        let least = if index == 0 { b'1' } else { b'0' };
        if digit > least {
            let (before, rest) = (&digits[..index], "[0-9]".repeat(digits.len() - index - 1));
            all.push(format!("{before}[{}-{}]{rest}", char::from(least), char::from(digit - 1)));
        }
    }
    all.push(digits);
    all.join("|")
}

#[cfg(test)]
mod tests {
    use super::{Limits, seconds, small, up_to};

    #[test]
    fn seconds_as_a_text_keep_their_limits() {
        let within = |min, max| seconds(&Limits { min, max, ..Limits::default() });
        assert_eq!(within(Some(3), Some(6)), "^(3|4|5|6)$");
        assert_eq!(within(None, Some(2)), "^(1|2)$");
        assert_eq!(within(Some(3), None), "^([3-9]|[1-9][0-9]+)$");
        assert_eq!(within(None, None), "^[1-9][0-9]*$");
    }

    #[test]
    fn numbers_up_to_a_limit_are_a_pattern() {
        assert_eq!(up_to(480), "[1-9]|[1-9][0-9]|[1-3][0-9][0-9]|4[0-7][0-9]|480");
        assert_eq!(up_to(7), "[1-6]|7");
        assert_eq!(small(1), r"^((1)\*[1-9][0-9]*|[1-9][0-9]*\*(1))$");
    }
}
