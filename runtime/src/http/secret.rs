//! Hides the key in foreign text of errors and logs, in any encoding.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use crate::text::is_invisible;
use crate::visible;

/// Text that replaces the key.
const HIDDEN: &str = "[key]";
/// Length of the shortest prefix of the key that is hidden at the end of a text, which may be cut off there.
const SHORTEST_PIECE: usize = 4;

type Source = Arc<dyn std::error::Error + Send + Sync>;

/// The key, as a pattern to find in foreign text.
pub(crate) struct Secret {
    /// In lower case.
    key: Vec<u8>,
    /// The key in hexadecimal, and inside base64 at each of the three alignments.
    encoded: Vec<String>,
}

impl Secret {
    pub(crate) fn new(key: &str) -> Self {
        let mut encoded: Vec<_> = (0..3).flat_map(|skip| in_base64(key, skip)).collect();
        let hex: String = key.bytes().map(|it| format!("{it:02x}")).collect();
        encoded.extend([hex.to_uppercase(), hex]);
        encoded.sort();
        encoded.dedup();
        Self { key: key.to_ascii_lowercase().into_bytes(), encoded }
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

    /// Replaces the key in all these forms: in upper or lower case, percent-encoded, with escapes of JSON and HTML,
    /// with control characters in between, in base64, and in hexadecimal.
    fn hide(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for encoded in &self.encoded {
            if text.contains(encoded) {
                text = text.replace(encoded, HIDDEN);
            }
        }
        let units = units(&text);
        let (mut out, mut copied, mut at) = (String::new(), 0, 0);
        while at < units.len() {
            let same = units[at..].iter().zip(&self.key).take_while(|(unit, byte)| unit.byte == **byte).count();
            let is_cut = at + same == units.len() && same >= SHORTEST_PIECE;
            if same > 0 && (same == self.key.len() || is_cut) {
                out += &text[copied..units[at].start];
                out += HIDDEN;
                copied = units[at + same - 1].end;
                at += same;
            } else {
                at += 1;
            }
        }
        if copied == 0 { text } else { out + &text[copied..] }
    }
}

/// Decoded byte of a text, in lower case, and its range in the text.
struct Unit {
    byte: u8,
    start: usize,
    end: usize,
}

/// Decodes percent-encoding and the escapes of JSON and HTML. Leaves out control characters, encoded or not.
fn units(text: &str) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len());
    let mut start = 0;
    while let Some(c) = text[start..].chars().next() {
        let (c, length) = escaped(&text[start..]).unwrap_or((c, c.len_utf8()));
        let end = start + length;
        if !is_invisible(c) {
            // Keys are ASCII: any other character only has to differ from them.
            let byte = if c.is_ascii() { (c as u8).to_ascii_lowercase() } else { u8::MAX };
            units.push(Unit { byte, start, end });
        }
        start = end;
    }
    units
}

/// Decodes the escape at the start of a text. Returns its character and its length.
fn escaped(text: &str) -> Option<(char, usize)> {
    let hex = |from: usize, to: usize| u32::from_str_radix(text.get(from..to)?, 16).ok().and_then(char::from_u32);
    match text.as_bytes() {
        [b'%', ..] => {
            let (mut c, mut length) = (hex(1, 3)?, 3);
            // Encoded more than once: `%252F`.
            while let ('%', Some(inner)) = (c, hex(length, length + 2)) {
                (c, length) = (inner, length + 2);
            }
            Some((c, length))
        }
        [b'&', b'#', ..] => {
            let (number, _) = text.get(2..text.len().min(12))?.split_once(';')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(number) => u32::from_str_radix(number, 16),
                None => number.parse(),
            };
            Some((char::from_u32(code.ok()?)?, 2 + number.len() + 1))
        }
        [b'\\', b'u', ..] => Some((hex(2, 6)?, 6)),
        [b'\\', b'n' | b't' | b'r' | b'b' | b'f', ..] => Some(('\n', 2)),
        [b'\\', c @ (b'/' | b'"' | b'\\'), ..] => Some((char::from(*c), 2)),
        _ => None,
    }
}

