//! Texts that keep a rule.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use regex_lite::Regex;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Invalid, Rule};

/// What a text must be.
#[derive(Clone, Debug, Default)]
pub struct TextRule {
    min: usize,
    pattern: Option<Cow<'static, str>>,
    is_date: bool,
    /// The rule in words.
    about: Cow<'static, str>,
    compiled: OnceLock<Option<Regex>>,
}

impl TextRule {
    /// A rule: at least so many characters, a pattern, whether it is a day, and all of that in words.
    pub const fn new(min: usize, pattern: Option<Cow<'static, str>>, is_date: bool, about: Cow<'static, str>) -> Self {
        Self { min, pattern, is_date, about, compiled: OnceLock::new() }
    }

    /// At least so many characters.
    pub fn min(&self) -> usize {
        self.min
    }

    /// The pattern, as JSON Schema writes it.
    pub fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }

    /// Whether it must be a day.
    pub fn is_date(&self) -> bool {
        self.is_date
    }

    /// Whether any text will do.
    pub fn is_open(&self) -> bool {
        self.min == 0 && self.pattern.is_none() && !self.is_date
    }

    /// The pattern, if it is one that can be matched with.
    pub(super) fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| Regex::new(&translated(self.pattern.as_deref()?)).ok()).as_ref()
    }

    /// Every rule that a text breaks.
    pub fn broken_by(&self, text: &str) -> Vec<Invalid> {
        let mut broken = Vec::new();
        let mut note = |rule, says: String| broken.push(Invalid { rule, says });
        if text.chars().take(self.min).count() < self.min {
            note(Rule::MinLength, format!("it must have at least {} {}", self.min, plural(self.min, "character")));
        }
        if let Some(pattern) = &self.pattern {
            // A pattern that cannot be matched with is refused when its schema is read.
            if !self.regex().is_some_and(|it| it.is_match(text)) {
                note(Rule::Pattern, format!("{} does not match `{pattern}`{}", shown(text), self.in_words()));
            }
        }
        if self.is_date && !is_date(text) {
            note(Rule::Format, format!("{} is no day of the calendar, such as `2026-01-31`", shown(text)));
        }
        broken
    }

    fn in_words(&self) -> String {
        if self.about.is_empty() { String::new() } else { format!(". {}", self.about.trim_end_matches('.')) }
    }
}

pub(super) fn plural(count: usize, what: &str) -> String {
    if count == 1 { what.to_owned() } else { format!("{what}s") }
}

/// A text in a message: in quotes, escaped, and not longer than can be read.
pub(super) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// A pattern of ECMAScript, as JSON Schema has it, in the words of another engine: a dot there is no end of a line,
/// and there are four of those.
fn translated(pattern: &str) -> String {
    let (mut out, mut in_class, mut escaped) = (String::new(), false, false);
    for c in pattern.chars() {
        match c {
            '.' if !in_class && !escaped => out.push_str("[^\n\r\u{2028}\u{2029}]"),
            c => out.push(c),
        }
        in_class = !escaped && c == '[' || in_class && (escaped || c != ']');
        escaped = c == '\\' && !escaped;
    }
    out
}

/// What of a pattern other engines read otherwise, or not at all: ECMAScript is what JSON Schema goes by.
pub(super) fn foreign(pattern: &str) -> Option<String> {
    const ESCAPED: &str = r"dDwWnrtfv^$\.*+?()[]{}|/-";
    let chars: Vec<char> = pattern.chars().collect();
    let (mut at, mut in_class, mut in_count) = (0, false, false);
    // Whether what came before can be repeated.
    let mut repeats = false;
    while at < chars.len() {
        let (start, c, next) = (at, chars[at], chars.get(at + 1).copied());
        let is_bad = match c {
            '\\' => {
                at += 1;
                !next.is_some_and(|it| ESCAPED.contains(it) && (in_class || it != '-'))
            }
            '[' | '&' | '~' | '-' if in_class => c == '[' || c == '&' && next == Some('&') || next == Some(c),
            ']' if in_class => chars[at - 1] == '[' || chars[at - 1] == '^' && chars[at - 2] == '[',
            _ if in_class => false,
            '(' => next == Some('?') && chars.get(at + 2) != Some(&':'),
            ']' => true,
            '}' => !in_count,
            '*' | '+' | '{' => !repeats,
            // Behind a sign that repeats, it asks for as little as possible.
            '?' => !repeats && !matches!(at.checked_sub(1).map(|it| chars[it]), Some('*' | '+' | '?' | '}' | '(')),
            _ => false,
        };
        if is_bad {
            return Some(format!("`{}`", chars[start..].iter().take(2).collect::<String>()));
        }
        repeats = !in_class && !in_count && !matches!(c, '*' | '+' | '?' | '{' | '(' | '|' | '^' | '[' | '}')
            || in_class && c == ']';
        in_class = c == '[' || in_class && c != ']';
        in_count = c == '{' && !in_class || in_count && c != '}';
        at += 1;
    }
    None
}

/// A day as RFC 3339 writes it; years begin with 1, as some validators have it.
fn is_date(text: &str) -> bool {
    let digits = |part: &str, length: usize| {
        (part.len() == length && part.bytes().all(|it| it.is_ascii_digit())).then(|| part.parse::<u32>().ok()).flatten()
    };
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    year > 0 && (1..=days).contains(&day)
}

/// What says which rule a text keeps. Generated records have one for each kind of text.
pub trait Ruled {
    /// The rule.
    fn rule() -> &'static TextRule;
}

