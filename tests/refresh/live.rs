//! `cargo xtask refresh` against a gateway that publishes catalogs over HTTP.

use std::fs;
use std::path::{Path, PathBuf};

use gatewright::Specs;
use gatewright_mock::Gateway;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::cases::Case;
use super::scene::{Scene, cell};
use crate::commands::{Ended, xtask};

/// Specs and client of one test, and the gateway that publishes their catalogs.
pub(super) struct Follower {
    pub(super) folder: TempDir,
    pub(super) gateway: Gateway,
}

impl Follower {
    pub(super) async fn of(specs: &Specs) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        write_specs(&folder.path().join("specs"), specs);
        Self { folder, gateway: gatewright_tests::sample_gateway().start().await.expect("loopback") }
    }

    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(super) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(super) fn publish(&self, scene: &Scene) {
        self.gateway.publish_social(scene.social.to_string());
        self.gateway.publish_models(scene.models.to_string());
    }

    pub(super) fn args(&self, command: &str, more: &[&str]) -> Vec<String> {
        let [specs, out] = ["specs", "out"].map(|it| self.path(it).to_string_lossy().into_owned());
        let args = [command, "--specs", &specs, "--out", &out].into_iter().chain(more.iter().copied());
        args.map(str::to_owned).collect()
    }

    /// Runs a command while the gateway keeps responding.
    pub(super) async fn run(&self, args: Vec<String>) -> Ended {
        tokio::task::spawn_blocking(move || xtask(&args.iter().map(String::as_str).collect::<Vec<_>>()))
            .await
            .expect("no panic")
    }

    pub(super) async fn refresh(&self, more: &[&str]) -> Ended {
        let (social, models) = (self.gateway.base_url(), self.gateway.models_url());
        self.run(self.args("refresh", &[&["--social", &social, "--models", &models], more].concat())).await
    }

    pub(super) async fn is_up_to_date(&self) -> bool {
        self.run(self.args("generate", &["--check"])).await.code == 0
    }

    /// Returns every file with its text.
    pub(super) fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        collect(self.folder.path(), &mut files);
        files.sort();
        files
    }
}

