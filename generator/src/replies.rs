//! Fields of responses, for pages and OpenAPI documents.

use gatewright_runtime::json_path;
use serde_json::{Map, Value, json};

use crate::languages::{Message, english};
use crate::model::{Assumption, Format, Kind, Reply, Service, TaskShape};

/// A field of a response.
pub(crate) struct ReplyField {
    /// Path of the field: dots lead into objects, `[]` into the items of a list.
    pub(crate) path: String,
    pub(crate) kind: Kind,
    /// Meaning.
    pub(crate) about: Message,
}

fn field(path: &str, kind: Kind, about: &'static str) -> ReplyField {
    ReplyField { path: path.to_owned(), kind, about: Message::new(about) }
}

fn always(path: &str, value: &str) -> ReplyField {
    let about = Message::new("field-always").with("value", value);
    ReplyField { path: path.to_owned(), kind: Kind::Text, about }
}

/// Returns the documented fields of every response except those about tasks.
pub(crate) fn of(reply: Reply, service: &Service) -> Vec<ReplyField> {
    match reply {
        Reply::Social => social(service),
        Reply::Image => vec![
            field("created", Kind::Integer, "field-created"),
            field("data", Kind::List(Box::new(Kind::Object)), "field-images"),
            field("data[].url", Kind::Text, "field-image-url"),
            field("data[].b64_json", Kind::Text, "field-image-base64"),
            field("metadata.success_count", Kind::Text, "field-success-count"),
            field("metadata.failed_count", Kind::Text, "field-failed-count"),
        ],
        Reply::Transcript => vec![field("text", Kind::Text, "field-transcript")],
        Reply::Conversation(_) | Reply::Json | Reply::File | Reply::Session | Reply::Task => Vec::new(),
    }
}

/// Returns the fields of a social response; none if the whole body is the payload.
fn social(service: &Service) -> Vec<ReplyField> {
    let envelope = service.envelope.iter().map(|(name, value)| match value.as_str() {
        "{platform}" => field(name, Kind::Text, "field-platform"),
        "{capability}" => field(name, Kind::Text, "field-capability"),
        constant => always(name, constant),
    });
    let payload = Some(&service.payload).filter(|it| !it.is_empty());
    envelope.chain(payload.map(|it| field(it, Kind::Object, "field-data"))).collect()
}

/// Returns the fields of a response about a task.
pub(crate) fn of_task(shape: &TaskShape) -> Vec<ReplyField> {
    let text = |path: &String, about| field(path, Kind::Text, about);
    let mut all: Vec<_> = shape.task_id.iter().map(|it| text(it, "field-task-id")).collect();
    all.extend(shape.constant.iter().filter(|(_, value)| !value.is_empty()).map(|(path, it)| {
        // A code states the result of the call; other constants have no other value.
        let about = if path.ends_with("code") { "field-code" } else { "field-always" };
        ReplyField { path: path.clone(), kind: Kind::Text, about: Message::new(about).with("value", it) }
    }));
    all.extend(shape.model.iter().map(|it| text(it, "field-task-model")));
    all.push(status(shape));
    all.push(if shape.percent {
        text(&shape.progress, "field-progress-text")
    } else {
        field(&shape.progress, Kind::Number, "field-progress")
    });
    all.push(text(&shape.url, "field-url"));
    all.extend(shape.error_code.iter().map(|it| text(it, "field-error-code")));
    let is_empty_else = shape.constant.iter().any(|(path, value)| *path == shape.error_text && value.is_empty());
    all.push(text(&shape.error_text, if is_empty_else { "field-error-text-or-empty" } else { "field-error-text" }));
    all
}

/// Returns an example response with the documented fields, or those of a public format; `None` if there are none.
pub(crate) fn example(reply: Reply) -> Option<Value> {
    match reply {
        Reply::Image => Some(json!({
            "created": 1_772_323_200,
            "data": [{ "url": "https://files.example/image.png" }],
            "metadata": { "success_count": "1", "failed_count": "0" },
        })),
        Reply::Transcript => Some(json!({ "text": "The kettle is singing." })),
        Reply::Conversation(format) => Some(conversation(format)),
        Reply::Social | Reply::Json | Reply::File | Reply::Session | Reply::Task => None,
    }
}

