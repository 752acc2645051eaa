//! `cargo xtask generate` as a user runs it: written files, untouched files, exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use gatewright_tests::root;
use tempfile::TempDir;

/// Specs and output folder of one test.
struct Project {
    folder: TempDir,
}

impl Project {
    fn new(catalog: &str) -> Self {
        let project = Self { folder: TempDir::new().expect("a temporary folder") };
        project.write("specs/social/catalog.json", catalog);
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a temporary folder");
        fs::write(path, text).expect("a temporary folder");
    }

    fn generate(&self, more: &[&str]) -> Ended {
        let [specs, out] = ["specs", "out"].map(|it| self.path(it).to_string_lossy().into_owned());
        xtask(&[&["generate", "--specs", &specs, "--out", &out], more].concat())
    }

    /// Returns every file of the output with its text and its modification time.
    fn files(&self) -> Vec<(PathBuf, String, std::time::SystemTime)> {
        let mut files = Vec::new();
        collect(&self.path("out"), &mut files);
        files.sort();
        files
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, String, std::time::SystemTime)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect(&entry.path(), files);
        } else {
            let time = entry.metadata().and_then(|it| it.modified()).expect("files have times");
            files.push((entry.path(), fs::read_to_string(entry.path()).expect("text"), time));
        }
    }
}

pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Executes a command and waits for its end.
pub(crate) fn xtask(args: &[&str]) -> Ended {
    ended(Command::new(env!("CARGO_BIN_EXE_xtask-all")).args(args).current_dir(root()))
}

/// Runs a command and waits for its end.
pub(crate) fn ended(command: &mut Command) -> Ended {
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("it was built");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ended { code: output.status.code().unwrap_or(-1), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

fn cell(platform: &str, capability: &str) -> String {
    format!(
        r#"{{"platform": "{platform}", "capability": "{capability}", "model": "social-{platform}-{capability}",
            "method": "GET", "path": "/v1/social/{platform}/{capability}", "params": [], "status": "available"}}"#
    )
}

fn catalog(cells: &[String]) -> String {
    format!("{{\"cells\": [{}]}}", cells.join(","))
}

#[test]
fn generate_reports_its_changes_and_then_that_nothing_changed() {
    let project = Project::new(&catalog(&[cell("red", "search"), cell("blue", "post")]));
    let first = project.generate(&[]);
    assert_eq!((first.code, first.stdout.as_str()), (0, ""), "{}", first.stderr);
    assert!(first.stderr.contains("2 platforms, 2 endpoints"), "{}", first.stderr);
    let files = project.files();
    let second = project.generate(&[]);
    assert!(second.code == 0 && second.stderr.contains("nothing changed"), "{}", second.stderr);
    assert_eq!(project.files(), files, "no file is touched");
}

