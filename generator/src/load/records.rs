//! Replaces broken records of a catalog with `null`, so that the others can be read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::json;
use super::node::ParseError;

/// Maximum number of broken records. With more, the whole file counts as broken.
const MOST: usize = 100;

/// Returns the text with `null` in place of each broken record, all other positions unchanged; and the errors by the
/// start of their record.
pub(super) fn without_broken(text: &str) -> (Cow<'_, str>, BTreeMap<usize, ParseError>) {
    let (mut text, mut all) = (Cow::Borrowed(text), BTreeMap::new());
    while all.len() < MOST {
        let Err(broken) = json::parse(&text) else { break };
        let Some(record) = record_at(&text, broken.range.start) else { break };
        let blank = format!("null{}", " ".repeat(record.len() - 4));
        text.to_mut().replace_range(record.clone(), &blank);
        all.insert(record.start, broken);
    }
    (text, all)
}

/// Returns the span of the record that contains a position: a complete object in a list in the outermost object.
fn record_at(text: &str, offset: usize) -> Option<Range<usize>> {
    let (mut depth, mut start, mut in_text, mut escaped) = (0_usize, None, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => {
                if depth == 2 && byte == b'{' {
                    start = Some(at);
                }
                depth += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                let record = start.take_if(|_| depth == 2).map(|start| start..at + 1);
                // The record must be long enough for `null`.
                if let Some(record) = record.filter(|it| it.contains(&offset) && it.len() >= 4) {
                    return Some(record);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_records_become_null_and_positions_stay() {
        let text = r#"{"data": [{"a": 1}, {"a": 1, "a": 2}, {"b": "\ud800 } ]"}, {"c": 3}]}"#;
        let (whole, broken) = without_broken(text);
        assert_eq!(whole.len(), text.len());
        assert!(json::parse(&whole).is_ok(), "{whole}");
        assert_eq!(broken.len(), 2);
        assert!(broken.keys().all(|start| text[*start..].starts_with('{') && whole[*start..].starts_with("null")));
        assert!(whole.contains(r#"{"c": 3}"#));
    }

    #[test]
    fn errors_outside_of_records_stay() {
        for text in ["", "{", "[{]", r#"{"data": [{"a": 1}, {"a": "#, r#"{"data": [1, }]}"#, r#"{"x": "\ud800"}"#] {
            let (whole, broken) = without_broken(text);
            assert!(broken.is_empty() && whole == text, "{text}");
        }
    }
}
