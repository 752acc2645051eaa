//! `gateway/*.toml`: the interfaces of the service, an operation each. A key that is not known is a slip of the pen.

use super::node::Node;
use super::reader::Reader;
use crate::catalog::{InterfaceParam, InterfaceSpec, OperationSpec};
use crate::report::At;

pub(super) fn read(name: &str, tree: &Node<'_>, reader: &mut Reader<'_>) -> InterfaceSpec {
    let mut operations = Vec::new();
    for (key, node) in reader.table(tree, "the file").unwrap_or_default() {
        match key.as_ref() {
            "operation" => {
                let nodes = reader.list(node, "`operation`").unwrap_or_default();
                operations.extend(nodes.iter().filter_map(|node| read_operation(node, reader)));
            }
            _ => reader.unknown(node, key, "`operation`"),
        }
    }
    InterfaceSpec { name: name.to_owned(), operations }
}

const OPERATION: &str =
    "`name`, `endpoint`, `route`, `models`, `body`, `reply`, `billing`, `doc`, `notes` and `params`";

fn read_operation(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<OperationSpec> {
    let (mut texts, mut notes, mut params) = (Vec::new(), Vec::new(), Vec::new());
    for (key, node) in reader.table(node, "an operation")? {
        match key.as_ref() {
            "notes" => {
                let read = reader.texts(node, "`notes`").unwrap_or_default();
                notes = read.into_iter().map(|it| it.value).collect();
            }
            "params" => {
                let nodes = reader.list(node, "`params`").unwrap_or_default();
                params = nodes.iter().filter_map(|node| read_param(node, reader)).collect();
            }
            "name" | "endpoint" | "route" | "models" | "body" | "reply" | "billing" | "doc" => {
                texts.push((key.as_ref(), reader.text(node, &format!("`{key}`"))));
            }
            _ => reader.unknown(node, key, OPERATION),
        }
    }
    let mut text = |key: &str| match texts.iter_mut().find(|(name, _)| *name == key) {
        Some((_, text)) => text.take(),
        None => {
            reader.missing(node, "the operation", key);
            None
        }
    };
    // All of them are looked for before any is missed, so that every one is complained of.
    let fields = ["name", "endpoint", "route", "models", "body", "reply", "billing", "doc"].map(&mut text);
    let [name, endpoint, route, models, body, reply, billing, doc] = fields;
    Some(OperationSpec {
        name: name?,
        endpoint: endpoint?,
        route: route?,
        models: models?,
        body: body?,
        reply: reply?,
        billing: billing?,
        doc: doc?.value,
        notes,
        params,
    })
}

const PARAM: &str = "`name`, `type`, `required`, `values`, `min`, `max`, `doc`, `source`, `mode` and `rename`";

fn read_param(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<InterfaceParam> {
    let (mut name, mut kind) = (None, None);
    let mut param = InterfaceParam::default();
    for (key, node) in reader.table(node, "a parameter")? {
        let text = |reader: &mut Reader<'_>| reader.text(node, &format!("`{key}`"));
        match key.as_ref() {
            "name" => name = text(reader),
            "type" => kind = text(reader),
            "required" => param.required = reader.flag(node, "`required`").unwrap_or_default(),
            "values" => {
                let entries = reader.table(node, "`values`").unwrap_or_default();
                let values = entries.iter().filter_map(|(label, node)| {
                    let value = reader.text(node, &format!("`{label}`"))?;
                    Some((label.to_string(), value))
                });
                param.values = values.collect();
            }
            "min" => param.min = reader.integer(node, "`min`"),
            "max" => param.max = reader.integer(node, "`max`"),
            "doc" => param.doc = text(reader).map(|it| it.value),
            "source" => param.source = text(reader).map(|it| it.value),
            "mode" => param.mode = text(reader),
            "rename" => param.rename = text(reader).map(|it| it.value),
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
