//! Parses JSON into a tree with locations, in one pass.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use gatewright_runtime::workflow::MAX_DEPTH;
use jiter::{Jiter, JiterError, Peek};

use super::node::{Node, ParseError, Value};

pub(crate) fn parse(text: &str) -> Result<Node<'_>, ParseError> {
    let mut parser = Parser { text, json: Jiter::new(text.as_bytes()), values: 0 };
    let peek = parser.json.peek().map_err(|error| parser.not_json(&error))?;
    let tree = parser.node(peek, 0)?;
    parser.json.finish().map_err(|error| parser.not_json(&error))?;
    Ok(tree)
}

/// Maximum number of values in a file, including those of JSON inside text. A value takes up to a hundred bytes of memory,
/// and an object some hundred more, however short its text is.
const MAX_VALUES: usize = 2_000_000;

/// Up to this number of keys, a linear search is faster than hashing; most objects are small.
const FEW: usize = 32;

struct Parser<'t> {
    text: &'t str,
    json: Jiter<'t>,
    /// Number of values so far.
    values: usize,
}

impl<'t> Parser<'t> {
    fn node(&mut self, peek: Peek, depth: usize) -> Result<Node<'t>, ParseError> {
        let start = self.json.current_index();
        if depth > MAX_DEPTH {
            return Err(ParseError {
                range: start..start + 1,
                code: "too-deep",
                message: format!("the file is nested more than {MAX_DEPTH} levels deep"),
                hint: "published catalogs are less deeply nested; correct the file, or fetch it again",
            });
        }
        self.count(1, start)?;
        let value = match peek {
            Peek::Object => Value::Table(self.entries(depth)?),
            Peek::Array => Value::List(self.items(depth)?),
            _ => self.scalar(peek).map_err(|error| self.not_json(&error))?,
        };
        if let Value::Text(text) = &value {
            self.count(values_in(text), start)?;
        }
        Ok(Node { range: start..self.json.current_index(), value })
    }

    fn count(&mut self, values: usize, start: usize) -> Result<(), ParseError> {
        self.values += values;
        if self.values <= MAX_VALUES {
            return Ok(());
        }
        Err(ParseError {
            range: start..start + 1,
            code: ParseError::TOO_MANY,
            message: format!("the file has more than {MAX_VALUES} values"),
            hint: "published catalogs have a few thousand; correct the file, or fetch it again",
        })
    }

    fn scalar(&mut self, peek: Peek) -> Result<Value<'t>, JiterError> {
        let start = self.json.current_index();
        Ok(match peek {
            Peek::String => Value::Text(borrowed(self.text, self.json.known_str()?)),
            Peek::True | Peek::False => Value::Bool(self.json.known_bool(peek)?),
            Peek::Null => {
                self.json.known_null()?;
                Value::Null
            }
            _ => {
                self.json.known_number_bytes(peek)?;
                Value::Number(Cow::Borrowed(&self.text[start..self.json.current_index()]))
            }
        })
    }

    fn items(&mut self, depth: usize) -> Result<Vec<Node<'t>>, ParseError> {
        let mut items = Vec::new();
        let mut next = self.json.known_array().map_err(|error| self.not_json(&error))?;
        while let Some(peek) = next {
            items.push(self.node(peek, depth + 1)?);
            next = self.json.array_step().map_err(|error| self.not_json(&error))?;
        }
        Ok(items)
    }

    /// Reads the entries of an object in their order. A duplicate key is an error, since one of the two values would be
    /// lost.
    fn entries(&mut self, depth: usize) -> Result<Vec<(Cow<'t, str>, Node<'t>)>, ParseError> {
        let mut entries: Vec<(Cow<'t, str>, _)> = Vec::new();
        let mut seen = HashSet::new();
        let mut next = self.json.known_object().map(|key| key.map(|key| borrowed(self.text, key)));
        while let Some(key) = next.map_err(|error| self.not_json(&error))? {
            let twice = if entries.len() < FEW {
                entries.iter().any(|(have, _)| *have == key)
            } else {
                seen.extend(entries.iter().skip(seen.len()).map(|(key, _)| key.clone()));
                seen.contains(&key)
            };
            if twice {
                return Err(self.twice(&key));
            }
            let peek = self.json.peek().map_err(|error| self.not_json(&error))?;
            entries.push((key, self.node(peek, depth + 1)?));
            next = self.json.next_key().map(|key| key.map(|key| borrowed(self.text, key)));
        }
        Ok(entries)
    }

    fn not_json(&self, error: &JiterError) -> ParseError {
        let start = self.text.floor_char_boundary(error.index);
        let end = self.text.ceil_char_boundary(start + 1);
        if self.text.trim().is_empty() {
            let (message, hint) = ("the file is empty".to_owned(), "fetch it again, or restore its content");
            return ParseError { range: start..end, code: "broken-json", message, hint };
        }
        broken(start..end, &error.error_type.to_string())
    }

    /// Reports a duplicate key. Called right after a key and its colon.
    fn twice(&self, key: &str) -> ParseError {
        let end = self.json.current_index();
        let key_end = self.text[..end].rfind('"').unwrap_or(end);
        let start = self.text[..key_end].rfind('"').unwrap_or(key_end);
        ParseError {
            range: start..key_end + 1,
            code: "duplicate-key",
            message: format!("duplicate key `{key}` in an object"),
            hint: "keep one of the two",
        }
    }
}

