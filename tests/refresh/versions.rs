//! Compares the class of a change with cargo-semver-checks, and builds the crates before and after it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use gatewright::{Class, Options, Runtime, Shape};
use gatewright_tests::programs::{cargo, installed};
use gatewright_tests::root;
use tempfile::TempDir;

use super::cases::{self, Case};
use super::scene::Scene;

/// Crates of many scenes in one workspace, built by one command.
pub(crate) struct Crates {
    folder: TempDir,
}

impl Crates {
    pub(crate) fn new() -> Self {
        let crates = Self { folder: TempDir::new().expect("a temporary folder") };
        let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\nexclude = [\"tools\"]\n";
        fs::write(crates.path("Cargo.toml"), manifest).expect("a temporary folder");
        fs::create_dir(crates.path("tools")).expect("a temporary folder");
        fs::copy(root().join("Cargo.lock"), crates.path("Cargo.lock")).expect("the workspace has a lock file");
        crates
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Adds the crate of a scene.
    fn add(&self, name: &str, scene: &Scene) {
        let runtime = Runtime::Path(root().join("runtime").to_string_lossy().into_owned());
        let options = Options { shape: Shape::Crate { runtime, apart: false } };
        let made = gatewright::generate(&scene.specs(name), &options)
            .unwrap_or_else(|report| panic!("{}", report.render(false)));
        for (path, text) in made.output.iter() {
            let path = self.path(name).join(path);
            fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a temporary folder");
            fs::write(path, text).expect("a temporary folder");
        }
    }

    fn cargo(&self, args: &[&str], environment: &[(&str, &Path)]) -> Output {
        let mut command = cargo();
        command.args(args).current_dir(self.folder.path()).env("CARGO_TARGET_DIR", root().join("target/changes"));
        command.envs(environment.iter().copied());
        command.output().expect("cargo can be started")
    }

    /// Checks all crates, and documents them for [`docs`](Self::docs).
    #[cfg(unix)]
    pub(crate) fn build(&self) {
        let checked = self.cargo(&["check", "--offline", "--workspace", "--quiet"], &[]);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
        let rustdoc = rustdoc(&self.path("tools"));
        let documented =
            self.cargo(&["doc", "--offline", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOC", &rustdoc)]);
        assert!(documented.status.success(), "{}", String::from_utf8_lossy(&documented.stderr));
    }

    /// Writes the rustdoc JSON of a crate, under a name that all crates share.
    pub(crate) fn docs(&self, name: &str) -> PathBuf {
        let library = name.replace('-', "_");
        let text = fs::read_to_string(root().join("target/changes/doc").join(format!("{library}.json")));
        let text = text.unwrap_or_else(|error| panic!("{library}: {error}")).replace(&library, "a_client");
        let path = self.path("tools").join(format!("{library}.json"));
        fs::write(&path, text).expect("a temporary folder");
        path
    }
}

/// Returns the name of the crate before the change. Most cases share it because they begin with the same scene.
fn before(case: &Case) -> String {
    let begins_as_usual = case.scenes().0.specs("").files == Scene::new().specs("").files;
    if begins_as_usual { "before".to_owned() } else { format!("before-{}", case.name) }
}

fn after(case: &Case) -> String {
    format!("after-{}", case.name)
}

/// Writes a script that runs `rustdoc` with unstable features, because cargo-semver-checks reads its JSON. The script
/// sets the variable for rustdoc only: set for cargo, it would rebuild everything.
fn rustdoc(folder: &Path) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let script = folder.join("rustdoc");
    let text = "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\" -Z unstable-options --output-format json\n";
    fs::write(&script, text).expect("a temporary folder");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("a temporary folder");
    script
}

/// Returns the smallest version bump that the tool requires.
pub(crate) fn verdict(baseline: &Path, current: &Path) -> Class {
    let mut command = Command::new(installed("cargo-semver-checks"));
    xtask::tools::with_certificates(&mut command);
    command.args(["semver-checks", "--release-type", "patch", "--baseline-rustdoc"]).arg(baseline);
    command.arg("--current-rustdoc").arg(current);
    let output = command.output().expect("`cargo xtask test --full` installs cargo-semver-checks");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    match () {
        () if text.contains("semver requires new major version") => Class::Major,
        () if text.contains("semver requires new minor version") => Class::Minor,
        () if text.contains("no semver update required") => Class::Patch,
        () => panic!("{text}"),
    }
}

#[cfg(unix)]
mod full {
    use std::collections::BTreeSet;

    use super::super::live;
    use super::*;

    /// Refreshes from catalogs that a gateway publishes, checks the reported class, and adds the resulting crate.
    fn add_live(case: &Case, out: &Path) {
        let runtime = tokio::runtime::Runtime::new().expect("threads");
        let said = runtime.block_on(live::refreshed(case, &after(case), out));
        let changes = said["changes"].as_array().expect("a list").iter();
        let said: BTreeSet<_> = changes.map(|it| [&it["kind"], &it["class"]].map(ToString::to_string)).collect();
        let expected = case.says.iter().map(|(kind, class)| [*kind, class.name()].map(|it| format!("\"{it}\"")));
        assert_eq!(said, expected.collect(), "{}", case.name);
        let class = case.says.iter().map(|it| it.1).max().expect("it says something");
        let manifest = fs::read_to_string(out.join("Cargo.toml")).expect("it was generated");
        assert!(manifest.contains(&format!("version = \"{}\"", class.after("0.1.0"))), "{}: {manifest}", case.name);
    }

    #[test]
    fn each_change_makes_a_crate_that_builds_and_a_version_that_a_tool_agrees_with() {
        let crates = Crates::new();
        for case in cases::all() {
            let (old, new) = case.scenes();
            if !crates.path(&before(case)).exists() {
                crates.add(&before(case), &old);
            }
            match case.live {
                true => add_live(case, &crates.path(&after(case))),
                false => crates.add(&after(case), &new),
            }
        }
        crates.build();
        let mut wrong = Vec::new();
        for case in cases::all() {
            let ours = case.says.iter().map(|it| it.1).max().expect("it says something");
            let theirs = verdict(&crates.docs(&before(case)), &crates.docs(&after(case)));
            if theirs != case.tool_sees || theirs > ours {
                wrong.push(format!("{}: ours {ours}, theirs {theirs}, expected {}", case.name, case.tool_sees));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
