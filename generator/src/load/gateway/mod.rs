//! Reads `gateway/*.toml`: interfaces and their operations.

mod param;
pub(super) mod tasks;

use std::collections::BTreeMap;

use super::fields::Fields;
use super::node::Node;
use super::reader::Reader;
use crate::catalog::{AssumptionSpec, CountSpec, InterfaceParam, InterfaceSpec, OperationSpec};
use crate::report::Spanned;

/// Texts that all operations of a file share, by key.
type Shared = BTreeMap<&'static str, Spanned<String>>;

/// Parameters that several operations share, by the name of the set.
type ParamSets = BTreeMap<String, Vec<InterfaceParam>>;

pub(super) fn read(name: &str, tree: &Node<'_>, reader: &mut Reader<'_>) -> InterfaceSpec {
    let mut fields = reader.fields(tree, "the file");
    let (on, shared) = fields.node("all").map(|it| all(it, fields.reader)).unwrap_or_default();
    let sets: ParamSets =
        fields.named("set", |node, name, reader| Some(params(node, name, reader))).into_iter().collect();
    let spec = InterfaceSpec {
        name: name.to_owned(),
        on,
        operations: fields.each("operation", |node, reader| operation(node, &shared, &sets, reader)),
        traps: fields.each("trap", tasks::trap),
        assumptions: fields.named_localized("assumptions").into_iter().collect(),
    };
    fields.finish();
    spec
}

/// Reads the values that all operations of the file share.
fn all(node: &Node<'_>, reader: &mut Reader<'_>) -> (Option<String>, Shared) {
    let mut fields = reader.fields(node, "`all`");
    let on = fields.string("on");
    let keys = ["kind", "route", "body", "reply", "billing", "models"];
    let shared = keys.into_iter().filter_map(|key| Some((key, fields.text(key)?))).collect();
    fields.finish();
    (on, shared)
}

fn params(node: &Node<'_>, set: &str, reader: &mut Reader<'_>) -> Vec<InterfaceParam> {
    let nodes = reader.list(node, &format!("`{set}`")).unwrap_or_default();
    nodes.iter().filter_map(|it| param::read(it, reader)).collect()
}

fn operation(node: &Node<'_>, shared: &Shared, sets: &ParamSets, reader: &mut Reader<'_>) -> Option<OperationSpec> {
    let mut fields = reader.fields(node, "the operation");
    let (name, endpoint, doc) = (fields.required("name"), fields.string("endpoint"), fields.required_localized("doc"));
    let mut of_all = |key: &'static str| match shared.get(key) {
        Some(shared) => fields.text(key).or_else(|| Some(shared.clone())),
        None => fields.required(key),
    };
    // Every key is read before any is reported, so that all missing ones are reported.
    let [route, kind, body, reply, billing] = ["route", "kind", "body", "reply", "billing"].map(&mut of_all);
    let group = fields.text("models").or_else(|| shared.get("models").cloned());
    let (notes, sources, always) = (fields.localized_list("notes"), fields.texts("from"), fields.texts("always"));
    let (open, content_types) = (fields.strings("open"), fields.strings("content_types"));
    let limits_unless = fields.strings("limits_unless");
    let mut params = fields.each("params", param::read);
    for set in fields.texts("include") {
        match sets.get(&set.value) {
            Some(lines) => params.extend(lines.iter().cloned()),
            None => {
                let message = format!("unknown set `{}`", set.value);
                fields.reader.report.error("unknown-set", set.span, message).hint("name a set of this file");
            }
        }
    }
    let (counts, assumptions) = (fields.each("count", count), assumption(&mut fields));
    fields.finish();
    let name = name?;
    Some(OperationSpec {
        endpoint: endpoint.unwrap_or_else(|| name.value.clone()),
        name,
        route: route?,
        kind: kind?,
        group,
        body: body?,
        reply: reply?,
        billing: billing?,
        doc: doc?,
        notes,
        sources,
        always,
        open,
        limits_unless,
        content_types,
        params,
        counts,
        assumptions,
    })
}

/// Reads the rules that are assumptions, with the id of each.
fn assumption(fields: &mut Fields<'_, '_, '_>) -> Vec<AssumptionSpec> {
    fields.named_texts("assumption")
}

fn count(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<CountSpec> {
    let mut fields = reader.fields(node, "a count");
    let whole = |number: Option<Spanned<i64>>| number.and_then(|it| usize::try_from(it.value).ok());
    let count = CountSpec {
        span: fields.span(),
        of: fields.texts("of"),
        label: fields.string("as"),
        min: whole(fields.integer("min")).unwrap_or_default(),
        max: whole(fields.integer("max")),
        assumptions: assumption(&mut fields),
    };
    fields.finish();
    Some(count)
}