fn broken(range: Range<usize>, message: &str) -> ParseError {
    ParseError { range, code: "broken-json", message: format!("invalid JSON: {message}"), hint: ParseError::HINT }
}

/// Returns the maximum number of values in a text that may be JSON, as the specs of a model are; 0 for other texts.
fn values_in(text: &str) -> usize {
    if !text.trim_start().starts_with(['{', '[']) {
        return 0;
    }
    text.bytes().filter(|it| matches!(it, b',' | b'[' | b'{')).count()
}

/// Avoids a copy if a part occurs unchanged in the text, such as a string without escapes.
fn borrowed<'t>(text: &'t str, part: &str) -> Cow<'t, str> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    match text.get(start..start.saturating_add(part.len())) {
        Some(same) => Cow::Borrowed(same),
        None => Cow::Owned(part.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_byte_exact() {
        let text = r#" {"a": [1, "é", {"b": null}]} "#;
        let Ok(Node { value: Value::Table(entries), .. }) = parse(text) else { panic!("an object") };
        let Value::List(items) = &entries[0].1.value else { panic!("a list") };
        let slices: Vec<_> = items.iter().map(|it| &text[it.range.clone()]).collect();
        assert_eq!(slices, ["1", "\"é\"", "{\"b\": null}"]);
    }

    #[test]
    fn numbers_keep_their_digits() {
        let Ok(Node { value: Value::Number(number), .. }) = parse("0.10000000000000000000000001") else { panic!() };
        assert_eq!(number, "0.10000000000000000000000001");
    }

    #[test]
    fn errors_have_a_location() {
        for (text, at, word) in [
            ("{\"a\": }", 6, "expected value"),
            ("[1,\n 2,\n x]", 9, "expected value"),
            ("", 0, "empty"),
            ("  \"abc", 5, "EOF"),
            ("{} x", 3, "trailing"),
            ("[] x", 3, "trailing"),
            (" nul", 3, "EOF"),
            ("{\"a\":1,\"a\":2}", 9, "duplicate"),
            ("[\"\\ud800\"]", 8, "escape"),
        ] {
            let Err(broken) = parse(text) else { panic!("{text} is broken") };
            assert!(broken.message.contains(word), "{text}: {}", broken.message);
            assert!(broken.range.start.abs_diff(at) <= 2, "{text}: {:?}", broken.range);
        }
        let many: String = (0..100).map(|n| format!("\"k{n}\":1,")).collect();
        assert!(parse(&format!("{{{many}\"z\":1}}")).is_ok());
        assert!(parse(&format!("{{{many}\"k7\":1}}")).is_err_and(|it| it.message.contains("duplicate")));
        for depth in [100, 100_000] {
            assert!(parse(&"[".repeat(depth)).is_err());
            assert!(parse(&("[".repeat(depth) + &"]".repeat(depth))).is_err_and(|it| it.code == "too-deep"));
        }
    }
}