/// Refreshes the client of a case in a folder, from catalogs that a gateway publishes. Returns the command's output.
pub(super) async fn refreshed(case: &Case, name: &str, out: &Path) -> Value {
    let (before, after) = case.scenes();
    let follower = Follower::of(&before.specs(name)).await;
    follower.publish(&after);
    let accept = [
        "--format",
        "json",
        "--accept",
        "shrink,growth,price,billing,status,groups,optional,types,access,log-name,limits,vanished,renames",
    ];
    let mut args = follower.args("refresh", &accept);
    let (social, models) = (follower.gateway.base_url(), follower.gateway.models_url());
    args.extend(["--social", &social, "--models", &models].map(str::to_owned));
    let place = args.iter().position(|it| it == "--out").expect("it is given") + 1;
    args[place] = out.to_string_lossy().into_owned();
    let ended = follower.run(args).await;
    assert_eq!(ended.code, 0, "{}: {}", case.name, ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{}: {error}", case.name))
}

pub(super) fn write_specs(folder: &Path, specs: &Specs) {
    for (path, bytes) in &specs.files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a temporary folder");
        fs::write(path, bytes).expect("a temporary folder");
    }
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => collect(&path, files),
            path => files.push((path.clone(), fs::read_to_string(path).expect("text"))),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_writes_snapshot_lock_record_version_and_client() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["price_usd"] = 0.02.into();
    Scene::add_to(&mut scene.social["cells"], cell("green", "user", &[]));
    follower.publish(&scene);
    let ended = follower.refresh(&["--format", "json"]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let said: Value = serde_json::from_str(&ended.stdout).expect("JSON on stdout");
    let kinds: Vec<_> = said["changes"].as_array().expect("a list").iter().map(|it| it["kind"].clone()).collect();
    assert_eq!(
        (&said["class"], kinds),
        (&json!("minor"), vec![json!("platform-added"), json!("endpoint-added"), json!("price-up")]),
        "{said:#}"
    );
    assert_eq!(follower.read("specs/social/catalog.json"), scene.social.to_string(), "byte for byte");
    assert!(follower.read("specs/client.toml").contains("version = \"0.1.1\""));
    assert!(follower.read("out/Cargo.toml").contains("version = \"0.1.1\""));
    let changelog = follower.read("out/CHANGELOG.md");
    assert!(changelog.contains("- `red/post`: price raised from 0.01 USD to 0.02 USD (+100 %)"), "{changelog}");
    assert!(changelog.contains("- `green/user`: added: endpoint, no required parameters, 0.01 USD"), "{changelog}");
    assert!(changelog.ends_with("\n\n## 0.1.0\n\nThe first version.\n"), "{changelog}");
    assert!(follower.read("specs/specs.lock").contains("etag = "));
    assert_eq!(fs::read_dir(follower.path("specs/history")).expect("a folder").count(), 1);
    assert!(follower.is_up_to_date().await);
    assert!(!follower.path("specs/.refresh").exists());

    let journal = || follower.gateway.journal().requests.iter().filter(|it| it.path == "/api/social/catalog").count();
    let (files, asked) = (follower.files(), journal());
    let again = follower.refresh(&["--check"]).await;
    assert_eq!((again.code, again.stdout.as_str()), (0, ""), "{}", again.stderr);
    assert_eq!((follower.files(), journal()), (files, asked + 1));
    let last = follower.gateway.journal().requests.iter().rfind(|it| it.path == "/api/social/catalog").cloned();
    assert!(
        last.is_some_and(|it| it.headers.iter().any(|it| it.0 == "if-none-match")),
        "an unchanged catalog costs nothing"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_exit_status_of_a_check_tells_if_something_changed() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    follower.publish(&scene);
    assert_eq!(follower.refresh(&["--check"]).await.code, 0, "nothing changed");
    let said = follower.refresh(&["--check", "--format", "json"]).await.stdout;
    let said: Value = serde_json::from_str(&said).expect("a program reads what it is given");
    assert_eq!((&said["class"], &said["changes"]), (&json!(null), &json!([])));
    scene.cell("red/post")["status"] = "paused".into();
    follower.publish(&scene);
    let files = follower.files();
    let changed = follower.refresh(&["--check", "--format", "markdown"]).await;
    assert_eq!(changed.code, 3, "{}", changed.stderr);
    assert!(changed.stdout.contains("- `red/post`: paused"), "{}", changed.stdout);
    let dry = follower.refresh(&["--dry-run"]).await;
    assert_eq!(dry.code, 0, "{}", dry.stderr);
    assert_eq!(follower.files(), files, "neither writes anything");
    follower.gateway.publish_social("{");
    assert_eq!(follower.refresh(&["--check"]).await.code, 1, "that is no catalog");
}

#[tokio::test(flavor = "multi_thread")]
async fn volatile_fields_are_not_a_change() {
    let mut scene = Scene::new();
    scene.retired = "[chat-old]\nendpoint_types = [\"openai\"]\nversion = \"0.1.0\"\n".into();
    let follower = Follower::of(&scene.specs("a-client")).await;
    scene.model("chat-a")["route_health"]["success_ratio"] = 0.5.into();
    scene.social["cells"].as_array_mut().expect("a list").reverse();
    follower.publish(&scene);
    let files = follower.files();
    let ended = follower.refresh(&[]).await;
    assert_eq!((ended.code, ended.stdout.as_str()), (0, ""), "{}", ended.stderr);
    assert!(ended.stderr.contains("nothing changed that matters"), "{}", ended.stderr);
    let without_lock = || follower.files().into_iter().filter(|it| !it.0.ends_with("specs.lock")).collect::<Vec<_>>();
    assert_eq!(without_lock(), files, "the constant of a model that left has not had its release");
    // Only the tags change, so that the next refresh does not fetch the same catalogs again.
    assert_eq!(follower.refresh(&["--check"]).await.code, 0);
    let asked = follower.gateway.journal().requests;
    assert!(asked.last().is_some_and(|it| it.headers.iter().any(|it| it.0 == "if-none-match")), "{asked:?}");
}

/// Compares two model catalogs, two social catalogs and two specs folders.
#[tokio::test(flavor = "multi_thread")]
async fn two_catalogs_can_be_compared_without_specs_around_them() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.model("chat-a")["model_ratio"] = 2.into();
    scene.cell("red/post")["status"] = "paused".into();
    write_specs(&follower.path("later"), &scene.specs("a-client"));
    for (part, says) in [(Specs::MODELS, "chat-a"), (Specs::SOCIAL, "red/post"), ("", "red/post")] {
        let [old, new] = ["specs", "later"].map(|it| follower.path(it).join(part).to_string_lossy().into_owned());
        let ended = follower.run(vec!["diff".into(), old, new]).await;
        assert!(ended.code == 0 && ended.stdout.contains(says), "{part}: {}{}", ended.stdout, ended.stderr);
    }
    let [social, models] = [Specs::SOCIAL, Specs::MODELS].map(|it| follower.path("specs").join(it));
    let unlike = vec!["diff".into(), social.to_string_lossy().into_owned(), models.to_string_lossy().into_owned()];
    let ended = follower.run(unlike).await;
    assert!(ended.code == 1 && ended.stderr.contains("cannot compare"), "{}", ended.stderr);
}

/// Publishes a changed catalog, and checks that it is refused with a message until `accept` is accepted. Returns the report
/// of the changes.
pub(super) async fn is_refused(
    before: &Scene,
    name: &str,
    change: impl Fn(&mut Scene),
    accept: &str,
    says: &str,
) -> String {
    let follower = Follower::of(&before.specs("a-client")).await;
    let mut scene = before.clone();
    change(&mut scene);
    follower.publish(&scene);
    let files = follower.files();
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 1, "{name}: {}", ended.stderr);
    assert!(ended.stderr.contains(says), "{name}: {}", ended.stderr);
    assert!(ended.stderr.contains(&format!("--accept {accept}`")), "{name}: {}", ended.stderr);
    assert_eq!(follower.files(), files, "{name}");
    assert_eq!(follower.refresh(&["--accept", accept]).await.code, 0, "{name}");
    ended.stdout
}
