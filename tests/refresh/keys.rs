//! The key of the model catalog, which `refresh` shows nowhere.

use std::fs;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::live::Follower;
use super::scene::Scene;

/// Name of a variable in the environment of every test, and its value in several encodings.
const VARIABLE: &str = "CARGO_PKG_NAME";
const WRITTEN: [&str; 4] = ["gatewright-tests", "GATEWRIGHT-TESTS", "gatewright%2Dtests", "Z2F0ZXdyaWdodC10ZXN0cw"];

/// Starts a server that answers one request with these headers.
async fn answer_one(headers: String) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let url = format!("http://{}/models", listener.local_addr().expect("it is bound"));
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a request");
        let (mut head, mut byte) = (Vec::new(), [0]);
        while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).await.expect("a request") == 1 {
            head.push(byte[0]);
        }
        let answer = format!("HTTP/1.1 {headers}\r\nconnection: close\r\n\r\n");
        stream.write_all(answer.as_bytes()).await.expect("it is read");
    });
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redirect_that_repeats_the_key_does_not_show_it() {
    let scene = Scene::new();
    let follower = Follower::of(&scene.specs("a-client")).await;
    let source = format!("[models]\nkey_from = \"{VARIABLE}\"\n");
    fs::write(follower.path("specs/sources.toml"), source).expect("a file");
    for written in WRITTEN {
        for location in [
            format!("login?token={written}"),
            format!("http://{written}.example/"),
            format!("http://bad host/{written}"),
            format!("https://other.example/{written}"),
        ] {
            let url = answer_one(format!("302 Found\r\nlocation: {location}\r\ncontent-length: 0")).await;
            let ended = follower.run(follower.args("refresh", &["--models", &url, "--check"])).await;
            let shown = ended.stderr + &ended.stdout;
            assert_eq!(ended.code, 1, "{shown}");
            let is_left = |it: &&str| shown.to_lowercase().contains(&it.to_lowercase());
            assert!(!WRITTEN.iter().any(is_left), "{location}: {shown}");
        }
    }
}
