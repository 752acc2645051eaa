//! Frame of every page.

use askama::Template;

use super::assets::Assets;
use super::html::Html;
use super::icons;
use super::lang::{Language, Localized};
use super::sidebar::{self, Group, Link};
use crate::model::{ClientInfo, Model, Operation, SharedAssumption};

/// Data that the site is generated from.
pub(super) struct Site<'a> {
    pub(super) model: &'a Model,
    pub(super) assets: Assets,
    pub(super) languages: &'a [Language],
}

impl<'a> Site<'a> {
    /// Returns the other languages of the site.
    fn others(&self, lang: Language) -> impl Iterator<Item = Language> {
        self.languages.iter().copied().filter(move |it| *it != lang)
    }

    /// Returns the note about a sample catalog, for a page that shows models or their prices.
    pub(super) fn sample_note(&self, path: &str, lang: Language) -> Option<&'static str> {
        let folder = path.split('/').next().unwrap_or(path);
        let is_record = path.starts_with("workflow/");
        let is_general = ["guides/agents", "guides/cli", "guides/pagination", "guides/use"].contains(&path);
        let shows_models = is_record
            || ["index", "models", "model-list", "interfaces", "calculator", "downloads", "guides"].contains(&folder);
        (self.model.has_sample_models && shows_models && !is_general).then(|| lang.t("sample-models"))
    }

    /// Returns the interfaces of models.
    pub(super) fn interfaces(&self, lang: Language) -> Vec<Card<'a>> {
        let card = |it: &'a Operation| Card {
            name: &it.key,
            path: &it.page,
            about: it.about.as_ref().and_then(|it| lang.of(it)).unwrap_or_else(|| lang.own("")),
        };
        self.model.interfaces.iter().flat_map(|it| &it.operations).map(card).collect()
    }
}

/// A page in a list of pages.
pub(super) struct Card<'a> {
    pub(super) name: &'a str,
    pub(super) path: &'a str,
    pub(super) about: Localized<'a>,
}

/// A page in one language, and its Markdown version.
pub(super) struct Page {
    /// Path without its language and its extension.
    pub(super) path: String,
    pub(super) title: String,
    /// Summary in a sentence or two, for lists of pages.
    pub(super) about: String,
    pub(super) role: Role,
    /// Heading in the search results.
    pub(super) group: &'static str,
    /// Words of its subject, which the search ranks above other words on the page.
    pub(super) words: Vec<String>,
    pub(super) html: String,
    pub(super) markdown: String,
}

/// Stands for the path of the search index, which depends on all pages.
pub(super) const SEARCH_INDEX: &str = "SEARCH-INDEX";

/// Role of a page in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A subject that readers search for.
    Subject,
    /// Legal text, which other pages rank above.
    Legal,
    /// A list of other pages, which rank above it.
    List,
    /// An example of other pages, which rank above it.
    Example,
}

/// Section of the site that a page belongs to.
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
    pub(super) lang: Language,
    pub(super) href: String,
}

/// The frame of a page.
pub(super) struct Frame<'a> {
    pub(super) lang: Language,
    pub(super) section: Section,
    pub(super) title: String,
    pub(super) about: String,
    /// Relative path to the site's root, empty or with a slash at its end. All links are relative.
    pub(super) root: String,
    /// Relative path to the pages of this language.
    pub(super) home: String,
    /// This page in other languages.
    pub(super) others: Vec<Translation>,
    /// Relative path to the Markdown version.
    pub(super) twin: String,
    pub(super) path: &'a str,
    pub(super) assets: &'a Assets,
    pub(super) client: &'a ClientInfo,
    pub(super) groups: Vec<Group>,
    /// Title and path of the pages that lead to this one.
    pub(super) crumbs: Vec<(String, String)>,
    /// Previous and next page.
    pub(super) around: [Option<Link>; 2],
    /// File in the repository that a reader can edit to change this page.
    pub(super) source: Option<String>,
    /// True if search engines may list it.
    pub(super) indexable: bool,
    /// Note about the sample catalog, if the page shows its models.
    pub(super) sample_note: Option<&'static str>,
    pub(super) shared_assumptions: &'a [SharedAssumption],
}

impl<'a> Frame<'a> {
    /// Returns an icon.
    pub(super) fn icon(&self, name: &str) -> Html {
        icons::icon(name)
    }

