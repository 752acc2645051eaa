//! Name collisions within one endpoint.

use expect_test::expect;
use gatewright::Generated;
use gatewright_tests::{generate_fine, specs};
use serde_json::{Value, json};

/// Generates a client whose only endpoint has optional parameters with these names.
fn generate(params: &[&str], groups: Value, facts: &str) -> Generated {
    let params: Vec<_> = params.iter().map(|it| json!({ "name": it, "type": "string", "required": false })).collect();
    let cell = json!({
        "platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
        "path": "/v1/social/p1/search", "params": params, "require_one_of": groups,
    });
    let mut specs = specs(format!("{:#}", json!({ "cells": [cell] })));
    specs.files.insert("social/facts.toml".into(), facts.into());
    generate_fine(&specs)
}

/// Returns the Rust name and the wire name of each parameter.
fn names(generated: &Generated) -> Vec<(&str, &str)> {
    let params = &generated.model.platforms[0].operations[0].params;
    params.iter().map(|it| (it.name.as_str(), it.wire.as_str())).collect()
}

#[test]
fn parameters_with_the_same_name_get_a_number_in_any_order() {
    let wires = ["self", "Self", "a.b", "a b"];
    let expected = [("self_2", "Self"), ("a_b", "a b"), ("a_b_2", "a.b"), ("self_", "self")];
    let generated = generate(&wires, json!([]), "");
    assert_eq!(names(&generated), expected);
    let reversed: Vec<_> = wires.into_iter().rev().collect();
    let again = generate(&reversed, json!([]), "");
    assert_eq!(generated.output.get("src/social/p1.rs"), again.output.get("src/social/p1.rs"));
}

#[test]
fn a_warning_says_how_to_choose_a_name() {
    let generated = generate(&["self", "Self"], json!([]), "");
    expect![[r#"
        warning[name-collision]: `self` and `Self` would both be called `self_`
          --> social/catalog.json:14:19
           |
        14 |           "name": "Self",
           |                   ^^^^^^ called `self_2`
           |
          ::: social/catalog.json:9:19
           |
         9 |           "name": "self",
           |                   ------ called `self_`
           |
           = note: at $.cells[0].params[1].name
           = help: to choose a name, set it in `social/facts.toml`: [cell.p1.search.params] Self = { name = "…" }

    "#]]
    .assert_eq(&generated.report.render(false));
    let facts = "[cell.p1.search.params]\nSelf = { name = \"type_name\" }\n";
    let generated = generate(&["self", "Self"], json!([]), facts);
    assert_eq!(names(&generated), [("type_name", "Self"), ("self_", "self")]);
    assert_eq!(generated.report.render(false), "");
}

#[test]
fn members_of_a_group_and_named_values_are_told_apart_too() {
    let facts = "[cell.p1.search.params]\n\"a.b\" = { values = { x = \"1\" } }\n\"a b\" = { values = { x = \"1\" } }\n\
                 target = { values = { x = \"1\" } }\n";
    let wires = ["a.b", "a b", "target"];
    for (groups, warnings) in [(json!([["a.b", "a b"]]), 2), (json!([]), 1)] {
        let generated = generate(&wires, groups, facts);
        let module = generated.output.get("src/social/p1.rs").expect("a module");
        assert!(module.contains("pub enum SearchAB ") && module.contains("pub enum SearchAB2 "), "{module}");
        assert!(module.contains("fn a_b(") && module.contains("fn a_b_2("), "{module}");
        let text = generated.report.render(false);
        assert_eq!(generated.report.diagnostics().len(), warnings, "{text}");
        // The selector of the group is `SearchTarget`.
        assert_eq!(module.contains("pub enum SearchTarget2 "), warnings == 2, "{module}");
    }
}
