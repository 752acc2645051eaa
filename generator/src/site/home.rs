//! The home page with its matrix, and a page for each platform.

use std::collections::BTreeMap;

use askama::Template;

use super::lang::{Language, Localized, gloss};
use super::operation::State;
use super::page::{Card, Frame, Page, Role, Section, Site, render};
use super::{filters, snippet};
use crate::model::{Model, Operation, Platform};
use crate::text::Text;

/// A platform in the matrix.
struct Line<'a> {
    platform: &'a Platform,
    about: Option<Localized<'a>>,
    /// One cell for each capability; `None` if the platform does not have it.
    cells: Vec<Option<Cell<'a>>>,
}

/// A capability of a platform.
struct Cell<'a> {
    name: &'a str,
    gloss: Option<&'a str>,
    path: &'a str,
    price: Option<String>,
    state: State<'a>,
    about: Option<Localized<'a>>,
}

impl<'a> Cell<'a> {
    fn of(operation: &'a Operation, lang: Language) -> Self {
        Self {
            name: &operation.key,
            gloss: gloss(operation, lang),
            path: &operation.page,
            price: operation.price().map(|it| it.to_string()),
            state: State::of(operation),
            about: operation.about.as_ref().and_then(|it| lang.of(it)),
        }
    }
}

impl Cell<'_> {
    /// Returns the file of its page in the folder of its platform.
    fn file(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "site/home.html")]
struct HomeHtml<'a> {
    frame: Frame<'a>,
    capabilities: &'a [(&'a str, Option<&'a str>)],
    lines: &'a [Line<'a>],
    interfaces: &'a [Card<'a>],
    rust: &'a str,
    model: &'a Model,
    counts: Counts,
    /// True if a price is not published.
    has_gaps: bool,
}

#[derive(Template)]
#[template(path = "site/home.md")]
struct HomeMarkdown<'a> {
    frame: &'a Frame<'a>,
    capabilities: &'a [(&'a str, Option<&'a str>)],
    lines: &'a [Line<'a>],
    interfaces: &'a [Card<'a>],
    rust: &'a str,
    model: &'a Model,
    counts: Counts,
    has_gaps: bool,
}

/// Numbers of items.
#[derive(Clone, Copy)]
struct Counts {
    platforms: usize,
    endpoints: usize,
    models: usize,
}

pub(super) fn page(site: &Site<'_>, lang: Language) -> Page {
    let model = site.model;
    let all = || model.platforms.iter().flat_map(|it| &it.operations);
    let capabilities: BTreeMap<_, _> = all().map(|it| (it.key.as_str(), gloss(it, lang))).collect();
    let capabilities: Vec<_> = capabilities.into_iter().collect();
    let lines: Vec<_> = model.platforms.iter().map(|it| line(it, &capabilities, lang)).collect();
    let interfaces = site.interfaces(lang);
    // A search is a better example than the first endpoint.
    let of = |it: &'_ Platform| it.operations.iter().position(|it| it.key == "search").unwrap_or(0);
    let first = model.platforms.iter().find_map(|it| Some((it, it.operations.get(of(it))?)));
    let rust = first.map(|(platform, it)| snippet::of_platform(it, platform, model, lang)).unwrap_or_default();
    let rust = snippet::program(&rust, &model.client.library);
    let counts = Counts { platforms: model.platforms.len(), endpoints: all().count(), models: model.models.len() };
    let has_gaps = lines.iter().flat_map(|it| it.cells.iter().flatten()).any(|it| it.price.is_none());
    let title = model.client.name.clone();
    let about = lang.t("home-about");
    let frame = Frame::new(site, lang, "index", Section::Social, title.clone(), about.to_owned());
    let markdown = render(&HomeMarkdown {
        frame: &frame,
        capabilities: &capabilities,
        lines: &lines,
        interfaces: &interfaces,
        rust: &rust,
        model,
        counts,
        has_gaps,
    });
    let html = render(&HomeHtml {
        frame,
        capabilities: &capabilities,
        lines: &lines,
        interfaces: &interfaces,
        rust: &rust,
        model,
        counts,
        has_gaps,
    });
    let words = vec![lang.t("matrix").to_owned()];
    Page {
        path: "index".into(),
        title,
        about: about.into(),
        role: Role::List,
        group: lang.t("guides"),
        words,
        html,
        markdown,
    }
}

fn line<'a>(platform: &'a Platform, capabilities: &[(&str, Option<&str>)], lang: Language) -> Line<'a> {
    let cell = |(capability, _): &(&str, Option<&str>)| {
        let operation = platform.operations.iter().find(|it| it.key == *capability)?;
        Some(Cell::of(operation, lang))
    };
    Line {
        platform,
        about: platform.about.as_ref().and_then(|it| lang.of(it)),
        cells: capabilities.iter().map(cell).collect(),
    }
}

#[derive(Template)]
#[template(path = "site/platform.html")]
struct PlatformHtml<'a> {
    frame: Frame<'a>,
    platform: &'a Platform,
    about: Option<Localized<'a>>,
    cells: &'a [Cell<'a>],
    /// True if a price or a status is not published.
    has_gaps: bool,
}

#[derive(Template)]
#[template(path = "site/platform.md")]
struct PlatformMarkdown<'a> {
    frame: &'a Frame<'a>,
    platform: &'a Platform,
    about: Option<Localized<'a>>,
    cells: &'a [Cell<'a>],
    /// True if a price or a status is not published.
    has_gaps: bool,
}

pub(super) fn platform(site: &Site<'_>, platform: &Platform, lang: Language) -> Page {
    let title = format!("{} {}", lang.t("platform"), platform.key);
    let said = platform.about.as_ref().and_then(|it| lang.of(it));
    let about = said.as_ref().map_or(title.as_str(), |it| &it.text).to_owned();
    let cells: Vec<_> = platform.operations.iter().map(|it| Cell::of(it, lang)).collect();
    let has_gaps = cells.iter().any(|it| it.price.is_none() || matches!(it.state, State::Unknown));
    let frame = Frame::new(site, lang, &platform.page, Section::Social, title.clone(), about.clone());
    let markdown = render(&PlatformMarkdown { frame: &frame, platform, about: said.clone(), cells: &cells, has_gaps });
    let html = render(&PlatformHtml { frame, platform, about: said, cells: &cells, has_gaps });
    let mut found_by = vec![
        platform.key.clone(),
        about.clone(),
        platform.about.as_ref().and_then(Text::en).unwrap_or_default().to_owned(),
    ];
    if platform.label != platform.key {
        found_by.push(platform.label.clone());
    }
    let path = platform.page.clone();
    Page { path, title, about, role: Role::Subject, group: lang.t("social"), words: found_by, html, markdown }
}
