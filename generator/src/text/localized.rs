//! Texts in several languages, and texts of a catalog that contain two languages.

use std::collections::BTreeMap;

/// A text in one or more languages, by language code.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(BTreeMap<String, String>);

impl Text {
    /// No text.
    pub const NONE: Self = Self(BTreeMap::new());

    /// Creates a text in English.
    pub fn english(text: impl Into<String>) -> Self {
        Self::default().with("en", text)
    }

    /// Adds the text in a language.
    #[must_use]
    pub fn with(mut self, code: &str, text: impl Into<String>) -> Self {
        self.0.insert(code.to_owned(), text.into());
        self
    }

    /// Returns the text in a language, by its code.
    pub fn get(&self, code: &str) -> Option<&str> {
        self.0.get(code).map(String::as_str)
    }

    /// Returns the text in English. For texts of a catalog, this is every language except Chinese.
    pub fn en(&self) -> Option<&str> {
        self.get("en")
    }

    /// Returns the text in a language, else in English, else in any language, with the code of that language.
    pub fn of(&self, code: &str) -> Option<(&str, &str)> {
        let entry = |code: &str| self.0.get_key_value(code);
        let (code, text) = entry(code).or_else(|| entry("en")).or_else(|| self.0.first_key_value())?;
        Some((code, text))
    }

    /// Returns language codes and texts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(code, text)| (code.as_str(), text.as_str()))
    }

    /// Returns true if there is no text in any language.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Splits a text that may contain Chinese and English, separated by `/`.
    pub fn split(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::default();
        }
        if !text.contains(is_chinese) {
            return Self::english(text);
        }
        match both_languages(text) {
            Some((zh, en)) => Self::english(en).with("zh", zh),
            None => Self::default().with("zh", text),
        }
    }
}

/// Returns the Chinese and the English half if a `/` separates them: the first slash that certainly does, else the last
/// one that may.
///
/// Makes one pass over the text, with facts about the part before each slash in [`TextBeforeSlash`].
fn both_languages(text: &str) -> Option<(&str, &str)> {
    let (first, last) = (text.find(is_chinese)?, text.rfind(is_chinese)?);
    let last_space = text.rfind(char::is_whitespace);
    let mut before = TextBeforeSlash::default();
    let mut possible = None;
    for (at, c) in text.char_indices() {
        if matches!(c, '/' | '／') {
            let (left, right) = (&text[..at], &text[at + c.len_utf8()..]);
            if before.may_end(left, right) {
                let (left, right) = (left.trim(), right.trim());
                if at <= first && begins_english(left) && right.starts_with(is_chinese_mark) {
                    return Some((right, left));
                }
                if first < at && last < at && begins_english(right) {
                    if left.ends_with(is_chinese_mark) {
                        return Some((left, right));
                    }
                    // An abbreviation or a number is between the languages, and an English sentence follows.
                    let start = text.len() - right.len();
                    if before.words <= 1 && last_space.is_some_and(|it| it > start) {
                        possible = Some((left, right));
                    }
                }
            }
        }
        before.push(at, c);
    }
    possible
}

/// Facts about the text before a slash.
#[derive(Default)]
struct TextBeforeSlash {
    /// Opening brackets without the closing ones.
    open: isize,
    /// Start of the last word.
    word: Option<usize>,
    /// Last `:/`, as in a URL.
    scheme: Option<usize>,
    /// Number of words since the last Chinese character.
    words: usize,
    previous: Option<char>,
}

impl TextBeforeSlash {
    /// Returns false for a slash that belongs to one half: in a URL, in brackets, or at the start of a path.
    fn may_end(&self, left: &str, right: &str) -> bool {
        let Some(word) = self.word else { return false };
        let spaced = |it: bool| it && !right.starts_with(char::is_whitespace);
        let in_url = self.scheme.is_some_and(|it| it >= word) || left.ends_with(':') || right.starts_with('/');
        self.open == 0 && !spaced(in_url || left.ends_with(char::is_whitespace))
    }

    fn push(&mut self, at: usize, c: char) {
        match c {
            '(' | '（' | '[' | '【' => self.open += 1,
            ')' | '）' | ']' | '】' => self.open -= 1,
            '/' if self.previous == Some(':') => self.scheme = Some(at - 1),
            _ => {}
        }
        if !c.is_whitespace() && self.previous.is_none_or(char::is_whitespace) {
            self.word = Some(at);
        }
        if is_chinese_mark(c) {
            self.words = 0;
        } else if !c.is_whitespace() && self.previous.is_none_or(|it| it.is_whitespace() || is_chinese_mark(it)) {
            self.words += 1;
        }
        self.previous = Some(c);
    }
}

fn begins_english(half: &str) -> bool {
    half.starts_with(|c: char| c.is_alphabetic() || "(\"'".contains(c))
}

/// Returns true for Chinese characters and their punctuation.
fn is_chinese_mark(c: char) -> bool {
    is_chinese(c) || matches!(u32::from(c), 0x3000..=0x303F | 0xFF00..=0xFF0F | 0xFF1A..=0xFF1F)
}

pub(super) fn is_chinese(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF)
}
