//! Data with the learned shape of an operation: sample values, and three pages if the operation pages.

use std::collections::BTreeMap;

use gatewright::Specs;
use gatewright::model::{NextPage, Operation, Param};
use gatewright_runtime::json_path;
use gatewright_runtime::shape::{JsonType, Recording, Shape};
use serde_json::{Map, Value};

use super::cursor;
use super::validate::QueryParams;

/// Number of pages.
const PAGES: usize = 3;

/// Reads the learned shapes of the specs, by operation. Returns a message if one is invalid.
pub(crate) fn shapes(specs: &Specs) -> Result<BTreeMap<String, Recording>, String> {
    let files = specs.files.iter().filter(|(path, _)| path.starts_with(Specs::SHAPES));
    let read = |(path, bytes): (&String, &Vec<u8>)| {
        let shape = Recording::from_json(&String::from_utf8_lossy(bytes));
        let shape = shape.map_err(|error| format!("{}/{path}: {error}", specs.folder))?;
        Ok((shape.operation.clone(), shape))
    };
    files.map(read).collect()
}

/// Returns the data of a call; `None` after the last page, or for an unknown cursor.
pub(super) fn page(operation: &Operation, given: &QueryParams, shape: &Recording) -> Option<Value> {
    let params = cursor::params(operation);
    if params.is_empty() {
        return Some(shape.sample(1, true));
    }
    let at = |param: &Param| place(shape, param).and_then(|it| shape.data.at(&it));
    let number = cursor::page_number(operation, given, at).filter(|it| *it <= PAGES)?;
    let is_last = number == PAGES;
    let Value::Object(mut data) = shape.sample(number as u64, is_last) else { return None };
    for param in params {
        let (Some(path), Some(next)) = (place(shape, param), param.paging.as_ref().map(|it| &it.next)) else {
            continue;
        };
        let value = |page| cursor::value(operation, param, page, shape.data.at(&path));
        match next {
            NextPage::Counting => {}
            NextPage::FirstReply(_) => json_path::put(&mut data, &path, value(1)),
            NextPage::PreviousReply(_) if !is_last => json_path::put(&mut data, &path, value(number + 1)),
            NextPage::PreviousReply(_) if value(1).is_string() => json_path::put(&mut data, &path, "".into()),
            NextPage::PreviousReply(_) => remove(&mut data, &path),
        }
    }
    Some(data.into())
}

/// Returns the path of the next value of a parameter in the data: the most frequent learned path, otherwise the only field with the
/// published name or the name of the parameter.
fn place(shape: &Recording, param: &Param) -> Option<String> {
    let learned = shape.cursors.get(&param.wire).and_then(|paths| paths.iter().max_by_key(|it| it.1));
    let learned = learned.and_then(|(path, _)| path.strip_prefix("data."));
    if let Some(path) = learned.filter(|it| !it.contains(['[', '*']) && shape.data.at(it).is_some()) {
        return Some(path.to_owned());
    }
    let published = match param.paging.as_ref().map(|it| &it.next)? {
        NextPage::PreviousReply(field) | NextPage::FirstReply(field) => field.as_deref(),
        NextPage::Counting => return None,
    };
    let is_named = |name: &str| match published {
        Some(field) => name == field,
        None => name.strip_prefix("next_").unwrap_or(name) == param.wire || name == param.wire,
    };
    let mut found = Vec::new();
    collect(&shape.data, "", &is_named, &mut found);
    found.pop().filter(|_| found.is_empty())
}

/// Collects the paths of texts and numbers with a name, outside of lists and maps.
fn collect(shape: &Shape, path: &str, is_named: &impl Fn(&str) -> bool, found: &mut Vec<String>) {
    for (name, field) in &shape.fields {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let has = |of: JsonType| field.types.contains_key(&of);
        if is_named(name) && (has(JsonType::Text) || has(JsonType::Integer)) {
            found.push(path.clone());
        }
        collect(field, &path, is_named, found);
    }
}

fn remove(data: &mut Map<String, Value>, path: &str) {
    match path.split_once('.') {
        None => drop(data.remove(path)),
        Some((first, rest)) => {
            if let Some(Value::Object(inner)) = data.get_mut(first) {
                remove(inner, rest);
            }
        }
    }
}
