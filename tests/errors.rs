//! Invalid input: each folder of `errors/` contains the exact diagnostics for its input.
//! `UPDATE_EXPECT=1 cargo test -p gatewright-tests errors` accepts intended changes.

use expect_test::expect_file;
use gatewright::Report;
use gatewright_tests::{folders, generate, root, specs, test_specs};

fn diagnostics(catalog: &[u8]) -> Report {
    generate(&specs(catalog)).expect_err("the input is wrong")
}

#[test]
fn invalid_input_is_explained() {
    for folder in folders(&root().join("tests/errors")) {
        let Err(report) = generate(&test_specs(&folder)) else { panic!("{} is not wrong", folder.display()) };
        expect_file![folder.join("expected.txt")].assert_eq(&report.render(false));
    }
}

#[test]
fn every_diagnostic_has_a_code_a_message_and_a_hint() {
    for folder in folders(&root().join("tests/errors")) {
        let Err(report) = generate(&test_specs(&folder)) else { continue };
        for it in report.diagnostics() {
            let complete = !it.code.is_empty() && !it.message.is_empty() && !it.hint.is_empty();
            assert!(complete, "{}: {it:?}", folder.display());
        }
    }
}

#[test]
fn ten_mistakes_give_ten_diagnostics_with_different_positions() {
    let Err(report) = generate(&test_specs(&root().join("tests/errors/ten-mistakes"))) else { panic!("ten mistakes") };
    let paths: std::collections::BTreeSet<_> = report.diagnostics().iter().map(|it| it.span).collect();
    assert_eq!((report.errors(), paths.len()), (10, 10), "{}", report.render(false));
}

#[test]
fn a_parameter_of_unknown_type_may_have_any_default() {
    let catalog = r#"{"cells": [{"platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
        "path": "/v1/social/p1/search", "params": [{"name": "x", "type": "number", "default": 0.5},
        {"name": "y", "type": "array", "default": [1]}, {"name": "z", "default": {}}]}]}"#;
    let generated = generate(&specs(catalog)).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes, ["unknown-type", "unknown-type"]);
}

#[test]
fn warnings_suggest_the_intended_word_and_mark_the_key() {
    let catalog = r#"{"cells": [{"platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
        "path": "/v1/social/p1/search", "statsu": "available", "status": "availabel", "require_one_of": [["x", "y"]],
        "params": [{"name": "x", "type": "sting", "required": true}, {"name": "y", "type": "string", "exmaple": 1}]}]}"#;
    let generated = generate(&specs(catalog)).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let text = generated.report.render(false);
    for (code, marked, hint) in [
        ("unknown-field", "\"statsu\"", "did you mean `status`?"),
        ("unknown-field", "\"exmaple\"", "did you mean `example`?"),
        ("unknown-status", "\"availabel\"", "did you mean `available`?"),
        ("unknown-type", "\"sting\"", "did you mean `string`?"),
        ("satisfied-group", "[\"x\", \"y\"]", "remove the group"),
    ] {
        let mut warnings = text.split("warning[").filter(|it| it.starts_with(code));
        let warning = warnings.find(|it| it.contains(marked) && it.contains(hint));
        let warning = warning.unwrap_or_else(|| panic!("{code}, {hint}:\n{text}"));
        // The marker stands under the marked text.
        let lines: Vec<_> = warning.lines().collect();
        let line = lines.iter().position(|it| it.contains(marked)).expect("the line is shown");
        let columns = lines[line].find(marked).map(|at| at..at + marked.len()).expect("it contains the text");
        assert_eq!(lines[line + 1].get(columns), Some(&*"^".repeat(marked.len())), "{warning}");
    }
}

#[test]
fn diagnostics_are_colored_only_on_request() {
    let report = diagnostics(b"{");
    assert!(report.render(true).contains('\x1b') && !report.render(false).contains('\x1b'));
}

#[test]
fn a_long_list_of_diagnostics_is_truncated_with_a_count() {
    let cells = vec!["7"; 500].join(",");
    let text = diagnostics(format!("{{\"cells\":[{cells}]}}").as_bytes()).render(false);
    assert!(text.contains("and 400 more"), "{text}");
}
