//! Platforms that are published under a new key.

use std::collections::BTreeSet;
use std::fs;

use gatewright::Specs;
use gatewright_tests::{generate_fine, sample_specs};
use serde_json::{Value, json};

use super::live::Follower;
use super::scene::{Scene, cell};
use crate::commands::Ended;

#[tokio::test(flavor = "multi_thread")]
async fn a_proposed_rename_can_be_declined() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.rename("red", "green");
    follower.publish(&scene);
    let refused = follower.refresh(&[]).await;
    assert!(refused.code == 1 && refused.stdout.contains("red -> green (100 % similar)"), "{}", refused.stdout);
    let ended = follower.refresh(&["--accept", "vanished"]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(!follower.path("specs/social/keys.toml").exists(), "nothing was renamed");
    assert!(follower.path("out/src/social/green.rs").exists() && !follower.path("out/src/social/red.rs").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_uncertain_rename_needs_a_manual_entry() {
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
    assert!(refused.stderr.contains("write `red = \"green\"` to social/keys.toml"), "{}", refused.stderr);
    fs::write(follower.path("specs/social/keys.toml"), "red = \"green\"\n").expect("a file");
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("renamed from red to green"), "{}", ended.stdout);
    // A second rename replaces the line in the file.
    scene.rename("green", "teal");
    super::drift(&mut scene, "teal", "newer");
    follower.publish(&scene);
    fs::write(follower.path("specs/social/keys.toml"), "red = \"teal\"\n").expect("a file");
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("renamed from green to teal"), "{}", ended.stdout);
    assert!(ended.stdout.contains("removed: deprecated name red"), "{}", ended.stdout);
    let module = follower.read("out/src/social/teal.rs");
    assert!(module.contains("pub fn green(&self)") && !module.contains("pub fn red(&self)"), "{module}");
}

/// Returns the key of a documented platform in the live catalog.
fn key(label: &str) -> String {
    format!("real-{}", label.chars().rev().collect::<String>())
}

/// Returns the catalog of the documents with real keys, prices and descriptions, in another order.
fn live_catalog(specs: &Specs) -> Value {
    let mut live: Value = serde_json::from_slice(&specs.files[Specs::SOCIAL]).expect("JSON");
    for cell in live["cells"].as_array_mut().expect("a list") {
        let (label, capability) = (cell["platform"].as_str().expect("text").to_owned(), cell["capability"].clone());
        let (key, capability) = (key(&label), capability.as_str().expect("text").to_owned());
        cell["path"] = format!("/v1/social/{key}/{capability}").into();
        cell["model"] = format!("social-{key}-{capability}").into();
        cell["platform"] = key.into();
        // The real catalog contains more than the documents.
        cell["price_usd"] = cell.get("price_usd").cloned().unwrap_or(json!(0.05));
        for param in cell["params"].as_array_mut().into_iter().flatten() {
            param["description"] = "As the live catalog says it.".into();
        }
    }
    Scene::add_to(&mut live["cells"], cell("real-1p", "trending-topics", &[]));
    live["cells"].as_array_mut().expect("a list").reverse();
    live
}

/// Creates a client with the labels of the documents and a gateway with the real keys: before the first refresh.
async fn first_refresh() -> (Specs, Follower) {
    let specs = sample_specs();
    let follower = Follower::of(&specs).await;
    fs::write(follower.path("specs/client.toml"), "name = \"a-client\"\nversion = \"0.1.0\"\n").expect("a file");
    follower.gateway.publish_social(live_catalog(&specs).to_string());
    (specs, follower)
}

