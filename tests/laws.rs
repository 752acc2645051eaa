//! Rules for every catalog (order has no effect, a cell affects its own platform only), for dependencies and documents.

use std::collections::BTreeSet;

use gatewright::{Output, Specs};
use gatewright_tests::programs::cargo;
use gatewright_tests::{generate_fine, root, sample_specs};
use proptest::prelude::RngCore as _;
use proptest::test_runner::{Config, TestRng, TestRunner};
use serde_json::Value;

fn catalog(specs: &Specs) -> Value {
    serde_json::from_slice(&specs.files["social/catalog.json"]).expect("the own catalog is JSON")
}

fn with_catalog(specs: &Specs, catalog: &Value) -> Specs {
    let mut specs = specs.clone();
    specs.files.insert("social/catalog.json".into(), catalog.to_string().into_bytes());
    specs
}

/// Returns the sample specs without facts, so that removing cells makes no fact stale.
fn bare_specs() -> Specs {
    let mut specs = sample_specs();
    specs.files.remove("social/facts.toml");
    specs
}

fn shuffle<T>(items: &mut [T], rng: &mut TestRng) {
    for index in (1..items.len()).rev() {
        items.swap(index, rng.next_u32() as usize % (index + 1));
    }
}

/// Shuffles every list of a catalog; their order has no meaning.
fn shuffle_all(value: &mut Value, rng: &mut TestRng) {
    match value {
        Value::Array(items) => {
            shuffle(items, rng);
            items.iter_mut().for_each(|it| shuffle_all(it, rng));
        }
        Value::Object(map) => map.values_mut().for_each(|it| shuffle_all(it, rng)),
        _ => {}
    }
}

fn changed<'a>(a: &'a Output, b: &'a Output) -> BTreeSet<&'a str> {
    let paths: BTreeSet<_> = a.iter().chain(b.iter()).map(|(path, _)| path).collect();
    paths.into_iter().filter(|path| a.get(path) != b.get(path)).collect()
}

#[test]
fn a_shuffled_catalog_gives_the_same_bytes() {
    let specs = sample_specs();
    let expected = generate_fine(&specs).output;
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..2 {
        let mut catalog = catalog(&specs);
        shuffle_all(&mut catalog, runner.rng());
        let output = generate_fine(&with_catalog(&specs, &catalog)).output;
        assert_eq!(changed(&expected, &output), BTreeSet::new());
    }
}

/// Removes every `one_in`-th cell, one at a time, and checks which files change.
fn remove_cells(one_in: usize) {
    let specs = bare_specs();
    let whole = generate_fine(&specs).output;
    let lists = ["Cargo.toml", "README.md", "openapi-3.0.json", "openapi.json", "src/lib.rs", "src/social/mod.rs"];
    let cells = catalog(&specs)["cells"].as_array().cloned().unwrap_or_default();
    for index in (0..cells.len()).step_by(one_in) {
        let mut others = cells.clone();
        let removed = others.remove(index);
        let output = generate_fine(&with_catalog(&specs, &serde_json::json!({ "cells": others }))).output;
        let own = format!("src/social/{}.rs", removed["platform"].as_str().unwrap_or_default());
        let changed = changed(&whole, &output);
        assert!(changed.contains(own.as_str()), "{own} should change");
        let strange: Vec<_> = changed.into_iter().filter(|it| *it != own && !lists.contains(it)).collect();
        assert!(strange.is_empty(), "without {}: {strange:?}", removed["path"]);
    }
}

#[test]
fn removing_a_cell_changes_its_platform_and_the_lists() {
    remove_cells(20);
}

mod full {
    #[test]
    fn removing_any_cell_changes_its_platform_and_the_lists() {
        super::remove_cells(1);
    }
}

