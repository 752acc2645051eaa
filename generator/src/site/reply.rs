//! Responses on the page of an operation.

use super::html::Html;
use super::lang::Language;
use super::{params, snippet};
use crate::languages::{Arg, Message};
use crate::model::{Model, Operation, Platform, Reply, Service};
use crate::replies::{self, ReplyField};
use crate::sample;

/// Contents of a page about a response.
pub(super) struct View {
    /// Description: the sentence for Markdown, and for the page.
    pub(super) says: (String, Html),
    /// Polling request of a task.
    pub(super) asking: Option<String>,
    pub(super) fields: Vec<Field>,
    /// Response with the documented fields.
    pub(super) example: Option<String>,
}

/// A documented field.
pub(super) struct Field {
    pub(super) path: String,
    pub(super) kind: String,
    pub(super) about: (String, Html),
}

pub(super) fn view(operation: &Operation, platform: Option<&Platform>, model: &Model, lang: Language) -> View {
    let shape = model.interface_of(operation).and_then(|it| it.tasks.shapes.first());
    let shape = shape.filter(|_| operation.is_task());
    let fields = shape.map_or_else(|| replies::of(operation.reply, &model.service), replies::of_task);
    View {
        says: both(&says(operation, &model.service, lang), lang),
        asking: shape.map(|it| snippet::polling(it, &model.service)),
        fields: rows(fields, lang),
        example: match (platform, shape) {
            (Some(platform), _) => envelope(operation, platform, &model.service),
            (None, Some(shape)) => Some(format!("{:#}", replies::example_of_task(shape))),
            (None, None) => replies::example(operation.reply).map(|it| format!("{it:#}")),
        },
    }
}

/// Returns the response of an endpoint without the fields of the platform, which are not published; `None` if the
/// response has no other fields.
fn envelope(operation: &Operation, platform: &Platform, service: &Service) -> Option<String> {
    let body = sample::body(service, &platform.key, operation, "…".into());
    body.is_object().then(|| format!("{body:#}").replace("\"…\"", "{ … }"))
}

/// Returns the fields as rows of a table.
pub(super) fn rows(fields: Vec<ReplyField>, lang: Language) -> Vec<Field> {
    let row = |it: ReplyField| Field {
        kind: params::kind(&it.kind, lang),
        about: both(&it.about.render(lang), lang),
        path: it.path,
    };
    fields.into_iter().map(row).collect()
}

/// Returns a text for Markdown, and for the page.
fn both(text: &str, lang: Language) -> (String, Html) {
    (text.to_owned(), lang.own(text).prose())
}

fn says(operation: &Operation, service: &Service, lang: Language) -> String {
    let payload = service.payload.as_str();
    let of_payload = |id| {
        let place = if payload.is_empty() { "body" } else { "field" };
        Message::new(id).with("in", place).with("payload", payload)
    };
    if let Some(data) = &operation.learned {
        let from = Message::new("count-responses").with("count", Arg::Count(data.recording.samples));
        return of_payload("response-learned").with("from", from).render(lang);
    }
    let id = match operation.reply {
        Reply::Social => return of_payload("response-social").render(lang),
        Reply::Conversation(_) => "response-chat",
        Reply::Json => "response-json",
        Reply::Image => "response-image",
        Reply::Transcript => "response-transcript",
        Reply::File => "response-file",
        Reply::Session => "response-session",
        Reply::Task => "response-task",
    };
    lang.t(id).to_owned()
}
