//! Platforms that only got another key.

use std::fs;

use gatewright::Specs;
use gatewright_tests::sample_specs;
use serde_json::{Value, json};

use super::live::Follower;
use super::scene::{Scene, cell};

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
    assert!(refused.stderr.contains("write `red = \"green\"` to social/keys.toml"), "{}", refused.stderr);
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
