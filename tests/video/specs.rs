//! What is wrong with the rules of videos is said, with its place; and what they say holds together.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gatewright::Specs;
use gatewright_tests::{generate, generate_fine, root, sample_specs};
use sample_client::video::TaskPath;

fn changed(path: &str, from: &str, to: &str) -> Specs {
    let mut specs = sample_specs();
    let text = String::from_utf8(specs.files[path].clone()).expect("text");
    assert!(text.contains(from), "{from}");
    specs.files.insert(path.into(), text.replacen(from, to, 1).into());
    specs
}

#[test]
fn slips_of_the_pen_are_found() {
    for (from, to, code) in [
        ("assumption = { required = \"prompt\" }", "assumption = { required = \"promt\" }", "unknown-assumption"),
        ("include = [\"prompt\"]", "include = [\"promt\"]", "unknown-set"),
        ("on      = [\"a-reference-to-video\"]", "on      = [\"a-reference\"]", "unknown-group"),
        (
            "of = [\"image\", \"video\"], as = \"references\", min = 1, max = 5",
            "of = [\"image\", \"vdeo\"], min = 1",
            "unknown-member",
        ),
        ("min = 1, max = 5", "min = 6, max = 5", "bad-count"),
        ("default = \"1280*720\"", "default = 7", "default-type"),
        ("default = \"std\"", "default = \"fast\"", "default-type"),
        ("sent = true, default = 5", "sent = true", "no-default"),
        ("pro = \"1.33\"", "pro = \"a third\"", "bad-factor"),
        ("times = { std = \"1\", pro", "times = { standard = \"1\", pro", "unknown-label"),
        ("type = \"seconds-text\"", "type = \"hours\"", "unknown-word"),
        ("from   = \"text\"", "from   = \"nothing\"", "unknown-word"),
        ("then    = [\"dropped\"]", "then    = [\"eaten\"]", "unknown-word"),
        ("wire = \"metadata.ratio\"", "wire = \"metadata ratio\"", "bad-param"),
        ("also = [\"images[]\"", "also = [\"images[\"", "bad-param"),
        ("queued     = \"queued\"", "wueued     = \"queued\"", "unknown-key"),
        ("done       = \"completed\"", "", "missing-field"),
        ("instead = ", "insted = ", "unknown-key"),
        ("kind    = \"openai-video\"", "kind    = \"video\"", "unknown-word"),
    ] {
        let report = generate(&changed("gateway/video.toml", from, to)).expect_err(to);
        let said: Vec<_> = report.diagnostics().iter().map(|it| it.code).collect();
        assert!(said.contains(&code), "{to}: {said:?}");
    }
    for (from, to, code) in [
        ("b25                  =", "b26                  =", "unknown-group"),
        ("[\"video-b-2.5\"]", "[\"video-b-2.5\", \"video-a-text\"]", "two-families"),
    ] {
        let report = generate(&changed("models/families.toml", from, to)).expect_err(to);
        assert!(report.diagnostics().iter().any(|it| it.code == code), "{to}");
    }
    let stale = generate_fine(&changed("models/families.toml", "\"video-e-text\"", "\"video-e-poem\""));
    assert!(stale.report.diagnostics().iter().any(|it| it.code == "stale-family"));
}

#[test]
fn a_model_outside_of_all_groups_has_the_open_request() {
    let output = generate_fine(&changed("models/families.toml", "\"video-e-text\"", "")).output;
    let constants = output.get("src/models/video.rs").expect("generated");
    assert!(constants.contains("pub const VIDEO_E_TEXT: VideoModel"), "{constants}");
    assert!(constants.contains("pub const VIDEO_E_IMAGE: family::EImageToVideoModel"), "{constants}");
}

#[test]
fn the_runtime_knows_the_paths_of_the_specs() {
    let model = generate_fine(&sample_specs()).model;
    let video = model.interfaces.iter().find(|it| it.module == "video").expect("it is there");
    let paths: Vec<_> = video.tasks.shapes.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, [TaskPath::Videos, TaskPath::Generations].map(TaskPath::as_str));
    assert!(video.operations.iter().all(|it| it.route.path == paths[0]));
}

#[test]
fn every_assumption_is_used() {
    let text = std::fs::read_to_string(root().join("tests/sample/specs/gateway/video.toml")).expect("it is there");
    let (rules, assumptions) = text.split_once("\n[assumptions]\n").expect("they are there");
    for id in assumptions.lines().filter_map(|it| it.split_once(" = ")).map(|(id, _)| id.trim()) {
        assert!(rules.contains(&format!("\"{id}\"")), "nothing refers to {id}");
    }
}

