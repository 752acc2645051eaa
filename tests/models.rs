//! Model records: lenient reading, stable names, complete records.

mod records;

use std::collections::BTreeSet;

use gatewright::model::Model;
use gatewright::{Generated, Report, Specs};
use gatewright_tests::{generate, root, sample_specs, specs};
use proptest::prelude::*;
use sample_client::{Condition, Decimal, models};
use serde_json::{Value, json};

use records::FIELDS;

/// Returns specs with a small social catalog and a model catalog.
fn with_models(catalog: impl Into<Vec<u8>>) -> Specs {
    let cell = json!({
        "platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
        "path": "/v1/social/p1/search", "params": [],
    });
    let mut specs = specs(json!({ "cells": [cell] }).to_string());
    specs.files.insert("models/catalog.json".into(), catalog.into());
    specs
}

fn generated(records: &[Value]) -> Result<Generated, Report> {
    generate(&with_models(json!({ "auto_groups": [], "data": records }).to_string()))
}

fn fine(records: &[Value]) -> Generated {
    generated(records).unwrap_or_else(|report| panic!("{}", report.render(false)))
}

fn chat(name: &str) -> Value {
    json!({ "model_name": name, "supported_endpoint_types": ["openai"] })
}

fn own_models() -> Value {
    let text =
        std::fs::read_to_string(root().join("tests/sample/specs/models/catalog.json")).expect("it is in the workspace");
    let mut catalog: Value = serde_json::from_str(&text).expect("it is JSON");
    catalog["data"].take()
}

fn constants(model: &Model) -> Vec<(&str, &str)> {
    model.models.iter().map(|it| (it.record.name.as_str(), it.constant.as_str())).collect()
}

#[test]
fn a_record_that_cannot_be_read_is_reported_and_left_out() {
    let generated = fine(&[chat("a"), json!(7), json!({ "description": "nameless" }), chat(""), chat("b"), chat("a")]);
    assert_eq!(constants(&generated.model), [("a", "A"), ("b", "B")]);
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["unreadable-model", "unreadable-model", "unreadable-model", "duplicate-model"]);
    let text = generated.report.render(false);
    assert!(text.contains("models/catalog.json:1:"), "{text}");
}

