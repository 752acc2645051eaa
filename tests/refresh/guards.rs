//! Guards of `refresh`: refused changes and their messages.

use std::fs;

use gatewright_mock::{Fault, FaultKind};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::cases::Change;
use super::live::Follower;
use super::scene::Scene;

/// Starts a server that responds to one request with a body. Returns its URL, and a task that returns the request head.
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
async fn the_model_catalog_key_is_sent_only_to_the_model_catalog() {
    let scene = Scene::new();
    let follower = Follower::of(&scene.specs("a-client")).await;
    follower.publish(&scene);
    // Any variable in the environment of a test: here the name of this package.
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

/// Each case is a refused change, with the value of `--accept` that accepts it.
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
    // `--accept` does not accept a catalog that cannot be read.
    for broken in ["", "[]", "{}", "{\"cells\": 5}", "<html></html>"] {
        let follower = Follower::of(&Scene::new().specs("a-client")).await;
        follower.publish(&Scene::new());
        follower.gateway.publish_social(broken);
        let files = follower.files();
        let ended = follower
            .refresh(&[
                "--accept",
                "shrink,growth,price,billing,status,groups,optional,types,access,log-name,limits,vanished,renames",
            ])
            .await;
        assert_eq!(ended.code, 1, "{broken}: {}", ended.stderr);
        assert_eq!(follower.files(), files, "{broken}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fetches_have_limits() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    // Only the delayed fetch has a short timeout: any fetch may be slow on a busy machine.
    let limit = |fault: &FaultKind| {
        let seconds = if matches!(fault, FaultKind::Delay { .. }) { 2 } else { 120 };
        let limits = format!("[limits]\nmax_bytes = 100_000\ntimeout_seconds = {seconds}\n");
        fs::write(follower.path("specs/sources.toml"), limits).expect("a file");
    };
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
        (FaultKind::CutInBody { after: 100 }, "was interrupted"),
    ] {
        limit(&fault);
        let files = follower.files();
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
async fn all_refused_changes_are_reported_at_once() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["price_usd"] = 2.5.into();
    scene.rename("red", "green");
    follower.publish(&scene);
    let refused = follower.refresh(&[]).await;
    assert!(refused.stderr.contains("`red/post`, price_usd: 2.5, was 0.01"), "{}", refused.stderr);
    assert!(refused.stderr.contains("--accept price,renames`"), "{}", refused.stderr);
    let ended = follower.refresh(&["--accept", "price,renames"]).await;
    assert_eq!(ended.code, 0, "{}", ended.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_in_a_catalog_name_its_source() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    scene.cell("red/post")["require_one_of"] = json!([["id", "lnk"]]);
    follower.publish(&scene);
    let refused = follower.refresh(&[]).await;
    let place = format!("--> {}/api/social/catalog:1:", follower.gateway.base_url());
    assert!(refused.code == 1 && refused.stderr.contains(&place), "{}", refused.stderr);
    assert!(refused.stderr.contains("at $.cells[1].require_one_of"), "{}", refused.stderr);
    assert!(refused.stderr.ends_with("; nothing was written: 1 error\n"), "{}", refused.stderr);
    let [old, new] = ["old.json", "new.json"].map(|it| follower.path(it).to_string_lossy().into_owned());
    fs::write(&old, Scene::new().social.to_string()).expect("a file");
    fs::write(&new, scene.social.to_string()).expect("a file");
    let ended = follower.run(vec!["diff".into(), old, new.clone()]).await;
    assert!(ended.code == 1 && ended.stderr.contains(&format!("--> {new}:1:")), "{}", ended.stderr);
    let empty = follower.run(follower.args("refresh", &["--social", ""])).await;
    assert!(empty.code == 2 && empty.stderr.contains("--social"), "{}", empty.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_about_a_new_catalog_are_shown() {
    let follower = Follower::of(&Scene::new().specs("a-client")).await;
    let mut scene = Scene::new();
    Scene::add_to(&mut scene.models["data"], json!({ "supported_endpoint_types": ["openai"] }));
    scene.cell("red/post")["status"] = "paused".into();
    follower.publish(&scene);
    let ended = follower.refresh(&["--dry-run"]).await;
    assert!(ended.code == 0 && ended.stderr.contains("warning"), "{}", ended.stderr);
}
