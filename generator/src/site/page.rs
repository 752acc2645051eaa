//! What every page has around its content.

use askama::Template;

use super::assets::Assets;
use super::html::Html;
use super::lang::{Lang, Localized};
use crate::model::{Model, Operation};

/// What the site is made of.
pub(super) struct Site<'a> {
    pub(super) model: &'a Model,
    pub(super) assets: Assets,
    pub(super) languages: &'a [Lang],
}

impl<'a> Site<'a> {
    /// The other languages of the site.
    fn others(&self, lang: Lang) -> impl Iterator<Item = Lang> {
        self.languages.iter().copied().filter(move |it| *it != lang)
    }

    /// What models answer at.
    pub(super) fn interfaces(&self, lang: Lang) -> Vec<Card<'a>> {
        let card = |it: &'a Operation| Card {
            name: &it.key,
            path: &it.page,
            about: it.about.as_ref().and_then(|it| lang.of(it)).unwrap_or_else(|| lang.own("")),
        };
        self.model.interfaces.iter().flat_map(|it| &it.operations).map(card).collect()
    }
}

/// A page in a list of some.
pub(super) struct Card<'a> {
    pub(super) name: &'a str,
    pub(super) path: &'a str,
    pub(super) about: Localized<'a>,
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

/// A page in another language.
pub(super) struct Translation {
    pub(super) lang: Lang,
    pub(super) href: String,
}

/// The frame of a page.
pub(super) struct Frame<'a> {
    pub(super) lang: Lang,
    pub(super) section: Section,
    pub(super) title: String,
    pub(super) about: String,
    /// The way to the site's root, empty or with a slash at its end: all links are relative.
    pub(super) root: String,
    /// The way to the pages of this language.
    pub(super) home: String,
    /// This page in the other languages.
    pub(super) others: Vec<Translation>,
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
        [
            ("guides/start", self.t("first-steps")),
            ("models", self.t("models")),
            ("calculator", self.t("calculator")),
            ("guides", self.t("guides")),
            ("guides/errors", self.t("errors")),
            ("guides/use", self.t("acceptable-use")),
            ("changelog", self.t("changelog")),
            ("downloads", self.t("downloads")),
        ]
    }

    /// A sentence of the page's own words, which may hold code.
    pub(super) fn prose(&self, text: &str) -> Html {
        self.lang.own(text).prose()
    }

    pub(super) fn new(
        site: &'a Site<'_>,
        lang: Lang,
        path: &'a str,
        section: Section,
        title: String,
        about: String,
    ) -> Self {
        let depth = path.matches('/').count() + usize::from(!lang.is_english());
        let root = "../".repeat(depth);
        let name = path.rsplit('/').next().unwrap_or(path);
        Self {
            lang,
            section,
            title,
            about,
            home: format!("{root}{}", lang.folder()),
            others: site
                .others(lang)
                .map(|it| Translation { lang: it, href: format!("{root}{}{path}.html", it.folder()) })
                .collect(),
            twin: format!("{name}.md"),
            root,
            path,
            assets: &site.assets,
            client: &site.model.client.name,
            version: &site.model.client.version,
            indexable: true,
        }
    }

    /// A message of the page's language.
    pub(super) fn t(&self, id: &'static str) -> &'static str {
        self.lang.t(id)
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
        self.assets.search.get(self.lang.code()).map_or("", String::as_str)
    }

    pub(super) fn is_in(&self, section: Section) -> bool {
        self.section == section
    }
}

/// Rendering into memory cannot fail.
pub(super) fn render(template: &impl Template) -> String {
    template.render().unwrap_or_else(|error| unreachable!("rendering into memory: {error}"))
}
