//! Texts with a given length, format or pattern.

use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::{Map, Value};

/// Maximum length of a text.
const LONGEST: u64 = 100_000;
/// Number of texts of one pattern that are tried.
const TRIES: usize = 24;

/// Text of each format, in which `{}` is a number of two digits, and a flag: true if more digits may follow.
const FORMATS: [(&str, &str, bool); 19] = [
    ("date", "2024-01-{}", false),
    ("date-time", "2024-01-{}T09:30:00Z", false),
    ("duration", "P{}D", true),
    ("email", "user{}@example.com", true),
    ("hostname", "host{}.example.com", true),
    ("idn-email", "user{}@example.com", true),
    ("idn-hostname", "host{}.example.com", true),
    ("ipv4", "192.0.2.{}", false),
    ("ipv6", "2001:db8::{}", false),
    ("iri", "https://example.com/{}", true),
    ("iri-reference", "/{}", true),
    ("json-pointer", "/{}", true),
    ("regex", "a{}", true),
    ("relative-json-pointer", "{}", true),
    ("time", "09:{}:00Z", false),
    ("uri", "https://example.com/{}", true),
    ("uri-reference", "/{}", true),
    ("uri-template", "https://example.com/{}", true),
    ("uuid", "00000000-0000-4000-8000-0000000000{}", false),
];

/// Creates a text for an alternative of a schema.
pub(super) fn text(plain: &Map<String, Value>, variant: usize) -> Option<String> {
    let word = |keyword: &str| plain.get(keyword).and_then(Value::as_str);
    let number = |keyword: &str| plain.get(keyword).and_then(Value::as_u64);
    let least = number("minLength").unwrap_or(0);
    let most = number("maxLength").unwrap_or(LONGEST);
    if least > LONGEST {
        return None;
    }
    if let Some(pattern) = word("pattern") {
        return of_pattern(pattern, least as usize, most as usize, variant);
    }
    if let Some((_, shape, grows)) = FORMATS.iter().find(|it| Some(it.0) == word("format")) {
        let two = (10 + variant % 18).to_string();
        let lacking = (least as usize).saturating_sub(shape.len());
        return Some(shape.replace("{}", &(two + &"0".repeat(if *grows { lacking } else { 0 }))));
    }
    let base = if variant == 0 { "sample".to_owned() } else { format!("{variant}sample") };
    let long: String = base.chars().chain(std::iter::repeat('x')).take(base.len().max(least as usize)).collect();
    Some(long.chars().take(most as usize).collect())
}

/// Creates a text that matches a pattern, with a length between two limits.
fn of_pattern(pattern: &str, least: usize, most: usize, variant: usize) -> Option<String> {
    let hir = regex_syntax::Parser::new().parse(pattern).ok()?;
    let made = |extra: usize| {
        let mut pick = PatternWriter { variant, extra, budget: LONGEST as usize, text: String::new() };
        pick.add(&hir);
        pick.text
    };
    let lacking = |text: &str| least.saturating_sub(text.chars().count());
    let far = lacking(&made(0));
    // The last values are for long texts: repetitions of one to eight characters.
    for extra in (0..TRIES).chain((1..=8).rev().map(|it| far.div_ceil(it))) {
        let text = made(extra);
        if text.chars().count() > most {
            break;
        }
        let padded = text.clone() + &"x".repeat(lacking(&text));
        let fits = |it: &String| (least..=most).contains(&it.chars().count()) && super::check::matches(pattern, it);
        if let Some(text) = [text, padded].into_iter().find(fits) {
            return Some(text);
        }
    }
    None
}

/// Traversal of a pattern that creates a matching text.
struct PatternWriter {
    /// Index that selects alternatives and characters.
    variant: usize,
    /// Repetitions in addition to the minimum.
    extra: usize,
    /// Remaining steps.
    budget: usize,
    text: String,
}

impl PatternWriter {
    fn add(&mut self, hir: &Hir) {
        self.budget = self.budget.saturating_sub(1);
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.text += &String::from_utf8_lossy(&literal.0),
            HirKind::Class(class) => self.text.extend(self.character(class)),
            HirKind::Repetition(repetition) => {
                let most = repetition.max.unwrap_or(u32::MAX) as usize;
                for _ in 0..(repetition.min as usize).saturating_add(self.extra).min(most) {
                    if self.budget == 0 {
                        return;
                    }
                    self.add(&repetition.sub);
                }
            }
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|it| self.add(it)),
            HirKind::Alternation(choices) => self.add(&choices[self.variant % choices.len()]),
        }
    }

    /// Returns a letter or a digit if the class has one, otherwise a visible character, otherwise any.
    fn character(&self, class: &Class) -> Option<char> {
        let ranges: Vec<(char, char)> = match class {
            Class::Unicode(class) => class.iter().map(|it| (it.start(), it.end())).collect(),
            Class::Bytes(class) => class.iter().map(|it| (it.start().into(), it.end().into())).collect(),
        };
        let has = |wanted: &char| ranges.iter().any(|(start, end)| (start..=end).contains(&wanted));
        let likely: Vec<_> = ('a'..='z').chain('A'..='Z').chain('0'..='9').filter(has).collect();
        let visible = || ('!'..='~').find(has);
        likely.get(self.variant % likely.len().max(1)).copied().or_else(visible).or_else(|| Some(ranges.first()?.0))
    }
}
