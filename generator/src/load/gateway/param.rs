//! Reads a parameter of an operation.

use super::super::models::json;
use super::super::node::Node;
use super::super::reader::Reader;
use super::assumption;
use crate::catalog::{InterfaceParam, Media};

pub(super) fn read(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<InterfaceParam> {
    let mut fields = reader.fields(node, "the parameter");
    let (name, kind) = (fields.required("name"), fields.required("type"));
    let param = InterfaceParam {
        required: fields.flag("required").unwrap_or_default(),
        sent: fields.flag("sent").unwrap_or_default(),
        default: fields.scalar("default"),
        example: fields.string("example"),
        values: fields.named_texts("values"),
        open: fields.flag("open").unwrap_or_default(),
        times: fields.named_texts("times"),
        min: fields.integer("min").map(|it| it.value),
        max: fields.integer("max").map(|it| it.value),
        doc: fields.localized("doc"),
        source: fields.string("source"),
        mode: fields.text("mode"),
        rename: fields.string("rename"),
        paths: fields.texts("wire"),
        also: fields.texts("also"),
        shape: {
            let shape = fields.node("as").filter(|it| fields.reader.table(it, "`as`").is_some());
            shape.map(|it| json(it).to_string())
        },
        media: fields.node("media").map(|it| media(it, fields.reader)),
        decides: fields.text("decides"),
        assumptions: assumption(&mut fields),
        ..InterfaceParam::default()
    };
    fields.finish();
    Some(InterfaceParam { name: name?, kind: kind?, ..param })
}

fn media(node: &Node<'_>, reader: &mut Reader<'_>) -> Media {
    let mut fields = reader.fields(node, "`media`");
    let media = Media {
        min_seconds: fields.integer("min_seconds").map(|it| it.value),
        max_seconds: fields.integer("max_seconds").map(|it| it.value),
        formats: fields.strings("formats"),
    };
    fields.finish();
    media
}