    /// Returns the URL where a reader can edit the source of this page.
    pub(super) fn edit_url(&self) -> Option<String> {
        Some(format!("{}/{}", self.client.edit.as_deref()?.trim_end_matches('/'), self.source.as_deref()?))
    }

    /// Returns a sentence of the page's own text, which may contain code.
    pub(super) fn prose(&self, text: &str) -> Html {
        self.lang.own(text).prose()
    }

    pub(super) fn new(
        site: &'a Site<'_>,
        lang: Language,
        path: &'a str,
        section: Section,
        title: String,
        about: String,
    ) -> Self {
        let depth = path.matches('/').count() + usize::from(!lang.is_english());
        let root = "../".repeat(depth);
        let name = path.rsplit('/').next().unwrap_or(path);
        let groups = sidebar::groups(site.model, path, lang);
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
            client: &site.model.client,
            crumbs: sidebar::crumbs(&groups, path),
            groups,
            around: sidebar::around(site.model, path, lang),
            source: path.starts_with("social/").then(|| "specs/social/facts.toml".to_owned()),
            indexable: true,
            sample_note: site.sample_note(path, lang),
            shared_assumptions: &site.model.shared_assumptions,
        }
    }

    /// Returns links to assumptions in the guide that explains them, as HTML. Specs of another gateway may not have all
    /// of these ids.
    pub(super) fn assumptions(&self, ids: &[&str]) -> Html {
        let link = |it: &SharedAssumption| {
            let subject = self.lang.of(&it.applies_to).map(|it| it.prose().to_string()).unwrap_or_default();
            format!("<a href=\"{}#{}\">{subject}</a>", self.to("guides/assumptions"), it.id)
        };
        Html::of_our_own(self.listed(ids, link))
    }

    /// Returns the same links as Markdown.
    pub(super) fn assumptions_markdown(&self, ids: &[&str]) -> String {
        let link = |it: &SharedAssumption| {
            let subject = self.lang.of(&it.applies_to).map(|it| it.in_markdown()).unwrap_or_default();
            format!("[{subject}]({}guides/assumptions.md#{})", self.home, it.id)
        };
        self.listed(ids, link)
    }

    fn listed(&self, ids: &[&str], link: impl Fn(&SharedAssumption) -> String) -> String {
        let links: Vec<_> =
            self.shared_assumptions.iter().filter(|it| ids.contains(&it.id.as_str())).map(link).collect();
        if links.is_empty() {
            return String::new();
        }
        format!("{}{}{}", self.t("guide-assumptions"), self.t("mark-colon"), links.join(" · "))
    }

    /// Returns a message in the page's language.
    pub(super) fn t(&self, id: &'static str) -> &'static str {
        self.lang.t(id)
    }

    /// Returns the path of a page in this language.
    pub(super) fn to(&self, path: &str) -> String {
        format!("{}{path}.html", self.home)
    }

    /// Returns the path of this page, relative to itself.
    pub(super) fn own(&self) -> String {
        format!("{}.html", self.path.rsplit('/').next().unwrap_or(self.path))
    }

    pub(super) fn is_in(&self, section: Section) -> bool {
        self.section == section
    }
}

/// Inserts the note about a sample catalog below the title of a page. The home page has a place of its own for it.
pub(super) fn with_sample_note_html(html: &str, note: &str, lang: Language) -> String {
    html.replacen("</h1>", &format!("</h1>\n<p class=\"warning sample\">{}</p>", lang.own(note).prose()), 1)
}

/// Inserts the note about a sample catalog below the title of a Markdown page.
pub(super) fn with_sample_note(markdown: &str, note: &str) -> String {
    let (title, rest) = markdown.split_once('\n').unwrap_or((markdown, ""));
    format!("{title}\n\n> {note}\n{rest}")
}

/// Assumptions that prices of models rely on.
pub(super) const PRICE_ASSUMPTIONS: &[&str] =
    &["unit-texts", "discount", "price-ratios", "tier-order", "tier-price", "context-length"];

/// Renders a template. Rendering into memory cannot fail.
pub(super) fn render(template: &impl Template) -> String {
    template.render().unwrap_or_else(|error| unreachable!("rendering into memory: {error}"))
}
