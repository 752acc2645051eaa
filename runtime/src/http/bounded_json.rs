//! Parser of foreign JSON, with a limit on the memory of its values.

use serde::Deserialize;
use serde::de::Error as _;
use serde_json::{Error, Value};

/// Maximum memory of the values of a text in bytes, as estimated. Ordinary JSON takes 5 to 25 times its length, so that no
/// real response within the default size limit reaches it. The shortest values take more than a hundred times their length.
const MAX_MEMORY: usize = 1 << 30;
/// Memory of an object with a few fields, of a list with a few items, of an item, and of a key.
const OBJECT: usize = 640;
const LIST: usize = 128;
const ITEM: usize = 64;
const KEY: usize = 64;
/// Most memory that one byte of text can take: `{"":` is an object, an item and a key.
const MOST_PER_BYTE: usize = (OBJECT + ITEM + KEY) / 4;

/// Parses JSON, as [`serde_json::from_slice`] does.
pub(crate) fn from_slice<'a, T: Deserialize<'a>>(text: &'a [u8]) -> Result<T, Error> {
    check(text)?;
    serde_json::from_slice(text)
}

/// Parses JSON, as [`serde_json::from_str`] does.
pub(crate) fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    check(text.as_bytes())?;
    serde_json::from_str(text)
}

/// Checks that the values of a text do not take too much memory.
pub(crate) fn check(text: &[u8]) -> Result<(), Error> {
    check_limit(text, MAX_MEMORY)
}

/// Checks that the values of a text take at most `limit` bytes of memory. A text of less than 5.5 MB is not read: its
/// values cannot reach the limit.
fn check_limit(text: &[u8], limit: usize) -> Result<(), Error> {
    if text.len() > limit / MOST_PER_BYTE && estimate(text) > limit {
        return Err(Error::custom(format!("the values of the JSON text take more than {} MiB of memory", limit >> 20)));
    }
    Ok(())
}

/// Estimates the memory of the values in a text by its punctuation outside of strings.
fn estimate(text: &[u8]) -> usize {
    let (mut memory, mut at) = (ITEM, 0);
    while let Some(byte) = text.get(at) {
        at += 1;
        match byte {
            b'{' => memory += OBJECT + ITEM,
            b'[' => memory += LIST + ITEM,
            b',' => memory += ITEM,
            b':' => memory += KEY,
            b'"' => {
                let length = string_length(&text[at..]);
                memory += length;
                at += length;
            }
            _ => {}
        }
    }
    memory
}

/// Returns the length of the rest of a string, with its quotation mark.
fn string_length(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(next) = memchr::memchr2(b'"', b'\\', &text[at..]) {
        if text[at + next] == b'"' {
            return at + next + 1;
        }
        // The character after a backslash ends no string.
        at = (at + next + 2).min(text.len());
    }
    text.len()
}

/// Estimates the memory of a value, as [`from_str`] does for its text.
pub(crate) fn memory(value: &Value) -> usize {
    ITEM + match value {
        Value::String(text) => text.len(),
        Value::Array(items) if !items.is_empty() => LIST + items.iter().map(memory).sum::<usize>(),
        Value::Object(fields) if !fields.is_empty() => {
            OBJECT + fields.iter().map(|(key, value)| KEY + key.len() + memory(value)).sum::<usize>()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn punctuation_outside_of_strings_counts() {
        for (text, expected) in [
            ("0", ITEM),
            ("[0,1]", LIST + 3 * ITEM),
            (r#"{"":0}"#, OBJECT + KEY + 2 * ITEM + 1),
            (r#""[{,:\"[{,:""#, ITEM + 11),
            (r#"{"a\\":["b","#, OBJECT + KEY + LIST + 4 * ITEM + 4 + 2),
            (r#""not closed, \"#, ITEM + 13),
        ] {
            assert_eq!(estimate(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn a_text_and_its_values_have_about_the_same_estimate() {
        for value in [json!({ "a": [1, 2, { "b": "tea" }], "c": {}, "d": null }), json!([[], [[]], "", "{[,:"])] {
            let (text, values) = (estimate(value.to_string().as_bytes()), memory(&value));
            assert!(text >= values && text <= values + 2 * OBJECT, "{value}: {text}, {values}");
        }
    }

    #[test]
    fn only_text_with_too_many_values_is_refused() {
        let list = |item: &str, count| format!("[{item}{}]", format!(",{item}").repeat(count));
        let ordinary =
            r#"{"id":"64f0a1b2c3d4","likes":1204,"title":"A cup of tea","user":{"name":"Mei","verified":true}}"#;
        // A hundredth of the limits of a response.
        let limit = MAX_MEMORY / 100;
        for (what, text, is_fine) in [
            ("tiny objects", list(r#"{"":0}"#, 14_000), false),
            ("tiny lists", list("[0]", 44_000), false),
            ("ordinary objects", list(ordinary, 3_300), true),
            ("numbers", list("-0.01234567", 27_000), true),
            ("JSON in a string", format!("{:?}", list(r#"{"":0}"#, 30_000)), true),
        ] {
            let checked = check_limit(text.as_bytes(), limit).map_err(|it| it.to_string());
            assert_eq!(checked.is_ok(), is_fine, "{what}: {} bytes, {checked:?}", text.len());
        }
    }
}
