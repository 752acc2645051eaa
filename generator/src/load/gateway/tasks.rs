//! Reads shapes of responses about tasks, and requests that the service changes without an error.

use std::ops::RangeInclusive;

use super::super::fields::Fields;
use super::super::node::Node;
use super::super::reader::Reader;
use super::assumption;
use crate::catalog::{OUTCOMES, Outcome, ShapeSpec, TaskShape, Trap, TrapSpec};
use crate::report::Spanned;

pub(in super::super) fn shape(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<ShapeSpec> {
    let mut fields = reader.fields(node, "the shape");
    let required = ["path", "status", "progress", "url", "error_text", "queued", "done", "failed"];
    let required = required.map(|key| fields.required(key).map(|it| it.value));
    let [path, status, progress, url, error_text, queued, done, failed] = required;
    let (task_id, model, error_code) = (fields.strings("task_id"), fields.string("model"), fields.string("error_code"));
    let (percent, constant) = (fields.flag("percent").unwrap_or_default(), pairs("constant", &mut fields));
    let also = ["also_url", "also_error_text", "also_done"].map(|key| fields.strings(key));
    let [also_url, also_error_text, also_done] = also;
    let assumptions = assumption(&mut fields);
    fields.finish();
    let shape = TaskShape {
        path: path?,
        task_id,
        model,
        status: status?,
        progress: progress?,
        percent,
        url: url?,
        also_url,
        error_code,
        error_text: error_text?,
        also_error_text,
        constant,
        queued: queued?,
        done: done?,
        also_done,
        failed: failed?,
        assumptions: Vec::new(),
    };
    Some(ShapeSpec { shape, assumptions })
}

pub(super) fn trap(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<TrapSpec> {
    let mut fields = reader.fields(node, "the trap");
    let (on, then, about) = (fields.texts("on"), fields.texts("then"), fields.required_localized("doc"));
    ["on", "then"].into_iter().for_each(|it| fields.must_have(it));
    let trap = Trap {
        on: Vec::new(),
        sent: fields.strings("sent").iter().map(|it| it.split('|').map(str::to_owned).collect()).collect(),
        lacks: fields.strings("lacks"),
        values: fields.scalars("values"),
        unless: fields.scalars("unless"),
        no_size: fields.string("unlike").as_deref() == Some("size"),
        shorter: shorter(&mut fields),
        file: fields.string("file"),
        then: then.iter().filter_map(|it| outcome(it, fields.reader)).collect(),
        text: fields.string("text"),
        code: fields.string("code"),
        drops: fields.strings("drops"),
        becomes: pairs("becomes", &mut fields),
        about: about.unwrap_or_default(),
        instead: fields.localized("instead").unwrap_or_default(),
        assumptions: Vec::new(),
    };
    let assumptions = assumption(&mut fields);
    fields.finish();
    Some(TrapSpec { trap, on, assumptions })
}

fn outcome(text: &Spanned<String>, reader: &mut Reader<'_>) -> Option<Outcome> {
    let found = OUTCOMES.iter().find(|(name, _)| *name == text.value);
    if found.is_none() {
        reader
            .report
            .error("unknown-word", text.span, format!("unknown outcome `{}`", text.value))
            .hint("write `refused`, `fails`, `dropped` or `becomes`");
    }
    found.map(|it| it.1)
}

/// Reads a range of whole numbers; without an end, it is open.
fn shorter(fields: &mut Fields<'_, '_, '_>) -> Option<RangeInclusive<u32>> {
    let ends = fields.each("shorter", |node, reader| reader.integer(node, "`shorter`"));
    let pixels = |it: Option<&i64>, or: u32| it.map_or(or, |it| u32::try_from(*it).unwrap_or(or));
    (!ends.is_empty()).then(|| pixels(ends.first(), 0)..=pixels(ends.get(1), u32::MAX))
}

fn pairs(key: &'static str, fields: &mut Fields<'_, '_, '_>) -> Vec<(String, String)> {
    fields.named_texts(key).into_iter().map(|(name, text)| (name, text.value)).collect()
}
