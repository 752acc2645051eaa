//! Hides the key in foreign text of errors and logs.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use reqwest::header::HeaderValue;

use crate::secret::PIECE;
pub(crate) use crate::secret::Secret;
use crate::{Error, Result, visible};

type Source = Arc<dyn std::error::Error + Send + Sync>;

/// Pieces of the keys of all clients that the program has created. They hide the keys in texts that are shown without a
/// client, such as a stored task id.
static ALL_KEYS: LazyLock<RwLock<Secret>> = LazyLock::new(Default::default);

/// Returns a text without the keys of all clients. Keys of less than 8 characters stay: they could be parts of any text.
pub(crate) fn hide_all_keys(text: &str) -> String {
    ALL_KEYS.read().unwrap_or_else(PoisonError::into_inner).hide(text)
}

/// Returns the whole text without the keys of all clients, for data that a program reads.
pub(crate) fn hide_all_keys_in_long_text(text: &str) -> String {
    ALL_KEYS.read().unwrap_or_else(PoisonError::into_inner).hide_in_long_text(text)
}

/// Returns an error as [`Secret::clean_error`] does, without the keys of all clients.
pub(crate) fn clean_error_of_all_keys(source: Source) -> Source {
    ALL_KEYS.read().unwrap_or_else(PoisonError::into_inner).clean_error(source)
}

impl Secret {
    /// Adds the key to those that are hidden in texts without a client.
    pub(crate) fn register(&self) {
        if self.pieces.length == PIECE {
            let mut all = ALL_KEYS.write().unwrap_or_else(PoisonError::into_inner);
            all.pieces.length = PIECE;
            all.pieces.all.extend(&self.pieces.all);
        }
    }

    /// Returns foreign text for a message: on one line, without the key, every character visible.
    pub(crate) fn clean(&self, text: &str) -> String {
        visible(&self.hide(text)).into_owned()
    }

    /// Returns the body of an error without the key, every character visible. Lines are kept.
    pub(crate) fn clean_body(&self, text: &str) -> String {
        let hidden = self.hide(text);
        let lines: Vec<_> = hidden.split('\n').map(visible).collect();
        lines.join("\n")
    }

    /// Returns an error as it is, or only its cleaned text if it or one of its causes contains the key.
    pub(crate) fn clean_error(&self, source: Source) -> Source {
        let mut causes = Vec::new();
        let mut next: Option<&(dyn std::error::Error + 'static)> = Some(&*source);
        while let Some(error) = next {
            causes.push(error.to_string());
            next = error.source();
        }
        let is_clean = |it: &String| self.clean(it) == *it;
        // Debug output escapes control characters, so only the key matters there.
        let debug = format!("{source:?}");
        if causes.iter().all(is_clean) && self.hide(&debug) == debug {
            return source;
        }
        Arc::new(std::io::Error::other(self.clean(causes.last().map_or("", String::as_str))))
    }
}

/// Returns the header value with the key, marked as sensitive. The key is stored nowhere else.
pub(crate) fn authorization(scheme: &str, key: &str) -> Result<HeaderValue> {
    // A trailing line break or space is a typing mistake, and never part of a key.
    let key = key.trim();
    if key.is_empty() {
        return Err(Error::Config("the key is empty".into()));
    }
    if key.split_once(' ').is_some_and(|(first, _)| first.eq_ignore_ascii_case(scheme)) {
        return Err(Error::Config(format!("the key begins with `{scheme}`; help: remove it, the client adds it")));
    }
    // The search for the key in foreign text reads visible ASCII characters only.
    if !key.is_ascii() {
        return Err(Error::Config("the key contains characters that are not ASCII; help: copy the key again".into()));
    }
    let text = if scheme.is_empty() { key.to_owned() } else { format!("{scheme} {key}") };
    let mut value = HeaderValue::from_str(&text)
        .map_err(|_| Error::Config("the key contains characters that are not allowed in a header".into()))?;
    value.set_sensitive(true);
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_not_ascii_is_refused() {
        for key in ["密钥密钥密钥密钥", "schlüssel-0123456789", "sk-0123456789\u{a0}x"] {
            let problem = authorization("Bearer", key).map_err(|it| it.to_string());
            let expected = "client settings: the key contains characters that are not ASCII; help: copy the key again";
            assert_eq!(problem, Err(expected.to_owned()), "{key}");
        }
        assert!(authorization("Bearer", " sk-0123456789+/=\n").is_ok());
    }
}
