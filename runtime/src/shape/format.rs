//! Formats of texts and numbers.

use jiff::Timestamp;

/// Format of a text or an integer. A value has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// URL with `http` or `https`.
    Url,
    /// Date and time of RFC 3339, such as `2026-11-18T09:30:00Z`.
    Time,
    /// Unix time of the years 2000 to 2100, in seconds or milliseconds; an integer, or a text of digits.
    UnixTime,
    /// Text of digits, other than a Unix time.
    Digits,
    /// Base64, at least 24 characters.
    Base64,
    /// Empty text.
    Empty,
}

/// Years 2000 to 2100 in seconds.
const SECONDS: std::ops::RangeInclusive<u64> = 946_684_800..=4_133_980_799;

impl Format {
    /// All formats, with their names in a recording.
    pub(super) const NAMES: [(Self, &'static str); 6] = [
        (Self::Url, "url"),
        (Self::Time, "time"),
        (Self::UnixTime, "unix_time"),
        (Self::Digits, "digits"),
        (Self::Base64, "base64"),
        (Self::Empty, "empty"),
    ];

    /// Returns the name of the format in a recording, such as `unix_time`.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|it| it.0 == self).map_or("", |it| it.1)
    }

    /// Returns the format of a text.
    ///
    /// ```
    /// use gatewright_runtime::shape::Format;
    ///
    /// assert_eq!(Format::of_text("1763450000"), Some(Format::UnixTime));
    /// assert_eq!(Format::of_text("42"), Some(Format::Digits));
    /// assert_eq!(Format::of_text("green tea"), None);
    /// ```
    pub fn of_text(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        match bytes {
            [] => Some(Self::Empty),
            [b'0'..=b'9', ..] if bytes.iter().all(u8::is_ascii_digit) => {
                Some(text.parse().ok().and_then(Self::of_integer).unwrap_or(Self::Digits))
            }
            [b'h', ..] if text.starts_with("https://") || text.starts_with("http://") => Some(Self::Url),
            [_, _, _, _, b'-', _, _, b'-', _, _, b'T' | b't' | b' ', ..] if bytes.len() <= 40 => {
                text.parse::<Timestamp>().is_ok().then_some(Self::Time)
            }
            _ => is_base64(bytes).then_some(Self::Base64),
        }
    }

    /// Returns the format of an integer: a Unix time, or none.
    pub fn of_integer(number: u64) -> Option<Self> {
        let is_time = SECONDS.contains(&number) || SECONDS.contains(&(number / 1000));
        is_time.then_some(Self::UnixTime)
    }
}

/// Returns true for complete base64 of letters in both cases and digits, which ordinary words are not.
fn is_base64(bytes: &[u8]) -> bool {
    if bytes.len() < 24 || bytes.len() % 4 != 0 {
        return false;
    }
    let padding = bytes.iter().rev().take_while(|it| **it == b'=').count();
    let body = &bytes[..bytes.len() - padding];
    let (mut upper, mut lower, mut digit) = (false, false, false);
    for byte in body {
        match byte {
            b'A'..=b'Z' => upper = true,
            b'a'..=b'z' => lower = true,
            b'0'..=b'9' => digit = true,
            b'+' | b'/' | b'-' | b'_' => {}
            _ => return false,
        }
    }
    padding <= 2 && upper && lower && digit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_at_most_one_format() {
        for (text, format) in [
            ("", Some(Format::Empty)),
            ("https://files.example/a.png", Some(Format::Url)),
            ("http://a", Some(Format::Url)),
            ("httpd", None),
            ("2026-11-18T09:30:00Z", Some(Format::Time)),
            ("2026-11-18T09:30:00.123+08:00", Some(Format::Time)),
            ("2026-11-18", None),
            ("2026-13-18T09:30:00Z", None),
            ("1763450000", Some(Format::UnixTime)),
            ("1763450000123", Some(Format::UnixTime)),
            ("0", Some(Format::Digits)),
            ("7311234567890123456", Some(Format::Digits)),
            ("99999999999999999999999999", Some(Format::Digits)),
            ("-5", None),
            ("12.5", None),
            ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAA=", Some(Format::Base64)),
            ("internationalizationwork", None),
            ("绿茶和红茶绿茶和红茶绿茶", None),
            ("1\u{0661}", None),
        ] {
            assert_eq!(Format::of_text(text), format, "{text}");
        }
    }

    #[test]
    fn only_integers_of_this_century_are_times() {
        for (number, is_time) in [
            (0, false),
            (946_684_799, false),
            (946_684_800, true),
            (4_133_980_799, true),
            (4_133_980_800, false),
            (1_763_450_000_123, true),
            (1_763_450_000_123_000, false),
            (u64::MAX, false),
        ] {
            assert_eq!(Format::of_integer(number).is_some(), is_time, "{number}");
        }
    }
}
