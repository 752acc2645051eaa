//! Table of models: its parts, and the cheapest model of each ability.

use gatewright::Specs;
use gatewright_tests::sample_specs;
use serde_json::Value;

use super::{URL, pages, site};

/// A catalog of 561 models: those of the sample eleven times, with names of their own.
#[test]
fn a_large_table_of_models_is_loaded_in_parts() {
    let mut specs = sample_specs();
    let mut catalog: Value = serde_json::from_slice(&specs.files[Specs::MODELS]).expect("JSON");
    let models = catalog["data"].as_array().expect("a list").clone();
    for copy in 1..11 {
        for record in &models {
            let mut record = record.clone();
            record["model_name"] = format!("{}-copy-{copy}", record["model_name"].as_str().expect("a name")).into();
            catalog["data"].as_array_mut().expect("a list").push(record);
        }
    }
    specs.files.insert(Specs::MODELS.into(), catalog.to_string().into());
    let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    assert_eq!(model.models.len(), 561);
    let site = gatewright::site(&model, URL);
    let lists: Vec<_> =
        pages(&site, ".html").filter(|it| it.0 == "models" || it.0.starts_with("model-list/")).collect();
    assert_eq!(lists.len(), 19);
    let rows = |text: &str| text.matches("<tr data-name=").count();
    assert_eq!(lists.iter().map(|it| rows(it.1)).sum::<usize>(), 561);
    for (path, text) in &lists {
        assert!(text.len() <= 80_000, "{path}: {}", text.len());
    }
    let first = lists.iter().find(|it| it.0 == "models").expect("it is there").1;
    let scripts = first.split_once("data-parts=\"").and_then(|(_, rest)| rest.split_once('"')).expect("an attribute").0;
    let scripts: Vec<_> = scripts.split(' ').map(|it| site.get(it).expect("a file")).collect();
    assert_eq!(scripts.iter().map(|it| it.matches("tr data-name=").count()).sum::<usize>() + rows(first), 561);
}

/// The cheapest model of an ability is the one with the lowest price of input among those that have it.
#[test]
fn the_table_names_the_cheapest_model_of_each_ability() {
    let page = site().get("models.md").expect("a page");
    let line = |ability: &str| page.lines().find(|it| it.starts_with(&format!("- {ability}: "))).unwrap_or_default();
    assert!(line("Chat").contains("[chat-small](models/chat-small.md), 0.5 + 2 USD / 1M tokens"), "{page}");
    assert_eq!(line("Video editing"), "", "no price is published");
}
