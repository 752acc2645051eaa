//! What every page has around its content.

use askama::Template;

use super::assets::Assets;
use super::html::Html;
use super::lang::{Lang, Said};
use super::marks::Marks;
use super::words::Words;
use crate::model::{Model, Operation};

/// What the site is made of.
pub(super) struct Site<'a> {
    pub(super) model: &'a Model,
    pub(super) assets: Assets,
}

impl<'a> Site<'a> {
    /// What models answer at.
    pub(super) fn interfaces(&self, lang: Lang) -> Vec<Card<'a>> {
        let card = |it: &'a Operation| Card {
            name: &it.key,
            path: &it.page,
            about: lang.english(it.about.as_deref().unwrap_or_default()),
        };
        self.model.interfaces.iter().flat_map(|it| &it.operations).map(card).collect()
    }
}

/// A page in a list of some.
pub(super) struct Card<'a> {
    pub(super) name: &'a str,
    pub(super) path: &'a str,
    pub(super) about: Said<'a>,
}

/// A page in one language, and its Markdown twin.
pub(super) struct Page {
    /// Where it is, without its language and its ending.
    pub(super) path: String,
    pub(super) title: String,
    /// A sentence or two, for lists of pages.
    pub(super) about: String,
    pub(super) role: Role,
    /// The heading that it is found under.
    pub(super) group: &'static str,
    /// What it is made from: it is found by these before it is found by what else stands on it.
    pub(super) words: Vec<String>,
    pub(super) html: String,
    pub(super) markdown: String,
}

/// What a page is to a reader who looks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// What is looked for.
    Subject,
    /// A list of others: what stands on it is better found where it leads.
    List,
    /// A show of how others are used: those others are found first.
    Example,
}

/// The part of the site that a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Social,
    Models,
    Calculator,
    Guides,
    Changelog,
    Downloads,
}

/// The frame of a page.
pub(super) struct Frame<'a> {
    pub(super) lang: &'static str,
    pub(super) other_lang: &'static str,
    pub(super) words: &'static Words,
    pub(super) marks: &'static Marks,
    pub(super) section: Section,
    pub(super) title: String,
    pub(super) about: String,
    /// The way to the site's root, empty or with a slash at its end: all links are relative.
    pub(super) root: String,
    /// The way to the pages of this language.
    pub(super) home: String,
    /// The same page in the other language.
    pub(super) other: String,
    /// The twin, from here.
    pub(super) twin: String,
    pub(super) path: &'a str,
    pub(super) assets: &'a Assets,
    pub(super) client: &'a str,
    pub(super) version: &'a str,
    /// Whether search engines may list it.
    pub(super) indexable: bool,
}

impl<'a> Frame<'a> {
    /// Where a reader may want to go first.
    pub(super) fn places(&self) -> [(&'static str, &'static str); 8] {
        let words = self.words;
        [
            ("guides/start", words.first_steps),
            ("models", words.models),
            ("calculator", words.calculator),
            ("guides", words.guides),
            ("guides/errors", words.errors),
            ("guides/use", words.acceptable_use),
            ("changelog", words.changelog),
            ("downloads", words.downloads),
        ]
    }

    /// A sentence of the page's own words, which may hold code.
    pub(super) fn prose(&self, text: &str) -> Html {
        Said { text: text.into(), lang: self.lang, foreign: false }.prose()
    }

    pub(super) fn new(
        site: &'a Site<'_>,
        lang: Lang,
        path: &'a str,
        section: Section,
        title: String,
        about: String,
    ) -> Self {
        let depth = path.matches('/').count() + usize::from(lang == Lang::Zh);
        let root = "../".repeat(depth);
        let name = path.rsplit('/').next().unwrap_or(path);
        Self {
            lang: lang.code(),
            other_lang: lang.other().code(),
            words: lang.words(),
            marks: lang.marks(),
            section,
            title,
            about,
            home: format!("{root}{}", lang.folder()),
            other: format!("{root}{}{path}.html", lang.other().folder()),
            twin: format!("{name}.md"),
            root,
            path,
            assets: &site.assets,
            client: &site.model.client.name,
            version: &site.model.client.version,
            indexable: true,
        }
    }

    /// A page of this language.
    pub(super) fn to(&self, path: &str) -> String {
        format!("{}{path}.html", self.home)
    }

    /// This page, from here.
    pub(super) fn own(&self) -> String {
        format!("{}.html", self.path.rsplit('/').next().unwrap_or(self.path))
    }

    /// The index of this language.
    pub(super) fn search(&self) -> &str {
        &self.assets.search[usize::from(self.lang != Lang::En.code())]
    }

    pub(super) fn is_in(&self, section: Section) -> bool {
        self.section == section
    }
}

/// Rendering into memory cannot fail.
pub(super) fn render(template: &impl Template) -> String {
    template.render().unwrap_or_else(|error| unreachable!("rendering into memory: {error}"))
}
