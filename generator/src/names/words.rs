//! Converts foreign text to ASCII words.

/// Maximum length. Longer names are truncated and get a hash of the whole name.
pub(super) const LONGEST: usize = 64;

/// Returns true if a text is already in snake case. Most are, and need no conversion.
pub(super) fn is_snake(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
    text.len() <= LONGEST
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('_')
        && !text.contains("__")
        && text.bytes().all(fits)
}

/// Returns any text as words of ASCII letters and digits. The result is never empty and never begins with a digit.
pub(super) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let speaks = text.contains(|c: char| c.is_ascii_alphanumeric());
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c),
            // Punctuation separates words, unless the text contains nothing else.
            c if c.is_ascii() && speaks => out.push('_'),
            c => out.push_str(&format!("_u{:04x}_", u32::from(c))),
        }
    }
    if out.is_empty() { "empty".into() } else { digit_first(out, 'n') }
}

pub(super) fn digit_first(name: String, prefix: char) -> String {
    let begins = name.trim_start_matches('_').starts_with(|c: char| c.is_ascii_digit());
    if begins { format!("{prefix}{}", name.trim_start_matches('_')) } else { name }
}

pub(super) fn shorten(whole: &str, name: String) -> String {
    if name.len() <= LONGEST {
        return name;
    }
    let kept = &name[..LONGEST - 18]; // names are ASCII
    format!("{}x{:016x}", kept.trim_end_matches('_'), fnv(whole))
}

/// Returns the FNV-1a hash. It depends only on the text, so that names never change.
pub(crate) fn fnv(text: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Returns a key for natural order: `p2` before `p10`.
pub(crate) fn natural(text: &str) -> (&str, usize, &str) {
    let (stem, digits) = text.split_at(text.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    (stem, digits.trim_start_matches('0').len(), digits)
}
