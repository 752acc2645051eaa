//! Patterns: JSON Schema writes them as ECMAScript does, and other engines read some of them otherwise.

/// A pattern of ECMAScript, as JSON Schema has it, in the words of another engine: a dot there is no end of a line,
/// and there are four of those.
pub(super) fn translated(pattern: &str) -> String {
    let (mut out, mut in_class, mut escaped) = (String::new(), false, false);
    for c in pattern.chars() {
        match c {
            '.' if !in_class && !escaped => out.push_str("[^\n\r\u{2028}\u{2029}]"),
            c => out.push(c),
        }
        in_class = !escaped && c == '[' || in_class && (escaped || c != ']');
        escaped = c == '\\' && !escaped;
    }
    out
}

/// What of a pattern other engines read otherwise, or not at all: ECMAScript is what JSON Schema goes by.
pub(super) fn foreign(pattern: &str) -> Option<String> {
    const ESCAPED: &str = r"dDwWnrtfv^$\.*+?()[]{}|/-";
    let chars: Vec<char> = pattern.chars().collect();
    let (mut at, mut in_class, mut in_count) = (0, false, false);
    // Whether what came before can be repeated.
    let mut repeats = false;
    while at < chars.len() {
        let (start, c, next) = (at, chars[at], chars.get(at + 1).copied());
        let is_bad = match c {
            '\\' => {
                at += 1;
                !next.is_some_and(|it| ESCAPED.contains(it) && (in_class || it != '-'))
            }
            '[' | '&' | '~' | '-' if in_class => c == '[' || c == '&' && next == Some('&') || next == Some(c),
            ']' if in_class => chars[at - 1] == '[' || chars[at - 1] == '^' && chars[at - 2] == '[',
            _ if in_class => false,
            '(' => next == Some('?') && chars.get(at + 2) != Some(&':'),
            ']' => true,
            '}' => !in_count,
            '*' | '+' | '{' => !repeats,
            // Behind a sign that repeats, it asks for as little as possible.
            '?' => !repeats && !matches!(at.checked_sub(1).map(|it| chars[it]), Some('*' | '+' | '?' | '}' | '(')),
            _ => false,
        };
        if is_bad {
            return Some(format!("`{}`", chars[start..].iter().take(2).collect::<String>()));
        }
        repeats = !in_class && !in_count && !matches!(c, '*' | '+' | '?' | '{' | '(' | '|' | '^' | '[' | '}')
            || in_class && c == ']';
        in_class = c == '[' || in_class && c != ']';
        in_count = c == '{' && !in_class || in_count && c != '}';
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_is_no_end_of_a_line() {
        let path = regex_lite::Regex::new(&translated("^/.*$")).expect("a pattern");
        assert!(path.is_match("/v1/视频?a=b"));
        for text in ["/a\n", "/a\r", "/a\u{2028}", "/a\u{2029}b", "a"] {
            assert!(!path.is_match(text), "{text:?}");
        }
        assert_eq!(translated(r"a\.b[.\]]c."), "a\\.b[.\\]]c[^\n\r\u{2028}\u{2029}]");
    }

    #[test]
    fn what_engines_read_otherwise_is_found() {
        for fine in [
            "^[a-z0-9]+(?:-[a-z0-9]+)*$",
            "^/v1/[^?#]*$",
            r"^\d{4}\.[\]a\-]{1,2}?$",
            r"^(?:a|b)*?c+?$",
            r"^\$[^a]?/\w*$",
        ] {
            assert_eq!(foreign(fine), None, "{fine}");
        }
        for pattern in [
            "^(?i)a$",
            r"a\z",
            r"\Aa",
            r"\s",
            r"\p{L}",
            "[[:alnum:]]",
            "(?P<a>b)",
            "[a&&b]",
            "a\\",
            r"^\<a$",
            "^[]a]$",
            "^[^]a]$",
            "a++",
            "a**",
            "a{2}{3}",
            "^*a",
            "(*a)",
            "a]",
            "a}",
            r"\-a",
            r"\@",
            "?a",
            "[a--b]",
        ] {
            assert!(foreign(pattern).is_some(), "{pattern}");
        }
    }
}
