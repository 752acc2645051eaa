//! Catalogs of any size: this repository's catalog, and copies of its platforms and their facts under other keys.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use gatewright::Specs;
use serde_json::{Value, json};

use xtask::paths;

/// Writes specs with this number of cells.
pub(super) fn write(folder: &Path, cells: usize) -> Result<()> {
    let own = paths::root().join("specs/social");
    let read =
        |name: &str| fs::read_to_string(own.join(name)).with_context(|| format!("cannot read specs/social/{name}"));
    let catalog: Value =
        serde_json::from_str(&read("catalog.json")?).context("specs/social/catalog.json is not JSON")?;
    let facts = read("facts.toml")?;
    let originals = catalog["cells"].as_array().context("specs/social/catalog.json has no cells")?;

    let mut all = Vec::with_capacity(cells);
    let mut all_facts = String::new();
    for copy in 0.. {
        if all.len() >= cells {
            break;
        }
        let take = originals.len().min(cells - all.len());
        all.extend(originals[..take].iter().map(|cell| renamed(cell, copy)));
        // Facts of an incomplete copy would be stale.
        if take == originals.len() {
            all_facts += &renamed_facts(&facts, copy);
        }
    }
    fs::create_dir_all(folder.join("social"))?;
    fs::write(folder.join("social/catalog.json"), serde_json::to_string_pretty(&json!({ "cells": all }))?)?;
    fs::write(folder.join("social/facts.toml"), all_facts)?;
    Ok(())
}

/// Writes a live catalog: the catalog of the specs, with every tenth cell paused or available again.
pub(super) fn write_live(specs: &Path, live: &Path, paused: bool) -> Result<()> {
    let text = fs::read_to_string(specs.join("social/catalog.json")).context("cannot read the catalog")?;
    let mut catalog: Value = serde_json::from_str(&text).context("the catalog is not JSON")?;
    for cell in catalog["cells"].as_array_mut().into_iter().flatten().step_by(10) {
        cell["status"] = json!(if paused { "paused" } else { "available" });
    }
    Ok(fs::write(live, catalog.to_string())?)
}

/// Writes specs with this repository's cells and this number of models: its own models, and copies under other names.
pub(super) fn write_models(folder: &Path, count: usize) -> Result<()> {
    write(folder, 101)?;
    let text = fs::read_to_string(paths::root().join("specs/models/catalog.json")).context("cannot read the models")?;
    let catalog: Value = serde_json::from_str(&text).context("specs/models/catalog.json is not JSON")?;
    let originals = catalog["data"].as_array().context("specs/models/catalog.json has no records")?;
    let records = originals.iter().cycle().take(count).enumerate().map(|(number, record)| {
        let mut record = record.clone();
        let name = record["model_name"].as_str().unwrap_or_default();
        record["model_name"] = json!(format!("{name}-{number}"));
        record
    });
    let data: Vec<_> = records.collect();
    fs::create_dir_all(folder.join("models"))?;
    fs::write(folder.join("models/catalog.json"), serde_json::to_string_pretty(&json!({ "data": data }))?)?;
    Ok(())
}

/// Writes specs with this repository's cells, the first of which have copies of the sample shapes.
pub(super) fn write_shapes(folder: &Path, count: usize) -> Result<()> {
    write(folder, 101)?;
    let samples = Specs::open(paths::root().join("tests/sample/specs")).context("cannot read the sample shapes")?;
    let samples = samples.files.iter().filter(|it| it.0.starts_with(Specs::SHAPES));
    let samples: Vec<Value> = samples.map(|it| serde_json::from_slice(it.1)).collect::<Result<_, _>>()?;
    let specs = Specs::open(folder).context("cannot read the specs")?;
    let (model, _) = gatewright::read(&specs).map_err(|report| anyhow!(report.render(false)))?;
    let operations = model.platforms.iter().flat_map(|it| &it.operations).map(|it| &it.id);
    fs::create_dir_all(folder.join(Specs::SHAPES))?;
    for (operation, sample) in operations.zip(samples.iter().cycle()).take(count) {
        let mut shape = sample.clone();
        shape["operation"] = json!(operation);
        fs::write(folder.join(format!("{}/{operation}.json", Specs::SHAPES)), shape.to_string())?;
    }
    Ok(())
}

fn key(platform: &str, copy: usize) -> String {
    if copy == 0 { platform.to_owned() } else { format!("{platform}c{copy}") }
}

fn renamed(cell: &Value, copy: usize) -> Value {
    let text = |field: &str| cell[field].as_str().unwrap_or_default();
    let (platform, capability) = (key(text("platform"), copy), text("capability").to_owned());
    let mut cell = cell.clone();
    cell["path"] = json!(format!("/v1/social/{platform}/{capability}"));
    cell["model"] = json!(format!("social-{platform}-{capability}"));
    cell["platform"] = json!(platform);
    cell
}

/// Copies the facts under other keys. Only the table headers contain platform keys.
fn renamed_facts(facts: &str, copy: usize) -> String {
    let header = |line: &str| -> Option<String> {
        let rest = line.strip_prefix("[platform.").map(|it| ("[platform.", it));
        let (start, rest) = rest.or_else(|| line.strip_prefix("[cell.").map(|it| ("[cell.", it)))?;
        let end = rest.find(['.', ']'])?;
        Some(format!("{start}{}{}", key(&rest[..end], copy), &rest[end..]))
    };
    // All copies share the capabilities, and a TOML table may be defined only once.
    let from = if copy == 0 { 0 } else { facts.find("\n[platform.").unwrap_or_default() };
    facts[from..].lines().map(|line| header(line).unwrap_or_else(|| line.to_owned()) + "\n").collect()
}
