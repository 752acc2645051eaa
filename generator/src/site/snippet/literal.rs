//! JSON values as literals of a programming language.

use serde_json::{Map, Value};

use crate::example::LONGEST;

/// Spelling of values in a language.
pub(super) struct Dialect {
    pub(super) null: &'static str,
    pub(super) yes: &'static str,
    pub(super) no: &'static str,
    /// True if keys that are names need no quotes.
    pub(super) plain_keys: bool,
    /// Text between a brace and a key on one line.
    pub(super) gap: &'static str,
    /// Spaces of one level.
    pub(super) indent: usize,
}

impl Dialect {
    /// Returns a text in quotes. The escapes of JSON are those of both languages, and no quote can end it early.
    pub(super) fn text(text: &str) -> String {
        Value::from(text).to_string()
    }

    /// Returns a value that starts at a level and a column: on one line if it fits.
    pub(super) fn value(&self, value: &Value, level: usize, column: usize) -> String {
        let line = self.line(value);
        let is_nested = matches!(value, Value::Object(map) if !map.is_empty())
            || matches!(value, Value::Array(items) if !items.is_empty());
        if column + line.chars().count() <= LONGEST || !is_nested {
            return line;
        }
        let (inner, outer) = (" ".repeat((level + 1) * self.indent), " ".repeat(level * self.indent));
        let item = |prefix: String, value: &Value| {
            let column = inner.len() + prefix.chars().count() + 1;
            format!("{inner}{prefix}{},\n", self.value(value, level + 1, column))
        };
        match value {
            Value::Object(map) => {
                let items: String =
                    map.iter().map(|(key, value)| item(format!("{}: ", self.key(key)), value)).collect();
                format!("{{\n{items}{outer}}}")
            }
            Value::Array(items) => {
                let items: String = items.iter().map(|it| item(String::new(), it)).collect();
                format!("[\n{items}{outer}]")
            }
            _ => line,
        }
    }

    /// Returns an object of texts.
    pub(super) fn texts(&self, pairs: &[(String, String)], level: usize, column: usize) -> String {
        let map: Map<_, _> = pairs.iter().map(|(key, value)| (key.clone(), value.as_str().into())).collect();
        self.value(&Value::Object(map), level, column)
    }

    fn line(&self, value: &Value) -> String {
        match value {
            Value::Null => self.null.to_owned(),
            Value::Bool(it) => if *it { self.yes } else { self.no }.to_owned(),
            Value::Number(it) => it.to_string(),
            Value::String(it) => Self::text(it),
            Value::Array(items) => format!("[{}]", items.iter().map(|it| self.line(it)).collect::<Vec<_>>().join(", ")),
            Value::Object(map) if map.is_empty() => "{}".to_owned(),
            Value::Object(map) => {
                let items = map.iter().map(|(key, value)| format!("{}: {}", self.key(key), self.line(value)));
                format!("{{{}{}{}}}", self.gap, items.collect::<Vec<_>>().join(", "), self.gap)
            }
        }
    }

    fn key(&self, key: &str) -> String {
        match key {
            // In an object literal this key, quoted or not, is not a field but the prototype.
            "__proto__" if self.plain_keys => format!("[{}]", Self::text(key)),
            _ if self.plain_keys && is_name(key) => key.to_owned(),
            _ => Self::text(key),
        }
    }
}

/// Returns true if a key needs no quotes in JavaScript.
pub(super) fn is_name(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{javascript, python};

    #[test]
    fn values_have_the_spelling_of_the_language() {
        let value = json!({ "a": [true, null, 1.5], "b-c": "say \"你\"\n", "d": {} });
        assert_eq!(python::DIALECT.value(&value, 0, 0), r#"{"a": [True, None, 1.5], "b-c": "say \"你\"\n", "d": {}}"#);
        assert_eq!(
            javascript::DIALECT.value(&value, 0, 0),
            r#"{ a: [true, null, 1.5], "b-c": "say \"你\"\n", d: {} }"#
        );
    }

    #[test]
    fn long_values_span_lines() {
        let value = json!({ "list": [{ "text": "x".repeat(50) }, 1] });
        let line = format!("{{\"text\": \"{}\"}}", "x".repeat(50));
        assert_eq!(
            python::DIALECT.value(&value, 1, 10),
            format!("{{\n        \"list\": [\n            {line},\n            1,\n        ],\n    }}")
        );
    }
}
