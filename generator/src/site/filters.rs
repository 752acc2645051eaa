//! What templates do to texts on their way out.
#![expect(unreachable_pub, reason = "what the attribute makes of a filter")]

use super::html::{Html, breakable};
use crate::text::{markdown, visible};

/// Foreign text in a Markdown twin.
#[askama::filter_fn]
pub(crate) fn md(text: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(markdown(&text.to_string()))
}

/// The same in code type. What holds a backtick goes between two of them.
#[askama::filter_fn]
pub(crate) fn code(text: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<String> {
    let text = text.to_string();
    let text = visible(&text);
    Ok(if text.contains('`') { format!("`` {text} ``") } else { format!("`{}`", text.replace('|', "\\|")) })
}

/// A sentence that may hold code.
#[askama::filter_fn]
pub(crate) fn note(text: impl AsRef<str>, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(in_note(text.as_ref()))
}

/// The same by itself.
pub(super) fn in_note(text: &str) -> String {
    let code = |(number, part): (usize, &str)| {
        if number % 2 == 1 { format!("`{}`", visible(part)) } else { markdown_part(part) }
    };
    let parts: Vec<_> = text.split('`').collect();
    if parts.len() % 2 == 1 { parts.into_iter().enumerate().map(code).collect() } else { markdown(text) }
}

/// Escaping makes one space of many, and none at the ends: here they part words from code.
fn markdown_part(part: &str) -> String {
    let space = |is: bool| if is { " " } else { "" };
    let (front, behind) = (part.starts_with(' '), part.ends_with(' ') && part.len() > 1);
    format!("{}{}{}", space(front), markdown(part), space(behind))
}

/// A name in code type on a page.
#[askama::filter_fn]
pub(super) fn breaks(name: &str, _: &dyn askama::Values) -> askama::Result<Html> {
    Ok(breakable(name))
}
