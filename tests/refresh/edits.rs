//! Hand-written spec files before and after a refresh.

use std::fs;

use serde_json::json;

use super::live::Follower;
use super::scene::{Scene, cell};

#[tokio::test(flavor = "multi_thread")]
async fn facts_that_no_longer_match_become_stale() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.param("plain")["name"] = "simple".into();
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("the fact params.plain no longer matches anything"), "{}", ended.stdout);
    let facts = follower.read("specs/social/facts.toml");
    assert!(
        facts.starts_with("# What people know.") && facts.contains("popular") && !facts.contains("plain"),
        "{facts}"
    );
    let stale = follower.read("specs/social/facts.stale.toml");
    assert!(stale.contains("plain = { max_length = 20 }") && stale.contains("0.2.0"), "{stale}");
    assert!(follower.is_up_to_date().await);
}

/// A manual version bump does not make the removal of a constant compatible.
#[tokio::test(flavor = "multi_thread")]
async fn a_removed_constant_is_a_breaking_change_after_a_manual_version_bump_too() {
    let mut scene = Scene::new();
    scene.retired = "[chat-old]\nendpoint_types = [\"openai\"]\nversion = \"0.1.0\"\n".into();
    let follower = Follower::of(&scene.specs("a-client")).await;
    fs::write(follower.path("specs/client.toml"), "name = \"a-client\"\nversion = \"0.2.0\"\n").expect("a file");
    assert_eq!(follower.run(follower.args("generate", &[])).await.code, 0);
    assert!(follower.read("out/src/models/chat.rs").contains("CHAT_OLD"));
    scene.cell("red/post")["status"] = "paused".into();
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stdout.contains("removed: deprecated constant of a removed model"), "{}", ended.stdout);
    assert!(ended.stderr.contains("major: 0.2.0 becomes 0.3.0"), "{}", ended.stderr);
    assert!(!follower.read("out/src/models/chat.rs").contains("CHAT_OLD"));
}

#[tokio::test(flavor = "multi_thread")]
async fn manual_edits_between_two_refreshes_are_reported() {
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
async fn a_stale_fact_that_matches_again_is_reported() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.param("plain")["name"] = "simple".into();
    follower.publish(&scene);
    assert_eq!(follower.refresh(&[]).await.code, 0);
    follower.publish(&Scene::new());
    let ended = follower.refresh(&[]).await;
    assert!(ended.stderr.contains("`\"0.2.0\".cell.red.search.params.plain`"), "{}", ended.stderr);
}

/// Facts about an upcoming catalog resolve name collisions.
#[tokio::test(flavor = "multi_thread")]
async fn facts_can_be_written_for_an_upcoming_catalog() {
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
async fn parameters_with_the_same_name_do_not_stop_a_refresh() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    let params = ["a.b", "a b"].map(|it| json!({ "name": it, "type": "string", "required": false }));
    Scene::add_to(&mut scene.social["cells"], cell("blue", "post", &params));
    follower.publish(&scene);
    let ended = follower.refresh(&[]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("[cell.blue.post.params] \"a.b\" = { name = \"…\" }"), "{}", ended.stderr);
    let module = follower.read("out/src/social/blue.rs");
    assert!(module.contains("pub fn a_b(") && module.contains("pub fn a_b_2("), "{module}");
}

/// A fact is stale if it matched the old catalog; a misspelt fact never matched.
#[tokio::test(flavor = "multi_thread")]
async fn a_misspelt_fact_is_an_error_and_not_stale() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.param("plain")["name"] = "simple".into();
    follower.publish(&scene);
    let facts = follower.read("specs/social/facts.toml");
    for (text, right, wrong, place, meant) in [
        (facts.clone(), "page  =", "pgae  =", "facts.toml:10:1", "did you mean `page`?"),
        (facts.clone(), "paging =", "pagign =", "facts.toml:10:11", "did you mean `paging`?"),
        (facts.clone(), "[cell.red.search]", "[cell.red.serach]", "facts.toml:5:1", "did you mean `search`?"),
        (facts.clone() + "\n[capability]\npots = \"One post.\"\n", "", "", "facts.toml:14:1", "did you mean `post`?"),
        (
            facts.clone(),
            "[cell.red.search]",
            "[cell.rd.search]",
            "facts.toml:5:1",
            "facts for the unknown platform `rd`",
        ),
    ] {
        let text = if right.is_empty() { text } else { text.replacen(right, wrong, 1) };
        fs::write(follower.path("specs/social/facts.toml"), text).expect("a file");
        let files = follower.files();
        let refused = follower.refresh(&[]).await;
        assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{}", refused.stderr);
        assert!(refused.stderr.contains(place) && refused.stderr.contains(meant), "{}", refused.stderr);
        assert!(!refused.stderr.contains("plain"), "that one is stale: {}", refused.stderr);
        assert_eq!(follower.files(), files);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_misspelt_fact_is_an_error_although_the_catalogs_have_not_changed() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    follower.publish(&Scene::new());
    let facts = follower.read("specs/social/facts.toml");
    for (right, wrong, meant) in [
        ("page  =", "pgae  =", "did you mean `page`?"),
        ("[cell.red.search]", "[cell.rd.search]", "facts for the unknown platform `rd`"),
    ] {
        fs::write(follower.path("specs/social/facts.toml"), facts.replacen(right, wrong, 1)).expect("a file");
        let files = follower.files();
        let refused = follower.refresh(&["--dry-run"]).await;
        assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{}", refused.stderr);
        assert!(refused.stderr.contains(meant), "{}", refused.stderr);
        assert_eq!(follower.files(), files);
    }
}
