//! Search: real queries in the site's own script, run by node.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use gatewright::Output as Site;
use gatewright_tests::programs::fine;
use gatewright_tests::{root, sample_specs};
use serde::Deserialize;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::browser::write;
use super::{URL, pages, site};

/// Bytes that a search may load before it shows its results.
const MOST: usize = 150_000;

/// A query, and its results in the order in which they are shown.
#[derive(Debug, Deserialize)]
pub(super) struct Search {
    query: String,
    /// Position of the expected result; 0 if it is not among the results.
    pub(super) rank: usize,
    first: Vec<String>,
    notes: Vec<String>,
    bytes: usize,
}

fn run(site: &Site, queries: &Path) -> Vec<Search> {
    let folder = TempDir::new().expect("a temporary folder");
    write(site, folder.path());
    let script = root().join("tests/site/search.js");
    let said = fine(Command::new("node").arg(script).arg(folder.path()).arg(queries));
    serde_json::from_str(&said).expect("the script prints JSON")
}

/// Runs some queries in the site of the sample.
pub(super) fn results(queries: &Value) -> Vec<Search> {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("queries.json");
    std::fs::write(&file, queries.to_string()).expect("a file");
    run(site(), &file)
}

fn queries() -> PathBuf {
    root().join("tests/site/queries.json")
}

/// Returns the results in the site of the sample.
fn found() -> &'static [Search] {
    static FOUND: LazyLock<Vec<Search>> = LazyLock::new(|| run(site(), &queries()));
    &FOUND
}

#[test]
fn the_page_that_a_query_means_comes_first() {
    let found = found();
    let wrong: Vec<_> = found.iter().filter(|it| it.rank != 1).collect();
    let few: Vec<_> = wrong.iter().filter(|it| !(1..=3).contains(&it.rank)).collect();
    let first = found.len() - wrong.len();
    eprintln!("{} queries: {first} first, {} among the first three", found.len(), found.len() - few.len());
    assert!(found.len() >= 60 && first >= 55, "{wrong:#?}");
    assert!(few.is_empty(), "{few:#?}");
}

#[test]
fn a_misspelled_word_finds_the_word_that_was_meant() {
    let cases = [
        ("pagnation", Some("pagination")),
        ("commments", Some("comments")),
        ("bugdets", Some("budgets")),
        ("authntcation", Some("authentication")),
        ("vdo", None),
        ("vedios", None),
        ("xyzzy", None),
    ];
    let queries = cases.iter().map(|it| json!(["en", it.0, ".*"])).collect();
    for (found, (word, meant)) in results(&queries).iter().zip(cases) {
        let note = meant.map(|it| format!("No results for “{word}”; showing “{it}”."));
        assert_eq!(found.notes, note.into_iter().collect::<Vec<_>>(), "{found:?}");
        assert_eq!(found.rank, usize::from(meant.is_some()), "{found:?}");
    }
}

/// A link with a filter or an anchor, as the search shows it, works on its page.
#[test]
fn results_lead_to_filters_and_anchors_that_exist() {
    let site = site();
    let places = found().iter().flat_map(|it| &it.first).filter_map(|it| it.split_once('#'));
    let mut count = 0;
    for (path, place) in places {
        count += 1;
        let html = site.get(&format!("{path}.html")).expect("the page exists");
        if path != "models" {
            assert!(html.contains(&format!("id=\"{place}\"")), "{path}#{place}");
            continue;
        }
        for (key, value) in place.split('&').filter_map(|it| it.split_once('=')) {
            let known = if key == "sort" { format!("data-sort=\"{value}\"") } else { format!("name=\"{key}\"") };
            assert!(html.contains(&known), "{path}#{place}");
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn the_index_is_loaded_in_parts() {
    for found in found() {
        assert!(found.bytes <= MOST, "“{}” loads {} bytes", found.query, found.bytes);
    }
    let largest = pages(site(), ".js").filter(|it| it.0.starts_with("assets/search-")).map(|it| it.1.len()).max();
    assert!(largest.is_some_and(|it| it <= MOST / 2), "{largest:?}");
}

mod slow {
    use super::*;

    /// Returns specs with about 900 endpoints on 57 platforms and 550 models: those of the sample, and copies.
    fn large() -> gatewright::Specs {
        let mut specs = sample_specs();
        let mut social: Value = serde_json::from_slice(&specs.files["social/catalog.json"]).expect("JSON");
        let cells = social["cells"].as_array_mut().expect("a list");
        let copies = cells.clone();
        for copy in 1..9 {
            for cell in &copies {
                let text = |field: &str| cell[field].as_str().expect("a text").to_owned();
                let number: usize = text("platform").trim_start_matches('p').parse().expect("a label");
                let (platform, version) = (number + 20 * (copy % 3), copy / 3);
                if platform > 57 {
                    continue;
                }
                let capability = match version {
                    0 => text("capability"),
                    _ => format!("{}_v{}", text("capability"), version + 1),
                };
                let mut cell = cell.clone();
                cell["path"] = json!(format!("/v1/social/p{platform}/{capability}"));
                cell["model"] = json!(format!("social-p{platform}-{capability}"));
                cell["platform"] = json!(format!("p{platform}"));
                cell["capability"] = json!(capability);
                cells.push(cell);
            }
        }
        assert!((850..1000).contains(&cells.len()), "{}", cells.len());
        specs.files.insert("social/catalog.json".into(), social.to_string().into());
        let mut models: Value = serde_json::from_slice(&specs.files["models/catalog.json"]).expect("JSON");
        let data = models["data"].as_array_mut().expect("a list");
        let records: Vec<_> = data.iter().cycle().take(550 - data.len()).cloned().enumerate().collect();
        data.extend(records.into_iter().map(|(number, mut record)| {
            let name = format!("{}-copy-{number}", record["model_name"].as_str().expect("a name"));
            record["model_name"] = name.into();
            record
        }));
        specs.files.insert("models/catalog.json".into(), models.to_string().into());
        specs
    }

    #[test]
    fn a_search_in_a_large_catalog_loads_little() {
        let (model, _) = gatewright::read(&large()).unwrap_or_else(|report| panic!("{}", report.render(false)));
        let site = gatewright::site(&model, URL);
        for found in run(&site, &queries()) {
            assert!(found.bytes <= MOST, "“{}” loads {} bytes", found.query, found.bytes);
            assert!(!found.first.is_empty(), "{found:?}");
        }
    }
}
