//! Reads the social catalog: cells, their parameters and groups.

use std::collections::BTreeMap;

use super::node::{Node, Value};
use super::reader::{Reader, scalar};
use crate::catalog::{Cell, Param};
use crate::report::{Span, Spanned};
use crate::similar::did_you_mean;
use gatewright_runtime::Usd;

/// Unknown fields, by their container and name: number of occurrences and location of the first.
type Unknown = BTreeMap<(&'static str, String), (usize, Span)>;

/// Maximum number of different unknown fields that are reported.
const MAX_UNKNOWN: usize = 100;

/// Returns the cells that can be read, and true if these are all of them.
pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> (Vec<Cell>, bool) {
    let mut unknown = Unknown::new();
    let (mut cells, mut read, mut whole) = (None, Vec::new(), true);
    for (key, node) in reader.table(tree, "the catalog").unwrap_or_default() {
        match key.as_ref() {
            "cells" => cells = Some(node),
            "$schema" => {}
            _ => note_unknown(&mut unknown, "the catalog", key, reader.span(node)),
        }
    }
    match cells {
        Some(node) => {
            for node in reader.records(node, "cells", "cells") {
                match read_cell(node, reader, &mut unknown) {
                    Some(cell) => read.push(cell),
                    None => whole = false,
                }
            }
        }
        None if matches!(tree.value, Value::Table(_)) => reader.missing_field(tree, "the catalog", "cells"),
        None => {}
    }
    if read.is_empty() && reader.report.errors() == 0 {
        let span = reader.span(cells.unwrap_or(tree));
        reader.report.error("no-cells", span, "the catalog has no cells").hint("add cells, or fetch the catalog again");
    }
    report_unknown(unknown, reader);
    (read, whole)
}

const CELL: &str = "a cell";
const CELL_FIELDS: [&str; 10] =
    ["platform", "capability", "model", "method", "path", "params", "require_one_of", "price_usd", "unit", "status"];
const PARAM: &str = "a parameter";
const PARAM_FIELDS: [&str; 6] = ["name", "type", "required", "default", "example", "description"];

fn read_cell(node: &Node<'_>, reader: &mut Reader<'_>, unknown: &mut Unknown) -> Option<Cell> {
    let (mut platform, mut capability, mut model, mut method, mut path) = (None, None, None, None, None);
    let (mut params, mut require_one_of) = (Vec::new(), Vec::new());
    let (mut price, mut unit, mut status) = (None, None, None);
    let entries = reader.table(node, "a cell")?;
    for (key, value) in entries {
        if matches!(value.value, Value::Null) {
            continue; // counts as missing
        }
        match key.as_ref() {
            "platform" => platform = reader.text(value, "`platform`"),
            "capability" => capability = reader.text(value, "`capability`"),
            "model" => model = reader.text(value, "`model`"),
            "method" => method = reader.text(value, "`method`"),
            "path" => path = reader.text(value, "`path`"),
            "params" => params = read_params(value, reader, unknown),
            "require_one_of" => require_one_of = read_groups(value, reader),
            "price_usd" => price = read_price(value, reader),
            "unit" => unit = reader.text(value, "`unit`").map(|it| it.value),
            "status" => status = reader.text(value, "`status`"),
            _ => note_unknown(unknown, CELL, key, reader.span(value)),
        }
    }
    for field in ["platform", "capability", "model", "method", "path", "params"] {
        if !entries.iter().any(|(key, value)| key == field && !matches!(value.value, Value::Null)) {
            reader.missing_field(node, "a cell", field);
        }
    }
    Some(Cell {
        span: reader.span(node),
        platform: platform?,
        capability: capability?,
        model,
        method,
        path,
        params,
        require_one_of,
        price,
        unit,
        status,
    })
}

fn read_params(node: &Node<'_>, reader: &mut Reader<'_>, unknown: &mut Unknown) -> Vec<Param> {
    let items = reader.list(node, "`params`").unwrap_or_default();
    items.iter().filter_map(|item| read_param(item, reader, unknown)).collect()
}

fn read_param(node: &Node<'_>, reader: &mut Reader<'_>, unknown: &mut Unknown) -> Option<Param> {
    let (mut name, mut kind, mut required, mut default) = (None, None, None, None);
    let (mut example, mut description) = (None, None);
    let mut named = false;
    for (key, value) in reader.table(node, "a parameter")? {
        if matches!(value.value, Value::Null) {
            continue; // counts as missing
        }
        match key.as_ref() {
            "name" => (name, named) = (reader.text(value, "`name`"), true),
            "type" => kind = reader.text(value, "`type`"),
            "required" => required = reader.flag(value, "`required`"),
            "default" => default = Some(reader.at(value, scalar(value))),
            "example" => example = read_example(value),
            "description" => description = reader.text(value, "`description`").map(|it| it.value),
            _ => note_unknown(unknown, PARAM, key, reader.span(value)),
        }
    }
    if !named {
        reader.missing_field(node, "a parameter", "name");
    }
    Some(Param { name: name?, kind, required, default, example, description })
}

/// Reads an example of any type. It is only displayed, as it was written.
fn read_example(node: &Node<'_>) -> Option<String> {
    match &node.value {
        Value::Text(text) | Value::Number(text) => Some(text.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn read_groups(node: &Node<'_>, reader: &mut Reader<'_>) -> Vec<Spanned<Vec<Spanned<String>>>> {
    let groups = reader.list(node, "`require_one_of`").unwrap_or_default();
    let read = |group: &Node<'_>| {
        let members = reader.texts(group, "a group of `require_one_of`")?;
        Some(reader.at(group, members))
    };
    groups.iter().filter_map(read).collect()
}

fn read_price(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<Usd> {
    let span = reader.span(node);
    let Value::Number(number) = &node.value else {
        reader
            .report
            .error("wrong-type", span, "`price_usd` must be a number")
            .label(format!("this is {}", node.value.kind()))
            .hint("write a number, or remove the field if the price is not published");
        return None;
    };
    match number.parse() {
        Ok(price) if price >= Usd::ZERO => Some(price),
        _ => {
            reader
                .report
                .error("bad-price", span, format!("`{number}` cannot be a price"))
                .hint("write a non-negative decimal number with at most 20 digits before the point and 18 after it");
            None
        }
    }
}

fn note_unknown(unknown: &mut Unknown, holder: &'static str, key: &str, span: Span) {
    let name = (holder, key.to_owned());
    if unknown.len() < MAX_UNKNOWN || unknown.contains_key(&name) {
        unknown.entry(name).or_insert((0, span)).0 += 1;
    }
}

fn report_unknown(unknown: Unknown, reader: &mut Reader<'_>) {
    for ((holder, key), (count, span)) in unknown {
        let times = if count == 1 { "unknown".to_owned() } else { format!("first of {count}") };
        let known = match holder {
            CELL => &CELL_FIELDS[..],
            PARAM => &PARAM_FIELDS[..],
            _ => &["cells"],
        };
        let hint = "the field is ignored; a newer version may support it";
        reader
            .report
            .warning("unknown-field", span, format!("unknown field `{key}` in {holder}"))
            .on_key()
            .label(times)
            .hint(did_you_mean(&key, known.iter().copied(), hint));
    }
}
