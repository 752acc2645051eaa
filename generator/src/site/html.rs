//! Foreign text as HTML. What is in an [`Html`] has been escaped here, and nowhere else.

use std::fmt;

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

/// A name in code type that may be broken behind its underscores, and nowhere else.
pub(super) fn breakable(name: &str) -> Html {
    Html(escape(name).replace('_', "_<wbr>"))
}

impl Said<'_> {
    /// A sentence that may hold code between backticks, marked with its language where that is not the page's.
    pub(super) fn prose(&self) -> Html {
        let parts: Vec<_> = self.text.split('`').collect();
        // An odd backtick is only a backtick.
        let text = match parts.len() % 2 {
            1 => parts.iter().enumerate().map(|(number, part)| code_or_text(number, part)).collect(),
            _ => escape(&self.text),
        };
        self.marked(text)
    }

    /// A text without markup of its own, marked in the same way.
    pub(super) fn plain(&self) -> Html {
        self.marked(escape(&self.text))
    }

    fn marked(&self, text: String) -> Html {
        Html(if self.foreign { format!("<span lang=\"{}\">{text}</span>", self.lang) } else { text })
    }
}

fn code_or_text(number: usize, part: &str) -> String {
    if number % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_text() {
        let said = |text: &'static str| Said { text: text.into(), lang: "en", foreign: true };
        assert_eq!(said("<b>'\"&").plain().to_string(), "<span lang=\"en\">&lt;b&gt;&#39;&quot;&amp;</span>");
        assert_eq!(said("a `<i>` b").prose().to_string(), "<span lang=\"en\">a <code>&lt;i&gt;</code> b</span>");
        assert_eq!(Said { foreign: false, ..said("one ` <only>") }.prose().to_string(), "one ` &lt;only&gt;");
        assert_eq!(breakable("a_<b>").to_string(), "a_<wbr>&lt;b&gt;");
    }
}
