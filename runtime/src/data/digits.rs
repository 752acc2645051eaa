//! Numbers that are sent as text.

use std::fmt;

use serde::{Serialize, Serializer};

/// Number that the service sends as a text of digits. It keeps the text as received, with leading zeros.
///
/// ```
/// use gatewright_runtime::data::Digits;
///
/// let likes = Digits::new("0042").expect("only digits");
/// assert_eq!((likes.get(), likes.as_str()), (Some(42), "0042"));
/// assert_eq!(Digits::new("42 likes"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Digits(String);

impl Digits {
    /// Creates a number from a text; `None` if the text is empty, or has other characters than the digits 0 to 9.
    pub fn new(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        is_digits(&text).then_some(Self(text))
    }

    /// Returns the number; `None` if it does not fit into 64 bits.
    pub fn get(&self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// Returns the text as received.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(super) fn read(text: String) -> Result<Self, String> {
        if is_digits(&text) { Ok(Self(text)) } else { Err(text) }
    }

    pub(super) fn into_text(self) -> String {
        self.0
    }
}

pub(crate) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
