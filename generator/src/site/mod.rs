//! The docs site of a model: pages in every language, each also as Markdown, and data for programs.

mod agents;
mod assets;
mod calculator;
mod chart;
mod chooser;
mod downloads;
mod errors;
mod filters;
mod finish;
mod guide_list;
mod guides;
mod highlight;
mod history;
mod home;
mod html;
mod icons;
mod lang;
mod learned;
mod measures;
mod model;
mod models;
mod next;
mod operation;
mod page;
mod params;
mod platform;
mod price_history;
mod prose;
mod rates;
mod recipes;
mod reply;
mod runtime_texts;
mod search;
mod search_aliases;
mod sidebar;
mod snippet;
mod texts;
mod workflow;

use std::panic::resume_unwind;
use std::thread;

use crate::model::Model;
use crate::output::Output;
use assets::Assets;
use lang::Language;
use page::{Page, Site};
pub use texts::SiteTexts;

/// Path of the home page.
const HOME: &str = "index";

/// Generates the docs site of a model in all languages. The site will be at `url`.
pub fn site(model: &Model, url: &str) -> Output {
    site_of(model, url, &SiteTexts::built_in())
}

/// Generates the docs site in some languages, of which the first must be English.
pub fn site_in(model: &Model, url: &str, languages: &[Language]) -> Output {
    site_of(model, url, &SiteTexts { languages: languages.to_vec(), ..SiteTexts::built_in() })
}

/// Generates the docs site with some texts.
pub fn site_of(model: &Model, url: &str, texts: &SiteTexts) -> Output {
    let mut output = Output::default();
    let languages = &texts.languages[..];
    let assets = Assets::write(&texts.assets, rates::script(model, languages), &mut output);
    let mut site = Site { model, assets, languages };
    for &lang in site.languages {
        let rows = models::scripts(&site, lang, &mut output);
        site.assets.rows.insert(lang.code(), rows);
    }
    // Each language on its own thread.
    let site = &site;
    thread::scope(|scope| {
        let languages: Vec<_> = languages.iter().map(|&it| scope.spawn(move || of_language(site, it, url))).collect();
        for files in languages.into_iter().map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic))) {
            output.append(files);
        }
    });
    crate::openapi::documents(model, &mut output);
    output
}

/// Returns the files of a language.
fn of_language(site: &Site<'_>, lang: Language, url: &str) -> Output {
    let mut output = Output::default();
    let pages = pages(site, lang);
    let index = search::write(site, &pages, lang, &mut output);
    if lang.is_english() {
        downloads::write(site, &pages, &with_slash(url), &mut output);
    }
    for page in pages {
        let path = format!("{}{}", lang.folder(), page.path);
        output.insert(format!("{path}.html"), with_index(&page.html, &index));
        output.insert(format!("{path}.md"), page.markdown);
    }
    output
}

/// Sets the path of the search index, which is written after the pages. The body starts with it.
fn with_index(html: &str, index: &str) -> String {
    let (head, body) = html.split_once("<body ").unwrap_or((html, ""));
    format!("{head}<body {}", body.replacen(page::SEARCH_INDEX, index, 1))
}

/// Makes hidden characters visible, wherever the text comes from. Line breaks are kept.
fn seen(text: &str) -> String {
    text.split('\n').map(crate::text::visible).collect::<Vec<_>>().join("\n")
}

fn with_slash(url: &str) -> String {
    format!("{}/", url.trim_end_matches('/'))
}

/// Returns all pages of a language, the home page first.
fn pages(site: &Site<'_>, lang: Language) -> Vec<Page> {
    let model = site.model;
    let single = [home::page, guides::list, calculator::page, history::page, downloads::page];
    let single = single.iter().map(|it| it(site, lang)).chain(models::tables(site, lang));
    let guides = guide_list::all(model).into_iter().map(|it| guides::page(site, it, lang));
    let platforms = model.platforms.iter().flat_map(|platform| {
        let operations = platform.operations.iter().map(move |it| operation::of_platform(site, platform, it, lang));
        std::iter::once(platform::page(site, platform, lang)).chain(operations)
    });
    let interfaces = model.interfaces.iter().flat_map(|interface| {
        interface.operations.iter().map(move |it| operation::of_interface(site, interface, it, lang))
    });
    let models = model.models.iter().map(|it| model::page(site, it, lang));
    // Among equal search results, the first page comes first: endpoints before workflow records.
    let records = workflow::pages(site, lang);
    let all = single.chain(guides).chain(interfaces).chain(platforms).chain(models).chain(records);
    let noted = |it: Page| match site.sample_note(&it.path, lang) {
        Some(note) if it.path == HOME => Page { markdown: page::with_sample_note(&it.markdown, note), ..it },
        Some(note) => Page {
            html: page::with_sample_note_html(&it.html, note, lang),
            markdown: page::with_sample_note(&it.markdown, note),
            ..it
        },
        None => it,
    };
    let finished = |it: Page| Page { html: finish::finish(&seen(&it.html), lang), markdown: seen(&it.markdown), ..it };
    all.map(noted).map(finished).collect()
}
