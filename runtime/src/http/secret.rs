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

/// The key, as patterns to find in foreign text.
pub(crate) struct Secret {
    patterns: Vec<Pattern>,
}

/// A form of the key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    bytes: Vec<u8>,
    ignores_case: bool,
    /// True if the first characters are hidden, too, where they end a text.
    may_be_cut: bool,
}

impl Secret {
    pub(crate) fn new(key: &str) -> Self {
        let pattern = |text: String, ignores_case, may_be_cut| Pattern { bytes: text.into(), ignores_case, may_be_cut };
        let hex: String = key.bytes().map(|it| format!("{it:02x}")).collect();
        let base64 = (0..3).flat_map(|skip| in_base64(key, skip)).map(|it| pattern(it, false, false));
        let mut patterns = vec![pattern(key.to_owned(), true, true), pattern(hex, true, false)];
        patterns.extend(base64);
        patterns.retain(|it| !it.bytes.is_empty());
        patterns.sort();
        patterns.dedup();
        Self { patterns }
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

    /// Replaces the key in all these forms: in upper or lower case, percent-encoded, with escapes of JSON and HTML, in
    /// base64, and in hexadecimal; each also with control and other foreign characters in between.
    fn hide(&self, text: &str) -> String {
        // An escape can also be the end of other text and the start of the key, so that both views are searched.
        let views = [units(text, |_| None), units(text, escaped)];
        let found = views.iter().flat_map(|units| self.patterns.iter().map(move |it| it.find(units)));
        let mut found: Vec<_> = found.flatten().collect();
        found.sort_unstable();
        let (mut out, mut copied) = (String::new(), 0);
        for (start, end) in found {
            if start >= copied {
                out += &text[copied..start];
                out += HIDDEN;
            }
            copied = copied.max(end);
        }
        out + &text[copied..]
    }
}

impl Pattern {
    /// Ranges of the text in which the pattern occurs.
    fn find(&self, units: &[Unit]) -> Vec<(usize, usize)> {
        let is_same =
            |unit: &Unit, byte: u8| unit.byte == byte || self.ignores_case && unit.byte.eq_ignore_ascii_case(&byte);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < units.len() {
            let same = units[at..].iter().zip(&self.bytes).take_while(|(unit, byte)| is_same(unit, **byte)).count();
            let is_cut = self.may_be_cut && at + same == units.len() && same >= SHORTEST_PIECE;
            if same == self.bytes.len() || is_cut {
                found.push((units[at].start, units[at + same - 1].end));
                at += same;
            } else {
                at += 1;
            }
        }
        found
    }
}

/// Character of a text and its range in the text.
struct Unit {
    byte: u8,
    start: usize,
    end: usize,
}

/// Characters of a text, escapes decoded. Leaves out control characters and everything that cannot be part of a key.
fn units(text: &str, decode: fn(&str) -> Option<(char, usize)>) -> Vec<Unit> {
    let mut units = Vec::with_capacity(text.len());
    let mut start = 0;
    while let Some(c) = text[start..].chars().next() {
        let (c, length) = decode(&text[start..]).unwrap_or((c, c.len_utf8()));
        let end = start + length;
        if c.is_ascii() && !is_invisible(c) {
            units.push(Unit { byte: c as u8, start, end });
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
            KEY.bytes().map(|it| format!("{it:02X}")).collect::<String>().to_lowercase().replace('6', "6\u{7}"),
            KEY.replace('C', "C\u{fe0f}\u{34f}"),
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
    fn an_escape_in_front_of_the_key_does_not_hide_its_start() {
        for key in ["b3adbeef00c0ffee12345678", "u0041efgh", "n-key-of-a-gateway", "73-key-of-a-gateway"] {
            let secret = Secret::new(key);
            for before in ["%", "\\", "&#", "%25", "\\u"] {
                let text = secret.clean(&format!("bad {before}{key} end"));
                assert!(text.contains(HIDDEN) && !text.contains(&key[4..]), "{before}: {text}");
            }
        }
    }

    #[test]
    fn base64_is_hidden_across_lines() {
        let encoded = STANDARD_NO_PAD.encode(KEY);
        for between in ["\n", "\r\n", "\u{7}", "\\n"] {
            let split = format!("{}{between}{}", &encoded[..10], &encoded[10..]);
            assert!(clean(&format!("token {split}.")).starts_with("token [key]"), "{split:?}");
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
