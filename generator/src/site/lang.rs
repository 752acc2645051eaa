//! The two languages of the site.

use std::borrow::Cow;

use super::chinese;
use super::filters;
use super::html::{Html, escape};
use super::marks::{self, Marks};
use super::words::{EN, Words, ZH};
use crate::text::Text;

/// A language of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lang {
    En,
    Zh,
}

impl Lang {
    pub(super) const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// As `lang` and `hreflang` have it.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// Where its pages are.
    pub(super) const fn folder(self) -> &'static str {
        match self {
            Self::En => "",
            Self::Zh => "zh/",
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::En => Self::Zh,
            Self::Zh => Self::En,
        }
    }

    pub(super) const fn words(self) -> &'static Words {
        match self {
            Self::En => &EN,
            Self::Zh => &ZH,
        }
    }

    pub(super) const fn marks(self) -> &'static Marks {
        match self {
            Self::En => &marks::EN,
            Self::Zh => &marks::ZH,
        }
    }

    /// What a capability is called beside its name, where that is not the page's language.
    pub(super) fn gloss(self, capability: &str) -> Option<&'static str> {
        if self == Self::Zh { chinese::capability(capability) } else { None }
    }

    /// One of two texts.
    pub(super) const fn pick<T: Copy>(self, en: T, zh: T) -> T {
        match self {
            Self::En => en,
            Self::Zh => zh,
        }
    }

    /// What there is of a text, in this language if it can be had.
    pub(super) fn of<'a>(self, text: &'a Text) -> Option<Said<'a>> {
        let (en, zh) = (text.en.as_deref(), text.zh.as_deref());
        let (own, other) = self.pick((en, zh), (zh, en));
        let said =
            |lang: Self| move |text: &'a str| Said { text: text.into(), lang: lang.code(), foreign: lang != self };
        own.map(said(self)).or_else(|| other.map(said(self.other())))
    }

    /// A text in the page's language.
    pub(super) const fn own(self, text: &str) -> Said<'_> {
        Said { text: Cow::Borrowed(text), lang: self.code(), foreign: false }
    }

    /// A text that the specs have in English alone: the project's own words are there in Chinese as well.
    pub(super) fn english(self, text: &str) -> Said<'_> {
        self.english_or(text, chinese::of)
    }

    /// What a refresh recorded, which is English as well.
    pub(super) fn change(self, says: &str) -> Said<'_> {
        self.english_or(says, chinese::of_change)
    }

    fn english_or(self, text: &str, chinese: fn(&str) -> Option<Cow<'static, str>>) -> Said<'_> {
        let chinese = if self == Self::Zh { chinese(text) } else { None };
        match chinese {
            Some(text) => Said { text, lang: "zh", foreign: false },
            None => Said { text: text.into(), lang: "en", foreign: self != Self::En },
        }
    }
}

/// A text, and the language it is in.
#[derive(Clone, Debug)]
pub(super) struct Said<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) lang: &'static str,
    /// Whether that is not the page's.
    pub(super) foreign: bool,
}

impl Said<'_> {
    /// The same for longer than the text that it was made from.
    pub(super) fn into_owned(self) -> Said<'static> {
        Said { text: self.text.into_owned().into(), lang: self.lang, foreign: self.foreign }
    }

    /// A sentence in Markdown, marked with its language where that is not the page's.
    pub(super) fn in_markdown(&self) -> String {
        let text = filters::in_note(&self.text);
        if self.foreign { format!("<span lang=\"{}\">{text}</span>", self.lang) } else { text }
    }
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
        Html::of_our_own(if self.foreign { format!("<span lang=\"{}\">{text}</span>", self.lang) } else { text })
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
        assert_eq!(said("<b>'\"&").plain().to_string(), "<span lang=\"en\">&#60;b&#62;&#39;&#34;&#38;</span>");
        assert_eq!(said("a `<i>` b").prose().to_string(), "<span lang=\"en\">a <code>&#60;i&#62;</code> b</span>");
        assert_eq!(Said { foreign: false, ..said("one ` <only>") }.prose().to_string(), "one ` &#60;only&#62;");
    }
}
