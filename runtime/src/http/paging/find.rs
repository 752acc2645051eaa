//! Cursors, lists and flags in the data of a page.
//!
//! The documents do not publish the fields of responses. A field is therefore found by its name, and a list by its
//! position. Paths begin with `data`; a number selects an item of a list: `data.pages.0.next`.

use std::collections::{BTreeMap, VecDeque};

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::shape::{are_similar, value_if_more};
use crate::{SocialResult, json_path};

/// A field of a page.
pub(super) struct Found<'a> {
    pub(super) path: String,
    pub(super) value: &'a Value,
    /// True if the field belongs to an item of a list.
    pub(super) in_list: bool,
}

/// Returns the fields whose names pass the test, nearest to the top first. Of a list, only the first item is searched.
pub(super) fn fields(data: &Value, is_wanted: impl Fn(&str) -> bool) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let mut queue = VecDeque::from([(String::from("data"), data, false)]);
    while let Some((path, value, in_list)) = queue.pop_front() {
        match value {
            // A path cannot name a key that contains its separator.
            Value::Object(fields) => {
                for (name, value) in fields.iter().filter(|(name, _)| !name.contains('.')) {
                    let path = format!("{path}.{name}");
                    if is_wanted(name) {
                        found.push(Found { path: path.clone(), value, in_list });
                    }
                    if value.is_object() || value.is_array() {
                        queue.push_back((path, value, in_list));
                    }
                }
            }
            Value::Array(items) => queue.extend(items.first().map(|it| (format!("{path}.0"), it, true))),
            _ => {}
        }
    }
    found
}

/// Returns the value at a path.
pub(in crate::http) fn at<'a>(data: &'a Value, path: &str) -> Option<&'a Value> {
    json_path::at(data, steps(path)?)
}

/// Returns the steps of a path inside the data; `None` if it does not begin with `data`.
pub(super) fn steps(path: &str) -> Option<impl Iterator<Item = &str>> {
    let rest = path.strip_prefix("data")?;
    let rest = if rest.is_empty() { None } else { Some(rest.strip_prefix('.')?) };
    Some(rest.into_iter().flat_map(|it| it.split('.')))
}

/// Returns the value at a path as a parameter, byte for byte as received. An empty value means that there is no next
/// page.
pub(super) fn cursor(page: &SocialResult, raw: &[u8], payload: &str, path: &str) -> Option<String> {
    match at(&page.data, path)? {
        Value::String(text) => Some(text.clone()).filter(|it| !it.is_empty()),
        // The decoded value may have lost digits.
        Value::Number(number) if number.is_f64() => number_at(raw, payload, path),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("true".to_owned()),
        _ => None,
    }
}

fn number_at(raw: &[u8], payload: &str, path: &str) -> Option<String> {
    let mut value: &RawValue = serde_json::from_slice(raw).ok()?;
    let payload = Some(payload).filter(|it| !it.is_empty());
    for step in payload.into_iter().chain(steps(path)?) {
        value = match value.get().as_bytes().first()? {
            b'[' => *serde_json::from_str::<Vec<&RawValue>>(value.get()).ok()?.get(step.parse::<usize>().ok()?)?,
            _ => *serde_json::from_str::<BTreeMap<String, &RawValue>>(value.get()).ok()?.get(step)?,
        };
    }
    Some(value.get().to_owned())
}

/// The list with the items of a page.
#[derive(Debug, PartialEq)]
pub(super) enum List {
    /// The only list of objects at the smallest depth.
    One(String),
    /// Several lists at the same depth.
    Many(Vec<String>),
    /// All lists are empty, except those in the values of a map.
    Empty,
    /// There is no list of objects; the paths are those of other lists.
    None(Vec<String>),
}

/// Finds the list with the items of a page. Lists inside items are not searched.
pub(super) fn list(data: &Value) -> List {
    let mut level = vec![(String::from("data"), data, false)];
    let (mut has_empty, mut others) = (false, Vec::new());
    while !level.is_empty() {
        let (mut lists, mut deeper) = (Vec::new(), Vec::new());
        for (path, value, in_map) in level {
            match value {
                // The values of a map can be the items.
                Value::Array(items) if items.is_empty() => has_empty |= !in_map,
                Value::Array(items) if items.iter().all(Value::is_object) => lists.push(path),
                Value::Array(_) => others.push(path),
                Value::Object(fields) => {
                    let named = fields.iter().filter(|(name, _)| !name.contains('.'));
                    // The fields of the data itself are no map.
                    let in_map = in_map || path != "data" && is_map(fields);
                    deeper.extend(named.map(|(name, value)| (format!("{path}.{name}"), value, in_map)));
                }
                _ => {}
            }
        }
        match lists.len() {
            0 => level = deeper,
            1 => return lists.pop().map_or(List::Empty, List::One),
            _ => return List::Many(lists),
        }
    }
    if has_empty && others.is_empty() { List::Empty } else { List::None(others) }
}

/// Returns true if an object can be a map of items: its values are alike, and have more than lists, flags and cursors.
fn is_map(fields: &Map<String, Value>) -> bool {
    let is_content = |(name, value): (&String, &Value)| {
        let has_value = match value {
            Value::String(text) => !text.is_empty(),
            Value::Number(number) => number.as_f64() != Some(0.0),
            _ => false,
        };
        has_value && value_if_more(name).is_none() && !is_like_cursor(name)
    };
    are_similar(fields) && fields.values().any(|it| it.as_object().is_some_and(|it| it.iter().any(is_content)))
}

/// Returns true if a field is named like a cursor.
pub(super) fn is_like_cursor(name: &str) -> bool {
    const WORDS: [&str; 8] = ["cursor", "next", "token", "offset", "after", "page", "max_id", "buffer"];
    WORDS.iter().any(|word| name.to_ascii_lowercase().contains(word))
}

/// Returns true if there is a list of objects outside of other lists.
pub(in crate::http) fn has_list(data: &Value) -> bool {
    matches!(list(data), List::One(_) | List::Many(_))
}

/// Returns the value of a flag such as `has_more`: true if there are more pages, `None` if the page has no such flag. A
/// flag in the same object as the cursor takes precedence over a flag nearer to the top.
pub(super) fn has_more(data: &Value, cursor: Option<&str>) -> Option<bool> {
    let parent = |path: &str| path.rsplit_once('.').map(|(parent, _)| parent.to_owned());
    let beside = cursor.and_then(parent);
    let mut found: Vec<_> =
        fields(data, |name| value_if_more(name).is_some()).into_iter().filter(|it| !it.in_list).collect();
    found.sort_by_key(|it| parent(&it.path) != beside);
    found.into_iter().find_map(|it| {
        let name = it.path.rsplit('.').next().unwrap_or_default();
        Some(value_if_more(name)? == as_flag(it.value)?)
    })
}

fn as_flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.as_str() {
            "0" | "false" => Some(false),
            "1" | "true" => Some(true),
            _ => None,
        },
        _ => None,
    }
}
