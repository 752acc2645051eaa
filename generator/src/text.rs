//! Foreign text: escaped for doc comments, made visible for display, split into languages.

mod localized;

use std::borrow::Cow;

pub(crate) use gatewright_runtime::visible;
pub use localized::Text;
use localized::is_chinese;

/// Longest quotation in a message, in bytes.
const LONGEST_QUOTE: usize = 1000;

/// Returns a text like [`visible`], truncated if it is too long for a message.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_QUOTE {
        return visible(text);
    }
    let start = visible(&text[..text.floor_char_boundary(LONGEST_QUOTE)]);
    Cow::Owned(format!("{} … ({} bytes)", start.trim_end(), text.len()))
}

/// Returns foreign text for a doc comment: one line without markup.
///
/// Text of a catalog must not become a heading, a link, HTML or a code block (which `cargo test` would run). A
/// backslash precedes each character that Markdown would act on at its position; all other punctuation stays readable.
/// Runs of white space become one space.
pub(crate) fn doc(text: &str) -> String {
    inline(text, true)
}

/// Returns foreign text for a Markdown file that is also read in its source form. Only inline markup is escaped, and
/// URLs, which would become links.
pub(crate) fn markdown(text: &str) -> String {
    escape(text, |c| "\\`*_{}[]<>#|~@&!".contains(c)).replace("://", ":\\/\\/").replace("www.", "www\\.")
}

fn escape(text: &str, marks: impl Fn(char) -> bool) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if marks(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Returns a text like [`visible`], with one space for each run of white space.
fn one_line(text: &str) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Escapes the characters that Markdown would act on. Block markup is active only at the start of a line.
///
/// Other text may follow or precede the result, so a character at an edge counts as active.
fn inline(text: &str, starts_line: bool) -> String {
    let text = one_line(text);
    let chars: Vec<char> = text.chars().collect();
    let block = if starts_line { block_marker(&chars) } else { None };
    let mut out = String::with_capacity(text.len() + 16);
    let mut at = 0;
    while at < chars.len() {
        let run = chars[at..].iter().take_while(|it| **it == chars[at]).count();
        let is_active = is_active(&chars, at, run);
        for (index, c) in (at..).zip(&chars[at..at + run]) {
            if is_active || block == Some(index) {
                out.push('\\');
            }
            out.push(*c);
        }
        at += run;
    }
    out
}

/// Returns the position of the character that would begin a block: a heading, quotation, list, table or rule.
/// Characters that [`is_active`] escapes anyway are left out.
fn block_marker(chars: &[char]) -> Option<usize> {
    let ends_marker = |at: usize| chars.get(at).is_none_or(|it| !it.is_alphanumeric());
    match chars.first()? {
        '#' | '>' | '|' | '=' => Some(0),
        '-' | '+' | ':' if ends_marker(1) => Some(0),
        _ => {
            let digits = chars.iter().take_while(|it| it.is_ascii_digit()).count();
            (digits > 0 && matches!(chars.get(digits), Some('.' | ')')) && ends_marker(digits + 1)).then_some(digits)
        }
    }
}

/// Returns true if a run of the same character is inline markup at its position.
fn is_active(chars: &[char], at: usize, run: usize) -> bool {
    let before = at.checked_sub(1).map(|it| chars[it]);
    let after = chars.get(at + run).copied();
    let is_between = |fits: fn(char) -> bool| before.is_some_and(fits) && after.is_some_and(fits);
    let is_spaced = is_between(|c| c == ' ');
    match chars[at] {
        '`' | '[' | ']' => true,
        '*' | '~' => !is_spaced,
        '_' => !is_spaced && !is_between(|c| c.is_ascii_alphanumeric() || is_chinese(c)),
        '<' => !after.is_some_and(|it| it == ' ' || it.is_ascii_digit()),
        '&' => after.is_none_or(|it| it == '#' || it.is_ascii_alphanumeric()),
        '\\' => run > 1 || after.is_none_or(|it| it == ' ' || it.is_ascii_punctuation()),
        // rustdoc prints several hyphens as a dash.
        '-' => run > 1,
        // Email addresses and URLs become links in many viewers, and rustdoc warns about URLs.
        '@' => true,
        '/' => run > 1 && before == Some(':'),
        '.' => at >= 3 && chars[at - 3..at].iter().all(|it| it.eq_ignore_ascii_case(&'w')),
        _ => false,
    }
}

/// Returns text in code style for a doc comment if no character breaks that, else plain escaped text.
pub(crate) fn doc_code(text: &str) -> String {
    let is_code = !text.is_empty() && !text.contains(['`', '\\', '|']) && one_line(text) == text;
    if is_code { format!("`{text}`") } else { escape(text, |c| c.is_ascii_punctuation()) }
}

/// Returns text from our own specs: like [`doc`], but text between backticks is code.
pub(crate) fn doc_note(text: &str) -> String {
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len() % 2 == 0 {
        return doc(text);
    }
    let edge = |has: bool| if has { " " } else { "" };
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        if at % 2 == 1 {
            out += &doc_code(piece);
        } else {
            // A space next to code is kept.
            out += edge(!out.is_empty() && piece.starts_with(char::is_whitespace));
            out += &inline(piece, out.is_empty());
            out += edge(at + 1 < pieces.len() && piece.ends_with(char::is_whitespace) && !piece.trim().is_empty());
        }
    }
    out
}

/// Returns a number with its noun, such as `2 files`.
pub(crate) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Formats a number in groups of three digits, such as `200,000`.
pub(crate) fn grouped(number: i64, separator: char) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(separator);
        }
        out.push(digit);
    }
    out
}

/// Returns true if a key needs no quotes, in TOML and in a JSON path.
pub(crate) fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

/// Returns a key in TOML syntax.
pub(crate) fn toml_key(text: &str) -> String {
    if is_bare(text) { text.to_owned() } else { format!("{text:?}") }
}

/// Returns a unit text without its preposition: `1M tokens` for `per 1M tokens`.
pub(crate) fn unit_name(text: &str) -> &str {
    let text = text.trim();
    let bare = text.get(..4).filter(|it| it.eq_ignore_ascii_case("per ")).map(|it| &text[it.len()..]);
    bare.map(str::trim).filter(|it| !it.is_empty()).unwrap_or(text)
}

#[cfg(test)]
mod tests;
