//! Parses TOML into the same tree as JSON.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::node::{Node, ParseError, Value};

pub(crate) fn parse(text: &str) -> Result<Node<'_>, ParseError> {
    match DeTable::parse(text) {
        Ok(table) => Ok(Node { range: 0..text.len(), value: table_value(table.get_ref()) }),
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            let message = format!("invalid TOML: {}", error.message());
            Err(ParseError { range, code: "broken-toml", message, hint: ParseError::HINT })
        }
    }
}

fn table_value<'t>(table: &DeTable<'t>) -> Value<'t> {
    Value::Table(table.iter().map(|(key, value)| (key.get_ref().clone(), node(value))).collect())
}

fn node<'t>(value: &Spanned<DeValue<'t>>) -> Node<'t> {
    let value_of = |value: &DeValue<'t>| match value {
        DeValue::String(text) => Value::Text(text.clone()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Number(number.to_string().into()),
            Err(_) => Value::Number(number.as_str().to_owned().into()),
        },
        DeValue::Float(number) => Value::Number(number.as_str().to_owned().into()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        // No spec contains dates. As text, they are rejected or shown like any other text.
        DeValue::Datetime(date) => Value::Text(date.to_string().into()),
        DeValue::Array(items) => Value::List(items.iter().map(node).collect()),
        DeValue::Table(table) => table_value(table),
    };
    let (own, value) = (value.span(), value_of(value.get_ref()));
    Node { range: around(own, &value), value }
}

/// Extends the span of a table, which is only its header, over its content.
fn around(own: std::ops::Range<usize>, value: &Value<'_>) -> std::ops::Range<usize> {
    match value {
        Value::Table(entries) => {
            entries.iter().fold(own, |all, (_, child)| all.start.min(child.range.start)..all.end.max(child.range.end))
        }
        _ => own,
    }
}
