//! Docs site: files, snippets and browser checks.

mod browser;
mod estimates;
mod hostile;
mod languages;
mod layout;
mod learned;
mod marks;
mod models;
mod openapi;
mod price_history;
mod records;
mod search;
mod snippets;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use gatewright::{Model, Output};
use gatewright_tests::sample_specs;
use serde_json::Value;

const URL: &str = "https://docs.example/";

pub(crate) fn model() -> Model {
    gatewright::read(&sample_specs()).unwrap_or_else(|report| panic!("{}", report.render(false))).0
}

/// Returns the site of the sample, built once for all tests.
pub(crate) fn site() -> &'static Output {
    static SITE: LazyLock<Output> = LazyLock::new(|| gatewright::site(&model(), URL));
    &SITE
}

fn pages<'a>(site: &'a Output, ending: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    site.iter().filter_map(move |(path, text)| Some((path.strip_suffix(ending)?, text)))
}

#[test]
fn every_page_exists_in_both_languages_and_as_markdown() {
    let site = site();
    let english: Vec<_> = pages(site, ".html").map(|it| it.0).filter(|it| !it.starts_with("zh/")).collect();
    assert!(english.len() > 190, "{} pages", english.len());
    for path in english {
        for file in [format!("zh/{path}.html"), format!("{path}.md"), format!("zh/{path}.md")] {
            assert!(site.get(&file).is_some(), "{file}");
        }
    }
    for file in ["openapi.json", "catalog.json", "models.json", "prices.csv", "llms.txt", "llms-full.txt", "feed.xml"] {
        assert!(site.get(file).is_some_and(|it| !it.is_empty()), "{file}");
    }
}

#[test]
fn the_pagination_guide_lists_each_endpoint_by_the_way_it_pages() {
    let (model, site) = (model(), site());
    let endpoints = |is_paged: bool| -> BTreeSet<String> {
        let all = model.platforms.iter().flat_map(|it| it.operations.iter().map(move |operation| (it, operation)));
        let some = all.filter(|it| it.1.is_paged() == is_paged);
        some.map(|(platform, operation)| format!("{} {}", platform.key, operation.key)).collect()
    };
    let listed = |section: &str| -> BTreeSet<String> {
        let names = section.lines().filter_map(|it| it.strip_prefix("- [")?.split_once("]("));
        names.map(|it| it.0.to_owned()).collect()
    };
    for path in ["guides/pagination.md", "zh/guides/pagination.md"] {
        let sections: Vec<_> = site.get(path).expect("a page").split("\n## ").collect();
        let [.., published, unpublished, counted, none] = sections[..] else { panic!("{path}") };
        assert_eq!(listed(none), endpoints(false), "{path}");
        let reason = none.lines().nth(2).expect("the heading, an empty line and the reason");
        assert!(reason.ends_with(['.', '。']) && !reason.starts_with('-'), "{path}: {reason}");
        let paged = [published, unpublished, counted].map(listed);
        assert_eq!(paged.iter().map(BTreeSet::len).sum::<usize>(), 53, "{path}: each once");
        assert_eq!(paged.into_iter().flatten().collect::<BTreeSet<_>>(), endpoints(true), "{path}");
    }
}

/// Returns type and required flag of every parameter of a catalog; `null` if they are not published.
fn published(catalog: &[u8]) -> BTreeMap<[String; 3], [Value; 2]> {
    let catalog: Value = serde_json::from_slice(catalog).expect("JSON");
    let text = |it: &Value| it.as_str().expect("a text").to_owned();
    let cells = catalog["cells"].as_array().expect("a list").iter();
    let params = cells.flat_map(|cell| {
        let params = cell["params"].as_array().expect("a list").iter();
        params.map(move |it| (cell, it))
    });
    params
        .map(|(cell, it)| {
            let name = [&cell["platform"], &cell["capability"], &it["name"]].map(text);
            (name, [it["type"].clone(), it["required"].clone()])
        })
        .collect()
}

