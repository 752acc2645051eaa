//! Data of the platforms: fixtures with pagination.

use std::collections::BTreeMap;

use gatewright::model::{Kind, NextPage, Operation, Param};
use gatewright::sample;
use gatewright_runtime::json_path;
use serde_json::{Map, Value};

use super::cursor;
use super::validate::QueryParams;

/// Number of items on a page.
const PAGE: usize = 3;

/// Returns the data of a call; `None` if there is none, for example after the last page.
pub(super) fn page(operation: &Operation, given: &QueryParams) -> Option<Value> {
    let fixture = match operation.key.as_str() {
        "post" => include_str!("../../fixtures/post.json"),
        "user" => include_str!("../../fixtures/user.json"),
        "comments" => include_str!("../../fixtures/comments.json"),
        "trending" => include_str!("../../fixtures/trending.json"),
        _ => include_str!("../../fixtures/search.json"),
    };
    let fixture: Value = serde_json::from_str(fixture).expect("fixtures are JSON");
    let Value::Array(items) = fixture else { return Some(fixture) };
    let cursors = cursor::params(operation);
    if cursors.is_empty() {
        return Some(Value::Object(Map::from_iter([("items".to_owned(), items.into())])));
    }
    let number = cursor::page_number(operation, given, |_| None)?;
    let shown: Vec<_> = items.iter().skip((number - 1).checked_mul(PAGE)?).take(PAGE).cloned().collect();
    if shown.is_empty() {
        return None;
    }
    let more = items.len() > number * PAGE;
    let mut data = Map::from_iter([("items".to_owned(), Value::from(shown)), ("has_more".to_owned(), more.into())]);
    for param in cursors {
        if let Some(value) = next_value(operation, param, number, more) {
            data.insert(field(param).to_owned(), value);
        }
    }
    Some(data.into())
}

/// Moves fields of the data to other places.
pub(super) fn moved(data: Value, moved: Option<&BTreeMap<String, Vec<String>>>) -> Value {
    let Some(moved) = moved else { return data };
    let Value::Object(mut fields) = data else { return data };
    for (field, places) in moved {
        let Some(value) = fields.remove(field) else { continue };
        for place in places {
            json_path::put(&mut fields, place, value.clone());
        }
    }
    fields.into()
}

/// Returns the field of a response with the next value of a parameter. If no field is published, it has the parameter's
/// name.
fn field(param: &Param) -> &str {
    match param.paging.as_ref().map(|it| &it.next) {
        Some(NextPage::PreviousReply(Some(field)) | NextPage::FirstReply(Some(field))) => field,
        _ => &param.wire,
    }
}

fn next_value(operation: &Operation, param: &Param, number: usize, more: bool) -> Option<Value> {
    match param.paging.as_ref().map(|it| &it.next)? {
        NextPage::Counting => None,
        NextPage::FirstReply(_) => Some(sample::cursor(operation, param, 1, None)),
        NextPage::PreviousReply(_) if !more => (param.kind != Kind::Integer).then(|| "".into()),
        NextPage::PreviousReply(_) => Some(sample::cursor(operation, param, number + 1, None)),
    }
}