/// A text that keeps the rule of `R`, and cannot be made without.
///
/// ```
/// use std::borrow::Cow;
/// use gatewright_runtime::workflow::{Rule, Ruled, Text, TextRule};
///
/// enum Code {}
/// impl Ruled for Code {
///     fn rule() -> &'static TextRule {
///         static RULE: TextRule =
///             TextRule::new(0, Some(Cow::Borrowed("^CA-[0-9]{3}$")), false, Cow::Borrowed("`CA-` and three digits."));
///         &RULE
///     }
/// }
///
/// assert_eq!(Text::<Code>::new("CA-001").unwrap().as_str(), "CA-001");
/// assert_eq!(Text::<Code>::new("CA-1").unwrap_err().rule, Rule::Pattern);
/// ```
pub struct Text<R> {
    text: String,
    rule: PhantomData<fn() -> R>,
}

impl<R: Ruled> Text<R> {
    /// The text, if it keeps the rule.
    pub fn new(text: impl Into<String>) -> Result<Self, Invalid> {
        let text = text.into();
        match R::rule().broken_by(&text).into_iter().next() {
            Some(broken) => Err(broken),
            None => Ok(Self { text, rule: PhantomData }),
        }
    }
}

impl<R> Text<R> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, for good.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl<R: Ruled> TryFrom<&str> for Text<R> {
    type Error = Invalid;

    fn try_from(text: &str) -> Result<Self, Invalid> {
        Self::new(text)
    }
}

impl<R: Ruled> std::str::FromStr for Text<R> {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::new(text)
    }
}

impl<R> Clone for Text<R> {
    fn clone(&self) -> Self {
        Self { text: self.text.clone(), rule: PhantomData }
    }
}

impl<R> PartialEq for Text<R> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<R> Eq for Text<R> {}

impl<R> fmt::Debug for Text<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl<R> fmt::Display for Text<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<R> AsRef<str> for Text<R> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl<R> Serialize for Text<R> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}

impl<'de, R: Ruled> Deserialize<'de> for Text<R> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::new(String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// What says which text a constant is.
pub trait Fixed {
    /// The text.
    const TEXT: &'static str;
}

/// A field that has one value only: `Default` makes it.
pub struct Constant<C>(PhantomData<fn() -> C>);

impl<C: Fixed> Constant<C> {
    /// The value.
    pub const fn as_str(&self) -> &'static str {
        C::TEXT
    }
}

impl<C> Default for Constant<C> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<C> Clone for Constant<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Constant<C> {}

impl<C> PartialEq for Constant<C> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<C> Eq for Constant<C> {}

impl<C: Fixed> fmt::Debug for Constant<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(C::TEXT, f)
    }
}

impl<C: Fixed> Serialize for Constant<C> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(C::TEXT)
    }
}

impl<'de, C: Fixed> Deserialize<'de> for Constant<C> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match String::deserialize(from)? {
            text if text == C::TEXT => Ok(Self::default()),
            text => Err(D::Error::custom(format!("it must be `{}`, and is {}", C::TEXT, shown(&text)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(pattern: &'static str) -> TextRule {
        TextRule::new(0, Some(Cow::Borrowed(pattern)), false, Cow::Borrowed(""))
    }

    #[test]
    fn the_end_of_a_pattern_is_the_end_of_the_text() {
        let slug = rule("^[a-z0-9]+(?:-[a-z0-9]+)*$");
        assert!(slug.broken_by("two-words").is_empty());
        for text in ["two-words\n", "two--words", "-two", "", "Two"] {
            assert_eq!(slug.broken_by(text).len(), 1, "{text:?}");
        }
    }

    #[test]
    fn a_dot_is_no_end_of_a_line() {
        let path = rule("^/.*$");
        assert!(path.broken_by("/v1/视频?a=b").is_empty());
        for text in ["/a\n", "/a\r", "/a\u{2028}", "/a\u{2029}b", "a"] {
            assert_eq!(path.broken_by(text).len(), 1, "{text:?}");
        }
        assert_eq!(translated(r"a\.b[.\]]c."), "a\\.b[.\\]]c[^\n\r\u{2028}\u{2029}]");
    }

    #[test]
    fn what_engines_read_otherwise_is_found() {
        for fine in [
            "^[a-z0-9]+(?:-[a-z0-9]+)*$",
            "^/v1/[^?#]*$",
            r"^\d{4}\.[\]a\-]{1,2}?$",
            r"^(?:a|b)*?c+?$",
            r"^\$[^a]?/\w*$",
        ] {
            assert_eq!(foreign(fine), None, "{fine}");
        }
        for pattern in [
            "^(?i)a$",
            r"a\z",
            r"\Aa",
            r"\s",
            r"\p{L}",
            "[[:alnum:]]",
            "(?P<a>b)",
            "[a&&b]",
            "a\\",
            r"^\<a$",
            "^[]a]$",
            "^[^]a]$",
            "a++",
            "a**",
            "a{2}{3}",
            "^*a",
            "(*a)",
            "a]",
            "a}",
            r"\-a",
            r"\@",
            "?a",
            "[a--b]",
        ] {
            assert!(foreign(pattern).is_some(), "{pattern}");
        }
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for day in ["2026-11-16", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"] {
            assert!(is_date(day), "{day}");
        }
        for day in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-1",
            "2026-01-32",
            "2026-01-00",
            "+026-01-01",
            "0000-01-01",
            "",
        ] {
            assert!(!is_date(day), "{day}");
        }
    }
}
