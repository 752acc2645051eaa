//! Readable JSON: a value that fits on a line is printed on one, so that a parameter is one line of a diff.

/// Maximum width. Longer containers are printed with one item per line.
const WIDTH: usize = 100;

/// Formats compact JSON at a depth of a document.
pub(super) fn layout(compact: &str, depth: usize) -> String {
    let mut out = String::with_capacity(2 * compact.len());
    spread(compact, depth, &mut out);
    out
}

/// Writes the value at the start of a text, and returns the rest of the text.
fn spread<'t>(text: &'t str, depth: usize, out: &mut String) -> &'t str {
    let end = end(text);
    if !text.starts_with(['{', '[']) || end <= WIDTH {
        line(&text[..end], out);
        return &text[end..];
    }
    let is_object = text.starts_with('{');
    out.push_str(&text[..1]);
    let mut rest = &text[1..];
    loop {
        out.push('\n');
        (0..=depth).for_each(|_| out.push_str("  "));
        if is_object {
            let key = self::end(rest);
            out.push_str(&rest[..key]);
            out.push_str(": ");
            rest = &rest[key + 1..];
        }
        rest = spread(rest, depth + 1, out);
        if !rest.starts_with(',') {
            break;
        }
        out.push(',');
        rest = &rest[1..];
    }
    out.push('\n');
    (0..depth).for_each(|_| out.push_str("  "));
    out.push_str(&rest[..1]);
    &rest[1..]
}

/// Writes a value on one line, with spaces for readability.
fn line(mut text: &str, out: &mut String) {
    while let Some(first) = text.chars().next() {
        let end = if first == '"' { end(text) } else { first.len_utf8() };
        let (piece, rest) = text.split_at(end);
        match piece {
            "{" if !rest.starts_with('}') => out.push_str("{ "),
            "}" if !out.ends_with('{') => out.push_str(" }"),
            "," => out.push_str(", "),
            ":" => out.push_str(": "),
            _ => out.push_str(piece),
        }
        text = rest;
    }
}

/// Returns the length of the value at the start of a text.
fn end(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => {
                quoted = !quoted;
                if !quoted && depth == 0 {
                    return at + 1;
                }
            }
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return at + 1,
            b'}' | b']' if depth > 1 => depth -= 1,
            // A number or a word ends at the next separator.
            b'}' | b']' | b',' | b':' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_value_is_on_one_line() {
        let compact = r#"{"a":[1,-2.5,true],"b":{},"c":{"d":"x, {y: \"z\"}"}}"#;
        assert_eq!(layout(compact, 0), r#"{ "a": [1, -2.5, true], "b": {}, "c": { "d": "x, {y: \"z\"}" } }"#);
        assert_eq!(layout("7", 3), "7");
    }

    #[test]
    fn a_long_value_is_on_several_lines_and_unchanged() {
        let long = "ä".repeat(60);
        let value = serde_json::json!({ "list": [long, { "deep": [long, [], null] }], "n": 1, "empty": {} });
        let text = layout(&value.to_string(), 1);
        assert_eq!(text.lines().next(), Some("{"));
        assert_eq!(text.lines().nth(1), Some("    \"empty\": {},"));
        assert_eq!(text.lines().last(), Some("  }"));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(value));
    }
}
