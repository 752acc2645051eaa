//! Files for programs: data, lists and feeds.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use askama::Template;
use gatewright_runtime::workflow::Workflow;
use serde_json::{Value, json};

use super::html::escape;
use super::lang::Language;
use super::page::{Frame, Page, Role, Section, Site, render};
use crate::model::{Kind, Model, Operation, Param, Status};
use crate::output::Output;
use crate::text::{markdown, visible};

/// A file and its description.
struct File {
    path: &'static str,
    about: &'static str,
}

/// Files that every site has.
const FILES: [&str; 10] = [
    "SKILL.md",
    "openapi.json",
    "openapi-3.0.json",
    "catalog.json",
    "models.json",
    "prices.csv",
    "llms.txt",
    "llms-full.txt",
    "feed.xml",
    "sitemap.xml",
];

fn files(model: &Model, lang: Language) -> Vec<File> {
    let schema = (!model.records.is_empty()).then_some("workflow.schema.json");
    let file = |path| File { path, about: lang.find("file", path).unwrap_or(path) };
    FILES.into_iter().chain(schema).map(file).collect()
}

#[derive(Template)]
#[template(path = "site/downloads.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    files: &'a [File],
}

#[derive(Template)]
#[template(path = "site/downloads.md")]
struct AsMarkdown<'a> {
    frame: &'a Frame<'a>,
    files: &'a [File],
}

pub(super) fn page(site: &Site<'_>, lang: Language) -> Page {
    let about = lang.t("downloads-about");
    let frame =
        Frame::new(site, lang, "downloads", Section::Downloads, lang.t("downloads").to_owned(), about.to_owned());
    let files = files(site.model, lang);
    let markdown = render(&AsMarkdown { frame: &frame, files: &files });
    let html = render(&AsHtml { frame, files: &files });
    Page {
        path: "downloads".into(),
        title: lang.t("downloads").into(),
        about: about.into(),
        role: Role::Subject,
        group: lang.t("guides"),
        words: files.iter().map(|it| it.path.to_owned()).collect(),
        html,
        markdown,
    }
}

