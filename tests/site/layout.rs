//! Navigation of the pages, and the files for AI agents.

use gatewright::{Output, Specs};
use gatewright_tests::sample_specs;
use serde_json::{Value, json};

use super::{URL, pages, site};

fn site_of(specs: &Specs) -> Output {
    let (model, _) = gatewright::read(specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    gatewright::site(&model, URL)
}

fn text<'a>(site: &'a Output, path: &str) -> &'a str {
    site.get(path).unwrap_or_else(|| panic!("no {path}"))
}

/// Returns the ids of the headings on a page.
fn anchors(html: &str) -> Vec<&str> {
    html.split("<h2 id=\"").skip(1).map(|it| it.split('"').next().unwrap_or_default()).collect()
}

#[test]
fn the_sidebar_marks_the_current_page() {
    for (path, html) in pages(site(), ".html") {
        let name = path.strip_prefix("zh/").unwrap_or(path);
        let (_, sidebar) = html.split_once("<nav class=\"sidebar\"").expect("a sidebar");
        let sidebar = sidebar.split("</nav>").next().expect("there is a first");
        assert_eq!(sidebar.matches("<b>P").count(), 20, "{path}: all platforms");
        // Single models, further parts of their table, and single records are not in the sidebar.
        let unlisted = ["models/", "model-list/", "workflow/"];
        let is_listed = !["index", "guides"].contains(&name) && unlisted.iter().all(|it| !name.starts_with(it));
        assert_eq!(sidebar.matches("aria-current=\"page\"").count(), usize::from(is_listed), "{path}");
        let own = format!("{}.html\" aria-current=\"page\"", name.rsplit('/').next().expect("there is a last"));
        assert_eq!(sidebar.contains(&own), is_listed, "{path}");
    }
}

#[test]
fn anchors_are_the_same_in_all_languages() {
    let (site, mut count) = (site(), 0);
    for (path, chinese) in pages(site, ".html").filter(|it| it.0.starts_with("zh/guides/")) {
        let english = text(site, &format!("{}.html", path.trim_start_matches("zh/")));
        assert_eq!(anchors(english), anchors(chinese), "{path}");
        count += anchors(english).len();
    }
    assert!(count > 50, "{count}");
    assert!(anchors(text(site, "guides/chat.html")).contains(&"structured-output"));
}

#[test]
fn links_to_the_repository_appear_if_the_specs_have_them() {
    let page = "zh/guides/chat.html";
    assert!(!text(site(), page).contains("https://code.example"));
    let mut specs = sample_specs();
    let client = String::from_utf8(specs.files["client.toml"].clone()).expect("text");
    let more = "repository = \"https://code.example/it\"\nrustdoc = \"https://rust.example/it\"\nedit = \"https://code.example/edit/main/\"\n";
    specs.files.insert("client.toml".into(), format!("{more}{client}").into());
    let site = site_of(&specs);
    for link in [
        "https://code.example/it",
        "https://rust.example/it",
        "https://code.example/edit/main/templates/languages/zh/guides/chat.md",
    ] {
        assert!(text(&site, page).contains(&format!("href=\"{link}\"")), "{link}");
    }
    let facts = "href=\"https://code.example/edit/main/specs/social/facts.toml\"";
    assert!(text(&site, "social/p2/post.html").contains(facts) && !text(&site, "models.html").contains("/edit/"));
}

#[test]
fn files_for_agents_lead_to_files_of_the_site() {
    let site = site();
    let catalog: Value = serde_json::from_str(text(site, ".well-known/api-catalog")).expect("JSON");
    let links = catalog["linkset"][0].as_object().expect("an object").values().filter_map(Value::as_array).flatten();
    let links: Vec<_> = links.map(|it| it["href"].as_str().expect("a link")).collect();
    assert!(links.len() >= 4, "{links:?}");
    let skill = text(site, "SKILL.md");
    assert!(skill.starts_with("---\nname: sample-client\ndescription: "), "{skill}");
    let linked: Vec<_> = skill.split("](").skip(1).filter_map(|it| it.split(')').next()).collect();
    assert!(linked.len() >= 5, "{linked:?}");
    for link in links.into_iter().chain(linked) {
        assert!(site.get(link.strip_prefix(URL).expect("a file of the site")).is_some(), "{link}");
    }
}

#[test]
fn code_is_highlighted_in_every_language() {
    let site = site();
    for (path, class) in [
        ("index.html", "rust"),
        ("social/p2/post.html", "rust"),
        ("social/p2/post.html", "curl"),
        ("guides/chat.html", "rust"),
        ("guides/features.html", "toml"),
        ("models/chat-large.html", "rust"),
    ] {
        let (_, code) = text(site, path).split_once(&format!("<code class=\"{class}\">")).expect("an example");
        let code = code.split("</code>").next().expect("there is a first");
        assert!(code.contains("<span class=\""), "{path}: {code}");
    }
}

mod slow {
    use super::{json, pages, site_of, text};

    /// A live catalog has hundreds of endpoints. Pages do not list all of them.
    #[test]
    fn pages_stay_small_with_many_platforms() {
        let cell = |platform: usize, capability: usize| {
            let (platform, capability) = (format!("platform-{platform}"), format!("capability-{capability}"));
            json!({
                "platform": platform, "capability": capability, "model": format!("social-{platform}-{capability}"), "method": "GET",
                "path": format!("/v1/social/{platform}/{capability}"), "price_usd": 0.01, "unit": "call", "status": "available",
                "params": [{ "name": "keyword", "type": "string", "required": true }],
            })
        };
        let cells: Vec<_> = (0..57).flat_map(|it| (0..16).map(move |other| cell(it, other))).collect();
        let mut specs = gatewright_tests::specs(json!({ "cells": cells }).to_string());
        let of_models = |it: &(String, Vec<u8>)| it.0.starts_with("models/") || it.0.starts_with("gateway/");
        specs.files.extend(gatewright_tests::sample_specs().files.into_iter().filter(of_models));
        let catalog = "models/catalog.json";
        let models: serde_json::Value = serde_json::from_slice(&specs.files[catalog]).expect("JSON");
        let models = models["data"].as_array().expect("a list");
        let copies = models.iter().cycle().take(550).enumerate().map(|(number, record)| {
            let name = record["model_name"].as_str().unwrap_or_default();
            let name = if number < models.len() { name.to_owned() } else { format!("{name}-{number}") };
            let mut record = record.clone();
            record["model_name"] = name.into();
            record
        });
        specs.files.insert(catalog.into(), json!({ "data": copies.collect::<Vec<_>>() }).to_string().into());
        let site = site_of(&specs);
        for (path, page) in pages(&site, ".html") {
            assert!(page.len() <= 80_000, "{path}: {}", page.len());
        }
        assert!(text(&site, "index.html").contains("PLATFORM-56"));
    }
}
