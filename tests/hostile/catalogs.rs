//! Random hostile catalogs: the output contains only the expected items in the expected files.

use std::sync::atomic::{AtomicUsize, Ordering};

use gatewright::Specs;
use gatewright_tests::generate;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::items;

/// Texts that have broken generators: ends of comments, strings and items, markup, paths, names of this project.
#[rustfmt::skip]
const PAYLOADS: &[&str] = &[
    "*/ fn evil() {} /*", "\"; fn evil() {} //", "\"#; fn evil() {} r#\"", "\n}\nfn evil() {}\n",
    "#[test] fn evil() {}", "```\nfn evil() {}\n```", "    fn evil() {}", "//! evil", "$(evil)", "${evil}",
    "{{evil}}", "{evil}", "\\", "\"", "'", "`", "../../evil", "..", ".", "/etc/passwd", "C:\\evil", "a\0b",
    "%2e%2e%2f", "CON", "nul", "com1", "a/b", "a\\b", "lib", "mod", "self", "Self", "super", "crate", "type", "fn",
    "async", "gen", "try", "union", "macro_rules", "_", "__", "r#type", "new", "send", "extra", "request", "client",
    "args", "clone", "deref", "into", "from_parts", "and_b", "b", "Option", "String", "Some", "None", "Platform",
    "Client", "Other", "Endpoint", "rt", "value", "Default", "4k", "1", "", " ", "关键词", "кириллица", "é", "ß", "İ",
    "\u{202e}evil", "\u{feff}", "\u{200d}", "a\r\nb", "\u{2028}", "\u{0}", "\u{1b}[31m", "<script>evil()</script>",
    "[evil](javascript:evil)", "![x](x)", "- evil", "# evil", "| a | b |", "&lt;", "1. evil", "http://evil.example",
    "a&b=c", "a b", "a+b", "?", "#", "pageArea", "page_area", "PAGE-AREA", "x.y", "keyword", "cursor",
];

fn hostile() -> impl Strategy<Value = String> {
    let payload = || select(PAYLOADS).prop_map(str::to_owned);
    prop_oneof![
        4 => payload(),
        1 => (payload(), payload()).prop_map(|(a, b)| a + &b),
        1 => any::<String>(),
        1 => (payload(), 1..200_usize).prop_map(|(text, times)| text.repeat(times)),
    ]
}

/// Generates keys that are usually valid: an invalid key ends the generation, and the rest would not be tested.
fn key() -> impl Strategy<Value = String> {
    let names: Vec<_> =
        PAYLOADS.iter().copied().filter(|it| it.chars().all(|c| c.is_ascii_alphanumeric()) && !it.is_empty()).collect();
    prop_oneof![8 => select(names).prop_map(str::to_owned), 4 => "[a-z][a-z0-9-]{0,8}", 1 => hostile()]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        hostile().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from)
    ]
}

fn param() -> impl Strategy<Value = Value> {
    let kind = prop_oneof![
        3 => Just(json!("string")), 2 => Just(json!("integer")), 1 => Just(json!("boolean")), 1 => hostile().prop_map(Value::from)
    ];
    let field = |name: &'static str, value: BoxedStrategy<Value>| {
        proptest::option::weighted(0.4, value).prop_map(move |it| it.map(|it| (name.to_owned(), it)))
    };
    let default = |kind: &Value| match kind.as_str() {
        Some("integer") => any::<i64>().prop_map(Value::from).boxed(),
        Some("boolean") => any::<bool>().prop_map(Value::from).boxed(),
        _ => hostile().prop_map(Value::from).boxed(),
    };
    (hostile(), kind).prop_flat_map(move |(name, kind)| {
        let fields = (
            field("type", Just(kind.clone()).boxed()),
            field("required", any::<bool>().prop_map(Value::from).boxed()),
            field("default", default(&kind)),
            field("example", scalar().boxed()),
            field("description", hostile().prop_map(Value::from).boxed()),
            field("unknown", scalar().boxed()),
        );
        fields.prop_map(move |(a, b, c, d, e, f)| {
            let mut param = Map::from_iter([a, b, c, d, e, f].into_iter().flatten());
            // A default matters only together with its type.
            if !param.contains_key("type") {
                param.remove("default");
            }
            param.insert("name".into(), name.clone().into());
            Value::Object(param)
        })
    })
}

fn cell() -> impl Strategy<Value = Value> {
    let params = proptest::collection::vec(param(), 0..6);
    let groups = proptest::collection::vec(proptest::collection::vec(0..6_usize, 1..4), 0..3);
    let status = prop_oneof![Just("available".to_owned()), Just("paused".to_owned()), hostile()];
    (key(), key(), params, groups, status, hostile(), 0..1_000_000_000_u64).prop_map(
        |(platform, capability, params, groups, status, text, price)| {
            let member = |index: &usize| params.get(*index).map(|it| it["name"].clone());
            let groups = groups.iter().map(|it| it.iter().filter_map(member).collect::<Vec<_>>());
            let groups: Vec<_> = groups.filter(|it| !it.is_empty()).collect();
            json!({
                "platform": platform, "capability": capability, "model": text, "method": "GET",
                "path": format!("/v1/social/{platform}/{capability}"), "params": params, "require_one_of": groups,
                "price_usd": price as f64 / 1e6, "unit": text, "status": status,
            })
        },
    )
}

