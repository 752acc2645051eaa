//! What the guide of videos says, in both languages.

use gatewright::{Model, Output};
use gatewright_tests::{generate_fine, sample_specs};

fn model_and_site() -> (Model, Output) {
    let model = generate_fine(&sample_specs()).model;
    let site = gatewright::site(&model, "https://docs.example/");
    (model, site)
}

/// The rows of the guide that hold some words, below a heading.
fn rows<'a>(site: &'a Output, path: &str, heading: &str, words: &'a str) -> Vec<&'a str> {
    let page = site.get(path).expect("it is there");
    let (_, below) = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{path} has {heading}"));
    let lines = below.lines().take_while(|it| !it.starts_with("##"));
    lines.filter(|it| it.starts_with("| ") && it.contains(words)).collect()
}

#[test]
fn thirty_seconds_in_total_are_called_ours() {
    let (model, site) = model_and_site();
    let readings = model.readings();
    let (of, _) = readings.iter().find(|it| it.1.contains("30 seconds total")).expect("it is a reading");
    assert_eq!(of, &["b25-full-reference", "b20-full-reference"]);
    assert_eq!(rows(&site, "guides/videos.md", "## What is ours", "30 seconds total").len(), 1);
    assert_eq!(rows(&site, "zh/guides/videos.md", "## 我们的解读", "合计 30 秒").len(), 1);
}
