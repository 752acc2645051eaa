//! The site in Debian's chromium, driven by playwright-core; `tests/browser` has the checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use gatewright::{Change, Diff, Output as Site, Specs};
use gatewright_tests::programs::{fine, npm};
use gatewright_tests::{own_specs, sample_specs};
use sample_client::{BillingUnit, Cost, CostUnknown, Decimal, ModelRecord, PriceContext, Units, Usage, Usd};
use serde_json::{Value, json};

use super::estimates::estimates;
use super::hostile::hostile;
use super::{URL, model};

/// Pages that the suite renders. Links, facts and HTML are checked on all pages in both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tier {
    /// Representative pages of each template.
    Sample,
    All,
}

pub(super) fn write(site: &Site, folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    for (path, text) in site.iter() {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("target/ can be written");
        fs::write(path, text).expect("target/ can be written");
    }
}

/// Runs the suite and expects no problem. Returns its output.
fn look(name: &str, tier: Tier, site: &Site, facts: &Value) -> String {
    // Tests of both tiers can run at the same time: each has a folder of its own.
    let name = if tier == Tier::All { format!("{name}-full") } else { name.to_owned() };
    let suite = npm("browser", "tests/browser");
    let (folder, known) = (suite.join(&name), suite.join(format!("{name}.json")));
    write(site, &folder);
    fs::write(&known, facts.to_string()).expect("target/ can be written");
    let chromium = ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(in_path);
    let chromium = chromium.expect("there is no chromium: `cargo xtask test` installs it");
    let mut command = Command::new("node");
    command.arg("suite.js").args([&folder, &known]).current_dir(&suite).env("CHROMIUM", chromium);
    if tier == Tier::Sample {
        command.arg("--sample");
    }
    let said = fine(&mut command);
    assert!(said.contains("\n0 problems"), "{said}");
    said
}

fn in_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|it| it.join(name)).find(|it| it.is_file())
}

/// Returns the costs of calls as the client calculates them: with units for all numbers, and with published prices.
fn costs() -> Vec<Value> {
    let published = sample_client::models::units();
    let known = published.clone().with_ratio(usd("2")).with_price(usd("1")).with_book_face(usd("0.000001"));
    let mut under = PriceContext::default();
    (under.request, under.at) = (Some(json!({})), Some(SystemTime::UNIX_EPOCH));
    let mut costs = Vec::new();
    for catalog_model in &model().models {
        let record = sample_client::models::find(&catalog_model.record.name).expect("it is in the client");
        let is_image = catalog_model.kinds.iter().any(|it| it.module == "image");
        let all = json!({ "model_ratio": "2", "model_price": "1", "book_faces": "0.000001" });
        for (units, given) in [(&known, all), (&published, json!({}))] {
            let Some((fields, cost)) = cost(record, is_image, units, &under) else { continue };
            // The unit of weekdays needs a number for Monday, and the page has no field for it.
            if cost == Err(CostUnknown::Unit("weekdays")) {
                continue;
            }
            let mut given = given;
            given.as_object_mut().expect("an object").extend(fields.as_object().cloned().unwrap_or_default());
            for (mode, factor) in modes_of(&catalog_model.record.name) {
                let mut under_mode = given.clone();
                under_mode["times_mode"] = mode.into();
                let cost = cost.clone().ok().map(|it| (it * factor).usd.to_string());
                costs.push(json!({ "model": record.name, "fields": under_mode, "cost": cost }));
            }
            let by = cost.clone().ok().map(|it| it.source.as_str());
            let cost = cost.ok().map(|it| it.usd.to_string());
            costs.push(json!({ "model": record.name, "fields": given, "cost": cost, "by": by }));
        }
    }
    assert!(costs.iter().filter(|it| !it["cost"].is_null()).count() > 20, "most of them are known");
    assert!(costs.iter().filter(|it| it["by"] == "published").count() > 10, "many of them by published prices");
    costs
}

/// Returns the cost of a call of typical size, and the fields of the page that describe it.
fn cost(
    record: &ModelRecord,
    is_image: bool,
    units: &Units,
    under: &PriceContext,
) -> Option<(Value, Result<Cost, CostUnknown>)> {
    Some(match &record.billing_unit {
        _ if is_image => (json!({ "of_per_call": "3" }), record.cost_of_images_with_context(3, units, under)),
        Some(BillingUnit::Tokens) => {
            let fields = json!({ "of_input": "1000", "of_output": "321" });
            (fields, record.cost_with_context(&Usage::tokens(1000, 321), units, under))
        }
        Some(BillingUnit::Characters) => {
            (json!({ "of_input": "77" }), record.cost_with_context(&Usage::speech(&"x".repeat(77)), units, under))
        }
        Some(BillingUnit::AudioDuration) => {
            let length = std::time::Duration::from_millis(61_500);
            (json!({ "of_input": "61.5" }), record.cost_with_context(&Usage::audio(length), units, under))
        }
        Some(BillingUnit::PerCall) => {
            (json!({ "calls": "1" }), record.cost_with_context(&Usage::tokens(0, 0), units, under))
        }
        Some(BillingUnit::PerSecond) => {
            let usage = Usage::video(Decimal::from(5));
            (json!({ "of_video_second": "5" }), record.cost_with_context(&usage, units, under))
        }
        _ => return None,
    })
}