#[test]
fn the_sample_catalog_is_complete() {
    let model = generate_fine(&sample_specs()).model;
    let operations: Vec<_> = model.platforms.iter().flat_map(|it| &it.operations).collect();
    let params: usize = operations.iter().map(|it| it.params.len()).sum();
    let groups: usize = operations.iter().flat_map(|it| &it.selectors).map(|it| it.groups.len()).sum();
    let unpriced = operations.iter().filter(|it| it.price().is_none()).count();
    assert_eq!((model.platforms.len(), operations.len(), params, groups, unpriced), (20, 101, 286, 11, 26));
}

/// The generator depends on no crate that can open a connection.
#[test]
fn the_generator_has_no_way_to_the_network() {
    let tree = cargo()
        .args(["tree", "--offline", "--package", "gatewright", "--edges", "normal,build", "--prefix", "none"])
        .output()
        .expect("cargo can be started");
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    assert!(tree.contains("serde_json"), "{tree}");
    for name in ["reqwest", "hyper", "tokio", "mio", "socket2", "ureq", "curl", "rustls"] {
        assert!(!tree.lines().any(|it| it.starts_with(&format!("{name} "))), "{name} is below the generator");
    }
    let sources = std::process::Command::new("git")
        .args(["grep", "-l", "std::net", "--", "generator"])
        .current_dir(root())
        .output()
        .expect("git can be started");
    assert_eq!(String::from_utf8_lossy(&sources.stdout), "");
}

/// The JSON Schema for editors and the loader have the same fields.
#[test]
fn the_schema_names_the_fields_that_the_loader_knows() {
    let text = std::fs::read(root().join("specs/social/catalog.schema.json")).expect("it is committed");
    let schema: Value = serde_json::from_slice(&text).expect("a schema is JSON");
    let fields = |of: &str| schema["$defs"][of]["properties"].as_object().expect("properties").keys().cloned();
    let param: serde_json::Map<_, _> = fields("param").map(|it| (it, Value::Null)).collect();
    let mut cell: serde_json::Map<_, _> = fields("cell").map(|it| (it, Value::Null)).collect();
    cell.insert("params".into(), serde_json::json!([param]));
    let specs = with_catalog(&bare_specs(), &serde_json::json!({ "cells": [cell], "$schema": "x" }));
    // Every field is reported as missing, and none as unknown.
    let report = gatewright::read(&specs).expect_err("a cell of nulls is no cell");
    assert!(report.diagnostics().iter().all(|it| it.code == "missing-field"), "{}", report.render(false));

    // The loader knows no other fields: each field of a full cell is in the schema.
    for (of, known) in [
        (
            "cell",
            &[
                "platform",
                "capability",
                "model",
                "method",
                "path",
                "params",
                "require_one_of",
                "price_usd",
                "unit",
                "status",
            ][..],
        ),
        ("param", &["name", "type", "required", "default", "example", "description"]),
    ] {
        assert_eq!(fields(of).collect::<BTreeSet<_>>(), known.iter().map(|it| (*it).to_owned()).collect(), "{of}");
    }
}

/// Crates in two versions cost build time: ARCHITECTURE.md gives the reason for each.
#[test]
fn crates_in_two_versions_are_explained() {
    let tree = cargo()
        .args([
            "tree",
            "--offline",
            "--workspace",
            "--all-features",
            "--duplicates",
            "--depth",
            "0",
            "--prefix",
            "none",
        ])
        .output()
        .expect("cargo can be started");
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    let mut versions = std::collections::BTreeMap::<&str, BTreeSet<&str>>::new();
    for (name, rest) in tree.lines().filter_map(|it| it.split_once(" v")) {
        versions.entry(name).or_default().insert(rest.split(' ').next().unwrap_or_default());
    }
    let architecture = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let table = architecture.split("### Crates in two versions").nth(1).expect("it has this section");
    let rows = table.split("\n## ").next().unwrap_or_default().lines().filter_map(|it| it.strip_prefix("| "));
    let explained: BTreeSet<_> =
        rows.filter_map(|it| it.split(" |").next()).flat_map(|it| it.split(", ")).filter(|it| *it != "crate").collect();
    let doubled: BTreeSet<_> = versions.iter().filter(|it| it.1.len() > 1).map(|it| *it.0).collect();
    assert_eq!(doubled, explained, "one side is found by cargo tree, the other explained in ARCHITECTURE.md");
}

