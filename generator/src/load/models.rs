//! Reads the model catalog. Records that cannot be read are reported and left out, since the catalog depends on the
//! account.

use std::collections::BTreeMap;

use gatewright_runtime::ModelRecord;
use serde_json::Value as Json;

use super::node::{Node, ParseError, Value};
use super::reader::Reader;
use crate::catalog::{ModelList, ModelSpec};

/// Maximum number of tiers in a catalog. Each has its own prices of all kinds of tokens, for standard and paid accounts.
const MAX_TIERS: usize = 50_000;

/// Reads the catalog. `broken` has the errors of records that cannot be read, by their start.
pub(super) fn read(tree: &Node<'_>, broken: &BTreeMap<usize, ParseError>, reader: &mut Reader<'_>) -> ModelList {
    let (auto_groups, is_sample) = (auto_groups(tree, reader), is_sample(tree));
    ModelList { records: records(tree, broken, reader), auto_groups, is_sample }
}

/// Returns the records that can be read.
fn records(tree: &Node<'_>, broken: &BTreeMap<usize, ParseError>, reader: &mut Reader<'_>) -> Vec<ModelSpec> {
    let entries = reader.table(tree, "the catalog").unwrap_or_default();
    let Some((_, data)) = entries.iter().find(|(key, _)| key == "data") else {
        if matches!(tree.value, Value::Table(_)) {
            reader.missing_field(tree, "the catalog", "data");
        }
        return Vec::new();
    };
    let mut models = Vec::<ModelSpec>::new();
    let mut names = BTreeMap::new();
    for node in limited(data, reader) {
        if let Some(broken) = broken.get(&node.range.start) {
            let span = reader.span_of(&broken.range);
            reader
                .report
                .warning("unreadable-model", span, format!("cannot read a model record: {}", broken.message))
                .hint("this record is ignored, the others are used");
            continue;
        }
        let json = json(node);
        let text = json.to_string();
        let span = reader.span(node);
        let Some(record) = ModelRecord::read(json) else {
            reader
                .report
                .warning("unreadable-model", span, "not a model record")
                .label("a record is an object with a `model_name`")
                .hint("this record is ignored, the others are used");
            continue;
        };
        if let Some(first) = names.insert(record.name.clone(), span) {
            reader
                .report
                .warning("duplicate-model", span, format!("duplicate model `{}`", record.name))
                .label("second entry")
                .also(first, "first entry")
                .hint("the first entry is used");
            names.insert(record.name, first);
            continue;
        }
        warn_of_unreadable(node, &record, reader);
        models.push(ModelSpec { record: reader.at(node, record), json: text });
    }
    if models.is_empty() && reader.report.errors() == 0 {
        let span = reader.span(data);
        reader
            .report
            .error("no-models", span, "the catalog has no readable models")
            .hint("fetch the catalog again, or remove the file if you need no models");
    }
    models
}

/// Returns the records of a list, or none of a list with too many records or tiers.
fn limited<'n>(data: &'n Node<'n>, reader: &mut Reader<'_>) -> &'n [Node<'n>] {
    let nodes = reader.records(data, "data", "models");
    let tiers = nodes.iter().map(count_tiers).sum();
    if tiers <= MAX_TIERS {
        return nodes;
    }
    reader.too_many(data, "tiers", tiers, MAX_TIERS);
    &[]
}

/// Returns the number of tiers in a record.
fn count_tiers(record: &Node<'_>) -> usize {
    let tiers = field(record, "book_faces").and_then(|it| field(it, "tiers"));
    tiers.map_or(0, |it| if let Value::List(tiers) = &it.value { tiers.len() } else { 0 })
}

fn field<'n, 't>(node: &'n Node<'t>, key: &str) -> Option<&'n Node<'t>> {
    let Value::Table(entries) = &node.value else { return None };
    entries.iter().find(|it| it.0 == key).map(|it| &it.1)
}

/// Reads the groups under `auto_groups`; empty if the catalog has no such list.
fn auto_groups(tree: &Node<'_>, reader: &mut Reader<'_>) -> Vec<String> {
    let Value::Table(entries) = &tree.value else { return Vec::new() };
    let listed = entries.iter().find(|(key, node)| key == "auto_groups" && !matches!(node.value, Value::Null));
    let groups = listed.and_then(|(_, node)| reader.texts(node, "`auto_groups`"));
    groups.into_iter().flatten().map(|it| it.value).collect()
}

/// Returns true if the catalog has `"sample": true`. The service sends no such key, so a refresh removes the mark.
fn is_sample(tree: &Node<'_>) -> bool {
    let Value::Table(entries) = &tree.value else { return false };
    entries.iter().any(|(key, node)| key == "sample" && matches!(node.value, Value::Bool(true)))
}

/// Warns about fields that cannot be read. They are kept as published, but programs do not find them in their usual
/// place.
fn warn_of_unreadable(node: &Node<'_>, record: &ModelRecord, reader: &mut Reader<'_>) {
    let Value::Table(entries) = &node.value else { return };
    let unread = |key: &str| record.other.contains_key(key) && ModelRecord::FIELDS.contains(&key);
    for (key, value) in entries.iter().filter(|(key, _)| unread(key)) {
        let span = reader.span(value);
        reader
            .report
            .warning("unreadable-field", span, format!("cannot read the {key} of `{}`", record.name))
            .label(format!("this is {}", value.value.kind()))
            .hint("the record is used without it, and contains it unchanged in `other`");
    }
}

/// Converts a node to JSON. Numbers that are not whole become text, which keeps all of their digits.
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
