//! Values of recent responses, as hashes in memory, to find the cursors among them.

use std::collections::VecDeque;

use serde_json::Value;

use crate::shape::Shape;
use crate::shape::hash::{hash, mix};

/// Number of responses that are remembered.
const RESPONSES: usize = 64;
/// Number of values of a response that are remembered.
const VALUES: usize = 2_000;

/// Values of the last responses of one operation.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Hashes of values and of their paths, the newest response first.
    responses: VecDeque<Vec<(u64, u64)>>,
}

impl Recent {
    /// Returns the only path of a value in the newest response that contains it. A field with one value in
    /// all responses is a constant, such as the size of a page.
    pub(super) fn path(&self, value: &str, shape: &Shape) -> Option<String> {
        if matches!(value, "" | "0" | "1") {
            return None;
        }
        // A number can have been sent as a text, too.
        let number = value.parse::<i64>().ok().filter(|it| it.to_string() == value).map(number_hash);
        let text = text_hash(value);
        let of_response = |it: &Vec<(u64, u64)>| {
            let mut found = it.iter().filter(|it| it.0 == text || Some(it.0) == number).map(|it| it.1);
            let first = found.next()?;
            Some(found.all(|it| it == first).then_some(first))
        };
        let wanted = self.responses.iter().find_map(of_response)??;
        let values = || self.responses.iter().flatten().filter(|it| it.1 == wanted);
        if values().nth(1).is_some() && values().all(|it| it.0 == text || Some(it.0) == number) {
            return None;
        }
        let mut path = "data".to_owned();
        has_path(shape, wanted, START, &mut path).then_some(path)
    }

    /// Remembers the values of a response whose paths consist of known names.
    pub(super) fn remember(&mut self, data: &Value, shape: &Shape) {
        let mut values = match self.responses.len() {
            RESPONSES => self.responses.pop_back().unwrap_or_default(),
            _ => Vec::new(),
        };
        values.clear();
        add(data, shape, START, &mut values);
        self.responses.push_front(values);
    }
}

/// Hash of the path `data`.
const START: u64 = 1;
/// Steps of a path that are not names.
const ITEMS: u64 = 2;
const KEYS: u64 = 3;

fn add(value: &Value, shape: &Shape, path: u64, values: &mut Vec<(u64, u64)>) {
    if values.len() >= VALUES {
        return;
    }
    match value {
        Value::String(text) if !text.is_empty() => values.push((text_hash(text), path)),
        Value::Number(number) => values.extend(number.as_i64().map(|it| (number_hash(it), path))),
        Value::Array(items) => {
            if let Some(shape) = shape.items.as_deref() {
                items.iter().for_each(|it| add(it, shape, mix(path, ITEMS), values));
            }
        }
        Value::Object(fields) => {
            let mut known = shape.fields.iter().peekable();
            for (key, value) in fields {
                // Both are sorted, so most keys are the next ones.
                while known.next_if(|(name, _)| *name < key).is_some() {}
                let next = known.next_if(|(name, _)| *name == key).map(|it| it.1);
                match (next.or_else(|| shape.fields.get(key)), &shape.keys) {
                    (Some(shape), _) => add(value, shape, hash(path, key.as_bytes()), values),
                    (None, Some(keys)) => add(value, keys, mix(path, KEYS), values),
                    (None, None) => {}
                }
            }
        }
        _ => {}
    }
}

/// Extends the path of a shape to the one with a hash. Returns false if there is none.
fn has_path(shape: &Shape, wanted: u64, at: u64, path: &mut String) -> bool {
    if at == wanted {
        return true;
    }
    let length = path.len();
    let mut leads = |inner: &Shape, at: u64, step: [&str; 2]| {
        path.extend(step);
        let found = has_path(inner, wanted, at, path);
        if !found {
            path.truncate(length);
        }
        found
    };
    shape.fields.iter().any(|(name, inner)| leads(inner, hash(at, name.as_bytes()), [".", name]))
        || shape.items.as_deref().is_some_and(|inner| leads(inner, mix(at, ITEMS), ["[]", ""]))
        || shape.keys.as_deref().is_some_and(|inner| leads(inner, mix(at, KEYS), [".*", ""]))
}

fn text_hash(text: &str) -> u64 {
    hash(4, text.as_bytes())
}

fn number_hash(number: i64) -> u64 {
    mix(5, number as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_has_a_path_if_it_is_the_only_one() {
        let first =
            json!({ "paging": { "next": "c-20", "count": 20 }, "list": [{ "id": 71 }, { "id": 72 }], "total": 20 });
        let second = json!({ "paging": { "next": "c-40" }, "other": "c-20", "pending": "c-41" });
        let mut shape = Shape::of(&first);
        shape.merge(Shape::of(&second));
        shape.fields.remove("pending");
        let path = |recent: &Recent, value| recent.path(value, &shape);
        let some = |path: &str| Some(path.to_owned());
        let mut recent = Recent::default();
        recent.remember(&first, &shape);
        assert_eq!(path(&recent, "c-20"), some("data.paging.next"));
        assert_eq!(path(&recent, "72"), some("data.list[].id"));
        assert_eq!([path(&recent, "20"), path(&recent, "c-21"), path(&recent, "")], [const { None }; 3]);
        recent.remember(&second, &shape);
        assert_eq!(path(&recent, "c-40"), some("data.paging.next"));
        assert_eq!(path(&recent, "c-20"), some("data.other"), "the newest response decides");
        assert_eq!(path(&recent, "c-41"), None, "the name is not known yet");
        (0..RESPONSES).for_each(|_| recent.remember(&json!({}), &shape));
        assert_eq!((path(&recent, "c-40"), recent.responses.len()), (None, RESPONSES));
    }

    #[test]
    fn a_constant_is_no_cursor() {
        let page = |next: i64| json!({ "page_size": 20, "paging": { "next": next } });
        let shape = Shape::of(&page(20));
        let mut recent = Recent::default();
        recent.remember(&json!({ "page_size": 20 }), &shape);
        recent.remember(&json!({ "page_size": 20 }), &shape);
        assert_eq!(recent.path("20", &shape), None);
        // The offset of the next page is the same in each search.
        for next in [20, 40, 20] {
            recent.remember(&json!({ "paging": { "next": next } }), &shape);
        }
        assert_eq!(recent.path("20", &shape).as_deref(), Some("data.paging.next"));
    }

    #[test]
    fn keys_that_are_data_are_not_part_of_a_path() {
        let data = json!({ "notes": { "64a1.f0": { "cursor": "abc" } } });
        let mut recent = Recent::default();
        recent.remember(&data, &Shape::of(&data));
        assert_eq!(recent.path("abc", &Shape::of(&data)).as_deref(), Some("data.notes.*.cursor"));
    }
}
