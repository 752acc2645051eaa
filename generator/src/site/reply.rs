//! Responses on the page of an operation.

use super::html::Html;
use super::lang::Lang;
use super::{params, snippet};
use crate::model::{Model, Operation, Reply};
use crate::replies::{self, ReplyField};

/// Contents of a page about a response.
pub(super) struct View {
    /// Description: the sentence for Markdown, and for the page.
    pub(super) says: (String, Html),
    /// Polling request of a task.
    pub(super) asking: Option<String>,
    pub(super) fields: Vec<Field>,
}

/// A documented field.
pub(super) struct Field {
    pub(super) place: String,
    pub(super) kind: String,
    pub(super) about: (String, Html),
}

pub(super) fn view(operation: &Operation, model: &Model, lang: Lang) -> View {
    let shape = model.interface_of(operation).and_then(|it| it.tasks.shapes.first());
    let shape = shape.filter(|_| operation.is_task());
    let fields = shape.map_or_else(|| replies::of(operation.reply), replies::of_task);
    View {
        says: both(says(operation.reply, lang), lang),
        asking: shape.map(|it| snippet::asking(it, &model.service)),
        fields: rows(fields, lang),
    }
}

/// Returns the fields as rows of a table.
pub(super) fn rows(fields: Vec<ReplyField>, lang: Lang) -> Vec<Field> {
    let row = |it: ReplyField| Field {
        kind: params::kind(&it.kind, lang),
        about: both(&it.about.render(lang), lang),
        place: it.place,
    };
    fields.into_iter().map(row).collect()
}

/// Returns a text for Markdown, and for the page.
fn both(text: &str, lang: Lang) -> (String, Html) {
    (text.to_owned(), lang.own(text).prose())
}

fn says(reply: Reply, lang: Lang) -> &'static str {
    lang.t(match reply {
        Reply::Social => "response-social",
        Reply::Dialogue(_) => "response-chat",
        Reply::Json => "response-json",
        Reply::Image => "response-image",
        Reply::Transcript => "response-transcript",
        Reply::File => "response-file",
        Reply::Session => "response-session",
        Reply::Task => "response-task",
    })
}
