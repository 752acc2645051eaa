//! Tables in `documents/`: for each sentence of the service's documents, the code or test that implements it.

mod cells;
mod fields;
mod sentences;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use gatewright_tests::{generate_fine, root, sample_specs};

const TABLES: [&str; 3] = ["gateway.md", "videos.md", "social.md"];

/// Number of sentences in each section of the gateway document. Changed together with the documents and their tables.
const GATEWAY: &[(&str, usize)] = &[
    ("1", 9),
    ("2.1", 9),
    ("2.2", 5),
    ("2.3", 1),
    ("2.4", 3),
    ("2.5", 2),
    ("2.6", 16),
    ("2.7", 7),
    ("3.1", 3),
    ("3.2", 2),
    ("3.3", 2),
    ("4", 9),
    ("4.1", 5),
    ("4.2", 74),
    ("4.3", 8),
    ("4.4", 7),
    ("4.5", 7),
    ("5", 5),
    ("6", 3),
    ("7", 9),
    ("8", 5),
    ("9", 4),
];

/// Number of sentences in each section of the social document. Changed together with the documents and their tables.
const SOCIAL: &[(&str, usize)] =
    &[("1", 5), ("2.1", 2), ("2.2", 8), ("3", 4), ("4.1", 12), ("4.2", 41), ("5", 3), ("7", 7), ("8", 7), ("9", 2)];

/// Names that the code declares: functions, types, test modules, error kinds and cases that must not compile.
struct Declared(BTreeSet<String>);

impl Declared {
    fn read() -> Self {
        let mut names = BTreeSet::new();
        for folder in ["runtime/src", "mock/src", "generator/src", "xtask/on-demand/src", "tests"] {
            visit(&root().join(folder), &mut names);
        }
        let client = generate_fine(&sample_specs()).output;
        client.iter().filter(|(path, _)| path.ends_with(".rs")).for_each(|(_, text)| declared(text, &mut names));
        Self(names)
    }

    fn has(&self, name: &str) -> bool {
        let bare = name.split(['(', '<']).next().unwrap_or(name);
        bare.split("::").all(|it| self.0.contains(it))
    }
}

fn visit(folder: &Path, names: &mut BTreeSet<String>) {
    for path in fs::read_dir(folder).expect("the folder is there").flatten().map(|it| it.path()) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match path.extension().and_then(|it| it.to_str()) {
            _ if path.is_dir() => {
                names.insert(stem);
                visit(&path, names);
            }
            Some("rs") => {
                declared(&fs::read_to_string(&path).expect("the file can be read"), names);
                names.insert(stem);
            }
            Some("stderr") => {
                names.insert(stem);
            }
            _ => {}
        }
    }
}

fn declared(code: &str, names: &mut BTreeSet<String>) {
    let words: Vec<_> = code.split(|it: char| !is_of_a_name(it)).filter(|it| !it.is_empty()).collect();
    let declares = |it: &&[&str]| ["fn", "struct", "enum", "type", "mod"].contains(&it[0]);
    names.extend(words.windows(2).filter(declares).map(|it| it[1].to_owned()));
    if let Some(errors) = code.split("pub enum Error ").nth(1) {
        let kinds = errors.lines().filter_map(|it| it.trim().split(|it: char| !is_of_a_name(it)).next());
        names.extend(kinds.map(str::to_owned));
    }
}

fn is_of_a_name(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// Returns the rows of a table: section, sentence, and the code or test that implements it.
fn rows(table: &str) -> Vec<[String; 3]> {
    let text = fs::read_to_string(root().join("tests/documents").join(table)).expect("the table is there");
    let lines = text.lines().filter(|it| it.starts_with("| ") && !it.starts_with("| Section "));
    let row = |line: &str| {
        let cells: Vec<_> = line.trim_matches(['|', ' ']).split(" | ").map(str::to_owned).collect();
        cells.try_into().unwrap_or_else(|it| panic!("{table}: {it:?} has no three columns"))
    };
    lines.map(row).collect()
}

#[test]
fn names_in_the_tables_exist() {
    let declared = Declared::read();
    for nothing in ["a_text_to_film", "video::values_of_nobody", "Error::Exploded", "Video::explode()", "Sizes"] {
        assert!(!declared.has(nothing), "{nothing}");
    }
    let specs = fs::read_to_string(root().join("specs/gateway/video.toml")).expect("it is there");
    let fields: BTreeSet<_> = specs.split(|it: char| !is_of_a_name(it)).collect();
    let is_field = |name: &str| name.split(|it: char| !is_of_a_name(it)).all(|it| fields.contains(it));
    for table in TABLES {
        for [section, sentence, kept_by] in rows(table) {
            let names: Vec<_> = kept_by.split('`').skip(1).step_by(2).collect();
            for name in &names {
                assert!(declared.has(name) || is_field(name), "{table}, {section}: {sentence}: there is no {name}");
            }
            let is_kept = kept_by.starts_with("Documented only") || names.iter().any(|it| declared.has(it));
            assert!(is_kept, "{table}, {section}: nothing keeps {sentence}");
        }
    }
}

/// A row that is dropped, or added without a sentence of the documents, fails.
#[test]
fn every_section_has_a_row_for_each_of_its_sentences() {
    for (tables, expected) in [(&TABLES[..2], GATEWAY), (&TABLES[2..], SOCIAL)] {
        let mut counts = BTreeMap::new();
        for [section, ..] in tables.iter().flat_map(|it| rows(it)) {
            *counts.entry(section.split(' ').next().unwrap_or_default().to_owned()).or_insert(0) += 1;
        }
        let expected = expected.iter().map(|(section, count)| ((*section).to_owned(), *count)).collect();
        assert_eq!(counts, expected, "{tables:?}");
    }
}
