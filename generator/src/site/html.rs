//! Foreign text as HTML. An [`Html`] contains only text that was escaped here.

use std::fmt;

use askama::filters::{self, HtmlSafe};

use crate::text::visible;

/// Markup that a template inserts without escaping.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Html(String);

impl Html {
    /// Creates markup of our own. Foreign text in it must have been escaped with [`escape`].
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

/// Escapes text for use between tags and between double quotes.
pub(super) fn escape(text: &str) -> String {
    match filters::escape(visible(text), filters::Html) {
        Ok(escaped) => escaped.to_string(),
    }
}

/// Formats a name as code that can wrap only after its underscores.
pub(super) fn breakable(name: &str) -> Html {
    Html(escape(name).replace('_', "_<wbr>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_text() {
        assert_eq!(breakable("a_<b>").to_string(), "a_<wbr>&#60;b&#62;");
    }
}
