//! The two languages of the site.

use std::borrow::Cow;

use super::chinese;
use super::filters;
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
