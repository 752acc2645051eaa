//! Hostile descriptions in one crate: none of them runs, becomes markup, or breaks the build.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gatewright_tests::programs::fine;
use gatewright_tests::{Compiler, generate_fine, specs};
use serde_json::json;

/// Payloads. The tests search the output for each of them: as a doctest, or as an element in a page.
const PAYLOADS: &[&str] = &[
    "```\npanic!(\"evil\");\n```",
    "~~~\npanic!(\"evil\");\n~~~",
    "    panic!(\"evil\");",
    "\tpanic!(\"evil\");",
    "text\n\n    panic!(\"evil\");\n",
    "- item\n\n      panic!(\"evil\");",
    "> ```\n> panic!(\"evil\");\n> ```",
    "```rust",
    "<x-evil></x-evil>",
    "<x-evil",
    "</p><x-evil>",
    "<!-- --><x-evil>",
    "<div>\n\n<x-evil>\n\n</div>",
    "&#60;x-evil>",
    "[click](javascript:evil)",
    "![x](javascript:evil)",
    "<javascript:evil>",
    "[a]: javascript:evil\n\n[a]",
    "[`evil`]",
    "[evil]",
    "[evil][evil]",
    "# evil",
    "evil\n===",
    "evil\n---",
    "| a | b |\n|---|---|\n| <x-evil> | d |",
    "[^1]\n\n[^1]: x",
    "`",
    "``",
    "```",
    "`<x-evil>",
    "*",
    "**evil**",
    "\\",
    "\\`<x-evil>`",
    "https://evil.example/?a=b",
    "<https://evil.example>",
    "mail@evil.example",
    "--- ... '\"",
    "$x$",
    "1. evil",
    "* evil",
    "+ evil",
    "- [ ] evil",
    "#[doc(hidden)]",
    "*/ fn evil() {} /*",
    "//",
    "/**",
    "*/",
    "\"",
    "\"#",
    "\r",
    "\r\n",
    "a\rb",
    "\u{85}",
    "\u{2028}\u{2029}",
    "\u{202e}evil\u{202c}",
    "\0",
    "{{evil}}",
];

/// Returns the n-th hostile text: a payload, alone or around a range of characters. Together the texts contain every
/// character.
fn text(n: usize, texts: usize) -> String {
    let payload = PAYLOADS[n % PAYLOADS.len()];
    let size = 0x11_0000 / texts + 1;
    let all: String = (n * size..(n + 1) * size).filter_map(|it| char::from_u32(u32::try_from(it).ok()?)).collect();
    match n % 3 {
        0 => format!("{payload}\n{all}"),
        1 => format!("{all}{payload}"),
        _ => format!("{} {payload}\n{all}\n{payload}", PAYLOADS[(n / 7) % PAYLOADS.len()]),
    }
}

/// Returns platforms with 20 cells of 10 parameters, with a hostile text in every text field.
fn catalog(texts: usize) -> String {
    let mut cells = Vec::new();
    for (number, first) in (0..texts).step_by(10).enumerate() {
        let (platform, capability) = (format!("p{}", number / 20), format!("c{}", number % 20));
        let param = |n: usize| {
            let text = text(n, texts);
            json!({ "name": format!("n{n}"), "type": "string", "required": n.is_multiple_of(10), "description": text,
                    "example": text, "default": if n.is_multiple_of(10) { json!(null) } else { json!(text) } })
        };
        cells.push(json!({
            "platform": platform, "capability": capability, "model": text(first, texts), "method": "GET",
            "path": format!("/v1/social/{platform}/{capability}"), "unit": text(first + 1, texts), "status": text(first + 2, texts),
            "params": (first..first + 10).map(param).collect::<Vec<_>>(),
        }));
    }
    json!({ "cells": cells }).to_string()
}

fn pages(folder: &Path, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("rustdoc made it").flatten() {
        if entry.path().is_dir() {
            pages(&entry.path(), out);
        } else if entry.path().extension().is_some_and(|it| it == "html") {
            let text = fs::read_to_string(entry.path()).expect("a page is text");
            out.push((entry.path().to_string_lossy().into_owned(), text));
        }
    }
}

/// Documents a crate with a number of hostile texts and checks its doctests and pages.
fn stay_texts(texts: usize) {
    let generated = generate_fine(&specs(catalog(texts)));
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    for (path, text) in generated.output.iter().filter(|it| it.0.starts_with("src/")) {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a temporary folder");
        fs::write(path, text).expect("a temporary folder");
    }
    let rustdoc = || {
        let mut command = Compiler::with(&["gatewright_runtime"]).rustdoc();
        let features = generated.model.platforms.iter().map(|it| format!("feature={:?}", it.feature));
        command.args(features.flat_map(|it| ["--cfg".to_owned(), it])).args(["--crate-name", "hostile_texts"]);
        command.arg("src/lib.rs").current_dir(folder.path());
        command
    };

    // The compiler accepts every character, and rustdoc has no warnings.
    fine(rustdoc().args(["-D", "warnings", "--out-dir", "doc"]));

    // The only doctests are the generated examples: one per operation, one for the crate, and one for the platforms.
    let listed = fine(rustdoc().args(["--test", "--test-args", "--list"]));
    let tests: BTreeSet<_> = listed.lines().filter_map(|it| it.strip_suffix(": test")).collect();
    let operations: Vec<_> =
        generated.model.platforms.iter().flat_map(|it| it.operations.iter().map(move |op| (it, op))).collect();
    let place = |it: &&str| Some(it.split_once(" - ")?.1.split_once("(line")?.0.trim().to_owned());
    let paths: BTreeSet<_> = tests.iter().filter_map(place).collect();
    let own =
        operations.iter().map(|(platform, operation)| format!("social::{}::{}", platform.module, operation.endpoint));
    let others = [String::new(), "social::PLATFORMS".to_owned()];
    assert_eq!(paths, own.chain(others).collect::<BTreeSet<_>>());
    assert_eq!(tests.len(), operations.len() + 2, "one example each");

    // No element or URL in the pages comes from a hostile text.
    let mut all = Vec::new();
    pages(&folder.path().join("doc/hostile_texts"), &mut all);
    assert!(all.len() > operations.len(), "{} pages", all.len());
    assert!(all.iter().any(|(_, text)| text.contains("&lt;x-evil")), "the texts are there");
    for (path, text) in &all {
        for trace in ["<x-evil", "href=\"javascript:", "src=\"javascript:", "href=\"https://evil", "href=\"mailto:"] {
            assert!(!text.contains(trace), "{trace} in {path}");
        }
    }
}

mod slow {
    #[test]
    fn a_thousand_hostile_texts_stay_texts() {
        super::stay_texts(1_000);
    }
}

mod full {
    #[test]
    fn ten_thousand_hostile_texts_stay_texts() {
        super::stay_texts(10_000);
    }
}
