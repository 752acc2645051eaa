//! Foreign text as HTML. What is in an [`Html`] has been escaped here, and nowhere else.

use std::fmt::{self, Write as _};

use askama::filters::HtmlSafe;

use super::lang::Said;
use crate::text::visible;

/// Markup that a template takes as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Html(String);

impl Html {
    /// Markup of our own: nothing foreign is in it, or it went through [`escape`].
    pub(super) fn of_our_own(markup: String) -> Self {
        Self(markup)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Html {}

/// Text that can stand between tags and between double quotes.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// A sentence that may hold code between backticks, marked with its language where that is not the page's.
pub(super) fn prose(said: Said<'_>) -> Html {
    let mut out = String::new();
    if said.foreign {
        let _ = write!(out, "<span lang=\"{}\">", said.lang);
    }
    let parts: Vec<_> = said.text.split('`').collect();
    let even = parts.len() % 2 == 1; // else a backtick is only a backtick
    for (number, part) in parts.iter().enumerate() {
        match (even, number % 2) {
            (true, 1) => {
                let _ = write!(out, "<code>{}</code>", escape(part));
            }
            (true, _) => out.push_str(&escape(part)),
            (false, _) => {
                out.push_str(if number == 0 { "" } else { "`" });
                out.push_str(&escape(part));
            }
        }
    }
    if said.foreign {
        out.push_str("</span>");
    }
    Html(out)
}

/// A text without markup of its own, marked with its language where that is not the page's.
pub(super) fn plain(said: Said<'_>) -> Html {
    let text = escape(said.text);
    Html(if said.foreign { format!("<span lang=\"{}\">{text}</span>", said.lang) } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_text() {
        let said = |text| Said { text, lang: "en", foreign: true };
        assert_eq!(plain(said("<b>'\"&")).to_string(), "<span lang=\"en\">&lt;b&gt;&#39;&quot;&amp;</span>");
        assert_eq!(prose(said("a `<i>` b")).to_string(), "<span lang=\"en\">a <code>&lt;i&gt;</code> b</span>");
        assert_eq!(prose(Said { foreign: false, ..said("one ` <only>") }).to_string(), "one ` &lt;only&gt;");
    }
}