#[test]
fn the_downloadable_catalog_contains_only_published_facts() {
    let site = site();
    let taken = published(site.get("catalog.json").expect("it is there").as_bytes());
    assert_eq!(taken, published(&sample_specs().files["social/catalog.json"]));
    assert!(taken.values().any(|it| it[1].is_null()), "the sample leaves nothing open");
}

/// Returns the sentences between two tags, without markup.
fn sentences(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in html.split("<p").skip(1) {
        let (_, text) = part.split_once('>').expect("a tag ends");
        let text = text.split("</p>").next().expect("there is a first");
        let text: String = text.split('<').map(|it| it.split_once('>').map_or(it, |it| it.1)).collect();
        found.push(unescaped(&text));
    }
    found
}

/// Returns Markdown with the texts of its links, without their URLs.
fn without_links(markdown: &str) -> String {
    let mut parts = markdown.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, it| text + it.split_once(')').map_or(it, |it| it.1))
}

fn unescaped(html: &str) -> String {
    let marks = [("&#39;", "'"), ("&#34;", "\""), ("&#60;", "<"), ("&#62;", ">"), ("&#38;", "&")];
    marks.iter().fold(html.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[test]
fn the_markdown_page_has_the_same_parameters_as_the_html_page() {
    let site = site();
    let mut count = 0;
    for (path, html) in pages(site, ".html").filter(|it| it.0.contains("social/") || it.0.contains("interfaces/")) {
        let Some((_, table)) = html.split_once("<section class=\"params") else { continue };
        let table = table.split("</section>").next().expect("there is a first");
        let plain = |text: &str| {
            text.replace(['`', '\\', '.', ':', '。', '：', '['], "").split_whitespace().collect::<String>()
        };
        let twin = plain(&without_links(site.get(&format!("{path}.md")).expect("it has one")));
        for sentence in sentences(table) {
            assert!(twin.contains(&plain(&sentence)), "{path}: {sentence}");
            count += 1;
        }
    }
    assert!(count > 300, "{count} sentences");
}

#[test]
fn a_page_of_an_interface_names_model_stream_and_errors() {
    let site = site();
    let twin = site.get("interfaces/chat/chat.md").expect("it is there");
    assert!(twin.starts_with("# chat\n"), "{twin}");
    for word in
        ["- `model` (", "- `stream` (", "`Error::Unauthorized`", "`Error::OverBudget`", "`Error::Busy`", "chat-large"]
    {
        assert!(twin.contains(word), "{word}");
    }
}

#[test]
fn guides_are_in_the_language_of_their_page() {
    let (site, model) = (site(), model());
    let page = |path: &str| site.get(path).expect("it is there");
    let about = model.interfaces.iter().filter(|it| it.module == "video").flat_map(|it| &it.operations);
    let about = about.filter_map(|it| it.about.as_ref()?.en());
    let traps = model.traps().flat_map(|it| [it.about.en(), it.instead.en()]).flatten();
    let shared = model.shared_assumptions.iter().filter_map(|it| it.says.en());
    let assumptions = model.assumptions().into_iter().filter_map(|it| it.1.en()).chain(shared);
    let guides: [(&str, Vec<_>); 2] =
        [("videos", about.chain(traps).collect()), ("assumptions", assumptions.collect())];
    let plain = |text: &str| text.replace(['`', '\\'], "");
    for (guide, said) in guides {
        assert!(said.len() > 35, "{guide}: {}", said.len());
        let [english, chinese] = ["guides", "zh/guides"].map(|it| plain(page(&format!("{it}/{guide}.md"))));
        for sentence in said.into_iter().map(plain) {
            assert!(english.contains(&sentence), "{sentence}");
            assert!(!chinese.contains(&sentence), "{sentence}");
        }
    }
    for path in ["guides/videos.html", "zh/guides/videos.html"] {
        let html = page(path);
        assert!(!html.contains('`'), "{path}: code is marked as such");
        assert!(!html.contains("<td></td>"), "{path}: every cell says something");
    }
}

#[test]
fn only_catalog_texts_are_english_on_a_chinese_page() {
    let (site, model) = (site(), model());
    let records = model.models.iter().map(|it| &it.record);
    let said: Vec<_> = records.flat_map(|it| [&it.description, &it.specs.pricing_notes]).flatten().collect();
    let mut count = 0;
    for (path, html) in pages(site, ".html").filter(|it| it.0.starts_with("zh/")) {
        for part in html.split("<span lang=\"en\">").skip(1) {
            let text = unescaped(part.split("</span>").next().expect("there is a first"));
            assert!(said.iter().any(|it| it.contains(&text)), "{path}: {text}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} texts of catalogs");
}

#[test]
fn chinese_sentences_have_chinese_punctuation() {
    let site = site();
    let is_chinese = |c: &char| ('\u{4e00}'..='\u{9fff}').contains(c);
    let wrong = |it: &&[char]| match it {
        // A Chinese full stop includes its own space; the last cell of a row ends with one.
        ['。' | '，' | '：' | '；' | '、', ' ', next] => *next != '|',
        [before, ',' | ';' | ':' | '.', ' '] => is_chinese(before),
        [',' | ';' | ':' | '(', ' ', next] | [' ', '(', next] => is_chinese(next),
        _ => false,
    };
    for (path, text) in pages(site, ".md").filter(|it| it.0.starts_with("zh/")) {
        // Code is not checked.
        for line in text.split("```").step_by(2).flat_map(str::lines) {
            let chars: Vec<_> = line.chars().collect();
            assert_eq!(chars.windows(3).find(wrong), None, "{path}: {line}");
        }
    }
}

#[test]
fn tables_and_headings_of_a_markdown_page_are_separate_blocks() {
    let site = site();
    let is_row = |it: &str| it.starts_with('|');
    for (path, text) in pages(site, ".md") {
        let lines: Vec<_> = text.split("```").step_by(2).flat_map(str::lines).collect();
        for pair in lines.windows(2).filter(|it| !it[1].is_empty()) {
            assert!(is_row(pair[0]) <= is_row(pair[1]), "{path}: {pair:?} belong to one table");
            assert!(!pair[1].starts_with("## ") || pair[0].is_empty(), "{path}: {pair:?}");
        }
    }
}

#[test]
fn the_same_specs_give_the_same_site() {
    assert!(gatewright::site(&model(), URL) == *site());
}

#[test]
fn pages_are_small() {
    let site = site();
    let size = |of: &dyn Fn(&str) -> bool| site.iter().filter(|it| of(it.0)).map(|it| it.1.len()).sum::<usize>();
    let is =
        |name: &'static str, ending: &'static str| move |path: &str| path.starts_with(name) && path.ends_with(ending);
    assert!(size(&is("assets/site", ".js")) + size(&is("assets/theme", ".js")) <= 40_000);
    assert!(size(&is("assets/site", ".css")) <= 30_000);
    for (path, text) in pages(site, ".html") {
        assert!(text.len() <= 80_000, "{path}: {}", text.len());
    }
}

#[test]
fn prices_in_the_table_are_those_of_the_model() {
    let (site, model) = (site(), model());
    let csv = site.get("prices.csv").expect("it is there");
    for platform in &model.platforms {
        for it in &platform.operations {
            let price = it.price().map(|it| it.to_string()).unwrap_or_default();
            let line = format!("social,{}/{},,{price},{}", platform.key, it.key, it.unit().unwrap_or_default());
            assert!(csv.lines().any(|it| it == line), "{line}");
        }
    }
}

#[test]
fn a_page_of_a_model_calls_that_model() {
    let (site, model) = (site(), model());
    let mut families = 0;
    for catalog_model in model.models.iter().filter(|it| it.kinds.iter().any(|it| it.module == "video")) {
        let page = site.get(&format!("{}.md", catalog_model.page)).expect("it is there");
        let Some((_, snippet)) = page.split_once("```rust") else { continue };
        let constant = format!("models::video::{}", catalog_model.constant);
        let others = snippet.matches("models::video::").count() - snippet.matches(&constant).count();
        assert!(snippet.contains(&constant) && others == 0, "{}: {snippet}", catalog_model.record.name);
        families += usize::from(catalog_model.family.is_some());
    }
    assert!(families > 10, "{families}");
}