async fn refresh_social(follower: &Follower, more: &[&str]) -> Ended {
    let social = follower.gateway.base_url();
    follower.run(follower.args("refresh", &[&["--social", &social], more].concat())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_proposes_new_names_before_anything_else() {
    let (_, follower) = first_refresh().await;
    let files = follower.files();
    let refused = refresh_social(&follower, &["--dry-run"]).await;
    assert_eq!(refused.code, 1, "{}", refused.stderr);
    let expected = "20 platforms seem to have new names; accept them with `--accept renames`:\n  p1 -> real-1p (";
    assert!(refused.stdout.starts_with(expected), "{}", refused.stdout);
    for noise in ["removed: platform", "added: platform", "removed: endpoint", "the fact"] {
        assert!(!refused.stdout.contains(noise), "{noise}: {}", refused.stdout);
    }
    assert!(refused.stdout.contains("real-1p/trending-topics"), "what else changed: {}", refused.stdout);
    assert!(refused.stderr.contains("pass `--accept renames`"), "{}", refused.stderr);
    assert_eq!(follower.files(), files);

    let refused = refresh_social(&follower, &["--dry-run", "--format", "markdown"]).await;
    assert!(refused.stdout.starts_with("### 20 platforms seem to have new names\n\n- `p1` → `real-1p` ("));
    let refused = refresh_social(&follower, &["--check", "--format", "json"]).await;
    let said: Value = serde_json::from_str(&refused.stdout).expect("JSON");
    let renames = said["renames"].as_array().expect("a list");
    assert_eq!(renames.len(), 20, "{renames:#?}");
    for it in renames {
        assert_eq!(it["now"], key(it["label"].as_str().expect("text")).as_str());
        assert!(it["score"].as_u64() >= Some(80), "{it}");
    }
}

/// First refresh of every user: the snapshot has the labels of the documents.
#[tokio::test(flavor = "multi_thread")]
async fn platforms_take_the_names_of_their_real_keys() {
    let (specs, follower) = first_refresh().await;
    let accepted = refresh_social(&follower, &["--accept", "renames"]).await;
    assert_eq!(accepted.code, 0, "{}", accepted.stderr);
    assert!(!accepted.stdout.contains("the fact"), "{}", accepted.stdout);
    assert_eq!(follower.read("specs/social/facts.toml").as_bytes(), &specs.files[Specs::FACTS], "no fact is lost");
    assert!(follower.is_up_to_date().await);

    // Module, function, feature and page have the real name; the label is a deprecated alias.
    assert!(!follower.path("out/src/social/p1.rs").exists());
    let module = follower.read("out/src/social/real_1p.rs");
    assert!(module.contains("pub fn real_1p(&self) -> Platform<'_>"), "{module}");
    let alias =
        "    #[deprecated = \"renamed to `real_1p`\"]\n    pub fn p1(&self) -> Platform<'_> {\n        self.real_1p()";
    assert!(module.contains(alias), "{module}");
    let modules = follower.read("out/src/social/mod.rs");
    let alias = "#[deprecated = \"renamed to `real_1p`\"]\npub mod p1 {\n    pub use super::real_1p::*;\n}";
    assert!(modules.contains(alias), "{modules}");
    let manifest = follower.read("out/Cargo.toml");
    assert!(manifest.contains("\nsocial-real-1p = []\n") && manifest.contains("\nsocial-p1 = [\"social-real-1p\"]\n"));
    let changelog = follower.read("out/CHANGELOG.md");
    let line = "- `real-1p`: renamed from p1 to real\\_1p (the old names stay in this version, deprecated)";
    let (before, _) = changelog.split_once(line).unwrap_or_else(|| panic!("{changelog}"));
    assert_eq!(before.lines().rfind(|it| it.starts_with("### ")), Some("### Changed"), "{changelog}");
    let live = Specs::open(follower.path("specs")).expect("specs");
    let after = generate_fine(&live);
    let site = gatewright::site(&after.model, "https://docs.example/");
    assert!(site.get("social/real_1p.md").is_some_and(|it| it.starts_with("# real-1p")));

    // Ids and named values stay.
    let before = generate_fine(&specs);
    let ids = |generated: &gatewright::Generated| -> BTreeSet<String> {
        generated.model.platforms.iter().flat_map(|it| &it.operations).map(|it| it.id.clone()).collect()
    };
    let added: Vec<_> = ids(&after).difference(&ids(&before)).cloned().collect();
    assert!(ids(&before).is_subset(&ids(&after)) && added == ["p1_trending_topics"], "{added:?}");
    let openapi: Value = serde_json::from_str(&follower.read("out/openapi.json")).expect("JSON");
    let search = &openapi["paths"]["/v1/social/real-1p/search"]["get"];
    assert_eq!((&search["operationId"], &search["tags"]), (&json!("p1_search"), &json!(["real-1p"])));
    let own = before.output.get("src/social/p1.rs").expect("generated");
    let enums =
        |text: &str| text.lines().filter(|it| it.starts_with("pub enum ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(enums(&module), enums(own), "named values are facts");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_alias_stays_for_one_release() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.rename("red", "green");
    follower.publish(&scene);
    let renamed = follower.refresh(&["--accept", "renames"]).await;
    assert!(renamed.code == 0 && renamed.stderr.contains("minor: 0.1.0 becomes 0.1.1"), "{}", renamed.stderr);
    assert!(follower.read("specs/social/aliases.toml").contains("[red]\nname = \"red\"\nversion = \"0.1.1\"\n"));
    assert!(follower.read("out/src/social/green.rs").contains("pub fn red(&self)"));
    scene.cell("green/post")["status"] = "paused".into();
    follower.publish(&scene);
    let removed = follower.refresh(&[]).await;
    assert!(removed.code == 0 && removed.stderr.contains("major: 0.1.1 becomes 0.2.0"), "{}", removed.stderr);
    assert!(!follower.read("out/src/social/green.rs").contains("pub fn red(&self)"));
    assert!(!follower.read("out/Cargo.toml").contains("social-red"));
    let changelog = follower.read("out/CHANGELOG.md");
    assert!(changelog.contains("- `green`: removed: deprecated name red ("), "{changelog}");
    assert!(follower.is_up_to_date().await);
}

#[test]
fn an_alias_is_dropped_for_a_platform_of_that_name() {
    let mut scene = Scene::new();
    scene.accept_rename("red", "green");
    scene.aliases = "[red]\nname = \"blue\"\nversion = \"0.1.0\"\n".into();
    let generated = generate_fine(&scene.specs("a-client"));
    let codes: Vec<_> = generated.report.diagnostics().iter().map(|it| it.code).collect();
    assert_eq!(codes.iter().filter(|it| **it == "name-taken").count(), 1, "{codes:?}");
    assert!(generated.model.platforms.iter().all(|it| it.alias.is_none()));
}
