//! Views of a text: its characters, and what they mean in an encoding, each with its range in the text.

use super::escape::{ESCAPES, LONGEST_ESCAPE, escape};
use super::{PIECE, SHORTEST_PREFIX};

/// Decoders of texts that a view can contain in hexadecimal, in base64 and as a list of byte values: one for each place
/// where such a text can start.
pub(super) const PACKINGS: [fn(&View) -> View; 7] = [
    |it| it.packed(4, 0, hex),
    |it| it.packed(4, 1, hex),
    |it| it.packed(6, 0, base64),
    |it| it.packed(6, 1, base64),
    |it| it.packed(6, 2, base64),
    |it| it.packed(6, 3, base64),
    View::listed,
];

/// Byte of a view and its range in the text.
#[derive(Clone, Copy, Default)]
pub(super) struct Unit {
    pub(super) byte: u8,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Visible ASCII characters of a text. A zero byte separates parts that are not next to each other.
pub(super) struct View {
    pub(super) units: Vec<Unit>,
}

impl View {
    /// Characters of a text, without those that cannot be part of a key.
    pub(super) fn of(text: &str) -> Self {
        let mut units = Vec::with_capacity(text.len());
        let bytes = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_graphic());
        units.extend(bytes.map(|(start, byte)| Unit { byte, start, end: start + 1 }));
        Self { units }
    }

    /// Returns the text with escapes of URLs, JSON, C, HTML and quoted-printable decoded once; `None` if there are none.
    ///
    /// Escapes of line breaks and the like come first, alone: they separate parts of the key, and another escape before the
    /// key can swallow its start.
    pub(super) fn unescaped(&self) -> Option<Self> {
        if !self.units.iter().any(|it| ESCAPES.contains(&it.byte)) {
            return None;
        }
        let lower: Vec<u8> = self.units.iter().map(|it| it.byte.to_ascii_lowercase()).collect();
        self.decoded(&lower, |byte| byte.is_none()).or_else(|| self.decoded(&lower, |_| true))
    }

    /// Decodes the chosen escapes once; `None` if there are none. A character that cannot be part of a key is `None`.
    fn decoded(&self, lower: &[u8], is_chosen: impl Fn(Option<u8>) -> bool) -> Option<Self> {
        let mut decoded: Option<Vec<Unit>> = None;
        let mut at = 0;
        while at < lower.len() {
            let found = escape(&lower[at..]);
            let found = found.map(|(code, length)| (u8::try_from(code).ok().filter(u8::is_ascii_graphic), length));
            match found {
                Some((byte, length)) if is_chosen(byte) => {
                    let units = decoded.get_or_insert_with(|| {
                        let mut before = Vec::with_capacity(lower.len());
                        before.extend_from_slice(&self.units[..at]);
                        before
                    });
                    units.extend(byte.map(|byte| Unit {
                        byte,
                        start: self.units[at].start,
                        end: self.units[at + length - 1].end,
                    }));
                    at += length;
                }
                other => {
                    let length = other.map_or(1, |it| it.1);
                    if let Some(units) = &mut decoded {
                        units.extend_from_slice(&self.units[at..at + length]);
                    }
                    at += length;
                }
            }
        }
        decoded.map(|units| Self { units })
    }

    /// Decodes digits of a number of bits each. The first ones of each sequence of digits are skipped.
    fn packed(&self, bits: u32, skip: usize, digit: fn(u8) -> Digit) -> Self {
        let mut out = Parts::default();
        let (mut skipped, mut value, mut count, mut start) = (0, 0_u32, 0, 0);
        for (at, unit) in self.units.iter().enumerate() {
            match digit(unit.byte) {
                Digit::Value(_) if skipped < skip => skipped += 1,
                Digit::Value(new) => {
                    if count == 0 {
                        start = unit.start;
                    }
                    (value, count) = (value << bits | new, count + bits);
                    if count >= 8 {
                        count -= 8;
                        out.push((value >> count) & 0xFF, start, unit.end);
                        start = unit.start;
                    }
                }
                Digit::Between => {}
                Digit::Other => {
                    // At the end, this can be a part of an escape that is cut off.
                    let is_end = at + LONGEST_ESCAPE >= self.units.len();
                    out.end_part(if is_end { SHORTEST_PREFIX } else { PIECE });
                    (skipped, count) = (0, 0);
                }
            }
        }
        out.finish()
    }

