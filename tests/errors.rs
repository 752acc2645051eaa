//! Wrong input: each folder of `errors/` has what is said about it, word for word.
//! `UPDATE_EXPECT=1 cargo test -p gatewright-tests errors` takes over what changed on purpose.

use expect_test::expect_file;
use gatewright::Report;
use gatewright_tests::{folders, generate, root, specs, test_specs};

fn complaints(catalog: &[u8]) -> Report {
    generate(&specs(catalog)).expect_err("the input is wrong")
}

#[test]
fn wrong_input_is_explained() {
    for folder in folders(&root().join("tests/errors")) {
        let Err(report) = generate(&test_specs(&folder)) else { panic!("{} is not wrong", folder.display()) };
        expect_file![folder.join("expected.txt")].assert_eq(&report.render(false));
    }
}

#[test]
fn every_complaint_has_a_code_a_sentence_and_a_hint() {
    for folder in folders(&root().join("tests/errors")) {
        let Err(report) = generate(&test_specs(&folder)) else { continue };
        for it in report.diagnostics() {
            let complete = !it.code.is_empty() && !it.message.is_empty() && !it.hint.is_empty();
            assert!(complete, "{}: {it:?}", folder.display());
        }
    }
}

#[test]
fn ten_mistakes_give_ten_complaints_each_with_its_place() {
    let Err(report) = generate(&test_specs(&root().join("tests/errors/ten-mistakes"))) else { panic!("ten mistakes") };
    let places: std::collections::BTreeSet<_> = report.diagnostics().iter().map(|it| it.place).collect();
    assert_eq!((report.errors(), places.len()), (10, 10), "{}", report.render(false));
}

#[test]
fn a_type_that_is_not_known_yet_may_have_any_default() {
    let catalog = r#"{"cells": [{"platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
        "path": "/v1/social/p1/search", "params": [{"name": "x", "type": "number", "default": 0.5},
        {"name": "y", "type": "array", "default": [1]}, {"name": "z", "default": {}}]}]}"#;
    let generated = generate(&specs(catalog)).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["unknown-type", "unknown-type"]);
}

#[test]
fn colour_is_asked_for() {
    let report = complaints(b"{");
    assert!(report.render(true).contains('\x1b') && !report.render(false).contains('\x1b'));
}

#[test]
fn a_flood_of_complaints_is_counted() {
    let cells = vec!["7"; 500].join(",");
    let text = complaints(format!("{{\"cells\":[{cells}]}}").as_bytes()).render(false);
    assert!(text.contains("and 400 more"), "{text}");
}
