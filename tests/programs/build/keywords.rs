//! A catalog of keywords.

use gatewright::Specs;
use serde_json::{Value, json};

#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "as", "break", "const", "continue", "crate", "else", "enum", "extern", "false", "fn", "for", "if", "impl",
    "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct",
    "super", "trait", "true", "type", "unsafe", "use", "where", "while", "async", "await", "dyn", "abstract",
    "become", "box", "do", "final", "macro", "override", "priv", "typeof", "unsized", "virtual", "yield", "try",
    "gen", "macro_rules", "raw", "safe", "union", "auto", "catch", "default",
];

const SAME: [&str; 7] = ["self", "Self", "SELF", "a.b", "a b", "a_b", "a_b_2"];

/// Every keyword of every edition as platform, capability, parameter, member of a group and named value.
pub(crate) fn specs() -> Specs {
    let param = |name: &str| json!({ "name": name, "type": "string", "required": false });
    let cell = |platform: &str, capability: &str, params: &[&str], groups: Value| {
        json!({
            "platform": platform, "capability": capability, "model": format!("social-{platform}-{capability}"),
            "method": "GET", "path": format!("/v1/social/{platform}/{capability}"),
            "params": params.iter().map(|it| param(it)).collect::<Vec<_>>(), "require_one_of": groups,
        })
    };
    let mut cells: Vec<_> = KEYWORDS.iter().map(|it| cell(it, "search", &[], json!([]))).collect();
    cells.extend(KEYWORDS.iter().map(|it| cell("p1", it, &[], json!([]))));
    cells.push(cell("p2", "search", KEYWORDS, json!([])));
    cells.extend(KEYWORDS.chunks(8).zip(0..).map(|(some, n)| cell("p3", &format!("c{n}"), some, json!([some]))));
    cells.push(cell("p4", "search", &["sort"], json!([])));
    // Parameters and members that become the same name.
    cells.push(cell("p5", "search", &SAME, json!([])));
    cells.push(cell("p5", "post", &SAME, json!([SAME])));
    let values: Vec<_> = KEYWORDS.iter().map(|it| format!("{it} = \"{it}\"")).collect();
    let facts = format!("[cell.p4.search.params]\nsort = {{ values = {{ {} }} }}\n", values.join(", "));
    let catalog = json!({ "cells": cells }).to_string();
    let files = [("social/catalog.json", catalog), ("social/facts.toml", facts)];
    Specs { folder: String::new(), files: files.map(|(path, text)| (path.to_owned(), text.into_bytes())).into() }
}
