//! JSON as a record is read from: in order, nothing twice, every number as it was.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// JSON whose fields stay in order, and of which none stands twice.
pub(super) enum Tree {
    Object(Vec<(String, Tree)>),
    List(Vec<Tree>),
    Leaf(Value),
}

impl Tree {
    /// Reads a text, with or without a mark of its encoding in front.
    pub(super) fn parse(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    pub(super) fn into_value(self) -> Value {
        match self {
            Self::Object(entries) => entries.into_iter().map(|(key, value)| (key, value.into_value())).collect(),
            Self::List(items) => items.into_iter().map(Self::into_value).collect(),
            Self::Leaf(value) => value,
        }
    }

    pub(super) fn entries(&self) -> &[(String, Self)] {
        if let Self::Object(entries) = self { entries } else { &[] }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|it| it.0 == key).map(|it| &it.1)
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Leaf(Value::String(text)) = self { Some(text) } else { None }
    }

    pub(super) fn flag(&self) -> Option<bool> {
        if let Self::Leaf(Value::Bool(flag)) = self { Some(*flag) } else { None }
    }

    pub(super) fn count(&self) -> Option<usize> {
        if let Self::Leaf(value) = self { usize::try_from(value.as_u64()?).ok() } else { None }
    }

    /// A list of texts.
    pub(super) fn texts(&self) -> Option<Vec<&str>> {
        if let Self::List(items) = self { items.iter().map(Self::text).collect() } else { None }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let (mut entries, mut seen) = (Vec::new(), HashSet::new());
                while let Some((key, value)) = map.next_entry::<String, Tree>()? {
                    // One of the two would be lost, and another reader may keep the other one.
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format!("duplicate field `{key}`")));
                    }
                    entries.push((key, value));
                }
                Ok(Tree::Object(entries))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Tree::List(items))
            }

            fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree::Leaf(text.into()))
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
                Ok(Tree::Leaf(flag.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
                Ok(Tree::Leaf(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
                Ok(Tree::Leaf(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
                Ok(Tree::Leaf(number.into()))
            }

            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree::Leaf(Value::Null))
            }
        }
        from.deserialize_any(Any)
    }
}

/// The first number in a JSON text that cannot be kept: a whole one beyond 64 bits, or one so small that nothing is left of it.
pub(super) fn lost_number(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let (mut at, mut inside) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if inside => at += 1,
            b'"' => inside = !inside,
            b'-' | b'0'..=b'9' if !inside => {
                let of_it = |it: &&u8| matches!(it, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                let number = &text[at..at + bytes[at..].iter().take_while(of_it).count()];
                if is_lost(number) {
                    return Some(number);
                }
                at += number.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_lost(number: &str) -> bool {
    if number.bytes().all(|it| it == b'-' || it.is_ascii_digit()) {
        return number.parse::<i64>().is_err() && number.parse::<u64>().is_err();
    }
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = !mantissa.bytes().any(|it| matches!(it, b'1'..=b'9'));
    number.parse::<f64>().is_ok_and(|it| it == 0.0 && !is_zero)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_would_change_are_found() {
        assert_eq!(lost_number("[1, -5, 18446744073709551615, -9223372036854775808, 1.5e300, 0e9, 0.0, 5.0]"), None);
        assert_eq!(lost_number(r#"{"a\"1": "18446744073709551617 \\"}"#), None);
        assert_eq!(lost_number("[1, 18446744073709551617]"), Some("18446744073709551617"));
        assert_eq!(lost_number("[1e-400]"), Some("1e-400"));
    }

    #[test]
    fn a_field_that_stands_twice_is_refused_at_any_depth() {
        assert!(Tree::parse(r#"{"a": [{"b": 1, "b": 2}]}"#).is_err());
        assert!(Tree::parse("\u{feff}{}").is_ok());
    }
}
