//! Filters of templates.
#![expect(unreachable_pub, reason = "the attribute makes filters public")]

use super::html::{Html, breakable};
use crate::text::{markdown, visible};

/// Escapes foreign text for a Markdown page.
#[askama::filter_fn]
pub(crate) fn md(text: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(markdown(&text.to_string()))
}

/// Formats foreign text as code, also in a table.
#[askama::filter_fn]
pub(crate) fn code(text: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(in_code(&text.to_string()))
}

/// Formats foreign text as code between more backticks than it contains in a row.
fn in_code(text: &str) -> String {
    let text = visible(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let space = if longest > 0 { " " } else { "" };
    let fence = "`".repeat(longest + 1);
    format!("{fence}{space}{text}{space}{fence}")
}

/// Formats a sentence that may contain code.
#[askama::filter_fn]
pub(crate) fn note(text: impl AsRef<str>, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(in_note(text.as_ref()))
}

/// Formats a sentence that may contain code, outside of a template.
pub(super) fn in_note(text: &str) -> String {
    let code = |(number, part): (usize, &str)| {
        if number % 2 == 1 { format!("`{}`", visible(part)) } else { markdown_part(part) }
    };
    let parts: Vec<_> = text.split('`').collect();
    if parts.len() % 2 == 1 { parts.into_iter().enumerate().map(code).collect() } else { markdown(text) }
}

/// Escapes a part of a sentence. Escaping collapses white space and trims it; the spaces next to code are kept here.
fn markdown_part(part: &str) -> String {
    let space = |is: bool| if is { " " } else { "" };
    let (front, behind) = (part.starts_with(' '), part.ends_with(' ') && part.len() > 1);
    format!("{}{}{}", space(front), markdown(part), space(behind))
}

/// Formats a name as code on a page.
#[askama::filter_fn]
pub(super) fn breaks(name: &str, _: &dyn askama::Values) -> askama::Result<Html> {
    Ok(breakable(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_ends_behind_the_text() {
        for (text, code) in [
            ("data.list[]", "`data.list[]`"),
            ("a|b", "`a\\|b`"),
            ("`", "`` ` ``"),
            ("a``|b`", "``` a``\\|b` ```"),
            ("\u{202e}", "`U+202E`"),
        ] {
            assert_eq!(in_code(text), code);
        }
    }
}