/// Returns the modes of a model and their price factors, from the client's own rules.
fn modes_of(model: &str) -> Vec<(&'static str, Decimal)> {
    use sample_client::{Endpoint as _, gateway::CMultiImage};
    let fields = CMultiImage::SPEC.fields.iter().filter(|_| model == "video-c-multi-image");
    fields.flat_map(|it| it.factors).copied().collect()
}

fn text(it: &Value) -> &str {
    it.as_str().expect("a text")
}

fn usd(text: &str) -> Usd {
    text.parse().expect("an amount")
}

/// Runs the suite on the sample catalog, with an endpoint paused and a price changed since.
fn look_at_the_site(tier: Tier) {
    let mut specs = sample_specs();
    let mut catalog: Value = serde_json::from_slice(&specs.files[Specs::SOCIAL]).expect("JSON");
    // One endpoint was paused, and the price of another one changed.
    catalog["cells"][0]["status"] = "paused".into();
    catalog["cells"][1]["price_usd"] = json!(0.5);
    specs.files.insert(Specs::SOCIAL.into(), catalog.to_string().into());
    let read = |specs: &Specs| gatewright::read(specs).unwrap_or_else(|report| panic!("{}", report.render(false))).0;
    let mut changes: Vec<_> = Diff::of(&model(), &read(&specs)).changes.iter().map(Change::to_json).collect();
    changes.push(json!({
        "kind": "model-price-up", "class": "patch", "subject": "chat-large", "says": "ratio of output: 5, it was 4",
    }));
    assert_eq!(changes.len(), 3);
    let history = json!({ "date": "2026-01-31", "version": "0.1.1", "changes": changes });
    specs.files.insert("history/2026-01-31-0.1.1.json".into(), history.to_string().into());
    let (model, cells) = (read(&specs), catalog["cells"].as_array_mut().expect("a list"));
    for cell in cells.iter_mut() {
        let (platform, capability) = (cell["platform"].as_str(), cell["capability"].as_str());
        let found = model.platforms.iter().find(|it| Some(it.key.as_str()) == platform).expect("it is there");
        let operation = found.operations.iter().find(|it| Some(it.key.as_str()) == capability).expect("it is there");
        cell["page"] = format!("{}.html", operation.page).into();
    }
    for change in &mut changes {
        let cell = |it: &&Value| change["subject"] == format!("{}/{}", text(&it["platform"]), text(&it["capability"]));
        let page = cells.iter().find(cell).map(|it| it["page"].clone());
        change["page"] = page.unwrap_or_else(|| "models/chat-large.html".into());
    }
    let client = sample_client::Client::new("https://gateway.example", "key").expect("valid");
    let estimates = estimates(&super::model(), &|id| client.operation(id));
    assert!(estimates.len() >= 8, "{}", estimates.len());
    let costs: Vec<_> = costs().into_iter().chain(estimates).collect();
    let facts = json!({ "cells": cells, "costs": costs, "changes": changes });
    let said = look("site", tier, &gatewright::site(&model, URL), &facts);
    eprintln!("{said}");
}

/// Compares the calculator with the estimates of the client of this repository, for all of its models.
fn compare_the_estimates() {
    let (model, _) = gatewright::read(&own_specs()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let client = gatewright_client::Client::new("https://gateway.example", "key").expect("valid");
    let estimates = estimates(&model, &|id| client.operation(id));
    assert_eq!(estimates.len(), model.models.len(), "every model of the sample catalog has a price");
    assert!(estimates.iter().filter(|it| it["request"] == true).count() > 25, "most of them are those of requests");
    let facts = json!({ "costs": estimates, "only": "costs" });
    look("estimates", Tier::Sample, &gatewright::site(&model, URL), &facts);
}

/// Runs the suite on a catalog with markup and scripts in its texts.
fn look_at_a_hostile_site(tier: Tier) {
    let (model, _) = gatewright::read(&hostile()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    look("hostile", tier, &gatewright::site(&model, URL), &json!({ "hostile": true }));
}

mod slow {
    use super::{Tier, compare_the_estimates, look_at_a_hostile_site, look_at_the_site};

    #[test]
    fn the_calculator_equals_the_client_for_every_model() {
        compare_the_estimates();
    }

    #[test]
    fn every_kind_of_page_passes_the_browser_checks() {
        look_at_the_site(Tier::Sample);
    }

    /// Opens every page, but checks the accessibility of representative pages only.
    #[test]
    fn no_script_of_a_hostile_catalog_runs() {
        look_at_a_hostile_site(Tier::Sample);
    }
}

/// Complete run, which takes minutes: nightly only.
mod full {
    use super::{Tier, look_at_a_hostile_site, look_at_the_site};

    #[test]
    fn every_page_passes_the_browser_checks() {
        look_at_the_site(Tier::All);
    }

    #[test]
    fn every_page_of_a_hostile_catalog_passes_the_browser_checks() {
        look_at_a_hostile_site(Tier::All);
    }
}