#[test]
fn only_changed_files_are_written() {
    let project = Project::new(&catalog(&[cell("red", "search"), cell("blue", "post")]));
    project.generate(&[]);
    let before = project.files();
    project.write("specs/social/catalog.json", &catalog(&[cell("red", "search"), cell("blue", "user")]));
    let ended = project.generate(&[]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let after = project.files();
    let changed: Vec<_> = after.iter().filter(|it| !before.contains(it)).map(|it| it.0.clone()).collect();
    assert!(changed.contains(&project.path("out/src/social/blue.rs")), "{changed:?}");
    assert!(!changed.contains(&project.path("out/src/social/red.rs")), "{changed:?}");
}

#[test]
fn manual_changes_of_generated_files_are_overwritten() {
    let project = Project::new(&catalog(&[cell("p1", "post"), cell("p2", "post"), cell("p3", "post")]));
    project.generate(&[]);
    let texts = || project.files().into_iter().map(|(path, text, _)| (path, text)).collect::<Vec<_>>();
    let before = texts();
    // One file with another text of the same length, and one removed file.
    let edited = fs::read_to_string(project.path("out/src/social/p1.rs")).expect("generated").replace("price", "pryce");
    for _ in 0..2 {
        project.write("out/src/social/p1.rs", &edited);
        fs::remove_file(project.path("out/src/social/p3.rs")).expect("generated");
        let ended = project.generate(&[]);
        assert!(ended.stderr.contains("1 added, 1 changed, 0 removed"), "{}", ended.stderr);
        assert_eq!(texts(), before);
    }
}

#[test]
fn obsolete_files_are_removed_and_other_files_stay() {
    let project = Project::new(&catalog(&[cell("red", "search"), cell("blue", "post")]));
    project.generate(&[]);
    project.write("out/src/social/mine.rs", "// mine");
    project.write("out/NOTES.md", "mine");
    project.write("specs/social/catalog.json", &catalog(&[cell("red", "search")]));
    let ended = project.generate(&[]);
    assert!(ended.code == 0 && ended.stderr.contains("1 removed"), "{}", ended.stderr);
    assert!(ended.stderr.contains("removed ") && ended.stderr.contains("/src/social/blue.rs"), "{}", ended.stderr);
    assert!(!project.path("out/src/social/blue.rs").exists());
    assert!(project.path("out/src/social/mine.rs").exists() && project.path("out/NOTES.md").exists());
}

#[test]
fn hidden_files_never_change_even_if_a_list_or_a_journal_names_them() {
    let project = Project::new(&catalog(&[cell("red", "search")]));
    project.generate(&[]);
    let list = fs::read_to_string(project.path("out/.gatewright")).expect("a list");
    project.write("out/.git/config", "mine");
    project.write("out/.gatewright", &format!("{list}.git/config\nsrc/.hidden\n"));
    let ended = project.generate(&[]);
    assert!(ended.code == 0 && project.path("out/.git/config").exists(), "{}", ended.stderr);
    let staging = "out/.gatewright-journal";
    project.write(&format!("{staging}/id"), "planted");
    project.write(&format!("{staging}/0"), "theirs");
    let entry = r#"{"folder":0,"path":".git/config","from":0}"#;
    let journal = format!(r#"{{"command":"generate","id":"planted","folders":[],"files":[{entry}]}}"#);
    project.write(&format!("{staging}/journal.json"), &journal);
    let ended = project.generate(&[]);
    assert!(ended.code == 1 && ended.stderr.contains("was not written by this tool"), "{}", ended.stderr);
    assert_eq!(fs::read_to_string(project.path("out/.git/config")).expect("a file"), "mine");
}

#[test]
fn a_file_in_the_way_is_an_error_and_nothing_is_written() {
    let project = Project::new(&catalog(&[cell("red", "search")]));
    project.write("out/README.md", "mine");
    let ended = project.generate(&[]);
    assert!(
        ended.code == 1 && ended.stderr.contains("cannot overwrite") && ended.stderr.contains("README.md"),
        "{}",
        ended.stderr
    );
    assert_eq!(project.files().len(), 1);
}

#[test]
fn invalid_specs_exit_with_1_and_leave_the_output_untouched() {
    let project = Project::new(&catalog(&[cell("red", "search")]));
    project.generate(&[]);
    let before = project.files();
    for (wrong, word) in [("{", "broken-json"), (r#"{"cells": []}"#, "no-cells")] {
        project.write("specs/social/catalog.json", wrong);
        let ended = project.generate(&[]);
        assert!(ended.code == 1 && ended.stderr.contains(word), "{}", ended.stderr);
        assert!(ended.stderr.contains("catalog.json:1:") && !ended.stderr.contains('\x1b'), "{}", ended.stderr);
        assert_eq!(project.files(), before);
    }
}

#[test]
fn a_usage_error_exits_with_2_and_a_missing_folder_with_1() {
    assert_eq!(xtask(&["generate", "--chek"]).code, 2);
    assert_eq!(xtask(&["generate", "--out", "x", "--runtime-version", "abc"]).code, 2);
    let missing = xtask(&["generate", "--specs", "no/such/folder", "--out", "no/such/client"]);
    assert!(missing.code == 1 && missing.stderr.contains("--specs"), "{}", missing.stderr);
}

#[test]
fn another_specs_folder_does_not_replace_the_projects_client() {
    let project = Project::new(&catalog(&[cell("red", "search")]));
    let specs = project.path("specs").to_string_lossy().into_owned();
    let ended = xtask(&["generate", "--specs", &specs]);
    assert!(ended.code == 2 && ended.stderr.contains("--out"), "{}", ended.stderr);
}

#[test]
fn help_has_examples() {
    for command in [&["--help"][..], &["generate", "--help"], &["test", "--help"], &["bench", "--help"]] {
        let ended = xtask(command);
        assert!(ended.code == 0 && ended.stdout.contains("Examples:"), "{command:?}: {}", ended.stdout);
    }
}

#[test]
fn the_check_finds_changed_missing_and_leftover_files_and_names_the_command() {
    let project = Project::new(&catalog(&[cell("red", "search"), cell("blue", "search")]));
    project.generate(&[]);
    let fine = project.generate(&["--check"]);
    assert!(fine.code == 0 && fine.stderr.contains("up to date"), "{}", fine.stderr);

    project.write("out/src/social/red.rs", "// changed");
    fs::remove_file(project.path("out/README.md")).expect("it was generated");
    project.write("out/src/social/mine.rs", "// by hand");
    project.write("specs/social/catalog.json", &catalog(&[cell("red", "search")]));
    let before = project.files();
    let ended = project.generate(&["--check"]);
    assert_eq!(ended.code, 1);
    let said = [
        ("changed: ", "red.rs"),
        ("missing: ", "README.md"),
        ("leftover: ", "blue.rs"),
        ("not a generated file: ", "mine.rs"),
        ("help: ", "cargo xtask generate --specs"),
    ];
    for (what, which) in said {
        let line = ended.stderr.lines().find(|it| it.starts_with(what) && it.contains(which));
        assert!(line.is_some(), "{what}{which}\n{}", ended.stderr);
    }
    assert_eq!(project.files(), before, "a check writes nothing");

    let ended = project.generate(&[]);
    assert!(
        ended.code == 0 && ended.stderr.contains("1 added") && ended.stderr.contains("1 removed"),
        "{}",
        ended.stderr
    );
    assert!(project.path("out/src/social/mine.rs").exists(), "what was not generated is left alone");
}

#[test]
fn warnings_are_shown_and_do_not_stop() {
    let project =
        Project::new(&catalog(&[cell("red", "search").replace("\"params\"", "\"new_field\": 1, \"params\"")]));
    let ended = project.generate(&[]);
    assert!(ended.code == 0 && ended.stderr.contains("warning[unknown-field]"), "{}", ended.stderr);
    let before = project.files();
    let ended = project.generate(&["--deny-warnings"]);
    assert!(ended.code == 1 && ended.stderr.contains("1 warning in "), "{}", ended.stderr);
    assert_eq!(project.files(), before);
}

#[test]
fn the_own_client_is_up_to_date() {
    let ended = xtask(&["generate", "--check"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}

mod full {
    use gatewright_tests::programs::{cargo, fine};

    use super::*;

    #[test]
    fn a_catalog_of_other_platforms_makes_a_crate_that_builds_without_warnings() {
        let folder = root().join("target/tests/other-platforms");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("target/ can be written");
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
        let project =
            Project::new(&catalog(&[cell("red", "search"), cell("blue", "post"), cell("blue", "user-posts")]));
        project.write("specs/client.toml", "name = \"colours\"\nversion = \"2.0.1\"\n");
        // Interfaces without any model for their examples.
        for name in ["chat", "image", "audio", "realtime"] {
            let text = fs::read_to_string(root().join(format!("specs/gateway/{name}.toml"))).expect("it is there");
            project.write(&format!("specs/gateway/{name}.toml"), &text);
        }
        let specs = project.path("specs").to_string_lossy().into_owned();
        let ended = xtask(&["generate", "--specs", &specs, "--out", &folder.to_string_lossy()]);
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        // The crate is in the folder of this workspace, but not a member.
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it was generated");
        assert!(manifest.contains("[workspace]"), "{manifest}");
        let cargo = |args: &[&str]| {
            fine(cargo().args(args).current_dir(&folder).env("CARGO_TARGET_DIR", root().join("target")));
        };
        cargo(&["clippy", "--offline", "--all-targets", "--", "-D", "warnings"]);
        cargo(&["test", "--offline", "--quiet"]);
    }
}
