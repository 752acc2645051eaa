//! Hostile descriptions in one crate: nothing of them is run, rendered as markup, or refused by the compiler.

mod slow {
    use std::collections::BTreeSet;
    use std::path::Path;

    use gatewright_tests::{Scratch, generate_fine, root, specs};
    use serde_json::json;

    /// Each is looked for in what comes out: as a test that runs, or as an element in a page.
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
    const TEXTS: usize = 10_000;

    /// The n-th text: a payload, alone or around a stretch of all characters there are, one after another.
    fn text(n: usize) -> String {
        let payload = PAYLOADS[n % PAYLOADS.len()];
        let size = 0x11_0000 / TEXTS + 1;
        let all: String = (n * size..(n + 1) * size).filter_map(|it| char::from_u32(u32::try_from(it).ok()?)).collect();
        match n % 3 {
            0 => format!("{payload}\n{all}"),
            1 => format!("{all}{payload}"),
            _ => format!("{} {payload}\n{all}\n{payload}", PAYLOADS[(n / 7) % PAYLOADS.len()]),
        }
    }

    /// 50 platforms of 20 cells of 10 parameters, with a text in every place that takes one.
    fn catalog() -> String {
        let mut cells = Vec::new();
        for (number, first) in (0..TEXTS).step_by(10).enumerate() {
            let (platform, capability) = (format!("p{}", number / 20), format!("c{}", number % 20));
            let param = |n: usize| {
                let text = text(n);
                json!({ "name": format!("n{n}"), "type": "string", "required": n.is_multiple_of(10), "description": text,
                        "example": text, "default": if n.is_multiple_of(10) { json!(null) } else { json!(text) } })
            };
            cells.push(json!({
                "platform": platform, "capability": capability, "model": text(first), "method": "GET",
                "path": format!("/v1/social/{platform}/{capability}"), "unit": text(first + 1), "status": text(first + 2),
                "params": (first..first + 10).map(param).collect::<Vec<_>>(),
            }));
        }
        json!({ "cells": cells }).to_string()
    }

    fn pages(folder: &Path, out: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("rustdoc made it").flatten() {
            if entry.path().is_dir() {
                pages(&entry.path(), out);
            } else if entry.path().extension().is_some_and(|it| it == "html") {
                let text = std::fs::read_to_string(entry.path()).expect("a page is text");
                out.push((entry.path().to_string_lossy().into_owned(), text));
            }
        }
    }

    #[test]
    fn ten_thousand_hostile_texts_stay_texts() {
        let generated = generate_fine(&specs(catalog()));
        let scratch = Scratch::new("hostile-texts");
        for (path, text) in generated.output.iter() {
            scratch.write(
                path,
                &text
                    .replace("name = \"gatewright-client\"", "name = \"hostile-texts\"")
                    .replace("sample_client::", "hostile_texts::"),
            );
        }

        // The compiler takes every character there is, and rustdoc finds nothing to warn of.
        let docs = root().join("target/doc/hostile_texts");
        let _ = std::fs::remove_dir_all(&docs);
        scratch.cargo_fine(&["rustdoc", "--", "-D", "warnings"]);

        // The only tests in the docs are our own examples: one for each operation, and the crate's.
        let listed = scratch.cargo_fine(&["test", "--quiet", "--doc", "--", "--list"]);
        let tests: BTreeSet<_> = listed.lines().filter_map(|it| it.strip_suffix(": test")).collect();
        let operations: Vec<_> =
            generated.model.platforms.iter().flat_map(|it| it.operations.iter().map(move |op| (it, op))).collect();
        let place = |it: &&str| Some(it.split_once(" - ")?.1.split_once("(line")?.0.trim().to_owned());
        let places: BTreeSet<_> = tests.iter().filter_map(place).collect();
        let own = operations
            .iter()
            .map(|(platform, operation)| format!("social::{}::{}", platform.module, operation.endpoint));
        assert_eq!(places, own.chain([String::new()]).collect::<BTreeSet<_>>());
        assert_eq!(tests.len(), operations.len() + 1, "one example each");

        // Nothing in the pages is an element or an address of theirs.
        let mut all = Vec::new();
        pages(&docs, &mut all);
        assert!(all.len() > operations.len(), "{} pages", all.len());
        assert!(all.iter().any(|(_, text)| text.contains("&lt;x-evil")), "the texts are there");
        for (path, text) in &all {
            for trace in ["<x-evil", "href=\"javascript:", "src=\"javascript:", "href=\"https://evil", "href=\"mailto:"]
            {
                assert!(!text.contains(trace), "{trace} in {path}");
            }
        }
    }
}
