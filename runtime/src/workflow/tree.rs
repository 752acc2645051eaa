//! JSON of a record, without duplicate fields and with unchanged numbers.

use std::fmt;

use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// JSON without duplicate fields.
pub(super) struct Tree(pub(super) Value);

impl Tree {
    /// Reads a text, with or without a byte order mark.
    pub(super) fn parse(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text))
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
                let mut fields = Map::new();
                while let Some((key, Tree(value))) = map.next_entry::<String, _>()? {
                    // One of the two values would be lost, and another parser may keep the other one.
                    if fields.contains_key(&key) {
                        return Err(A::Error::custom(format!("duplicate field `{key}`")));
                    }
                    fields.insert(key, value);
                }
                Ok(Tree(fields.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
                let mut items = Vec::new();
                while let Some(Tree(item)) = list.next_element()? {
                    items.push(item);
                }
                Ok(Tree(items.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
                Ok(Tree(text.into()))
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
                Ok(Tree(flag.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
                Ok(Tree(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
                Ok(Tree(number.into()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
                Ok(Tree(number.into()))
            }

            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree(Value::Null))
            }
        }
        from.deserialize_any(Any)
    }
}

/// Returns the first number in a JSON text that would change when it is written again, with its byte offset. Such a
/// number is an integer beyond 64 bits, or has more digits or a larger exponent than a float can hold.
pub(super) fn unrepresentable_number(text: &str) -> Option<(usize, &str)> {
    let bytes = text.as_bytes();
    let (mut at, mut inside) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if inside => at += 1,
            b'"' => inside = !inside,
            b'-' | b'0'..=b'9' if !inside => {
                let is_part = |it: &&u8| matches!(it, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                let number = &text[at..at + bytes[at..].iter().take_while(is_part).count()];
                if is_unrepresentable(number) {
                    return Some((at, number));
                }
                at += number.len() - 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn is_unrepresentable(number: &str) -> bool {
    if number.bytes().all(|it| it == b'-' || it.is_ascii_digit()) {
        return number.parse::<i64>().is_err() && number.parse::<u64>().is_err();
    }
    // The JSON parser has a better message for text that is not a number.
    let (Some(written), Ok(kept)) = (digits(number), number.parse::<f64>()) else { return false };
    serde_json::Number::from_f64(kept).is_none_or(|it| digits(&it.to_string()) != Some(written))
}

/// Splits a decimal number into its sign, its digits without leading and trailing zeros, and its power of ten.
fn digits(number: &str) -> Option<(bool, String, i64)> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = exponent.parse::<i64>().ok()?.checked_sub(i64::try_from(part.len()).ok()?)?;
    let all = format!("{}{part}", whole.trim_start_matches('-'));
    let kept = all.trim_end_matches('0');
    let digits = kept.trim_start_matches('0').to_owned();
    if digits.is_empty() {
        return Some((false, digits, 0));
    }
    Some((whole.starts_with('-'), digits, power.checked_add(i64::try_from(all.len() - kept.len()).ok()?)?))
}

/// Maximum nesting depth of lists and objects in a JSON text. It bounds the recursion of parsers.
pub const MAX_DEPTH: usize = 64;

/// Returns true if lists and objects in a JSON text are nested too deep.
pub(super) fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut inside, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            b'[' | b'{' if !inside => depth += 1,
            b']' | b'}' if !inside => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_would_change_are_found() {
        assert_eq!(
            unrepresentable_number("[1, -5, 18446744073709551615, -9223372036854775808, 1.5e300, 0e9, 0.0, 5.0]"),
            None
        );
        assert_eq!(unrepresentable_number(r#"{"a\"1": "18446744073709551617 \\"}"#), None);
        assert_eq!(unrepresentable_number("[1, 18446744073709551617]"), Some((4, "18446744073709551617")));
        for lost in
            ["1e-400", "1e999", "-1E+400", "9007199254740993.0", "18446744073709551617.0", "0.1234567890123456789"]
        {
            assert_eq!(unrepresentable_number(&format!("[0.1, {lost}]")), Some((6, lost)));
        }
        assert_eq!(
            unrepresentable_number(
                "[0.1, -0.0, 1E2, 1e30, 100.250, 5e-324, 1.7976931348623157e308, 0.30000000000000004]"
            ),
            None
        );
    }

    #[test]
    fn depth_counts_only_lists_and_objects() {
        let lists = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(!is_too_deep(&lists(64)) && is_too_deep(&lists(65)));
        assert!(!is_too_deep(&format!("[\"\\\"{}\"]", "[".repeat(99))));
    }

    #[test]
    fn duplicate_fields_are_errors_at_any_depth() {
        assert!(Tree::parse(r#"{"a": [{"b": 1, "b": 2}]}"#).is_err());
        assert!(Tree::parse("\u{feff}{}").is_ok());
    }
}
