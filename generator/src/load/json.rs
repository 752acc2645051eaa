//! JSON text to a tree with places.
//!
//! serde_json lends each value as the slice of text it stands in ([`RawValue`]); where that slice begins in
//! the whole text is its place.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use rayon::prelude::*;
use serde::Deserializer as _;
use serde::de::{Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::node::{Broken, Node, Value};

pub(crate) fn parse(text: &str) -> Result<Node<'_>, Broken> {
    let raw = text.trim_matches([' ', '\t', '\r', '\n']);
    if !raw.starts_with(['{', '[']) {
        // What is behind braces and brackets is checked on the way down; anything else is checked here.
        serde_json::from_str::<&RawValue>(raw).map_err(|error| broken(raw, offset(text, raw), &error))?;
    }
    node(text, raw, 0)
}

/// Deeper than any catalog, and not deep enough to exhaust a stack.
const DEEPEST: usize = 64;

fn node<'t>(text: &'t str, raw: &'t str, depth: usize) -> Result<Node<'t>, Broken> {
    let start = offset(text, raw);
    if depth > DEEPEST {
        let message = "it is nested too deeply".into();
        return Err(Broken { span: start..start + 1, language: "JSON", message });
    }
    let failed = |error: serde_json::Error| broken(raw, start, &error);
    let value = match raw.as_bytes().first() {
        Some(b'{') => {
            let mut json = serde_json::Deserializer::from_str(raw);
            let entries = json.deserialize_map(Entries).map_err(failed)?;
            json.end().map_err(failed)?;
            let entries = entries.into_iter().map(|(key, raw)| Ok((key, node(text, raw.get(), depth + 1)?)));
            Value::Table(entries.collect::<Result<_, _>>()?)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(raw).map_err(failed)?;
            // A catalog is one long list; short ones are not worth a thread.
            let items = items.par_iter().with_min_len(256).map(|raw| node(text, raw.get(), depth + 1));
            Value::List(items.collect::<Result<_, _>>()?)
        }
        // Without escapes a text is what stands between its quotes.
        Some(b'"') if !raw.contains('\\') => Value::Text(Cow::Borrowed(&raw[1..raw.len() - 1])),
        Some(b'"') => Value::Text(Cow::Owned(serde_json::from_str(raw).map_err(failed)?)),
        Some(b't' | b'f') => Value::Bool(raw == "true"),
        Some(b'n') => Value::Null,
        _ => Value::Number(Cow::Borrowed(raw)),
    };
    Ok(Node { span: start..start + raw.len(), value })
}

/// Where a stretch of a text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The place that serde_json names by line and column, as an offset into the whole text.
fn broken(raw: &str, start: usize, error: &serde_json::Error) -> Broken {
    let line_start: usize = raw.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let offset = (line_start + error.column().saturating_sub(1)).min(raw.len());
    let message = error.to_string();
    // The position is shown with the line itself; in the sentence it would be said twice.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    Broken { span: start + offset..start + (offset + 1).min(raw.len()), language: "JSON", message: message.to_owned() }
}

/// An object's entries in their order; a key that stands twice is an error, since one of the two would be lost.
struct Entries;

const FEW: usize = 32;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries: Self::Value = Vec::new();
        let mut seen = HashSet::new();
        while let Some(Key(key)) = map.next_key()? {
            // Objects are small as a rule, and looking through a few keys is quicker than hashing them.
            let twice = if entries.len() < FEW {
                entries.iter().any(|(have, _)| *have == key)
            } else {
                seen.extend(entries.iter().skip(seen.len()).map(|(key, _)| key.clone()));
                seen.contains(&key)
            };
            if twice {
                return Err(A::Error::custom(format!("the key `{key}` stands twice in one object")));
            }
            entries.push((key, map.next_value()?));
        }
        Ok(entries)
    }
}

/// A key, borrowed from the text where it has no escapes.
#[derive(serde::Deserialize)]
struct Key<'t>(#[serde(borrow)] Cow<'t, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_byte_exact() {
        let text = r#" {"a": [1, "é", {"b": null}]} "#;
        let Ok(Node { value: Value::Table(entries), .. }) = parse(text) else { panic!("an object") };
        let Value::List(items) = &entries[0].1.value else { panic!("a list") };
        let slices: Vec<_> = items.iter().map(|it| &text[it.span.clone()]).collect();
        assert_eq!(slices, ["1", "\"é\"", "{\"b\": null}"]);
    }

    #[test]
    fn numbers_keep_their_digits() {
        let Ok(Node { value: Value::Number(number), .. }) = parse("0.10000000000000000000000001") else { panic!() };
        assert_eq!(number, "0.10000000000000000000000001");
    }

    #[test]
    fn broken_text_has_a_place() {
        for (text, at, word) in [
            ("{\"a\": }", 6, "expected value"),
            ("[1,\n 2,\n x]", 9, "expected value"),
            ("", 0, "EOF"),
            ("  \"abc", 5, "EOF"),
            ("{} x", 3, "trailing"),
            ("[] x", 3, "trailing"),
            (" nul", 3, "EOF"),
            ("{\"a\":1,\"a\":2}", 9, "twice"),
            ("[\"\\ud800\"]", 8, "escape"),
        ] {
            let Err(broken) = parse(text) else { panic!("{text} is broken") };
            assert!(broken.message.contains(word), "{text}: {}", broken.message);
            assert!(broken.span.start.abs_diff(at) <= 2, "{text}: {:?}", broken.span);
        }
        let many: String = (0..100).map(|n| format!("\"k{n}\":1,")).collect();
        assert!(parse(&format!("{{{many}\"z\":1}}")).is_ok());
        assert!(parse(&format!("{{{many}\"k7\":1}}")).is_err_and(|it| it.message.contains("twice")));
        for depth in [100, 100_000] {
            assert!(parse(&"[".repeat(depth)).is_err());
            assert!(parse(&("[".repeat(depth) + &"]".repeat(depth))).is_err_and(|it| it.message.contains("deeply")));
        }
    }
}
