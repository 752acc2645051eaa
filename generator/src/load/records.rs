//! A catalog of records of which some may be broken: they are blanked out, so that the others can be read.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::json;
use super::node::Broken;

/// So many broken ones are a broken file.
const MOST: usize = 100;

/// The text with `null` in place of each broken record, every other place kept; and what broke them, by where they begin.
pub(super) fn without_broken(text: &str) -> (Cow<'_, str>, BTreeMap<usize, Broken>) {
    let (mut text, mut all) = (Cow::Borrowed(text), BTreeMap::new());
    while all.len() < MOST {
        let Err(broken) = json::parse(&text) else { break };
        let Some(record) = record_at(&text, broken.span.start) else { break };
        let blank = format!("null{}", " ".repeat(record.len() - 4));
        text.to_mut().replace_range(record.clone(), &blank);
        all.insert(record.start, broken);
    }
    (text, all)
}

/// The object in a list in the outermost object that a place lies in, if it has an end.
fn record_at(text: &str, place: usize) -> Option<Range<usize>> {
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
                // `null` has to fit in.
                if let Some(record) = record.filter(|it| it.contains(&place) && it.len() >= 4) {
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
    fn broken_records_are_blanked_out_and_nothing_moves() {
        let text = r#"{"data": [{"a": 1}, {"a": 1, "a": 2}, {"b": "\ud800 } ]"}, {"c": 3}]}"#;
        let (whole, broken) = without_broken(text);
        assert_eq!(whole.len(), text.len());
        assert!(json::parse(&whole).is_ok(), "{whole}");
        assert_eq!(broken.len(), 2);
        assert!(broken.keys().all(|start| text[*start..].starts_with('{') && whole[*start..].starts_with("null")));
        assert!(whole.contains(r#"{"c": 3}"#));
    }

    #[test]
    fn what_is_broken_elsewhere_stays_so() {
        for text in ["", "{", "[{]", r#"{"data": [{"a": 1}, {"a": "#, r#"{"data": [1, }]}"#, r#"{"x": "\ud800"}"#] {
            let (whole, broken) = without_broken(text);
            assert!(broken.is_empty() && whole == text, "{text}");
        }
    }
}
