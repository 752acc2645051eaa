//! `gateway/*.toml`: the interfaces of the service, an operation each. A key that is not known is a slip of the pen.

mod param;
mod tasks;

use std::collections::BTreeMap;

use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{AssumptionSpec, CountSpec, InterfaceParam, InterfaceSpec, OperationSpec};
use crate::report::At;

/// Texts of operations, by their keys.
type Texts = BTreeMap<String, At<String>>;

/// Lines of parameters that operations share, by their name.
type Sets = BTreeMap<String, Vec<InterfaceParam>>;

const FILE: &str = "`all`, `set`, `operation`, `shape`, `trap` and `assumptions`";

/// The texts of an operation that all of a file can share.
const SHARED: [&str; 6] = ["kind", "route", "body", "reply", "billing", "models"];

pub(super) fn read(name: &str, tree: &Node<'_>, reader: &mut Reader<'_>) -> InterfaceSpec {
    let mut spec = InterfaceSpec { name: name.to_owned(), ..InterfaceSpec::default() };
    let entries = reader.table(tree, "the file").unwrap_or_default();
    let node = |wanted: &str| entries.iter().find(|(key, _)| key == wanted).map(|(_, node)| node);
    let (mut shared, mut sets) = (Texts::new(), Sets::new());
    if let Some(node) = node("all") {
        for (key, node) in reader.table(node, "`all`").unwrap_or_default() {
            let text = reader.text(node, &format!("`{key}`"));
            match key.as_ref() {
                "on" => spec.on = text.map(|it| it.value),
                key if SHARED.contains(&key) => shared.extend(text.map(|it| (key.to_owned(), it))),
                _ => reader.unknown(node, key, "`on`, `kind`, `route`, `body`, `reply` and `billing`"),
            }
        }
    }
    if let Some(node) = node("set") {
        for (key, node) in reader.table(node, "`set`").unwrap_or_default() {
            sets.insert(key.to_string(), params(node, reader));
        }
    }
    for (key, node) in entries {
        match key.as_ref() {
            "all" | "set" => {}
            "operation" => {
                let nodes = reader.list(node, "`operation`").unwrap_or_default();
                spec.operations.extend(nodes.iter().filter_map(|it| operation(it, &shared, &sets, reader)));
            }
            "shape" => {
                let nodes = reader.list(node, "`shape`").unwrap_or_default();
                spec.shapes.extend(nodes.iter().filter_map(|it| tasks::shape(it, reader)));
            }
            "trap" => {
                let nodes = reader.list(node, "`trap`").unwrap_or_default();
                spec.traps.extend(nodes.iter().filter_map(|it| tasks::trap(it, reader)));
            }
            "assumptions" => {
                for (id, node) in reader.table(node, "`assumptions`").unwrap_or_default() {
                    spec.assumptions.extend(reader.text(node, &format!("`{id}`")).map(|it| (id.to_string(), it)));
                }
            }
            _ => reader.unknown(node, key, FILE),
        }
    }
    spec
}

fn params(node: &Node<'_>, reader: &mut Reader<'_>) -> Vec<InterfaceParam> {
    let nodes = reader.list(node, "a list of parameters").unwrap_or_default();
    nodes.iter().filter_map(|node| param::read(node, reader)).collect()
}

const OPERATION: &str = "`name`, `endpoint`, `route`, `kind`, `models`, `body`, `reply`, `billing`, `doc`, `notes`, `from`, \
                         `always`, `include`, `params`, `count` and `assumption`";

fn operation(node: &Node<'_>, shared: &Texts, sets: &Sets, reader: &mut Reader<'_>) -> Option<OperationSpec> {
    let mut own = shared.clone();
    let (mut notes, mut sources, mut lines, mut included) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut always, mut counts, mut assumptions) = (Vec::new(), Vec::new(), Vec::new());
    for (key, node) in reader.table(node, "an operation")? {
        match key.as_ref() {
            "notes" => notes = texts(node, "`notes`", reader).into_iter().map(|it| it.value).collect(),
            "from" => sources = texts(node, "`from`", reader),
            "always" => always = texts(node, "`always`", reader),
            "params" => lines = params(node, reader),
            "include" => included = texts(node, "`include`", reader),
            "count" => {
                let nodes = reader.list(node, "`count`").unwrap_or_default();
                counts = nodes.iter().filter_map(|it| count(it, reader)).collect();
            }
            "assumption" => assumptions = assumption(node, reader),
            "name" | "endpoint" | "route" | "kind" | "models" | "body" | "reply" | "billing" | "doc" => {
                own.extend(reader.text(node, &format!("`{key}`")).map(|it| (key.to_string(), it)));
            }
            _ => reader.unknown(node, key, OPERATION),
        }
    }
    for name in included {
        match sets.get(&name.value) {
            Some(set) => lines.extend(set.iter().cloned()),
            None => {
                reader
                    .report
                    .error("unknown-set", name.place, format!("there is no `{}` in `set`", name.value))
                    .hint("name lines that stand there");
            }
        }
    }
    let mut text = |key: &str| {
        let found = own.remove(key);
        if found.is_none() {
            reader.missing(node, "the operation", key);
        }
        found
    };
    // All of them are looked for before any is missed, so that every one is complained of.
    let fields = ["name", "route", "kind", "body", "reply", "billing", "doc"].map(&mut text);
    let [name, route, kind, body, reply, billing, doc] = fields;
    let name = name?;
    Some(OperationSpec {
        endpoint: own.remove("endpoint").map_or_else(|| name.value.clone(), |it| it.value),
        name,
        route: route?,
        kind: kind?,
        group: own.remove("models"),
        body: body?,
        reply: reply?,
        billing: billing?,
        doc: doc?.value,
        notes,
        sources,
        always,
        params: lines,
        counts,
        assumptions,
    })
}

/// Several texts, or one.
fn texts(node: &Node<'_>, name: &str, reader: &mut Reader<'_>) -> Vec<At<String>> {
    match node.value {
        Value::Text(_) => reader.text(node, name).into_iter().collect(),
        _ => reader.texts(node, name).unwrap_or_default(),
    }
}

/// Which rules are assumptions, and which ones.
fn assumption(node: &Node<'_>, reader: &mut Reader<'_>) -> Vec<AssumptionSpec> {
    let entries = reader.table(node, "`assumption`").unwrap_or_default();
    entries.iter().filter_map(|(rule, node)| Some((rule.to_string(), reader.text(node, "an assumption")?))).collect()
}

fn count(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<CountSpec> {
    let place = reader.place(node);
    let mut count = CountSpec { place, of: Vec::new(), label: None, min: 0, max: None, assumptions: Vec::new() };
    for (key, node) in reader.table(node, "a count")? {
        let mut number = || reader.integer(node, &format!("`{key}`")).and_then(|it| usize::try_from(it).ok());
        match key.as_ref() {
            "of" => count.of = texts(node, "`of`", reader),
            "as" => count.label = reader.text(node, "`as`").map(|it| it.value),
            "min" => count.min = number()?,
            "max" => count.max = Some(number()?),
            "assumption" => count.assumptions = assumption(node, reader),
            _ => reader.unknown(node, key, "`of`, `as`, `min`, `max` and `assumption`"),
        }
    }
    Some(count)
}
