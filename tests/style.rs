//! Writing style: phrases that the style rules out are in `style/phrases.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use gatewright_tests::root;

/// Files with texts for users: documentation, messages, specs, and the sources whose docs they read.
fn files() -> Vec<PathBuf> {
    let folders = [
        ("", "md"),
        ("specs", "toml"),
        ("specs", "md"),
        ("templates/languages", "ftl"),
        ("templates/languages", "md"),
        ("templates/site", "md"),
        ("runtime/src", "rs"),
        ("generator/src", "rs"),
        ("mock/src", "rs"),
        ("cli/src", "rs"),
        ("xtask", "rs"),
    ];
    let mut all = Vec::new();
    for (folder, ending) in folders {
        let depth = if folder.is_empty() { 0 } else { 9 };
        add(&root().join(folder), ending, depth, &mut all);
    }
    // What changed earlier is told in the words of its time.
    all.retain(|it| !it.ends_with("CHANGELOG.md") && !it.ends_with("MIGRATING.md"));
    all
}

fn add(folder: &Path, ending: &str, depth: usize, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 && !path.ends_with("target") {
            add(&path, ending, depth - 1, all);
        } else if path.extension().is_some_and(|it| it == ending) {
            all.push(path);
        }
    }
}

/// Text of a line that people read: all of a document, comments of a source.
fn prose<'a>(path: &Path, line: &'a str) -> Option<&'a str> {
    let line = line.trim_start();
    match path.extension().is_some_and(|it| it == "rs") {
        true => ["///", "//!", "// "].iter().find_map(|it| line.strip_prefix(it)),
        false => Some(line),
    }
}

/// Returns true if a text contains a phrase as whole words.
fn contains(text: &str, phrase: &str) -> bool {
    let is_end = |c: Option<char>| c.is_none_or(|it| !it.is_alphanumeric() && it != '_');
    text.match_indices(phrase)
        .any(|(at, _)| is_end(text[..at].chars().next_back()) && is_end(text[at + phrase.len()..].chars().next()))
}

#[test]
fn no_text_uses_a_phrase_that_the_style_rules_out() {
    let phrases = fs::read_to_string(root().join("tests/style/phrases.toml")).expect("text");
    let phrases: BTreeMap<String, String> = phrases
        .lines()
        .filter(|it| !it.starts_with('#'))
        .filter_map(|it| it.split_once(" = "))
        .map(|(phrase, instead)| (phrase.trim().trim_matches('"').to_owned(), instead.trim_matches('"').to_owned()))
        .collect();
    assert!(phrases.len() > 10);
    let mut found = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).expect("text");
        for (number, line) in (1..).zip(text.lines()) {
            let Some(line) = prose(&path, line).map(str::to_lowercase) else { continue };
            for (phrase, instead) in phrases.iter().filter(|it| contains(&line, it.0)) {
                let path = path.strip_prefix(root()).unwrap_or(&path);
                found.push(format!("{}:{number}: `{phrase}`: {instead}", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "{} phrases to replace:\n{}", found.len(), found.join("\n"));
}

#[test]
fn doc_lines_begin_with_a_noun_or_a_verb() {
    const OPENINGS: [&str; 8] = ["What", "Whether", "Which", "Where", "Who", "How", "That", "The same"];
    for folder in ["runtime/src", "generator/src", "mock/src", "xtask", "generated-client/src"] {
        let mut paths = Vec::new();
        add(&root().join(folder), "rs", 9, &mut paths);
        let (mut all, mut vague) = (0_usize, Vec::new());
        for path in paths {
            let text = fs::read_to_string(&path).expect("text");
            let mut is_first = true;
            for line in text.lines().map(str::trim_start) {
                let doc = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
                if let Some(doc) = doc.filter(|_| is_first) {
                    all += 1;
                    if OPENINGS.iter().any(|it| doc.strip_prefix(it).is_some_and(|rest| rest.starts_with(' '))) {
                        vague.push(format!("{}: {doc}", path.display()));
                    }
                }
                is_first = doc.is_none();
            }
        }
        assert!(vague.len() * 20 <= all, "{folder}: {} of {all} docs:\n{}", vague.len(), vague.join("\n"));
    }
}

#[test]
fn phrases_are_whole_words() {
    assert!(contains("asked by nobody.", "nobody") && contains("nobody", "nobody"));
    assert!(!contains("antibody", "body") && !contains("some_body", "body"));
}
