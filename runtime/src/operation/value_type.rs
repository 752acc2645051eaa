//! Types of parameters.

/// Type and range of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueType {
    /// Anything.
    Any,
    /// A string.
    Text,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// Integer in a range.
    Integer(i64, i64),
    /// Length in seconds in a range; prices can depend on it.
    Seconds(i64, i64),
    /// Length in seconds, as a string.
    SecondsAsText(i64, i64),
    /// Any number.
    Number,
    /// A boolean.
    Flag,
    /// Two numbers with a separator, such as `1280*720` or `16:9`.
    Pair(char),
    /// Two numbers with a separator, or one word.
    PairOrWord(char, &'static str),
    /// URL of a file.
    Url,
}

impl ValueType {
    /// Returns true for a length in seconds.
    pub const fn is_seconds(self) -> bool {
        matches!(self, Self::Seconds(..) | Self::SecondsAsText(..))
    }

    /// Returns the reason why a value is invalid, if it is.
    #[cfg(feature = "models")]
    pub fn refuses(self, value: &serde_json::Value) -> Option<String> {
        let text = value.as_str();
        let whole = |text: &str| text.parse::<i64>().ok().filter(|_| text.bytes().all(|it| it.is_ascii_digit()));
        let pair = |sign: char, text: &str| {
            text.split_once(sign)
                .is_some_and(|(a, b)| whole(a).is_some_and(|it| it > 0) && whole(b).is_some_and(|it| it > 0))
        };
        let (fits, wanted) = match self {
            Self::Any => (true, String::new()),
            Self::Text => (text.is_some(), "a string".to_owned()),
            Self::OneOf(values) => {
                (text.is_some_and(|it| values.contains(&it)), format!("one of `{}`", values.join("`, `")))
            }
            Self::Integer(min, max) | Self::Seconds(min, max) => {
                (value.as_i64().is_some_and(|it| (min..=max).contains(&it)), format!("an integer{}", range(min, max)))
            }
            Self::SecondsAsText(min, max) => {
                let fits = text.and_then(whole).is_some_and(|it| (min..=max).contains(&it));
                (fits, format!("a string of digits{}", range(min, max)))
            }
            Self::Number => (value.is_number(), "a number".to_owned()),
            Self::Flag => (value.is_boolean(), "a boolean".to_owned()),
            Self::Pair(sign) => (text.is_some_and(|it| pair(sign, it)), format!("two numbers separated by `{sign}`")),
            Self::PairOrWord(sign, word) => {
                let fits = text.is_some_and(|it| it == word || pair(sign, it));
                (fits, format!("two numbers separated by `{sign}`, or `{word}`"))
            }
            Self::Url => {
                let fits = text.is_some_and(|it| it.starts_with("https://") || it.starts_with("http://"));
                (fits, "the URL of a file".to_owned())
            }
        };
        let shown = || text.map_or_else(|| value.to_string(), crate::text::shown);
        (!fits).then(|| format!("expected {wanted}, found {}", shown()))
    }
}

#[cfg(feature = "models")]
fn range(min: i64, max: i64) -> String {
    match (min, max) {
        (i64::MIN, i64::MAX) => String::new(),
        (min, i64::MAX) => format!(" of at least {min}"),
        (i64::MIN, max) => format!(" of at most {max}"),
        (min, max) => format!(" from {min} to {max}"),
    }
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_checked_by_type_and_range() {
        let fine = [
            (ValueType::Any, json!([1])),
            (ValueType::OneOf(&["768P", "2K"]), json!("2K")),
            (ValueType::Integer(4, 15), json!(4)),
            (ValueType::SecondsAsText(3, 15), json!("15")),
            (ValueType::Pair('*'), json!("1280*720")),
            (ValueType::PairOrWord(':', "adaptive"), json!("adaptive")),
            (ValueType::Url, json!("https://files.example/a.png")),
        ];
        fine.iter().for_each(|(value_type, value)| assert_eq!(value_type.refuses(value), None, "{value_type:?}"));
        let wrong = [
            (ValueType::Text, json!(1)),
            (ValueType::OneOf(&["768P", "2K"]), json!("2k")),
            (ValueType::Integer(4, 15), json!(16)),
            (ValueType::Integer(4, 15), json!("5")),
            (ValueType::SecondsAsText(3, 15), json!(5)),
            (ValueType::SecondsAsText(3, 15), json!("+5")),
            (ValueType::Pair('*'), json!("1280x720")),
            (ValueType::Pair('*'), json!("0*720")),
            (ValueType::PairOrWord(':', "adaptive"), json!("16*9")),
            (ValueType::Url, json!("a.png")),
            (ValueType::Flag, json!("true")),
        ];
        wrong
            .iter()
            .for_each(|(value_type, value)| assert!(value_type.refuses(value).is_some(), "{value_type:?} {value}"));
        assert_eq!(
            ValueType::Integer(4, 15).refuses(&json!("five")).as_deref(),
            Some("expected an integer from 4 to 15, found \"five\"")
        );
    }
}
