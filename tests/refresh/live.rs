//! `cargo xtask refresh` against a gateway that publishes catalogs over HTTP.

use std::fs;
use std::path::{Path, PathBuf};

use gatewright::Specs;
use gatewright_mock::{Fault, FaultKind, Gateway};
use gatewright_tests::sample_specs;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::cases::{Case, Change};
use super::scene::{Scene, cell};
use crate::commands::{Ended, xtask};

/// Specs and client of one test, and the gateway that they follow.
pub(super) struct Follower {
    pub(super) folder: TempDir,
    gateway: Gateway,
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

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn publish(&self, scene: &Scene) {
        self.gateway.publish_social(scene.social.to_string());
        self.gateway.publish_models(scene.models.to_string());
    }

    fn args(&self, command: &str, more: &[&str]) -> Vec<String> {
        let [specs, out] = ["specs", "out"].map(|it| self.path(it).to_string_lossy().into_owned());
        let args = [command, "--specs", &specs, "--out", &out].into_iter().chain(more.iter().copied());
        args.map(str::to_owned).collect()
    }

    /// Runs a command while the gateway goes on answering.
    async fn run(&self, args: Vec<String>) -> Ended {
        tokio::task::spawn_blocking(move || xtask(&args.iter().map(String::as_str).collect::<Vec<_>>()))
            .await
            .expect("no panic")
    }

    async fn refresh(&self, more: &[&str]) -> Ended {
        let (social, models) = (self.gateway.base_url(), self.gateway.models_url());
        self.run(self.args("refresh", &[&["--social", &social, "--models", &models], more].concat())).await
    }

    async fn is_up_to_date(&self) -> bool {
        self.run(self.args("generate", &["--check"])).await.code == 0
    }

    /// Every file, with its text.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        collect(self.folder.path(), &mut files);
        files.sort();
        files
    }
}

/// Refreshes the client of a case, whose catalogs a gateway publishes, into a folder; gives back what the command said.
pub(super) async fn refreshed(case: &Case, name: &str, out: &Path) -> Value {
    let (before, after) = case.scenes();
    let follower = Follower::of(&before.specs(name)).await;
    follower.publish(&after);
    let accept = ["--format", "json", "--accept", "shrink,price,vanished,renames"];
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
async fn a_refresh_leaves_snapshot_lock_record_version_and_client_behind() {
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
        (&json!("minor"), vec![json!("platform-added"), json!("price-up")]),
        "{said:#}"
    );
    assert_eq!(follower.read("specs/social/catalog.json"), scene.social.to_string(), "byte for byte");
    assert!(follower.read("specs/client.toml").contains("version = \"0.1.1\""));
    assert!(follower.read("out/Cargo.toml").contains("version = \"0.1.1\""));
    let changelog = follower.read("out/CHANGELOG.md");
    assert!(changelog.contains("- `red/post`: 0.02 USD, it was 0.01 USD: 100 % dearer"), "{changelog}");
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
async fn a_check_says_by_its_status_what_there_is() {
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
async fn what_changes_all_the_time_is_no_change() {
    let mut scene = Scene::new();
    scene.gone = "[chat-old]\nendpoint_types = [\"openai\"]\nversion = \"0.1.0\"\n".into();
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
    // Only the tags are kept, so that the same is not fetched again.
    assert_eq!(follower.refresh(&["--check"]).await.code, 0);
    let asked = follower.gateway.journal().requests;
    assert!(asked.last().is_some_and(|it| it.headers.iter().any(|it| it.0 == "if-none-match")), "{asked:?}");
}

/// Answers one request with a body; gives back the head of that request.
async fn hear_one(body: String) -> (String, tokio::task::JoinHandle<String>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let url = format!("http://{}/models", listener.local_addr().expect("it is bound"));
    let heard = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a request");
        let (mut head, mut byte) = (Vec::new(), [0]);
        while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).await.expect("a request") == 1 {
            head.push(byte[0]);
        }
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
        stream.write_all(answer.as_bytes()).await.expect("it is read");
        String::from_utf8(head).expect("text").to_ascii_lowercase()
    });
    (url, heard)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_for_the_model_catalog_goes_there_alone() {
    let scene = Scene::new();
    let follower = Follower::of(&scene.specs("a-client")).await;
    follower.publish(&scene);
    // Whatever the environment of a test holds: here the name of this package.
    fs::write(follower.path("specs/sources.toml"), "[models]\nkey_from = \"CARGO_PKG_NAME\"\n").expect("a file");
    let (url, heard) = hear_one(scene.models.to_string()).await;
    let social = follower.gateway.base_url();
    let ended = follower.run(follower.args("refresh", &["--social", &social, "--models", &url, "--check"])).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let heard = heard.await.expect("no panic");
    assert!(heard.contains("authorization: bearer "), "{heard}");
    let asked = follower.gateway.journal().requests;
    assert!(asked.iter().all(|it| it.headers.iter().all(|it| it.0 != "authorization")), "{asked:?}");
    fs::write(follower.path("specs/sources.toml"), "[models]\nkey_from = \"NO_SUCH_VARIABLE\"\n").expect("a file");
    let ended = follower.refresh(&["--check"]).await;
    assert!(ended.code == 1 && ended.stderr.contains("NO_SUCH_VARIABLE"), "{}", ended.stderr);
}

