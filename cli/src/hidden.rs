//! Hides the key of this process in its output. Only the exact key is replaced: data stays as received otherwise.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Key of this process, which no output contains, even if the gateway sends it back.
static KEY: OnceLock<String> = OnceLock::new();

/// Records the key that is used. A process has one key.
pub(crate) fn record_key(key: &str) {
    let _ = KEY.set(key.to_owned());
}

/// Returns a text without the key.
pub(crate) fn without_key(text: &str) -> Cow<'_, str> {
    match KEY.get() {
        Some(key) if text.contains(key.as_str()) => text.replace(key.as_str(), "[key]").into(),
        _ => text.into(),
    }
}

/// Filter of text that arrives in pieces, which can split the key.
pub(crate) struct KeyFilter {
    key: String,
    /// End of the text so far, which is a start of the key.
    held_back: String,
}

impl KeyFilter {
    pub(crate) fn new() -> Self {
        Self { key: KEY.get().cloned().unwrap_or_default(), held_back: String::new() }
    }

    /// Adds a piece, and returns the text before what can be a start of the key.
    pub(crate) fn push(&mut self, piece: &str) -> String {
        let mut text = std::mem::take(&mut self.held_back) + piece;
        if !self.key.is_empty() {
            text = text.replace(&self.key, "[key]");
        }
        let is_start = |length: &usize| self.key.get(..*length).is_some_and(|it| text.ends_with(it));
        let kept = (1..self.key.len()).rev().find(is_start).unwrap_or_default();
        // The second part of a line end can be in the next piece.
        let kept = kept.max(text.ends_with('\r').into());
        self.held_back = text.split_off(text.len() - kept);
        text
    }

    /// Returns the rest of the text.
    pub(crate) fn finish(&mut self) -> String {
        std::mem::take(&mut self.held_back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_split_is_hidden() {
        for key in ["mock-key", "aa-aa", "茶-key"] {
            let whole = format!("say {key} and {}, {key}", &key[..3]);
            for size in 1..whole.len() {
                let mut filter = KeyFilter { key: key.to_owned(), held_back: String::new() };
                let letters: Vec<char> = whole.chars().collect();
                let shown = letters.chunks(size).map(|it| filter.push(&it.iter().collect::<String>()));
                let shown = shown.collect::<String>() + &filter.finish();
                assert_eq!(shown, format!("say [key] and {}, [key]", &key[..3]), "{size}");
            }
        }
        let mut without = KeyFilter { key: String::new(), held_back: String::new() };
        assert_eq!(without.push("tea"), "tea");
    }
}
