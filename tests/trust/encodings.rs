//! Random encodings of the key inside each other: no longer piece of it stays in an error.

use proptest::prelude::*;

use super::secrets::canned;

/// Length of a piece that must not stay.
const PIECE: usize = 8;

/// Encoding of a text.
#[derive(Clone, Copy, Debug)]
enum Encoding {
    Upper,
    Lower,
    Percent,
    PercentOfPunctuation,
    Json,
    JsonOfPunctuation,
    Html,
    HtmlOfPunctuation,
    Hex,
    Base64(usize),
    Split(&'static str),
}

use Encoding::{
    Base64, Hex, Html, HtmlOfPunctuation, Json, JsonOfPunctuation, Lower, Percent, PercentOfPunctuation, Split, Upper,
};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

impl Encoding {
    fn encode(self, text: &str) -> String {
        let each = |write: &dyn Fn(char) -> String| text.chars().map(write).collect::<String>();
        let percent = |it: char| it.to_string().bytes().map(|it| format!("%{it:02X}")).collect::<String>();
        match self {
            Upper => text.to_uppercase(),
            Lower => text.to_lowercase(),
            Percent => each(&percent),
            PercentOfPunctuation => each(&|it| if it.is_alphanumeric() { it.into() } else { percent(it) }),
            Json => each(&|it| format!("\\u{:04x}", u32::from(it))),
            JsonOfPunctuation => serde_json::to_string(text).expect("a text").trim_matches('"').replace('/', "\\/"),
            Html => each(&|it| format!("&#{};", u32::from(it))),
            HtmlOfPunctuation => each(&|it| match it {
                '&' => "&amp;".into(),
                it if it.is_alphanumeric() => it.into(),
                it => format!("&#x{:x};", u32::from(it)),
            }),
            Hex => text.bytes().map(|it| format!("{it:02x}")).collect(),
            Base64(before) => base64(&[&b"abc"[..before], text.as_bytes()].concat()),
            Split(between) => {
                let each = text.chars().enumerate();
                each.map(|(at, it)| if at % 5 == 4 { format!("{it}{between}") } else { it.into() }).collect()
            }
        }
    }

    /// Decodes a text, in each way that its start allows.
    fn decode(self, text: &str) -> Vec<String> {
        match self {
            Upper | Lower | Split(_) => vec![text.to_owned()],
            Hex => (0..2).map(|skip| digits(text, 4, skip, |it| char::from(it).to_digit(16))).collect(),
            Base64(_) => {
                let value = |it: u8| DIGITS.iter().position(|digit| *digit == it).and_then(|it| it.try_into().ok());
                (0..4).map(|skip| digits(text, 6, skip, value)).collect()
            }
            _ => vec![unescaped(text)],
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    let bits: String = bytes.iter().map(|it| format!("{it:08b}")).collect();
    let digit = |bits: &[u8]| usize::from_str_radix(&format!("{:0<6}", String::from_utf8_lossy(bits)), 2);
    bits.as_bytes().chunks(6).map(|it| char::from(DIGITS[digit(it).expect("bits")])).collect()
}

/// Decodes each sequence of digits after its first ones. No key contains the separator.
fn digits(text: &str, bits: usize, skip: usize, value: impl Fn(u8) -> Option<u32>) -> String {
    let parts = text.split(|it: char| !it.is_ascii() || value(it as u8).is_none());
    let decoded = parts.map(|part| {
        let values = part.bytes().skip(skip).filter_map(&value);
        let all: String = values.map(|it| format!("{it:0bits$b}")).collect();
        let bytes = all.as_bytes().chunks_exact(8).map(|it| u8::from_str_radix(&String::from_utf8_lossy(it), 2));
        bytes.map(|it| char::from(it.expect("bits"))).collect::<String>()
    });
    decoded.collect::<Vec<_>>().join("|")
}

fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    let hex = |text: Option<&str>| u32::from_str_radix(text?, 16).ok().and_then(char::from_u32);
    while let Some(first) = rest.chars().next() {
        let entity = rest.strip_prefix("&#").and_then(|it| it.split_once(';')).and_then(|(number, _)| {
            let code = match number.strip_prefix('x') {
                Some(number) => u32::from_str_radix(number, 16),
                None => number.parse(),
            };
            Some((char::from_u32(code.ok()?)?, number.len() + 3))
        });
        let escape = match first {
            '%' => hex(rest.get(1..3)).map(|it| (it, 3)),
            '\\' if rest[1..].starts_with('u') => hex(rest.get(2..6)).map(|it| (it, 6)),
            '\\' => rest[1..].chars().next().filter(|it| "\\/\"".contains(*it)).map(|it| (it, 2)),
            '&' if rest.starts_with("&amp;") => Some(('&', 5)),
            _ => entity,
        };
        let (decoded, length) = escape.unwrap_or((first, first.len_utf8()));
        out.push(decoded);
        rest = &rest[length..];
    }
    out
}

/// Returns a piece of the key that a text contains, decoded in the reverse order of the encodings.
fn piece_left(key: &str, text: &str, encodings: &[Encoding]) -> Option<String> {
    let text: String = text.chars().filter(char::is_ascii_graphic).collect();
    let key = key.to_lowercase();
    let mut pieces = (0..=key.len() - PIECE).map(|at| &key[at..at + PIECE]);
    let left = pieces.find(|it| text.to_lowercase().contains(it)).map(str::to_owned);
    let (last, others) = encodings.split_last().map_or((None, encodings), |(last, others)| (Some(last), others));
    left.or_else(|| last?.decode(&text).iter().find_map(|it| piece_left(&key, it, others)))
}

fn encoding() -> impl Strategy<Value = Encoding> {
    prop_oneof![
        Just(Percent),
        Just(PercentOfPunctuation),
        Just(Json),
        Just(JsonOfPunctuation),
        Just(Html),
        Just(HtmlOfPunctuation),
        Just(Hex),
        (0..4_usize).prop_map(Base64),
        prop::sample::select(vec!["\u{7}", "\r\n ", "\n", "\u{200b}", "\u{0}", "密"]).prop_map(Split),
    ]
}

/// Encodings from the inside to the outside. A change of case comes first: it would destroy base64.
fn encodings() -> impl Strategy<Value = Vec<Encoding>> {
    let case = prop::option::of(prop::sample::select(vec![Upper, Lower]));
    (case, prop::collection::vec(encoding(), 0..=3)).prop_map(|(case, others)| case.into_iter().chain(others).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn no_piece_of_the_key_stays_in_any_encoding(
        key in "[A-Za-z0-9/+_.=~%-]{16,48}",
        encodings in encodings(),
        before in prop::sample::select(vec!["", " ", "%", "\\", "&#", "\\u", "%25", "%2", "\\u00", "&", "=", "Bearer ", "密", "abc"]),
        after in prop::sample::select(vec!["", " ", "%", "\"}", "密", "=", ";", "0", "Zz"]),
        cut in prop::option::of(0.0..1.0_f64),
    ) {
        let written = encodings.iter().fold(key.clone(), |text, it| it.encode(&text));
        let mut text = format!("bad {before}{written}{after}");
        if let Some(cut) = cut {
            let mut end = (text.len() as f64 * cut) as usize;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let error = runtime.block_on(async { canned(&key, 401, &text).p1().trending().send().await });
        let error = error.expect_err("the status is an error");
        let body = &error.failure().expect("it was sent").body;
        prop_assert_eq!(piece_left(&key, body, &encodings), None, "{:?} became {:?}", text, body);
    }
}
