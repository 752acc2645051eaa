//! The model catalog. An account's list is what it is: what cannot be read of it is reported and left out.

use std::collections::BTreeMap;

use gatewright_runtime::ModelRecord;
use serde_json::Value as Json;

use super::node::{Broken, Node, Value};
use super::reader::Reader;
use crate::catalog::ModelSpec;

/// The records that can be read; `broken` says why others cannot, by where they begin.
pub(super) fn read(tree: &Node<'_>, broken: &BTreeMap<usize, Broken>, reader: &mut Reader<'_>) -> Vec<ModelSpec> {
    let entries = reader.table(tree, "the catalog").unwrap_or_default();
    let Some((_, data)) = entries.iter().find(|(key, _)| key == "data") else {
        if matches!(tree.value, Value::Table(_)) {
            reader.missing(tree, "the catalog", "data");
        }
        return Vec::new();
    };
    let mut models = Vec::<ModelSpec>::new();
    let mut names = BTreeMap::new();
    for node in reader.list(data, "`data`").unwrap_or_default() {
        if let Some(broken) = broken.get(&node.span.start) {
            let place = reader.place_of(&broken.span);
            reader
                .report
                .warning("unreadable-model", place, format!("a model record cannot be read: {}", broken.message))
                .hint("it is left out; the others are taken");
            continue;
        }
        let json = json(node);
        let text = json.to_string();
        let place = reader.place(node);
        let Some(record) = ModelRecord::read(json) else {
            reader
                .report
                .warning("unreadable-model", place, "this is not a model record")
                .label("a record is an object with a `model_name`")
                .hint("it is left out; the others are taken");
            continue;
        };
        if let Some(first) = names.insert(record.name.clone(), place) {
            reader
                .report
                .warning("duplicate-model", place, format!("the model `{}` stands twice", record.name))
                .label("the second one")
                .also(first, "the first one")
                .hint("the first one is taken");
            names.insert(record.name, first);
            continue;
        }
        warn_of_unreadable(node, &record, reader);
        models.push(ModelSpec { record: reader.at(node, record), json: text });
    }
    if models.is_empty() && reader.report.errors() == 0 {
        let place = reader.place(data);
        reader
            .report
            .error("no-models", place, "the catalog has no model that can be read")
            .hint("fetch the catalog again, or remove the file to do without models");
    }
    models
}

/// The groups under `auto_groups`; none if the catalog has no such list.
pub(super) fn auto_groups(tree: &Node<'_>, reader: &mut Reader<'_>) -> Vec<String> {
    let Value::Table(entries) = &tree.value else { return Vec::new() };
    let listed = entries.iter().find(|(key, node)| key == "auto_groups" && !matches!(node.value, Value::Null));
    let groups = listed.and_then(|(_, node)| reader.texts(node, "`auto_groups`"));
    groups.into_iter().flatten().map(|it| it.value).collect()
}

/// A field that nothing can be made of is kept as it came; but whoever looks for it should know why it is not there.
fn warn_of_unreadable(node: &Node<'_>, record: &ModelRecord, reader: &mut Reader<'_>) {
    let Value::Table(entries) = &node.value else { return };
    let unread = |key: &str| record.other.contains_key(key) && ModelRecord::FIELDS.contains(&key);
    for (key, value) in entries.iter().filter(|(key, _)| unread(key)) {
        let place = reader.place(value);
        reader
            .report
            .warning("unreadable-field", place, format!("the {key} of `{}` cannot be read", record.name))
            .label(format!("this is {}", value.value.kind()))
            .hint("the record is taken without it, and keeps it under `other` as it came");
    }
}

/// The same as JSON. Numbers that are not whole become text, which keeps all of their digits.
pub(super) fn json(node: &Node<'_>) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) => number.parse::<i64>().map_or_else(|_| number.as_ref().into(), Json::from),
        Value::Text(text) => text.as_ref().into(),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Table(entries) => entries.iter().map(|(key, value)| (key.to_string(), json(value))).collect(),
    }
}