/// Checks sources and licences of dependencies against deny.toml. cargo-deny itself runs in `cargo xtask test --full`.
#[test]
fn dependencies_come_from_the_registry_with_an_allowed_licence() {
    let root = root();
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("it is there");
    let (deny, lock) = (read("deny.toml"), read("Cargo.lock"));
    let mut sources = lock.lines().filter_map(|it| it.strip_prefix("source = "));
    assert!(sources.all(|it| it.starts_with("\"registry+")), "a dependency does not come from the registry");

    let tree = ["tree", "--offline", "--workspace", "--all-features", "--prefix", "none", "--format", "{p}|{l}"];
    let tree = cargo().args(tree).output().expect("cargo can be started");
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    let list = deny.split("allow = [").nth(1).and_then(|it| it.split(']').next()).expect("a list of licences");
    let allowed: BTreeSet<_> = list.split('"').skip(1).step_by(2).collect();
    let packages: BTreeSet<_> = tree.lines().filter_map(|it| it.trim_end_matches(" (*)").split_once('|')).collect();
    assert!(packages.len() > 100 && allowed.len() > 3, "{} packages, {allowed:?}", packages.len());
    for (package, licence) in packages {
        assert!(is_allowed(licence, &allowed), "{package} has the licence {licence:?}");
    }
}

/// Returns true if each required part of an SPDX expression has an allowed alternative.
fn is_allowed(licence: &str, allowed: &BTreeSet<&str>) -> bool {
    let parts = licence.split(" AND ").map(|it| it.trim_matches(['(', ')']));
    let alternatives =
        |it: &str| it.replace('/', " OR ").split(" OR ").any(|it| allowed.contains(it.trim_matches(['(', ')', ' '])));
    parts.into_iter().all(alternatives)
}

#[test]
fn every_threat_has_tests_that_exist() {
    let text = std::fs::read_to_string(root().join("SECURITY.md")).expect("it is there");
    let rows = text.lines().filter_map(|it| it.strip_prefix("| ")?.split_once(" | "));
    let threats: Vec<_> = rows.filter(|it| it.0.starts_with(['G', 'C', 'A'])).collect();
    let numbers: BTreeSet<_> = threats.iter().map(|it| it.0.to_owned()).collect();
    let wanted = (1..=13).map(|it| format!("G{it}")).chain((1..=20).map(|it| format!("C{it}")));
    let wanted = wanted.chain((1..=7).map(|it| format!("A{it}")));
    assert_eq!(numbers, wanted.collect());
    for (number, row) in threats {
        let mut names = Vec::new();
        let tests = row.split_once(" | ").expect("a third column").1;
        for part in tests.split(['`', '(', ')']).filter(|it| it.len() > 2) {
            if part.ends_with(".rs") {
                let source = std::fs::read_to_string(root().join(part)).unwrap_or_else(|it| panic!("{part}: {it}"));
                for name in names.drain(..) {
                    assert!(source.contains(&format!("fn {name}(")), "{number}: {part} has no test {name}");
                }
            } else {
                names.push(part);
            }
        }
        assert!(names.is_empty(), "{number}: {names:?} have no file");
    }
}

mod slow {
    use std::process::Command;

    use gatewright_tests::programs::{fine, python};
    use gatewright_tests::root;

    /// Checks the files against their schema and for unsafe practices: actions without a commit, kept credentials, too
    /// many permissions, foreign text in commands.
    #[test]
    fn the_workflow_files_are_valid_and_safe() {
        let mut zizmor = Command::new(python("validators", "tests/requirements.txt").join("zizmor"));
        zizmor.args(["--offline", "--strict-collection", "--persona", "pedantic", "--min-severity", "low"]);
        fine(zizmor.arg(".github/workflows").current_dir(root()));
    }
}
