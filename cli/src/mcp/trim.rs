//! Large data becomes small enough for an agent to read.

use serde_json::{Map, Value};

/// Largest JSON text of the data in a result, in bytes.
pub(super) const LARGEST: usize = 20_000;

/// Limits on items of a list, characters of a text and depth, from generous to strict.
const LIMITS: [(usize, usize, usize); 7] =
    [(100, 4_000, 64), (30, 1_000, 64), (10, 300, 64), (5, 100, 64), (2, 40, 16), (1, 20, 6), (1, 20, 3)];

/// Returns data that is small enough, and the size of the original in bytes if something was left out.
pub(super) fn trim(value: Value) -> (Value, Option<usize>) {
    let size = value.to_string().len();
    if size <= LARGEST {
        return (value, None);
    }
    let mut trimmed = LIMITS.iter().map(|limits| shortened(&value, *limits));
    let fits = trimmed.find(|it| it.to_string().len() <= LARGEST);
    (fits.unwrap_or_else(|| shortened_text(&value.to_string(), 1_000).into()), Some(size))
}

fn shortened(value: &Value, limits: (usize, usize, usize)) -> Value {
    let (items, characters, depth) = limits;
    let inner = (items, characters, depth.saturating_sub(1));
    match value {
        Value::String(text) => shortened_text(text, characters).into(),
        Value::Array(list) if depth == 0 => format!("({} items)", list.len()).into(),
        Value::Object(fields) if depth == 0 => format!("({} fields)", fields.len()).into(),
        Value::Array(list) => {
            let more = list.len().saturating_sub(items);
            let rest = (more > 0).then(|| format!("({more} more items)").into());
            list.iter().take(items).map(|it| shortened(it, inner)).chain(rest).collect()
        }
        Value::Object(fields) => {
            let most = items.max(10) * 4;
            let kept = fields.iter().take(most).map(|(key, value)| (key.clone(), shortened(value, inner)));
            let mut kept: Map<_, _> = kept.collect();
            if fields.len() > most {
                kept.insert("...".to_owned(), format!("({} more fields)", fields.len() - most).into());
            }
            kept.into()
        }
        other => other.clone(),
    }
}

fn shortened_text(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}... ({} more bytes)", &text[..end], text.len() - end),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn small_data_stays_as_it_is() {
        let value = json!({ "list": [1, "茶"] });
        assert_eq!(trim(value.clone()), (value, None));
    }

    #[test]
    fn large_data_keeps_its_structure() {
        let post = json!({ "title": "Green tea", "text": "leaf ".repeat(500), "likes": 12 });
        let (trimmed, size) = trim(json!({ "list": vec![post; 200] }));
        let list = trimmed["list"].as_array().expect("a list");
        assert_eq!((&list[0]["title"], &list[0]["likes"]), (&json!("Green tea"), &json!(12)));
        assert!(list.last().is_some_and(|it| it.as_str().is_some_and(|it| it.ends_with("more items)"))));
        assert!(trimmed.to_string().len() <= LARGEST && size.is_some_and(|it| it > 200 * 2_500));
    }

    #[test]
    fn data_of_any_shape_becomes_small() {
        let deep = (0..500).fold(json!(1), |inner, _| json!({ "a": inner, "text": "x".repeat(100) }));
        let keys: Map<_, _> = (0..5_000).map(|it| (format!("key {it} {}", "k".repeat(100)), json!(it))).collect();
        let long_key = Value::Object(Map::from_iter([("k".repeat(100_000), json!(1))]));
        for value in [deep, keys.into(), long_key, "茶".repeat(50_000).into(), json!(vec![json!([[[]]]); 20_000])] {
            let (trimmed, size) = trim(value);
            assert!(trimmed.to_string().len() <= LARGEST && size.is_some());
        }
    }
}