/// Writes the files. `url` is the URL of the site, with a slash at its end.
pub(super) fn write(site: &Site<'_>, pages: &[Page], url: &str, output: &mut Output) {
    let model = site.model;
    output.insert("catalog.json", pretty(&catalog(model)));
    let mark = if model.has_sample_models { "{\"sample\":true," } else { "{" };
    let records: Vec<_> = model.models.iter().map(|it| it.json.replacen('{', mark, 1)).collect();
    output.insert("models.json", format!("[\n{}\n]\n", records.join(",\n")));
    output.insert("prices.csv", prices(model));
    output.insert("llms.txt", list(model, pages));
    output
        .insert("llms-full.txt", pages.iter().map(|it| format!("{}\n\n", it.markdown.trim_end())).collect::<String>());
    if !model.records.is_empty() {
        output.insert("workflow.schema.json", Workflow::json_schema());
    }
    model.records.iter().for_each(|it| output.insert(format!("{}.json", it.page), it.text.clone()));
    super::agents::write(model, url, output);
    output.insert("sitemap.xml", sitemap(site, pages, url));
    output.insert("feed.xml", feed(model, url));
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

fn catalog(model: &Model) -> Value {
    let cell = |platform: &crate::model::Platform, it: &Operation| {
        json!({
            "platform": platform.key, "capability": it.key, "model": it.usage_log_name, "method": "GET", "path": it.route.path,
            "price_usd": it.price().map(|it| it.to_string()), "unit": it.unit(),
            "status": it.status.as_ref().map(Status::as_str),
            "params": it.params.iter().map(param).collect::<Vec<_>>(),
            "require_one_of": it.selectors.iter().flat_map(|it| &it.groups).collect::<Vec<_>>(),
        })
    };
    let cells: Vec<_> =
        model.platforms.iter().flat_map(|it| it.operations.iter().map(move |operation| cell(it, operation))).collect();
    json!({ "cells": cells })
}

fn param(param: &Param) -> Value {
    let kind = match &param.kind {
        Kind::Integer => Some("integer"),
        Kind::Flag => Some("boolean"),
        Kind::Named(values) if values.integers => Some("integer"),
        Kind::Any => None,
        _ => Some("string"),
    };
    json!({
        "name": param.wire, "type": kind, "required": param.required,
        "default": param.default.as_ref().map(ToString::to_string), "example": param.example,
        "description": { "en": param.about.en(), "zh": param.about.get("zh") },
    })
}

fn prices(model: &Model) -> String {
    let mut text = String::from("kind,name,what,price_usd,unit\n");
    let mut line = |fields: [&str; 5]| {
        let fields = fields.map(csv);
        let _ = writeln!(text, "{}", fields.join(","));
    };
    for (platform, it) in
        model.platforms.iter().flat_map(|it| it.operations.iter().map(move |operation| (it, operation)))
    {
        let price = it.price().map(|it| it.to_string()).unwrap_or_default();
        line(["social", &format!("{}/{}", platform.key, it.key), "", &price, it.unit().unwrap_or_default()]);
    }
    let kind = if model.has_sample_models { "sample model" } else { "model" };
    for it in &model.models {
        let name = it.record.name.as_str();
        let Some(retail) = &it.record.retail else {
            line([kind, name, "", "", ""]);
            continue;
        };
        let unit = retail.unit.as_deref().unwrap_or_default();
        if retail.faces.is_empty() {
            line([kind, name, "", &retail.selling_usd.map(|it| it.to_string()).unwrap_or_default(), unit]);
        }
        for face in &retail.faces {
            let price = face.selling_usd.map(|it| it.to_string()).unwrap_or_default();
            line([kind, name, face.face.as_deref().unwrap_or_default(), &price, unit]);
        }
    }
    text
}

/// Returns a field of a table. A spreadsheet must read a field that looks like a formula as text.
fn csv(field: &str) -> String {
    let field = visible(field);
    let formula = field.trim_start().starts_with(['=', '+', '-', '@']);
    let field = if formula { format!("'{field}") } else { field.into_owned() };
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

fn list(model: &Model, pages: &[Page]) -> String {
    let mut text =
        format!("# {}\n\n> {}\n", model.client.name, pages.first().map(|it| it.about.as_str()).unwrap_or_default());
    if model.has_sample_models {
        let _ = write!(text, "\n{}\n", crate::languages::english().t("sample-models"));
    }
    let mut group = "";
    let mut sorted: Vec<_> = pages.iter().collect();
    sorted.sort_by_key(|it| it.group);
    for page in sorted {
        if page.group != group {
            group = page.group;
            let _ = write!(text, "\n## {group}\n\n");
        }
        let _ = writeln!(text, "- [{}]({}.md): {}", markdown(&page.title), page.path, markdown(&page.about));
    }
    text
}

fn sitemap(site: &Site<'_>, pages: &[Page], url: &str) -> String {
    let unlisted = site.model.records.iter().filter(|it| !it.workflow.discovery.sitemap);
    let unlisted: BTreeSet<_> = unlisted.map(|it| it.page.as_str()).collect();
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for lang in site.languages {
        for page in pages.iter().filter(|it| !unlisted.contains(it.path.as_str())) {
            let _ = writeln!(text, "<url><loc>{}{}{}.html</loc></url>", escape(url), lang.folder(), page.path);
        }
    }
    text.push_str("</urlset>\n");
    text
}

/// Returns the feed as RSS, which needs no date: before the first refresh there is none.
fn feed(model: &Model, url: &str) -> String {
    let (url, name) = (escape(url), escape(&model.client.name));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n\
         <title>{name}</title>\n<link>{url}changelog.html</link>\n\
         <description>Prices, models and endpoints that changed.</description>\n\
         <atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{url}feed.xml\"/>\n"
    );
    for release in &model.history {
        let changes: Vec<_> = release.changes.iter().map(|it| format!("{}: {}", it.subject, it.says)).collect();
        let _ = writeln!(
            text,
            "<item><title>{version}</title><link>{url}changelog.html#v{version}</link>\
             <guid>{url}changelog.html#v{version}</guid>{}<description>{}</description></item>",
            published(&release.date),
            escape(&changes.join("; ")),
            version = escape(&release.version),
        );
    }
    text.push_str("</channel>\n</rss>\n");
    text
}

/// Returns a date such as `2026-01-31` in the format of feeds; empty if it is invalid.
fn published(date: &str) -> String {
    let date = date.parse::<jiff::civil::Date>().ok();
    date.map(|it| it.strftime("<pubDate>%d %b %Y 00:00:00 GMT</pubDate>").to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_have_the_format_of_feeds() {
        assert_eq!(super::published("2026-01-31"), "<pubDate>31 Jan 2026 00:00:00 GMT</pubDate>");
        assert_eq!(super::published("2026-12-01"), "<pubDate>01 Dec 2026 00:00:00 GMT</pubDate>");
        for none in ["", "2026", "2026-13-01", "2026-00-01", "yesterday", "2026-<b>-01"] {
            assert_eq!(super::published(none), "", "{none}");
        }
    }
}
