//! Escapes of URLs, JSON, C, HTML and quoted-printable.

/// Length of the longest escape, such as `&#x000002f;`.
pub(super) const LONGEST_ESCAPE: usize = 12;

/// Characters that escapes start with.
pub(super) const ESCAPES: &[u8] = b"%\\&=";

/// Names of HTML entities, in lower case, and their characters.
const ENTITIES: [(&[u8], u8); 23] = [
    (b"amp;", b'&'),
    (b"quot;", b'"'),
    (b"apos;", b'\''),
    (b"lt;", b'<'),
    (b"gt;", b'>'),
    (b"sol;", b'/'),
    (b"bsol;", b'\\'),
    (b"plus;", b'+'),
    (b"equals;", b'='),
    (b"lowbar;", b'_'),
    (b"period;", b'.'),
    (b"comma;", b','),
    (b"colon;", b':'),
    (b"semi;", b';'),
    (b"percnt;", b'%'),
    (b"num;", b'#'),
    (b"dollar;", b'$'),
    (b"commat;", b'@'),
    (b"excl;", b'!'),
    // Blanks, which are left out.
    (b"nbsp;", b' '),
    (b"newline;", b' '),
    (b"shy;", b' '),
    (b"tab;", b' '),
];

/// Decodes the escape at the start of a text in lower case. Returns its character and its length.
pub(super) fn escape(text: &[u8]) -> Option<(u32, usize)> {
    match text {
        [b'%' | b'\\', b'u', rest @ ..] => match rest {
            [b'{', rest @ ..] => number(rest, 16, 6, b'}').map(|(code, length)| (code, length + 3)),
            _ => Some((fixed(rest, 4)?, 6)),
        },
        [b'\\', b'x', rest @ ..] => Some((fixed(rest, 2)?, 4)),
        [b'%' | b'=', rest @ ..] => Some((fixed(rest, 2)?, 3)),
        [b'\\', b'0'..=b'3', b'0'..=b'7', b'0'..=b'7', ..] => Some((octal(&text[1..4]), 4)),
        [b'&', b'#', b'x', rest @ ..] => number(rest, 16, 8, b';').map(|(code, length)| (code, length + 3)),
        [b'&', b'#', rest @ ..] => number(rest, 10, 8, b';').map(|(code, length)| (code, length + 2)),
        [b'&', rest @ ..] => {
            let (name, byte) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name))?;
            Some((u32::from(*byte), name.len() + 1))
        }
        [b'\\', b'n' | b't' | b'r' | b'b' | b'f', ..] => Some((0, 2)),
        [b'\\', byte, ..] if byte.is_ascii_punctuation() => Some((u32::from(*byte), 2)),
        _ => None,
    }
}

/// Reads a hexadecimal number of a fixed length.
fn fixed(text: &[u8], length: usize) -> Option<u32> {
    text.get(..length)?.iter().try_fold(0, |code, byte| Some(code << 4 | char::from(*byte).to_digit(16)?))
}

/// Reads octal digits.
fn octal(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |code, digit| code << 3 | u32::from(digit - b'0'))
}

/// Reads a number up to a character that ends it. Returns its value and the length with that character.
fn number(text: &[u8], radix: u32, longest: usize, end: u8) -> Option<(u32, usize)> {
    let length = text.iter().take(longest).take_while(|it| char::from(**it).is_digit(radix)).count();
    let digits = std::str::from_utf8(&text[..length]).ok()?;
    let code = u32::from_str_radix(digits, radix).ok()?;
    (text.get(length) == Some(&end)).then_some((code, length + 1))
}