/// What a guard refuses, and what accepts it.
#[tokio::test(flavor = "multi_thread")]
async fn a_catalog_that_may_be_broken_is_refused_until_it_is_accepted() {
    let refused: [(&str, Change, &str); 7] = [
        ("cells gone", |it| Scene::drop_from(&mut it.social["cells"], "capability", "post"), "shrink"),
        ("models gone", |it| Scene::drop_from(&mut it.models["data"], "model_name", "chat-a"), "shrink"),
        ("a price up", |it| it.cell("red/post")["price_usd"] = 0.051.into(), "price"),
        ("a price down", |it| it.cell("red/post")["price_usd"] = 0.0019.into(), "price"),
        ("a model's price up", |it| it.model("chat-a")["model_ratio"] = 8.into(), "price"),
        (
            "a tier's price up",
            |it| it.model("chat-a")["book_faces"]["tiers"][0]["standard"]["input"] = 101.into(),
            "price",
        ),
        ("a platform gone", |it| Scene::drop_from(&mut it.social["cells"], "platform", "blue"), "shrink,vanished"),
    ];
    for (name, change, accept) in refused {
        let follower = Follower::of(&Scene::new().specs("a-client")).await;
        let mut scene = Scene::new();
        change(&mut scene);
        follower.publish(&scene);
        let files = follower.files();
        let ended = follower.refresh(&[]).await;
        assert_eq!(ended.code, 1, "{name}: {}", ended.stderr);
        assert!(ended.stderr.contains(&format!("--accept {accept}`")), "{name}: {}", ended.stderr);
        assert_eq!(follower.files(), files, "{name}");
        let ended = follower.refresh(&["--accept", accept]).await;
        assert_eq!(ended.code, 0, "{name}: {}", ended.stderr);
        assert!(follower.is_up_to_date().await, "{name}");
    }
    // Nobody can accept what cannot be read.
    for broken in ["", "[]", "{}", "{\"cells\": 5}", "<html></html>"] {
        let follower = Follower::of(&Scene::new().specs("a-client")).await;
        follower.publish(&Scene::new());
        follower.gateway.publish_social(broken);
        let files = follower.files();
        let ended = follower.refresh(&["--accept", "shrink,price,vanished,renames"]).await;
        assert_eq!(ended.code, 1, "{broken}: {}", ended.stderr);
        assert_eq!(follower.files(), files, "{broken}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_fetched_has_limits() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    fs::write(follower.path("specs/sources.toml"), "[limits]\nmax_bytes = 100_000\ntimeout_seconds = 2\n")
        .expect("a file");
    let files = follower.files();
    let to = |status, location: &str| FaultKind::Redirect { status, location: location.to_owned() };
    let other = gatewright_tests::sample_gateway().start().await.expect("loopback");
    for (fault, word) in [
        (FaultKind::Oversize { bytes: 200_000, gzip: false }, "larger than 100000 bytes"),
        (FaultKind::Oversize { bytes: 50_000_000, gzip: true }, "larger than 100000 bytes"),
        (FaultKind::Delay { millis: 10_000 }, "timeout"),
        (to(302, &other.base_url()), "another host"),
        (to(302, "https://elsewhere.example/catalog"), "another host"),
        (to(308, "/api/social/catalog"), "more than 3 times"),
        (FaultKind::CutBeforeHead { charged: false }, "cannot fetch"),
        (FaultKind::CutInBody { after: 100 }, "broke off"),
    ] {
        follower.gateway.clear_faults();
        follower.gateway.fault(Fault::new(fault.clone()));
        let ended = follower.refresh(&[]).await;
        assert_eq!(ended.code, 1, "{fault:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(word), "{fault:?}: {}", ended.stderr);
        assert_eq!(follower.files(), files, "{fault:?}");
    }
    assert!(other.journal().requests.is_empty(), "nothing was asked of another host");
    let plain = follower.run(follower.args("refresh", &["--social", "http://gateway.example"])).await;
    assert!(plain.code == 1 && plain.stderr.contains("https"), "{}", plain.stderr);
    let secret = follower.run(follower.args("refresh", &["--social", "https://me:pass@gateway.example"])).await;
    assert!(secret.code == 1 && secret.stderr.contains("credentials"), "{}", secret.stderr);
    assert!(!secret.stderr.contains("pass@"), "{}", secret.stderr);
    let nowhere = follower.run(follower.args("refresh", &[])).await;
    assert!(nowhere.code == 1 && nowhere.stderr.contains("--social"), "{}", nowhere.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_that_match_nothing_any_more_are_put_aside() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.param("plain")["name"] = "simple".into();
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("the fact params.plain matches nothing any more"), "{}", ended.stdout);
    let facts = follower.read("specs/social/facts.toml");
    assert!(
        facts.starts_with("# What people know.") && facts.contains("popular") && !facts.contains("plain"),
        "{facts}"
    );
    let stale = follower.read("specs/social/facts.stale.toml");
    assert!(stale.contains("plain = { max_length = 20 }") && stale.contains("0.2.0"), "{stale}");
    assert!(follower.is_up_to_date().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_platform_that_only_looks_like_one_that_left_can_be_taken_for_a_new_one() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.rename("red", "green");
    follower.publish(&scene);
    let refused = follower.refresh(&[]).await;
    assert!(refused.code == 1 && refused.stdout.contains("perhaps green is the platform red"), "{}", refused.stdout);
    let ended = follower.refresh(&["--accept", "vanished"]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(!follower.path("specs/social/keys.toml").exists(), "nothing was renamed");
    assert!(follower.path("out/src/social/green.rs").exists() && !follower.path("out/src/social/red.rs").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_platform_that_may_be_another_one_is_taken_for_it_by_a_person_alone() {
    let mut before = Scene::new();
    before.facts.clear();
    let follower = Follower::of(&before.specs("a-client")).await;
    let mut scene = before.clone();
    scene.rename("red", "green");
    super::drift(&mut scene, "green", "new");
    follower.publish(&scene);
    let refused = follower.refresh(&["--accept", "renames,shrink"]).await;
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("--accept renames,shrink,vanished`"), "{}", refused.stderr);
    assert!(refused.stderr.contains("write `red = \"green\"` into social/keys.toml"), "{}", refused.stderr);
    fs::write(follower.path("specs/social/keys.toml"), "red = \"green\"\n").expect("a file");
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("its key is green, it was red"), "{}", ended.stdout);
    // And once more, in place of the line that is there.
    scene.rename("green", "teal");
    super::drift(&mut scene, "teal", "newer");
    follower.publish(&scene);
    fs::write(follower.path("specs/social/keys.toml"), "red = \"teal\"\n").expect("a file");
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("its key is teal, it was green"), "{}", ended.stdout);
    assert!(follower.path("out/src/social/red.rs").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_is_refused_is_said_at_once() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["price_usd"] = 2.5.into();
    scene.rename("red", "green");
    follower.publish(&scene);
    let refused = follower.refresh(&[]).await;
    assert!(refused.stderr.contains("`green/post` costs 2.5 USD, it was 0.01 USD"), "{}", refused.stderr);
    assert!(refused.stderr.contains("--accept price,renames`"), "{}", refused.stderr);
    let ended = follower.refresh(&["--accept", "price,renames"]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}

/// A version set by hand is no release of what left.
#[tokio::test(flavor = "multi_thread")]
async fn a_constant_that_goes_is_a_breaking_change_whatever_the_version_was_set_to() {
    let mut scene = Scene::new();
    scene.gone = "[chat-old]\nendpoint_types = [\"openai\"]\nversion = \"0.1.0\"\n".into();
    let follower = Follower::of(&scene.specs("a-client")).await;
    fs::write(follower.path("specs/client.toml"), "name = \"a-client\"\nversion = \"0.2.0\"\n").expect("a file");
    assert_eq!(follower.run(follower.args("generate", &[])).await.code, 0);
    assert!(follower.read("out/src/models/chat.rs").contains("CHAT_OLD"));
    scene.cell("red/post")["status"] = "paused".into();
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("the constant of the model that left is gone, too"), "{}", ended.stdout);
    assert!(ended.stderr.contains("major: 0.2.0 becomes 0.3.0"), "{}", ended.stderr);
    assert!(!follower.read("out/src/models/chat.rs").contains("CHAT_OLD"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_edited_between_two_refreshes_is_said() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    let mut refresh = async |status: &str, more: &[&str]| {
        scene.cell("red/post")["status"] = status.into();
        follower.publish(&scene);
        let ended = follower.refresh(more).await;
        assert_eq!(ended.code, if more.is_empty() { 0 } else { 3 }, "{}", ended.stderr);
        ended.stderr
    };
    let facts = follower.path("specs/social/facts.toml");
    let edit = |from: &str, to: &str| {
        let text = fs::read_to_string(&facts).expect("a file");
        fs::write(&facts, text.replace(from, to)).expect("a file");
    };
    edit("a red one", "a very red one");
    assert!(!refresh("paused", &[]).await.contains("edited by hand"), "nothing is known of an earlier one");
    edit("popular = ", "favourite = ");
    let said = refresh("available", &["--check"]).await;
    assert!(said.contains("edited by hand") && said.contains("specs/social/facts.toml"), "{said}");
    assert!(said.contains("specs/client.toml") && !said.contains("keys.toml"), "{said}");
    let client = follower.read("specs/client.toml").replace("0.1.1", "0.2.0");
    fs::write(follower.path("specs/client.toml"), client).expect("a file");
    assert!(!refresh("available", &[]).await.contains("edited by hand"), "its version is set");
    assert!(!refresh("paused", &[]).await.contains("edited by hand"), "a refresh came after it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_never_overwritten() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["status"] = "paused".into();
    follower.publish(&scene);
    assert_eq!(follower.refresh(&[]).await.code, 0);
    let client = follower.read("specs/client.toml").replace("0.1.1", "0.1.0");
    fs::write(follower.path("specs/client.toml"), client).expect("a file");
    scene.cell("red/post")["status"] = "available".into();
    follower.publish(&scene);
    let files = follower.files();
    let refused = follower.refresh(&[]).await;
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    assert!(refused.stderr.contains("-0.1.1.json") && refused.stderr.contains("to 0.1.1,"), "{}", refused.stderr);
    assert_eq!(follower.files(), files);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_catalog_is_said_of_where_it_came_from() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["require_one_of"] = json!([["id", "lnk"]]);
    follower.publish(&scene);
    let refused = follower.refresh(&[]).await;
    let place = format!("--> {}/api/social/catalog:1:", follower.gateway.base_url());
    assert!(refused.code == 1 && refused.stderr.contains(&place), "{}", refused.stderr);
    assert!(refused.stderr.contains("at $.cells[1].require_one_of"), "{}", refused.stderr);
    assert!(refused.stderr.ends_with("and nothing was written: 1 error\n"), "{}", refused.stderr);
    let [old, new] = ["old.json", "new.json"].map(|it| follower.path(it).to_string_lossy().into_owned());
    fs::write(&old, Scene::new().social.to_string()).expect("a file");
    fs::write(&new, scene.social.to_string()).expect("a file");
    let ended = follower.run(vec!["diff".into(), old, new.clone()]).await;
    assert!(ended.code == 1 && ended.stderr.contains(&format!("--> {new}:1:")), "{}", ended.stderr);
    let empty = follower.run(follower.args("refresh", &["--social", ""])).await;
    assert!(empty.code == 2 && empty.stderr.contains("--social"), "{}", empty.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fact_that_was_put_aside_is_mentioned_when_it_matches_again() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.param("plain")["name"] = "simple".into();
    follower.publish(&scene);
    assert_eq!(follower.refresh(&[]).await.code, 0);
    follower.publish(&Scene::new());
    let ended = follower.refresh(&[]).await;
    assert!(ended.stderr.contains("`\"0.2.0\".cell.red.search.params.plain`"), "{}", ended.stderr);
}

/// A comparison of folders comes after what an earlier command had begun there.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_was_cut_short_is_completed_before_folders_are_compared() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["status"] = "paused".into();
    let beside = follower.path("specs/.refresh");
    write_specs(&follower.path("later"), &scene.specs("a-client"));
    fs::create_dir(&beside).expect("a folder");
    fs::write(beside.join("0"), scene.social.to_string()).expect("a file");
    let journal = json!({ "what": "a refresh", "files": [{ "to": "social/catalog.json", "from": "0" }] });
    fs::write(beside.join("journal.json"), journal.to_string()).expect("a file");
    let [old, new] = ["specs", "later"].map(|it| follower.path(it).to_string_lossy().into_owned());
    let ended = follower.run(vec!["diff".into(), old, new]).await;
    assert!(
        ended.stdout.contains("nothing changed") && ended.stderr.contains("completed a refresh"),
        "{}",
        ended.stderr
    );
    assert!(!beside.exists());
}

/// Names that collide are told apart by facts of what is still to come.
#[tokio::test(flavor = "multi_thread")]
async fn facts_can_be_written_for_what_is_about_to_come() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    Scene::add_to(&mut scene.social["cells"], cell("blue", "user-target", &[]));
    follower.publish(&scene);
    let facts = follower.read("specs/social/facts.toml") + "\n[cell.blue.user-target]\nname = \"target_of_user\"\n";
    fs::write(follower.path("specs/social/facts.toml"), &facts).expect("a file");
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(follower.read("specs/social/facts.toml"), facts, "they match now");
    assert!(follower.read("out/src/social/blue.rs").contains("pub fn target_of_user"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_odd_about_a_new_catalog_is_said() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    Scene::add_to(&mut scene.models["data"], json!({ "supported_endpoint_types": ["openai"] }));
    scene.cell("red/post")["status"] = "paused".into();
    follower.publish(&scene);
    let ended = follower.refresh(&["--dry-run"]).await;
    assert!(ended.code == 0 && ended.stderr.contains("warning"), "{}", ended.stderr);
}

/// Two files or two folders: whatever they are of.
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
    assert!(ended.code == 1 && ended.stderr.contains("cannot be compared"), "{}", ended.stderr);
}

/// With the documents' labels in the snapshot, this is the first refresh that everybody makes.
#[tokio::test(flavor = "multi_thread")]
async fn platforms_that_got_their_real_keys_are_found_and_keep_their_facts() {
    let specs = sample_specs();
    let follower = Follower::of(&specs).await;
    fs::write(follower.path("specs/client.toml"), "name = \"a-client\"\nversion = \"0.1.0\"\n").expect("a file");
    let mut live: Value = serde_json::from_slice(&specs.files[Specs::SOCIAL]).expect("JSON");
    let key = |label: &str| format!("real-{}", label.chars().rev().collect::<String>());
    for cell in live["cells"].as_array_mut().expect("a list") {
        let (label, capability) = (cell["platform"].as_str().expect("text").to_owned(), cell["capability"].clone());
        let (key, capability) = (key(&label), capability.as_str().expect("text").to_owned());
        cell["path"] = format!("/v1/social/{key}/{capability}").into();
        cell["model"] = format!("social-{key}-{capability}").into();
        cell["platform"] = key.into();
        // The real one says more than the documents do.
        cell["price_usd"] = cell.get("price_usd").cloned().unwrap_or(json!(0.5));
        for param in cell["params"].as_array_mut().into_iter().flatten() {
            param["description"] = "As the live catalog says it.".into();
        }
    }
    Scene::add_to(&mut live["cells"], cell("real-1p", "trending-topics", &[]));
    live["cells"].as_array_mut().expect("a list").reverse();
    follower.gateway.publish_social(live.to_string());
    let social = follower.gateway.base_url();
    let refused = follower.run(follower.args("refresh", &["--social", &social, "--format", "json"])).await;
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    let said: Value = serde_json::from_str(&refused.stdout).expect("JSON");
    let renames = said["renames"].as_array().expect("a list");
    assert_eq!(renames.len(), 20, "{renames:#?}");
    for it in renames {
        assert_eq!(it["now"], key(it["label"].as_str().expect("text")).as_str());
        assert!(it["score"].as_u64() >= Some(80), "{it}");
    }
    let accepted = follower.run(follower.args("refresh", &["--social", &social, "--accept", "renames"])).await;
    assert_eq!(accepted.code, 0, "{}", accepted.stderr);
    assert!(!accepted.stdout.contains("the fact"), "{}", accepted.stdout);
    assert_eq!(follower.read("specs/social/facts.toml").as_bytes(), &specs.files[Specs::FACTS], "no fact is lost");
    assert!(follower.is_up_to_date().await);
    let module = follower.read("out/src/social/p1.rs");
    let before = gatewright_tests::generate_fine(&specs).output;
    let own = before.get("src/social/p1.rs").expect("generated");
    let enums =
        |text: &str| text.lines().filter(|it| it.starts_with("pub enum ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(enums(&module), enums(own), "named values are facts");
    assert!(module.contains("/v1/social/real-1p/search"), "{module}");
}
