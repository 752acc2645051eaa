//! Sample responses of endpoints with a learned shape, for the docs site and the mock gateway.

use gatewright_runtime::json_path;
use gatewright_runtime::shape::{Format, JsonType, Recording, Shape};
use serde_json::{Map, Value};

use crate::model::{Kind, NextPage, Operation, Param, Service};

/// Distance of two cursors that are numbers.
pub const CURSOR_STEP: usize = 20;

/// Number of pages of an endpoint that pages.
pub const PAGES: usize = 3;

/// Returns the body of a response: the data in the service's envelope.
pub fn body(service: &Service, platform: &str, operation: &Operation, data: Value) -> Value {
    if service.payload.is_empty() {
        return data;
    }
    let value = |it: &str| gatewright_runtime::Service::fill(it, [platform, &operation.key]);
    let envelope = service.envelope.iter().map(|(name, it)| (name.clone(), value(it).into()));
    envelope.chain([(service.payload.clone(), data)]).collect()
}

/// Returns the data of the first page of an endpoint; `None` if its shape was not learned.
pub(crate) fn first_page(operation: &Operation) -> Option<Value> {
    page(operation, &operation.learned.as_ref()?.recording, 1)
}

/// Returns the data of a page with the learned shape, with the cursors of the next one; `None` after the last page. An endpoint that
/// does not page has one page.
pub fn page(operation: &Operation, shape: &Recording, number: usize) -> Option<Value> {
    if shape.data.fields.is_empty() && shape.data.keys.is_none() || number > PAGES {
        return None;
    }
    if !operation.is_paged() {
        return Some(shape.sample(1, true));
    }
    let is_last = number == PAGES;
    let Value::Object(mut data) = shape.sample(number as u64, is_last) else { return None };
    for param in &operation.params {
        let (Some(path), Some(paging)) = (cursor_path(shape, param), &param.paging) else { continue };
        let value = |page| cursor(operation, param, page, shape.data.at(&path));
        match &paging.next {
            NextPage::Counting => {}
            NextPage::FirstReply(_) => json_path::put(&mut data, &path, value(1)),
            NextPage::PreviousReply(_) if !is_last => json_path::put(&mut data, &path, value(number + 1)),
            NextPage::PreviousReply(_) if value(1).is_string() => json_path::put(&mut data, &path, "".into()),
            NextPage::PreviousReply(_) => remove(&mut data, &path),
        }
    }
    Some(data.into())
}

/// Returns the cursor of a page: a number if the parameter or the learned field is one, otherwise a text that is only valid if the
/// client sends it back byte for byte.
pub fn cursor(operation: &Operation, param: &Param, page: usize, shape: Option<&Shape>) -> Value {
    let has = |of: JsonType| shape.is_some_and(|it| it.types.contains_key(&of));
    let (is_number, is_text) = (has(JsonType::Integer), has(JsonType::Text));
    let is_digits = shape.is_some_and(|it| it.formats.contains_key(&Format::Digits));
    let number = page.saturating_sub(1).max(1).saturating_mul(CURSOR_STEP);
    match (is_number, is_text, param.kind == Kind::Integer) {
        (true, ..) | (false, false, true) => number.into(),
        (false, true, is_integer) if is_integer || is_digits => number.to_string().into(),
        _ => format!("{}/{}+{page}== é&%20", operation.id, param.wire).into(),
    }
}

/// Returns the path of the next value of a parameter in the data: the most frequent learned path, otherwise the only field with the
/// published name or the name of the parameter.
pub fn cursor_path(shape: &Recording, param: &Param) -> Option<String> {
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
