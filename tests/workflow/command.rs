//! `cargo xtask workflow check`.

use std::fs;

use gatewright_tests::root;

use crate::commands::xtask;

#[test]
fn all_errors_of_all_records_are_reported_with_line_and_column() {
    let fine = xtask(&["workflow", "check", "specs/workflow/examples/dub-a-clip.json"]);
    assert_eq!((fine.code, fine.stderr.trim()), (0, "1 record checked: no errors"));
    let broken = xtask(&[
        "workflow",
        "check",
        "specs/workflow/examples/dub-a-clip.json",
        "specs/workflow/broken/inputs.0.id-pattern.json",
        "specs/workflow/broken/provenance-required.json",
        "specs/workflow/no-such-record.json",
    ]);
    assert_eq!((broken.code, broken.stdout.as_str()), (1, ""));
    for wanted in [
        "error[pattern]: `id`: \"1st\" does not match `^[a-z][a-z0-9_]*$`. Lowercase letters, digits and underscores, starting with",
        "--> specs/workflow/broken/inputs.0.id-pattern.json:13:21",
        "= note: at $.inputs[0].id",
        "error[required]: `provenance`: this field is required",
        "required here",
        "= help: correct the record; the page `workflow` of the docs lists all rules",
        "cannot read specs/workflow/no-such-record.json",
        "error: 3 errors in 3 of 4 records",
    ] {
        assert!(broken.stderr.contains(wanted), "{wanted}\n{}", broken.stderr);
    }
    assert_eq!(xtask(&["workflow", "check"]).code, 2);
}

#[test]
fn a_number_that_would_change_is_reported_with_its_line() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let file = folder.path().join("record.json");
    let example = fs::read_to_string(root().join("specs/workflow/examples/clip-from-text.json")).expect("it is there");
    let (line, _) =
        example.lines().enumerate().find(|it| it.1.contains("[5, 10]")).expect("there is a list of numbers");
    fs::write(&file, example.replace("[5, 10]", "[5, 9007199254740993.0]")).expect("a temporary folder");
    let ended = xtask(&["workflow", "check", &file.to_string_lossy()]);
    let place = format!("record.json:{}:", line + 1);
    assert!(ended.code == 1 && ended.stderr.contains("error[lost-number]"), "{}", ended.stderr);
    assert!(ended.stderr.contains(&place) && ended.stderr.contains("= note: at $.inputs[2]"), "{}", ended.stderr);
}

#[cfg(unix)]
#[test]
fn control_characters_in_a_file_name_are_escaped() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let file = folder.path().join("x\u{1b}[31m\u{202e}y.json");
    fs::write(&file, "{}").expect("a temporary folder");
    for args in [&["workflow", "check"][..], &["generate", "--out", "target/never", "--specs"], &["diff", "specs"]] {
        let ended = xtask(&[args, &[&file.to_string_lossy()]].concat());
        assert!(ended.code == 1 && ended.stderr.contains("U+202Ey.json"), "{args:?}: {}", ended.stderr);
        assert!(!ended.stderr.contains(['\u{1b}', '\u{202e}']), "{args:?}: {:?}", ended.stderr);
    }
}
