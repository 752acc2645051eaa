//! Foreign text as HTML. What is in an [`Html`] has been escaped here, and nowhere else.

use std::fmt;

use askama::filters::{self, HtmlSafe};

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
    match filters::escape(visible(text), filters::Html) {
        Ok(escaped) => escaped.to_string(),
    }
}

/// A name in code type that may be broken behind its underscores, and nowhere else.
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
