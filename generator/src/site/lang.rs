//! Texts of the specs and the catalogs in the language of a page.

use std::borrow::Cow;

use gatewright_runtime::workflow::{Field, Shape};

use super::filters;
use super::html::{Html, escape};
use crate::model::{Operation, Recorded};
use crate::text::Text;

pub(super) use crate::languages::Language;

impl Language {
    /// Returns a text in this language, or in another one that it has.
    pub(super) fn of(self, text: &Text) -> Option<Localized<'_>> {
        let (lang, text) = text.of(self.code())?;
        Some(Localized { text: text.into(), lang: lang.into(), foreign: lang != self.code() })
    }

    /// Returns a text in the page's language.
    pub(super) fn own(self, text: &str) -> Localized<'_> {
        Localized { text: Cow::Borrowed(text), lang: self.code().into(), foreign: false }
    }

    /// Returns the translation of an English text, or the English text.
    pub(super) fn translated<'a>(self, translations: &'a Text, english: &'a str) -> Localized<'a> {
        match translations.get(self.code()) {
            Some(text) => self.own(text),
            None => self.english(english),
        }
    }

    /// Returns a text that is only English.
    pub(super) fn english(self, text: &str) -> Localized<'_> {
        Localized { text: text.into(), lang: "en".into(), foreign: !self.is_english() }
    }

    /// Returns the meaning of a type of workflow records or of its field: English from the runtime, other languages
    /// from the message `record-TYPE` or `record-TYPE-FIELD`.
    pub(super) fn about(self, shape: &'static Shape, field: Option<&'static Field>) -> Localized<'static> {
        let (name, english) = (shape.name.unwrap_or_default(), field.map_or(shape.about, |it| it.about));
        let id = match field {
            Some(field) => format!("record-{name}-{}", field.name.trim_start_matches('$')),
            None => format!("record-{name}"),
        };
        match self.get(&id) {
            Some(text) => Localized { text: text.into(), lang: self.code().into(), foreign: false },
            None => self.english(english),
        }
    }

    /// Returns a recorded change. Records of earlier versions are only English.
    pub(super) fn change(self, change: &Recorded) -> Localized<'_> {
        match &change.message {
            Some(message) => Localized { text: message.render(self).into(), lang: self.code().into(), foreign: false },
            None => self.english(&change.says),
        }
    }
}

/// A text and its language.
#[derive(Clone, Debug)]
pub(super) struct Localized<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) lang: Cow<'a, str>,
    /// True if its language is not that of the page.
    pub(super) foreign: bool,
}

impl Localized<'_> {
    /// Returns a sentence in Markdown, marked with its language if that is not the page's.
    pub(super) fn in_markdown(&self) -> String {
        let text = filters::in_note(&self.text);
        if self.foreign { format!("<span lang=\"{}\">{text}</span>", self.lang) } else { text }
    }
}

impl Localized<'_> {
    /// Returns a sentence that may contain code between backticks, marked with its language if that is not the page's.
    pub(super) fn prose(&self) -> Html {
        let parts: Vec<_> = self.text.split('`').collect();
        // A single backtick is plain text.
        let text = match parts.len() % 2 {
            1 => parts.iter().enumerate().map(|(number, part)| code_or_text(number, part)).collect(),
            _ => escape(&self.text),
        };
        self.marked(text)
    }

    /// Returns a text without markup of its own, marked in the same way.
    pub(super) fn plain(&self) -> Html {
        self.marked(escape(&self.text))
    }

    fn marked(&self, text: String) -> Html {
        Html::of_our_own(if self.foreign { format!("<span lang=\"{}\">{text}</span>", self.lang) } else { text })
    }
}

fn code_or_text(number: usize, part: &str) -> String {
    if number % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) }
}

/// Returns the name of an operation's capability in the language of a page, if that is not English.
pub(super) fn gloss(operation: &Operation, lang: Language) -> Option<&str> {
    operation.title.as_ref()?.get(lang.code()).filter(|_| !lang.is_english())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_escaped() {
        let said = |text: &'static str| Localized { text: text.into(), lang: "en".into(), foreign: true };
        assert_eq!(said("<b>'\"&").plain().to_string(), "<span lang=\"en\">&#60;b&#62;&#39;&#34;&#38;</span>");
        assert_eq!(said("a `<i>` b").prose().to_string(), "<span lang=\"en\">a <code>&#60;i&#62;</code> b</span>");
        assert_eq!(Localized { foreign: false, ..said("one ` <only>") }.prose().to_string(), "one ` &#60;only&#62;");
    }
}
