//! Changelog of the catalogs.

use std::collections::BTreeMap;

use askama::Template;

use super::filters;
use super::lang::{Language, Localized};
use super::page::{Frame, Page, Role, Section, Site, render};
use crate::model::{Model, Recorded, Release};

/// A change of one item.
pub(super) struct Entry<'a> {
    pub(super) date: &'a str,
    pub(super) says: Localized<'a>,
}

/// Returns the changes of an item under any of its names, newest first.
pub(super) fn of<'a>(model: &'a Model, names: &[&str], lang: Language) -> Vec<Entry<'a>> {
    let of_release = |release: &'a Release| {
        let changes = release.changes.iter().filter(|it| names.contains(&it.subject.as_str()));
        changes.map(|it| Entry { date: &release.date, says: lang.change(it) }).collect::<Vec<_>>()
    };
    model.history.iter().flat_map(of_release).collect()
}

#[derive(Template)]
#[template(path = "site/changelog.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    lang: Language,
    releases: &'a [Release],
    prices: &'a [(&'a Release, &'a Recorded)],
    /// Pages of changed items.
    pages: BTreeMap<String, &'a str>,
}

#[derive(Template)]
#[template(path = "site/changelog.md")]
struct AsMarkdown<'a> {
    frame: &'a Frame<'a>,
    lang: Language,
    releases: &'a [Release],
    prices: &'a [(&'a Release, &'a Recorded)],
}

pub(super) fn page(site: &Site<'_>, lang: Language) -> Page {
    let releases = &site.model.history[..];
    let matters = |it: &&Recorded| {
        ["price", "tiers", "endpoint-paused", "endpoint-back", "model-back"].iter().any(|part| it.kind.contains(part))
    };
    let prices: Vec<_> =
        releases.iter().flat_map(|it| it.changes.iter().filter(matters).map(move |change| (it, change))).collect();
    let path = "changelog";
    let about = lang.t("history-about");
    let frame = Frame::new(site, lang, path, Section::Changelog, lang.t("changelog").to_owned(), about.to_owned());
    let markdown = render(&AsMarkdown { frame: &frame, lang, releases, prices: &prices });
    let html = render(&AsHtml { frame, lang, releases, prices: &prices, pages: pages(site.model) });
    let title = lang.t("changelog").to_owned();
    Page {
        path: path.into(),
        title,
        about: about.into(),
        role: Role::Subject,
        group: lang.t("guides"),
        words: Vec::new(),
        html,
        markdown,
    }
}

/// Returns pages by the names of items in change records.
fn pages(model: &Model) -> BTreeMap<String, &str> {
    // Older records have the label of a platform instead of its current key.
    let endpoints = model.platforms.iter().flat_map(|platform| {
        let operations = platform.operations.iter();
        operations.flat_map(|it| {
            [&platform.label, &platform.key].map(|name| (format!("{name}/{}", it.key), it.page.as_str()))
        })
    });
    let models = model.models.iter().map(|it| (it.record.name.clone(), it.page.as_str()));
    endpoints.chain(models).collect()
}