#[test]
fn a_record_of_another_json_type_does_not_affect_other_records() {
    let deep = "[".repeat(80) + &"]".repeat(80);
    let records = [
        chat("a").to_string(),
        r#"{"model_name": "cut \ud800"}"#.to_owned(),
        r#"{"model_name": "twice", "tags": "x", "tags": "y"}"#.to_owned(),
        format!(r#"{{"model_name": "deep", "x": {deep}}}"#),
        chat("b").to_string(),
    ];
    let catalog = format!(r#"{{"data": [{}]}}"#, records.join(",\n"));
    let generated = generate(&with_models(catalog)).unwrap_or_else(|report| panic!("{}", report.render(false)));
    assert_eq!(constants(&generated.model), [("a", "A"), ("b", "B")]);
    let text = generated.report.render(false);
    assert_eq!(generated.report.diagnostics().len(), 3, "{text}");
    assert!(["catalog.json:2:", "catalog.json:3:", "catalog.json:4:"].iter().all(|it| text.contains(it)), "{text}");
}

#[test]
fn an_unreadable_field_is_reported_and_kept_unchanged() {
    let mut record = chat("a");
    record["specs"] = "{ broken".into();
    record["supported_endpoint_types"] = "openai".into();
    record["model_ratio"] = "a lot".into();
    // Values of unusual types that can still be read.
    (record["tags"], record["tasks"], record["cache_ratio"]) = (Value::Null, Value::Null, "0.1".into());
    let generated = fine(&[record]);
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.message.clone()).collect();
    let fields = ["model_ratio", "specs", "supported_endpoint_types"];
    assert_eq!(codes, fields.map(|it| format!("cannot read the {it} of `a`")));
    let other: Vec<_> = generated.model.models[0].record.other.keys().collect();
    assert_eq!(other, fields);
}

#[test]
fn a_catalog_without_a_readable_record_is_an_error() {
    for (catalog, code) in [
        (r#"{"data": []}"#, "no-models"),
        (r#"{"data": [1, {"model_name": null}]}"#, "no-models"),
        (r#"{"models": []}"#, "missing-field"),
        (r#"[]"#, "wrong-type"),
        (r#"{"data": 7}"#, "wrong-type"),
        (r#"{"data": ["#, "broken-json"),
    ] {
        let Err(report) = generate(&with_models(catalog)) else { panic!("{catalog} is wrong") };
        assert!(report.diagnostics().iter().any(|it| it.code == code), "{}", report.render(false));
    }
}

#[test]
fn lists_may_be_null_numbers_text_and_endpoint_types_anything() {
    let odd = json!({
        "model_name": "odd", "enable_groups": null, "model_ratio": "0.125", "model_price": "x", "specs": "not JSON",
        "supported_endpoint_types": ["openai", "图像 编辑", 7], "tags": ["a", "b"], "tasks": "chat", "new": { "x": 1 },
        "book_faces": { "standard": { "input": "5", "output": null }, "paid": null, "tiers": [{ "when": [{ "dim": "moon" }] }] },
    });
    let generated = fine(&[odd]);
    let record = &generated.model.models[0].record;
    assert_eq!((record.ratios.input, record.price), ("0.125".parse().ok(), None));
    assert_eq!(record.endpoint_types, ["openai", "图像 编辑"]);
    assert_eq!(record.tags, ["a", "b"]);
    for kept in ["model_price", "specs", "tasks", "new"] {
        assert!(record.other.contains_key(kept), "{kept} is kept as it came");
    }
    let book = record.book_faces.as_ref().expect("it is an object");
    assert_eq!(book.standard.get("input"), Some(&Decimal::from(5)));
    assert!(matches!(&book.tiers[0].when[..], [Condition::Other(_)]));
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["unreadable-field"; 3]);
}

#[test]
fn no_list_stops_a_build() {
    let two = fine(&[chat("x-1.0"), chat("x-1-0")]).model;
    // A model with the same name as the suffixed constant of another one.
    let taken = constants(&two)[0].1.to_ascii_lowercase().replace('_', "-");
    let generated = fine(&[chat("x-1.0"), chat("x-1-0"), chat(&taken)]);
    let mut given: Vec<_> =
        generated.model.models.iter().filter(|it| !it.kinds.is_empty()).map(|it| &it.constant).collect();
    given.sort();
    given.dedup();
    assert_eq!(given.len(), 1, "of the two that cannot be told apart neither has a constant");
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["constant-taken"; 2]);
}

#[test]
fn names_that_collide_are_told_apart_and_stay_so() {
    let two = fine(&[chat("x-1.0"), chat("x-1-0")]).model;
    let three = fine(&[chat("a"), chat("X 1 0"), chat("x-1-0"), chat("x-1.0")]).model;
    for (name, constant) in constants(&two) {
        assert!(constant.starts_with("X_1_0_"), "{constant}");
        assert!(constants(&three).contains(&(name, constant)), "another model changes no name");
    }
    let all: BTreeSet<_> = constants(&three).into_iter().map(|(_, constant)| constant).collect();
    assert_eq!(all.len(), 4);
}

#[test]
fn the_native_path_is_for_its_prefix_alone() {
    let both = |name: &str| json!({ "model_name": name, "supported_endpoint_types": ["gemini", "openai"] });
    let generated = fine(&[both("gemini-x"), both("other-x")]);
    let text = generated.output.get("src/models/gemini.rs").expect("there is one");
    assert!(text.contains("GEMINI_X") && !text.contains("OTHER_X"), "{text}");
    assert_eq!(generated.report.diagnostics()[0].code, "model-prefix");
}

#[test]
fn without_a_catalog_there_are_no_models() {
    let mut specs = with_models("");
    specs.files.remove("models/catalog.json");
    let generated = generate(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    assert!(generated.output.iter().all(|(path, text)| !path.contains("models") && !text.contains("mod models")));
}

#[test]
fn the_groups_of_the_catalog_are_a_constant() {
    assert_eq!(models::AUTO_GROUPS, ["default"]);
    let of = |groups: Value| generate(&with_models(json!({ "auto_groups": groups, "data": [chat("a")] }).to_string()));
    let module = |groups| {
        let generated = of(groups).unwrap_or_else(|report| panic!("{}", report.render(false)));
        generated.output.iter().find(|(path, _)| path.ends_with("src/models/mod.rs")).expect("a module").1.to_string()
    };
    assert!(module(Value::Null).contains("pub const AUTO_GROUPS: &[&str] = &[];"));
    let hostile = module(json!(["vip", "\"]; fn main() {}"]));
    assert!(hostile.contains(r#"AUTO_GROUPS: &[&str] = &["vip", "\"]; fn main() {}"];"#), "{hostile}");
    for (wrong, said) in [
        (json!("default"), "`auto_groups` must be an array"),
        (json!([7]), "each item of `auto_groups` must be a string"),
    ] {
        let text = of(wrong).expect_err("it is no list of texts").render(false);
        assert!(text.contains(said) && text.contains("models/catalog.json:1:"), "{text}");
    }
}

#[test]
fn the_order_of_the_records_changes_nothing() {
    let mut own = sample_specs();
    let before = generate(&own).unwrap_or_else(|report| panic!("{}", report.render(false))).output;
    let mut data = own_models();
    data.as_array_mut().expect("a list").reverse();
    own.files
        .insert("models/catalog.json".into(), json!({ "auto_groups": ["default"], "data": data }).to_string().into());
    assert_eq!(generate(&own).unwrap_or_else(|report| panic!("{}", report.render(false))).output, before);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map(field(), inner, 0..4).prop_map(|it| it.into_iter().collect::<Value>()),
        ]
    })
}

/// Generates names of fields that the loader reads, and others.
fn field() -> impl Strategy<Value = String> {
    let known: Vec<_> = FIELDS.split_whitespace().chain(["tiers", "when", "dim", "faces", "standard"]).collect();
    prop_oneof![prop::sample::select(known).prop_map(str::to_owned), ".*"]
}

proptest! {
    #[test]
    fn no_record_makes_it_panic_and_no_field_is_lost(
        record in prop::collection::hash_map(field(), any_json(), 0..8),
        name in ".+",
    ) {
        let mut record: Value = record.into_iter().collect();
        record["model_name"] = name.clone().into();
        record["supported_endpoint_types"] = json!(["openai"]);
        record["never-heard-of"] = json!({ "a": [1, 2] });
        let generated = fine(&[record]);
        let model = &generated.model.models[0];
        prop_assert_eq!(&model.record.name, &name);
        prop_assert_eq!(&model.record.other["never-heard-of"], &json!({ "a": [1, 2] }));
        let text = generated.output.get("src/models/chat.rs").expect("it is a chat model");
        let file = syn::parse_file(text).expect("this is Rust");
        prop_assert_eq!(file.items.len(), 2, "an import and a constant: {}", text);
    }
}

#[test]
fn the_constant_of_a_removed_model_stays_until_its_entry_is_deleted() {
    let with = |version: &str, records: &[Value]| {
        let mut specs = with_models(json!({ "data": records }).to_string());
        let gone = format!("[chat-old]\nendpoint_types = [\"openai\"]\nversion = \"{version}\"\n");
        specs.files.insert("models/retired.toml".into(), gone.into());
        generate(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)))
    };
    let kept = with("0.1.0", &[chat("chat-new")]);
    let text = kept.output.get("src/models/chat.rs").expect("it has constants");
    assert!(text.contains("#[deprecated") && text.contains("pub const CHAT_OLD: ChatModel"), "{text}");
    assert_eq!(kept.report.render(false), "");
    for (version, records, code, stays) in [
        // A manual version bump alone must not stop a program from compiling.
        ("0.0.9", [chat("chat-new")], "stale-retired-model", true),
        ("0.1.0", [chat("chat-old")], "model-not-retired", false),
        ("0.0.9", [chat("chat.old")], "name-taken", false),
    ] {
        let generated = with(version, &records);
        assert_eq!(generated.report.diagnostics().iter().map(|it| it.code).collect::<Vec<_>>(), [code]);
        let text = generated.output.get("src/models/chat.rs").expect("it has constants");
        assert_eq!(text.contains("deprecated"), stays, "{code}");
    }
}

#[test]
fn rules_are_read_and_shown_in_the_docs() {
    let with = |rules: &str| {
        let mut specs = with_models(json!({ "data": [chat("a")] }).to_string());
        specs.files.insert("models/rules.toml".into(), rules.into());
        generate(&specs)
    };
    let generated = with("[a]\nnamed_roles = [\"group\"]\n[b]\nstateless = true\n").expect("a stale rule is no error");
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["stale-rules"]);
    assert!(generated.output.get("src/models/chat.rs").expect("a constant").contains("require a `name`"));
    assert_eq!(
        generated.output.get("src/models/rules.json"),
        Some("[\n{\"model\":\"a\",\"named_roles\":[\"group\"]}\n]\n")
    );
    for (rules, code) in [("[a]\nmax_words = 3\n", "unknown-key"), ("[a]\nstateless = \"yes\"\n", "wrong-type")] {
        let Err(report) = with(rules) else { panic!("{rules} is wrong") };
        assert_eq!(report.diagnostics()[0].code, code);
    }
}