/// Returns facts with the values of some parameters, with hostile labels and values.
fn facts(cells: &[Value], values: &[(String, String)]) -> String {
    // JSON strings are TOML strings, except for the one control character that JSON does not escape.
    let quoted = |text: &str| Value::from(text).to_string().replace('\u{7f}', "\\u007F");
    let table: Vec<_> = values.iter().map(|(label, value)| format!("{} = {}", quoted(label), quoted(value))).collect();
    let mut out = String::new();
    for cell in cells {
        let param = cell["params"].as_array().into_iter().flatten().find(|it| it["type"] == "string");
        if let (Some(param), false) = (param, values.is_empty()) {
            let [platform, capability, name] = [&cell["platform"], &cell["capability"], &param["name"]]
                .map(|it| quoted(it.as_str().unwrap_or_default()));
            out +=
                &format!("[cell.{platform}.{capability}.params]\n{name} = {{ values = {{ {} }} }}\n", table.join(", "));
        }
    }
    out
}

fn specs() -> impl Strategy<Value = Specs> {
    let values = proptest::collection::btree_map(hostile(), hostile(), 0..3);
    (proptest::collection::vec(cell(), 1..4), values).prop_map(|(cells, values)| {
        let values: Vec<_> = values.into_iter().collect();
        let facts = facts(&cells, &values);
        let catalog = json!({ "cells": cells }).to_string();
        let files = [("social/catalog.json", catalog), ("social/facts.toml", facts)];
        Specs { folder: String::new(), files: files.map(|(path, text)| (path.to_owned(), text.into_bytes())).into() }
    })
}

fn is_harmless(path: &str) -> bool {
    let part = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default();
        let devices = ["con", "prn", "aux", "nul", "com1", "lpt1"];
        !part.is_empty()
            && part.len() < 100
            && !part.starts_with('.')
            && !devices.contains(&stem.to_lowercase().as_str())
    };
    path.split('/').all(part) && path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
}

/// Generates from catalogs. Returns how many were generated and how many refused.
fn try_catalogs(cases: u32) -> (usize, usize) {
    let (fine, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    proptest!(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }, |(specs in specs())| {
        match generate(&specs) {
            Err(report) => {
                refused.fetch_add(1, Ordering::Relaxed);
                prop_assert!(report.errors() > 0 && !report.render(false).is_empty());
            }
            Ok(generated) => {
                fine.fetch_add(1, Ordering::Relaxed);
                for (path, text) in generated.output.iter() {
                    prop_assert!(is_harmless(path), "{path}");
                    if path.ends_with(".json") {
                        prop_assert!(serde_json::from_str::<Value>(text).is_ok(), "{path}");
                    }
                }
                for platform in &generated.model.platforms {
                    let text = generated.output.get(&format!("src/social/{}.rs", platform.module)).unwrap_or_default();
                    prop_assert_eq!(items::found(text), items::expected(platform));
                }
                generated.report.render(false);
            }
        }
    });
    (fine.into_inner(), refused.into_inner())
}

#[test]
fn hostile_catalogs_become_nothing_but_the_expected_items() {
    let (fine, refused) = try_catalogs(100);
    assert!(fine > 15 && refused > 3, "{fine} generated, {refused} refused: the mixture shows nothing");
}

#[test]
fn any_bytes_are_refused_with_a_diagnostic() {
    proptest!(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() },
        |(bytes in proptest::collection::vec(any::<u8>(), 0..200), facts in any::<String>())| {
        let files = [("social/catalog.json".to_owned(), bytes), ("social/facts.toml".to_owned(), facts.into_bytes())];
        let specs = Specs { folder: String::new(), files: files.into() };
        if let Err(report) = generate(&specs) {
            prop_assert!(report.errors() > 0 && !report.render(false).is_empty());
        }
    });
}

/// Reads the sample catalog with a byte changed, the end cut off, or a byte inserted.
fn damage(cases: u32) {
    let own = gatewright_tests::sample_specs();
    let catalog = own.files["social/catalog.json"].clone();
    proptest!(ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() },
        |(at in 0..catalog.len(), byte in any::<u8>(), what in 0..3)| {
        let mut damaged = catalog.clone();
        match what {
            0 => damaged[at] = byte,
            1 => damaged.truncate(at),
            _ => damaged.insert(at, byte),
        }
        let mut specs = own.clone();
        specs.files.insert("social/catalog.json".into(), damaged);
        if let Err(report) = gatewright::read(&specs) {
            prop_assert!(report.errors() > 0 && !report.render(false).is_empty());
        }
    });
}

#[test]
fn a_damaged_catalog_is_read_or_refused_with_a_diagnostic() {
    damage(50);
}

mod slow {
    use super::*;

    #[test]
    fn hundreds_of_hostile_catalogs_become_nothing_but_the_expected_items() {
        try_many(4, 125);
    }

    /// Generates from catalogs in several threads.
    pub(super) fn try_many(threads: usize, each: u32) {
        let runs: Vec<_> = (0..threads).map(|_| std::thread::spawn(move || try_catalogs(each))).collect();
        let (mut generated, mut refused) = (0, 0);
        for run in runs {
            let (some, others) = run.join().expect("each run passes");
            (generated, refused) = (generated + some, refused + others);
        }
        let all = threads * each as usize;
        assert!(generated + refused >= all && generated > all / 5 && refused > all / 20, "{generated}, {refused}");
    }
}

mod full {
    #[test]
    fn a_catalog_damaged_anywhere_is_read_or_refused_with_a_diagnostic() {
        super::damage(5_000);
    }

    #[test]
    fn a_hundred_thousand_hostile_catalogs_become_nothing_but_the_expected_items() {
        super::slow::try_many(4, 25_000);
    }
}
