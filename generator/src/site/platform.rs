//! The page of a platform.

use askama::Template;

use super::lang::{Language, Localized, gloss};
use super::operation::State;
use super::page::{Frame, Page, Role, Section, Site, render};
use super::{filters, sidebar};
use crate::model::{Operation, Platform};
use crate::text::Text;

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

pub(super) fn page(site: &Site<'_>, platform: &Platform, lang: Language) -> Page {
    let title = sidebar::title(platform, lang);
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
    // Search results show the kind of platform next to the key. As a part of the title, it would outrank the guides.
    let (path, title) = (platform.page.clone(), sidebar::label(platform));
    Page { path, title, about, role: Role::Subject, group: lang.t("social"), words: found_by, html, markdown }
}
