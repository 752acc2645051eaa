//! Command lines for a shell.

/// Returns a name as options are written.
///
/// ```
/// assert_eq!(gatewright::shell::option_name("pageArea"), "page-area");
/// ```
pub fn option_name(text: &str) -> String {
    let mut name = String::with_capacity(text.len() + 4);
    let mut after_word = false;
    for c in text.chars() {
        if c.is_uppercase() && after_word {
            name.push('-');
        }
        name.extend(if c == '_' { vec!['-'] } else { c.to_lowercase().collect() });
        after_word = c.is_lowercase() || c.is_numeric();
    }
    name
}

/// Quotes a text for a shell, if that is necessary.
///
/// ```
/// assert_eq!(gatewright::shell::quoted("green tea"), "'green tea'");
/// ```
pub fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | ',' | '=' | '@' | '+');
    if !text.is_empty() && text.chars().all(is_plain) { text.to_owned() } else { always_quoted(text) }
}

/// Quotes a text for a shell.
pub(crate) fn always_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_words_with_hyphens() {
        for (name, option) in
            [("note_id", "note-id"), ("pageArea", "page-area"), ("q", "q"), ("ID", "id"), ("page2Area", "page2-area")]
        {
            assert_eq!(option_name(name), option);
        }
    }

    #[test]
    fn texts_are_quoted_if_a_shell_would_change_them() {
        assert_eq!(quoted("64a1f0c2"), "64a1f0c2");
        assert_eq!(quoted("green tea"), "'green tea'");
        assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(quoted(""), "''");
    }
}
