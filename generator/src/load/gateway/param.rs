//! A parameter of an operation.

use super::super::models::json;
use super::super::node::Node;
use super::super::reader::Reader;
use super::{assumption, texts};
use crate::catalog::InterfaceParam;
use crate::model::Media;
use crate::report::At;

const PARAM: &str = "`name`, `type`, `required`, `sent`, `default`, `example`, `values`, `open`, `times`, `min`, `max`, `doc`, `source`, `mode`, \
                     `rename`, `wire`, `also`, `as`, `media`, `decides` and `assumption`";

pub(super) fn read(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<InterfaceParam> {
    let (mut name, mut kind) = (None, None);
    let mut param = InterfaceParam::default();
    for (key, node) in reader.table(node, "a parameter")? {
        let text = |reader: &mut Reader<'_>| reader.text(node, &format!("`{key}`"));
        match key.as_ref() {
            "name" => name = text(reader),
            "type" => kind = text(reader),
            "required" => param.required = reader.flag(node, "`required`").unwrap_or_default(),
            "sent" => param.sent = reader.flag(node, "`sent`").unwrap_or_default(),
            "open" => param.open = reader.flag(node, "`open`").unwrap_or_default(),
            "default" => param.default = reader.scalar(node, "`default`"),
            "example" => param.example = text(reader).map(|it| it.value),
            "values" => param.values = labels(node, "`values`", reader),
            "times" => param.times = labels(node, "`times`", reader),
            "min" => param.min = reader.integer(node, "`min`"),
            "max" => param.max = reader.integer(node, "`max`"),
            "doc" => param.doc = text(reader).map(|it| it.value),
            "source" => param.source = text(reader).map(|it| it.value),
            "mode" => param.mode = text(reader),
            "rename" => param.rename = text(reader).map(|it| it.value),
            "wire" => param.places = texts(node, "`wire`", reader),
            "also" => param.also = texts(node, "`also`", reader),
            "as" => {
                reader.table(node, "`as`")?;
                param.shape = Some(json(node).to_string());
            }
            "media" => param.media = media(node, reader),
            "decides" => param.decides = text(reader),
            "assumption" => param.assumptions = assumption(node, reader),
            _ => reader.unknown(node, key, PARAM),
        }
    }
    let mut needed = |field: &str, text: Option<At<String>>| {
        if text.is_none() {
            reader.missing(node, "the parameter", field);
        }
        text
    };
    let (name, kind) = (needed("name", name), needed("type", kind));
    Some(InterfaceParam { name: name?, kind: kind?, ..param })
}

/// Labels and texts.
fn labels(node: &Node<'_>, name: &str, reader: &mut Reader<'_>) -> Vec<(String, At<String>)> {
    let entries = reader.table(node, name).unwrap_or_default();
    let read = entries.iter().filter_map(|(label, node)| {
        let value = reader.text(node, &format!("`{label}`"))?;
        Some((label.to_string(), value))
    });
    read.collect()
}

fn media(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<Media> {
    let mut media = Media::default();
    for (key, node) in reader.table(node, "`media`")? {
        match key.as_ref() {
            "min_seconds" => media.min_seconds = reader.integer(node, "`min_seconds`"),
            "max_seconds" => media.max_seconds = reader.integer(node, "`max_seconds`"),
            "formats" => media.formats = texts(node, "`formats`", reader).into_iter().map(|it| it.value).collect(),
            _ => reader.unknown(node, key, "`min_seconds`, `max_seconds` and `formats`"),
        }
    }
    Some(media)
}
