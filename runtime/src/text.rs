//! Makes foreign text safe to print in messages.

use std::borrow::Cow;
#[cfg(feature = "workflow")]
use std::fmt;
use std::fmt::Write as _;

/// Returns a text on one line, with every control and format character spelled out.
///
/// Such characters could move the cursor of a terminal or reverse the displayed text.
///
/// ```
/// assert_eq!(gatewright_runtime::visible("pass\u{202e}word\u{1b}[2J"), "passU+202EwordU+001B[2J");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' => out.push(' '),
            c if is_invisible(c) => write!(out, "U+{:04X}", u32::from(c)).unwrap_or_default(),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns a text for a message: in quotes, escaped, and cut off after 60 characters.
#[cfg(feature = "models")]
pub(crate) fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// Writer that writes text as [`visible`] returns it, for messages that quote foreign text.
#[cfg(feature = "workflow")]
pub(crate) struct EscapingWriter<'a, 'b>(pub(crate) &'a mut fmt::Formatter<'b>);

#[cfg(feature = "workflow")]
impl fmt::Write for EscapingWriter<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(&visible(text))
    }
}

/// Returns true for control and format characters (Unicode's Cc and Cf), line separators, and code points that are not
/// text.
pub(crate) fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(u32::from(c),
            0xAD | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x180E
            | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB
            | 0x110BD | 0x110CD | 0x13430..=0x1345F | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A
            | 0xE0000..=0xE007F | 0xFFFE | 0xFFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_spelled_out() {
        assert_eq!(visible("a\u{202e}b"), "aU+202Eb");
        assert_eq!(visible("a\0b\u{7f}"), "aU+0000bU+007F");
        assert_eq!(visible("a\r\nb\u{2028}c"), "a  bU+2028c");
        assert_eq!(visible("关键词 é"), "关键词 é");
    }
}
