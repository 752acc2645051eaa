//! What answers about tasks look like, and what the service does in silence.

use std::ops::RangeInclusive;

use super::super::node::Node;
use super::super::reader::Reader;
use super::{assumption, texts};
use crate::catalog::{Scalar, ShapeSpec, TrapSpec};
use crate::model::{OUTCOMES, Outcome, TaskShape, Trap};
use crate::report::At;

const SHAPE: &str = "`path`, `task_id`, `model`, `status`, `progress`, `percent`, `url`, `error_code`, `error_text`, \
                     `constant`, `queued`, `done`, `failed` and `assumption`";

pub(super) fn shape(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<ShapeSpec> {
    let (mut assumptions, mut percent, mut task_id, mut constant) = (Vec::new(), false, Vec::new(), Vec::new());
    let mut own = Vec::new();
    for (key, node) in reader.table(node, "a shape")? {
        match key.as_ref() {
            "assumption" => assumptions = assumption(node, reader),
            "percent" => percent = reader.flag(node, "`percent`")?,
            "task_id" => task_id = values(texts(node, "`task_id`", reader)),
            "constant" => constant = pairs(node, "`constant`", reader),
            "path" | "model" | "status" | "progress" | "url" | "error_code" | "error_text" | "queued" | "done"
            | "failed" => {
                own.extend(reader.text(node, &format!("`{key}`")).map(|it| (key.to_string(), it.value)));
            }
            _ => reader.unknown(node, key, SHAPE),
        }
    }
    let optional = |key: &str| own.iter().find(|(name, _)| name == key).map(|(_, text)| text.clone());
    let mut needed = |key: &str| {
        let found = optional(key);
        if found.is_none() {
            reader.missing(node, "the shape", key);
        }
        found
    };
    let fields = ["path", "status", "progress", "url", "error_text", "queued", "done", "failed"].map(&mut needed);
    let [path, status, progress, url, error_text, queued, done, failed] = fields;
    let shape = TaskShape {
        path: path?,
        task_id,
        model: optional("model"),
        status: status?,
        progress: progress?,
        percent,
        url: url?,
        error_code: optional("error_code"),
        error_text: error_text?,
        constant,
        queued: queued?,
        done: done?,
        failed: failed?,
        assumptions: Vec::new(),
    };
    Some(ShapeSpec { shape, assumptions })
}

const TRAP: &str = "`on`, `sent`, `lacks`, `values`, `unless`, `unlike`, `shorter`, `file`, `then`, `text`, `code`, `drops`, `becomes`, \
                    `doc`, `instead` and `assumption`";

pub(super) fn trap(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<TrapSpec> {
    let mut trap = Trap {
        on: Vec::new(),
        sent: Vec::new(),
        lacks: Vec::new(),
        values: Vec::new(),
        unless: Vec::new(),
        no_size: false,
        shorter: None,
        file: None,
        then: Vec::new(),
        text: None,
        code: None,
        drops: Vec::new(),
        becomes: Vec::new(),
        about: String::new(),
        instead: String::new(),
        assumptions: Vec::new(),
    };
    let (mut on, mut assumptions) = (Vec::new(), Vec::new());
    for (key, node) in reader.table(node, "a trap")? {
        let text = |reader: &mut Reader<'_>| reader.text(node, &format!("`{key}`")).map(|it| it.value);
        match key.as_ref() {
            "on" => on = texts(node, "`on`", reader),
            "sent" => {
                let sent = values(texts(node, "`sent`", reader));
                trap.sent = sent.iter().map(|it| it.split('|').map(str::to_owned).collect()).collect();
            }
            "lacks" => trap.lacks = values(texts(node, "`lacks`", reader)),
            "drops" => trap.drops = values(texts(node, "`drops`", reader)),
            "values" => trap.values = scalars(node, "`values`", reader),
            "unless" => trap.unless = scalars(node, "`unless`", reader),
            "unlike" => trap.no_size = text(reader).as_deref() == Some("size"),
            "shorter" => trap.shorter = shorter(node, reader),
            "file" => trap.file = text(reader),
            "then" => trap.then = texts(node, "`then`", reader).iter().filter_map(|it| outcome(it, reader)).collect(),
            "text" => trap.text = text(reader),
            "code" => trap.code = text(reader),
            "becomes" => trap.becomes = pairs(node, "`becomes`", reader),
            "doc" => trap.about = text(reader)?,
            "instead" => trap.instead = text(reader)?,
            "assumption" => assumptions = assumption(node, reader),
            _ => reader.unknown(node, key, TRAP),
        }
    }
    for (field, missing) in [("on", on.is_empty()), ("then", trap.then.is_empty()), ("doc", trap.about.is_empty())] {
        if missing {
            reader.missing(node, "the trap", field);
        }
    }
    Some(TrapSpec { trap, on, assumptions })
}

fn outcome(text: &At<String>, reader: &mut Reader<'_>) -> Option<Outcome> {
    let found = OUTCOMES.iter().find(|(name, _)| *name == text.value);
    if found.is_none() {
        reader
            .report
            .error("unknown-word", text.place, format!("`{}` is not what becomes of a request", text.value))
            .hint("write `refused`, `fails`, `dropped` or `becomes`");
    }
    found.map(|it| it.1)
}

/// From a first to a last whole number; without a last, there is no end.
fn shorter(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<RangeInclusive<u32>> {
    let nodes = reader.list(node, "`shorter`")?;
    let ends: Vec<_> = nodes.iter().filter_map(|it| reader.integer(it, "`shorter`")).collect();
    let pixels = |it: Option<&i64>, or: u32| it.map_or(or, |it| u32::try_from(*it).unwrap_or(or));
    Some(pixels(ends.first(), 0)..=pixels(ends.get(1), u32::MAX))
}

fn values(texts: Vec<At<String>>) -> Vec<String> {
    texts.into_iter().map(|it| it.value).collect()
}

fn scalars(node: &Node<'_>, name: &str, reader: &mut Reader<'_>) -> Vec<Scalar> {
    let nodes = reader.list(node, name).unwrap_or_default();
    nodes.iter().filter_map(|it| reader.scalar(it, name)).map(|it| it.value).collect()
}

fn pairs(node: &Node<'_>, name: &str, reader: &mut Reader<'_>) -> Vec<(String, String)> {
    let entries = reader.table(node, name).unwrap_or_default();
    let read = entries.iter().filter_map(|(key, node)| Some((key.to_string(), reader.text(node, name)?.value)));
    read.collect()
}