/// Returns an example with the fields of a public format that most programs read.
fn conversation(format: Format) -> Value {
    const TEXT: &str = "Tea is a drink made from the leaves of the tea plant.";
    match format {
        Format::Chat => json!({
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": TEXT }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 12, "completion_tokens": 13, "total_tokens": 25 },
        }),
        Format::Messages => json!({
            "role": "assistant",
            "content": [{ "type": "text", "text": TEXT }],
            "stop_reason": "end_turn",
            "usage": { "input_tokens": 12, "output_tokens": 13 },
        }),
        Format::Responses => json!({
            "status": "completed",
            "output": [{ "type": "message", "role": "assistant", "content": [{ "type": "output_text", "text": TEXT }] }],
            "usage": { "input_tokens": 12, "output_tokens": 13, "total_tokens": 25 },
        }),
    }
}

/// Returns an example of the response about a completed task.
pub(crate) fn example_of_task(shape: &TaskShape) -> Value {
    let mut body = Map::new();
    let mut put = |path: &str, value: Value| json_path::put(&mut body, path, value);
    shape.constant.iter().for_each(|(path, value)| put(path, value.as_str().into()));
    shape.task_id.iter().for_each(|it| put(it, "task_8kz2m4q7".into()));
    put(&shape.status, shape.done.as_str().into());
    put(&shape.progress, if shape.percent { "100%".into() } else { 100.into() });
    put(&shape.url, "https://files.example/video.mp4".into());
    body.into()
}

/// Returns the fields of the social catalog.
pub(crate) fn of_catalog() -> Vec<ReplyField> {
    let many = || Kind::List(Box::new(Kind::Object));
    let text = |path: &str, about| field(path, Kind::Text, about);
    vec![
        field("cells", many(), "field-cells"),
        text("cells[].platform", "field-platform"),
        text("cells[].capability", "field-capability"),
        text("cells[].model", "field-usage-log-name"),
        text("cells[].method", "field-method"),
        text("cells[].path", "field-path"),
        field("cells[].params", many(), "field-params"),
        text("cells[].params[].name", "field-param-name"),
        text("cells[].params[].type", "field-param-type"),
        field("cells[].params[].required", Kind::Flag, "field-param-required"),
        field("cells[].params[].default", Kind::Json, "field-param-default"),
        field("cells[].params[].example", Kind::Json, "field-param-example"),
        text("cells[].params[].description", "field-param-description"),
        field("cells[].require_one_of", Kind::List(Box::new(Kind::Texts)), "field-groups"),
        field("cells[].price_usd", Kind::Number, "field-price"),
        text("cells[].unit", "field-unit"),
        text("cells[].status", "field-status"),
    ]
}

/// Returns the status field of a task. A status that rests on an assumption is not shown as a fact.
fn status(shape: &TaskShape) -> ReplyField {
    let (done, failed) = (&shape.done, &shape.failed);
    let queued = Assumption::is_documented(&shape.assumptions, "queued").then_some(&shape.queued);
    let others = if queued.is_some() { "field-task-status" } else { "field-task-status-assumed" };
    let states = Message::new(others).with("done", done).with("failed", failed);
    let about = match queued {
        Some(it) => Message::new("field-task-status-queued").with("queued", it).with("others", states),
        None => states,
    };
    ReplyField { path: shape.status.clone(), kind: Kind::Text, about }
}

/// Returns the fields as a JSON Schema.
pub(crate) fn schema(fields: &[ReplyField]) -> Value {
    let mut schema = json!({ "type": "object", "properties": {}, "additionalProperties": true });
    for field in fields {
        let mut property = match &field.kind {
            Kind::List(one) => json!({ "type": "array", "items": plain(one) }),
            other => plain(other),
        };
        if field.kind == Kind::Object {
            property["additionalProperties"] = true.into();
        }
        property["description"] = field.about.render(english()).into();
        put(&mut schema, &field.path, property);
    }
    schema
}

fn plain(kind: &Kind) -> Value {
    match (kind, kind.json()) {
        (Kind::Texts, _) => json!({ "type": "array", "items": { "type": "string" } }),
        (_, Some(name)) => json!({ "type": name }),
        (_, None) => json!({}),
    }
}

fn put(schema: &mut Value, path: &str, property: Value) {
    let Some((first, rest)) = path.split_once('.') else {
        schema["properties"][path] = property;
        return;
    };
    match first.strip_suffix("[]") {
        Some(list) => put(&mut schema["properties"][list]["items"], rest, property),
        None => {
            let inner = &mut schema["properties"][first];
            if inner.is_null() {
                *inner = json!({ "type": "object" });
            }
            put(inner, rest, property);
        }
    }
}