/// Returns the base64 characters that depend on the key alone, after `skip` other bytes, in both alphabets.
fn in_base64(key: &str, skip: usize) -> Vec<String> {
    let bytes = [&[0; 3][..skip], key.as_bytes()].concat();
    let first = (skip * 8).div_ceil(6);
    let end = bytes.len() * 8 / 6;
    let core = |text: String| text.get(first..end).filter(|it| it.len() >= SHORTEST_PIECE).map(str::to_owned);
    [STANDARD_NO_PAD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)].into_iter().filter_map(core).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-Canary/42+Tea";

    fn clean(text: &str) -> String {
        Secret::new(KEY).clean(text)
    }

    #[test]
    fn the_key_is_hidden_however_it_is_written() {
        let percent: String = KEY.bytes().map(|it| format!("%{it:02x}")).collect();
        let json: String = KEY.bytes().map(|it| format!("\\u{it:04X}")).collect();
        let split: String = KEY.chars().flat_map(|it| [it, '\u{7}']).collect();
        let bidi: String = KEY.chars().flat_map(|it| [it, '\u{202e}']).collect();
        let escaped_split = KEY.replace('C', "\\nC\\u0000");
        for written in [
            KEY.to_owned(),
            KEY.to_uppercase(),
            KEY.to_lowercase(),
            percent.clone(),
            percent.to_uppercase(),
            KEY.replace('/', "%2F").replace('+', "%2b"),
            json,
            KEY.replace('/', "\\/"),
            split,
            bidi,
            escaped_split,
            KEY.replace('/', "%252F").replace('+', "%25252b"),
            KEY.bytes().map(|it| format!("%25{it:02x}")).collect(),
            KEY.bytes().map(|it| format!("&#{it};")).collect(),
            KEY.bytes().map(|it| format!("&#x{it:X};")).collect(),
            KEY.bytes().map(|it| format!("{it:02X}")).collect(),
        ] {
            let text = clean(&format!("bad token <{written}> in header"));
            assert!(text.starts_with("bad token <[key]") && text.ends_with("> in header"), "{written:?}: {text}");
        }
    }

    #[test]
    fn the_key_is_hidden_in_base64_at_any_alignment() {
        for before in ["", "a", "ab", "abc", "Bearer "] {
            for after in ["", "z", "zz", "zzz"] {
                let plain = format!("{before}{KEY}{after}");
                for encoded in [STANDARD_NO_PAD.encode(&plain), URL_SAFE_NO_PAD.encode(&plain)] {
                    let text = clean(&format!("token {encoded}."));
                    assert!(text.contains(HIDDEN), "{plain}: {text}");
                    let left: String = text.replace(HIDDEN, "").chars().filter(char::is_ascii_alphanumeric).collect();
                    let allowed = "token".len() + (before.len() + after.len()) * 4 / 3 + 6;
                    assert!(left.len() <= allowed, "{plain}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_key_that_is_cut_off_is_hidden() {
        assert_eq!(clean("it ends with sk-Canary/4"), "it ends with [key]");
        assert_eq!(clean("it ends with sk-"), "it ends with sk-");
    }

    #[test]
    fn other_text_stays_and_every_character_is_visible() {
        assert_eq!(clean("sk-Canary is 100% fine \\ \\u12 %zz"), "sk-Canary is 100% fine \\ \\u12 %zz");
        assert_eq!(clean("a\u{1b}[31mb\u{202e}c\r\nd"), "aU+001B[31mbU+202Ec  d");
        assert_eq!(Secret::new(KEY).clean_body("a\u{1b}\nb"), "aU+001B\nb");
    }

    #[test]
    fn errors_that_quote_the_key_are_replaced() {
        let secret = Secret::new(KEY);
        let fine: Source = Arc::new(std::io::Error::other("connection reset"));
        assert_eq!(secret.clean_error(fine).to_string(), "connection reset");
        let loud: Source = Arc::new(std::io::Error::other(format!("bad {}", KEY.to_uppercase())));
        assert_eq!(secret.clean_error(loud).to_string(), "bad [key]");
    }

    #[test]
    fn long_texts_take_linear_time() {
        let text = "%73sk-Canary/42+Te\\u0061 ".repeat(400_000);
        let hidden = Secret::new(KEY).clean(&text);
        assert!(hidden.contains("%73[key]") && !hidden.contains("Canary"), "{}", &hidden[..100]);
    }
}
