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
