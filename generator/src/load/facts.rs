//! Reads `facts.toml`: facts that the catalog does not have.

use std::collections::BTreeMap;

use super::fields::Fields;
use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{Assumption, CellFacts, Facts, NamedValue, PagingFacts, ParamFacts, PlatformFacts};
use crate::report::Spanned;
use crate::text::Text;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Facts {
    let mut fields = reader.fields(tree, "the file");
    let value_names = names("value_name", &mut fields);
    let mut facts = Facts {
        capabilities: fields.named_localized("capability").into_iter().collect(),
        capability_names: names("capability_name", &mut fields),
        platforms: fields.named("platform", |node, _, reader| Some(platform(node, reader))).into_iter().collect(),
        cells: fields.named("cell", |node, platform, reader| Some(cells(node, platform, reader))).into_iter().collect(),
    };
    fields.finish();
    let cells = facts.cells.values_mut().flat_map(BTreeMap::values_mut);
    let params = cells.flat_map(|it| it.value.params.values_mut());
    for value in params.flat_map(|it| &mut it.value.values) {
        value.name = value_names.get(&value.label).cloned();
    }
    facts
}

fn names(key: &'static str, fields: &mut Fields<'_, '_, '_>) -> BTreeMap<String, Text> {
    fields.named_localized(key).into_iter().map(|(name, text)| (name, text.value)).collect()
}

fn cells(node: &Node<'_>, platform: &str, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<CellFacts>> {
    reader.named(node, &format!("`{platform}`"), |node, _, reader| Some(cell(node, reader))).into_iter().collect()
}

fn platform(node: &Node<'_>, reader: &mut Reader<'_>) -> Spanned<PlatformFacts> {
    let mut fields = reader.fields(node, "a platform");
    let facts = PlatformFacts { about: fields.localized("about"), name: fields.string("name") };
    fields.finish();
    reader.at(node, facts)
}

fn cell(node: &Node<'_>, reader: &mut Reader<'_>) -> Spanned<CellFacts> {
    let mut fields = reader.fields(node, "a cell");
    let facts = CellFacts {
        name: fields.string("name"),
        notes: fields.localized_list("notes"),
        selectors: fields.named_texts("selectors"),
        params: fields.named("params", |node, _, reader| Some(param(node, reader))).into_iter().collect(),
    };
    fields.finish();
    reader.at(node, facts)
}

fn param(node: &Node<'_>, reader: &mut Reader<'_>) -> Spanned<ParamFacts> {
    let mut fields = reader.fields(node, "the facts of a parameter");
    let facts = ParamFacts {
        values: fields.named("values", value).into_iter().map(|(_, value)| value).collect(),
        separator: fields.string("separator"),
        min: fields.integer("min"),
        max: fields.integer("max"),
        min_length: fields.integer("min_length"),
        max_length: fields.integer("max_length"),
        paging: fields.node("paging").map(|it| paging(it, fields.reader)),
        note: fields.localized("note"),
        ignored_with: fields.texts("ignored_with"),
        deprecated: fields.localized("deprecated"),
        name: fields.string("name"),
        source: fields.string("source"),
        assumptions: {
            let texts = fields.named_localized("assumptions").into_iter();
            texts.map(|(rule, says)| Assumption { rule, says: says.value }).collect()
        },
    };
    fields.finish();
    reader.at(node, facts)
}

fn value(node: &Node<'_>, label: &str, reader: &mut Reader<'_>) -> Option<NamedValue> {
    let label = label.to_owned();
    if !matches!(node.value, Value::Table(_)) {
        return Some(NamedValue {
            label,
            value: reader.scalar(node, "a named value")?,
            also: None,
            about: None,
            name: None,
        });
    }
    let mut fields = reader.fields(node, "a named value");
    fields.must_have("value");
    let (value, also, about) = (fields.scalar("value"), fields.string("also"), fields.localized("about"));
    fields.finish();
    Some(NamedValue { label, value: value?, also, about, name: None })
}

fn paging(node: &Node<'_>, reader: &mut Reader<'_>) -> PagingFacts {
    let mut fields = reader.fields(node, "`paging`");
    let paging = PagingFacts {
        field: fields.string("field"),
        first: fields.scalar("first").map(|it| it.value),
        counts_from: fields.integer("counts_from").map(|it| it.value),
        accompanies: fields.text("accompanies"),
        from_first_reply: fields.text("reply").is_some_and(|it| is_first(&it, fields.reader)),
    };
    fields.finish();
    paging
}

/// Returns true if `reply` has its only valid value, and reports other values.
fn is_first(reply: &Spanned<String>, reader: &mut Reader<'_>) -> bool {
    if reply.value != "first" {
        let message = format!("unknown reply `{}`", reply.value);
        reader.report.error("unknown-word", reply.span, message).hint("write `reply = \"first\"`, or remove it");
    }
    reply.value == "first"
}
