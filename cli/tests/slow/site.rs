//! Examples of the docs site for `gw`.

use std::fs;

use gatewright::Specs;
use gatewright_client::social;

use crate::support::{Home, example};

/// Returns the examples for `gw` in a Markdown page.
fn examples(markdown: &str) -> impl Iterator<Item = &str> {
    let behind = markdown.split("```bash\n").skip(1);
    behind.filter_map(|it| it.split("\n```").next()).filter(|it| it.starts_with("gw "))
}

#[test]
fn every_example_for_gw_gets_a_response() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../specs");
    let (model, _) = gatewright::read(&Specs::open(root).expect("a folder")).expect("valid specs");
    let site = gatewright::site(&model, "https://docs.example/");
    let home = Home::new();
    let inputs = ["recording.mp3", "recording.wav", "kettle.png"];
    for name in inputs {
        fs::write(home.path(name), "sound").expect("a file");
    }
    let pages = site.iter().filter(|it| it.0.ends_with(".md") && !it.0.starts_with("zh/"));
    let all: Vec<_> = pages.flat_map(|(path, text)| examples(text).map(move |it| (path, text, it))).collect();
    for (path, text, line) in &all {
        let ran = home.shell(line);
        let expected = if text.contains("Status: paused") { 3 } else { 0 };
        assert_eq!(ran.code, expected, "{path}: {line}\n{}", ran.err);
        // Another example saves to the same file.
        let saved = line.split_once(" --output ").and_then(|it| it.1.split(' ').next());
        if let Some(name) = saved.filter(|it| !inputs.contains(it)) {
            fs::remove_file(home.path(name)).expect("it was saved");
        }
    }
    assert!(all.len() > 120, "{}", all.len());
    eprintln!("gw: {} examples executed", all.len());
    // The site and the help show the same example.
    for platform in social::PLATFORMS {
        for operation in platform.operations {
            let help = home.gw(&[platform.key, operation.key, "--help"]).out;
            let own = example(&help);
            assert!(all.iter().any(|it| it.2 == own), "{own}");
        }
    }
}
