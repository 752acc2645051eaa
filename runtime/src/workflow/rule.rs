//! Rules of strings, and the messages of their violations.

use std::sync::OnceLock;

use regex_lite::Regex;

use super::{Invalid, Rule};
use crate::text::shown;

/// Rule of a string.
#[derive(Debug)]
pub struct TextRule {
    min: usize,
    pattern: Option<&'static str>,
    is_date: bool,
    /// Description of the rule.
    about: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl TextRule {
    /// Creates a rule from a minimum number of characters, a pattern, `true` for a date, and a description of the rule.
    pub const fn new(min: usize, pattern: Option<&'static str>, is_date: bool, about: &'static str) -> Self {
        Self { min, pattern, is_date, about, compiled: OnceLock::new() }
    }

    /// Returns the minimum number of characters.
    pub fn min(&self) -> usize {
        self.min
    }

    /// Returns the pattern in JSON Schema syntax.
    pub fn pattern(&self) -> Option<&'static str> {
        self.pattern
    }

    /// Returns true if the string must be a date.
    pub fn is_date(&self) -> bool {
        self.is_date
    }

    /// Returns the description of the rule.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Returns the compiled pattern.
    fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| Regex::new(&translated(self.pattern?)).ok()).as_ref()
    }

    /// Returns all violations in a string.
    pub fn violations_of(&self, text: &str) -> Vec<Invalid> {
        let mut broken = Vec::new();
        let mut note = |rule, message: String| broken.push(Invalid { rule, message });
        if text.chars().take(self.min).count() < self.min {
            note(Rule::MinLength, format!("expected at least {} {}", self.min, plural(self.min, "character")));
        }
        if let Some(pattern) = self.pattern {
            if !self.regex().is_some_and(|it| it.is_match(text)) {
                note(Rule::Pattern, format!("{} does not match `{pattern}`{}", shown(text), self.in_words()));
            }
        }
        if self.is_date && !is_date(text) {
            note(Rule::Format, format!("expected a date such as `2026-01-31`, found {}", shown(text)));
        }
        broken
    }

    fn in_words(&self) -> String {
        if self.about.is_empty() { String::new() } else { format!(". {}", self.about.trim_end_matches('.')) }
    }
}

/// Translates a pattern from ECMAScript, which JSON Schema uses. A dot there matches none of the four line terminators.
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

pub(super) fn plural(count: usize, what: &str) -> String {
    if count == 1 { what.to_owned() } else { format!("{what}s") }
}

/// Returns true for a date in the RFC 3339 format. The first year is 1, as in some other validators.
fn is_date(text: &str) -> bool {
    let has_shape = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    has_shape && text.parse::<jiff::civil::Date>().is_ok_and(|it| it.year() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dollar_sign_matches_only_the_end_of_the_text() {
        let slug = TextRule::new(0, Some("^[a-z0-9]+(?:-[a-z0-9]+)*$"), false, "");
        assert!(slug.violations_of("two-words").is_empty());
        for text in ["two-words\n", "two--words", "-two", "", "Two"] {
            assert_eq!(slug.violations_of(text).len(), 1, "{text:?}");
        }
    }

    #[test]
    fn a_dot_matches_no_line_terminator() {
        let path = Regex::new(&translated("^/.*$")).expect("a pattern");
        assert!(path.is_match("/v1/视频?a=b"));
        for text in ["/a\n", "/a\r", "/a\u{2028}", "/a\u{2029}b", "a"] {
            assert!(!path.is_match(text), "{text:?}");
        }
        assert_eq!(translated(r"a\.b[.\]]c."), "a\\.b[.\\]]c[^\n\r\u{2028}\u{2029}]");
    }

    #[test]
    fn every_pattern_compiles() {
        for shape in super::super::Workflow::rules().types() {
            if let super::super::Kind::Text(rule) = &shape.kind {
                assert_eq!(rule.regex().is_some(), rule.pattern().is_some(), "{:?}", shape.name);
            }
        }
    }

    #[test]
    fn dates_exist_in_the_calendar() {
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