/// What the code behind the guide declares: functions, types and modules of tests, and the kinds of errors.
struct Declared {
    items: BTreeSet<String>,
    errors: BTreeSet<String>,
}

impl Declared {
    fn read() -> Self {
        let text = |path: &Path| std::fs::read_to_string(path).expect("it is there");
        let files = |folder: &str| {
            let all = std::fs::read_dir(root().join(folder)).expect("it is there").flatten();
            all.map(|it| it.path()).collect::<Vec<_>>()
        };
        let client = generate_fine(&sample_specs()).output;
        let errors = text(&root().join("runtime/src/http/error/mod.rs"));
        let mut code = format!("{} {errors}", client.get("src/gateway/video.rs").expect("generated"));
        files("tests/video").iter().chain(&files("runtime/src/video")).for_each(|it| code += &text(it));
        let words: Vec<_> = code.split(|it: char| !is_of_a_name(it)).filter(|it| !it.is_empty()).collect();
        let declares = |it: &&[&str]| ["fn", "struct", "enum", "type"].contains(&it[0]);
        let mut items: BTreeSet<_> = words.windows(2).filter(declares).map(|it| it[1].to_owned()).collect();
        let stem = |it: &PathBuf| it.file_stem().map(|it| it.to_string_lossy().into_owned());
        items.extend(files("tests/video").iter().filter_map(stem).map(|it| format!("video::{it}")));
        items.extend(
            files("tests/sample/ui")
                .iter()
                .filter(|it| it.extension().is_some_and(|it| it == "stderr"))
                .filter_map(stem),
        );
        let kinds = errors.split("pub enum Error").nth(1).expect("it is there").lines();
        let kinds = kinds.filter_map(|it| it.trim().split(|it: char| !is_of_a_name(it)).next());
        Self { errors: kinds.map(str::to_owned).collect(), items }
    }

    /// Whether it is a function, a type, a test or an error.
    fn has(&self, name: &str) -> bool {
        let bare = name.split(['(', '<']).next().unwrap_or(name);
        match bare.rsplit_once("::") {
            Some(("Error", kind)) => self.errors.contains(kind),
            Some((of, function)) if !self.items.contains(bare) => {
                self.items.contains(of) && self.items.contains(function)
            }
            _ => self.items.contains(bare),
        }
    }
}

fn is_of_a_name(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// The guide says of every sentence what keeps it: each cell names something, and what it names must be there.
#[test]
fn what_the_table_of_rules_names_exists() {
    let declared = Declared::read();
    for nothing in ["a_text_to_film", "video::values", "Error::Exploded", "Video::explode()", "Sizes"] {
        assert!(!declared.has(nothing), "{nothing}");
    }
    let specs = std::fs::read_to_string(root().join("tests/sample/specs/gateway/video.toml")).expect("it is there");
    let fields: BTreeSet<_> = specs.split(|it: char| !is_of_a_name(it)).collect();
    let is_field = |name: &str| name.split(|it: char| !is_of_a_name(it)).all(|it| fields.contains(it));
    let rows = [("video-rules.md", "Documented only"), ("video-rules.zh.md", "仅作说明")].map(|(guide, only)| {
        let path = root().join("templates/site/guides").join(guide);
        let text = std::fs::read_to_string(path).expect("it is there");
        let lines: Vec<_> = text.lines().filter(|it| it.starts_with("| ")).collect();
        // The line below a table's head is the only one that begins otherwise.
        let heads = text.lines().filter(|it| it.starts_with("|--")).count();
        let mut silent = Vec::new();
        for line in &lines {
            let kept_by = line.trim_end_matches(" |").rsplit(" | ").next().expect("there is a last");
            let names: Vec<_> = kept_by.split('`').skip(1).step_by(2).collect();
            for name in &names {
                assert!(declared.has(name) || is_field(name), "{guide} names {name}");
            }
            if !kept_by.starts_with(only) && !names.iter().any(|it| declared.has(it)) {
                silent.push(kept_by);
            }
        }
        assert_eq!(silent.len(), heads, "{guide}: only heads name nothing that keeps it: {silent:?}");
        lines.len()
    });
    assert_eq!(rows[0], rows[1], "a row for every sentence, in both languages");
}