    /// Decodes lists of byte values, such as `115, 107` and `0x73 0x6b`.
    fn listed(&self) -> Self {
        let mut out = Parts::default();
        let mut at = 0;
        while at < self.units.len() {
            match self.word_length(at) {
                0 => {
                    if !b",:;".contains(&self.units[at].byte) {
                        out.end_part(PIECE);
                    }
                    at += 1;
                }
                length => {
                    let word = &self.units[at..at + length];
                    match byte_value(word) {
                        Some(byte) => out.push(byte, word[0].start, word[length - 1].end),
                        None => out.end_part(PIECE),
                    }
                    at += length;
                }
            }
        }
        out.finish()
    }

    /// Returns the number of letters and digits from a position on, up to a gap in the text.
    fn word_length(&self, at: usize) -> usize {
        let mut end = self.units[at].start;
        let is_next = |it: &&Unit| {
            let touches = it.start <= end;
            end = it.end;
            touches && it.byte.is_ascii_alphanumeric()
        };
        self.units[at..].iter().take_while(is_next).count()
    }
}

/// Reads a byte value, decimal or hexadecimal.
fn byte_value(word: &[Unit]) -> Option<u32> {
    let (digits, radix) = match word {
        [Unit { byte: b'0', .. }, Unit { byte: b'x' | b'X', .. }, digits @ ..] => (digits, 16),
        digits => (digits, 10),
    };
    let add = |value, it: &Unit| Some(value * radix + char::from(it.byte).to_digit(radix)?);
    let value = (1..=3).contains(&digits.len()).then(|| digits.iter().try_fold(0, add))??;
    (value <= 0xFF).then_some(value)
}

/// Decoded parts that are text. Most text is not encoded, and its parts are short if it is decoded nevertheless, so that no memory
/// is allocated for short parts.
#[derive(Default)]
struct Parts {
    units: Vec<Unit>,
    /// Start of the current part, until it has as many units as a piece of the key.
    start: [Unit; PIECE],
    /// Number of units of the current part.
    length: usize,
    /// Number of bytes that are missing from the current character.
    missing: u8,
}

impl Parts {
    fn push(&mut self, byte: u32, start: usize, end: usize) {
        let byte = u8::try_from(byte).unwrap_or(u8::MAX);
        let missing = match (byte, self.missing) {
            (0..=0x7F, 0) => 0,
            (0x80..=0xBF, 1..) => self.missing - 1,
            (0xC2..=0xDF, 0) => 1,
            (0xE0..=0xEF, 0) => 2,
            (0xF0..=0xF4, 0) => 3,
            _ => {
                self.end_part(PIECE);
                0
            }
        };
        self.missing = missing;
        if byte.is_ascii_graphic() {
            let unit = Unit { byte, start, end };
            match self.start.get_mut(self.length) {
                Some(place) => *place = unit,
                None => {
                    if self.length == PIECE {
                        self.units.extend_from_slice(&self.start);
                    }
                    self.units.push(unit);
                }
            }
            self.length += 1;
        }
    }

    /// Ends the current part, and removes it if it is shorter than `shortest`.
    fn end_part(&mut self, shortest: usize) {
        let length = std::mem::take(&mut self.length);
        if length < shortest {
            return;
        }
        if length <= PIECE {
            self.units.extend_from_slice(&self.start[..length]);
        }
        if let Some(end) = self.units.last().map(|it| it.end) {
            self.units.push(Unit { byte: 0, start: end, end });
        }
    }

    /// Ends the last part.
    fn finish(mut self) -> View {
        self.end_part(SHORTEST_PREFIX);
        if self.units.last().is_some_and(|it| it.byte == 0) {
            self.units.pop();
        }
        View { units: self.units }
    }
}

/// Meaning of a byte in hexadecimal or base64.
enum Digit {
    Value(u32),
    /// Separator of digits, which has no value.
    Between,
    Other,
}

fn hex(byte: u8) -> Digit {
    match (char::from(byte).to_digit(16), byte) {
        (Some(value), _) => Digit::Value(value),
        (None, b':' | b',' | b'-') => Digit::Between,
        _ => Digit::Other,
    }
}

/// Reads a digit of base64, in both alphabets.
fn base64(byte: u8) -> Digit {
    Digit::Value(match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return Digit::Other,
    })
}
