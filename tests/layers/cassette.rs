//! Cassettes: recorded against the mock gateway, replayed without it.

use std::time::Duration;

use sample_client::gateway::SpeechArgs;
use sample_client::{Cassette, Client, Error, Layer, Upload, models};

use super::gateway;

const CANARY: &str = "canary-key-6b1f-0123456789";

/// Uses calls of every kind. Returns their results as text.
async fn calls(base_url: &str, key: &str, layer: impl Layer + 'static) -> (String, Client) {
    let client = Client::builder(base_url, key).dash_url(base_url).layer(layer).build().expect("valid");
    let mut shown = client.p1().search("tea").send().await.expect("data").data.to_string();
    let mut events = client.chat(models::chat::CHAT_LARGE, "words").stream().await.expect("a stream");
    while let Some(text) = events.next_text().await {
        shown += &text.expect("text");
    }
    let args = SpeechArgs { input: "words".into(), voice: "one".into() };
    let speech = client.speech(models::speech::SPEECH_STANDARD, args).send().await.expect("speech");
    shown += &format!("{:?}", speech.bytes().await.expect("bytes"));
    let file = || Upload::bytes("a.wav", &b"sound"[..]).content_type("audio/wav");
    let heard = client.transcription(models::transcription::TRANSCRIBE_STANDARD, file()).send().await;
    shown += &format!("{:?}", heard.expect("text").body);
    let error = client.p1().search("").send().await.err();
    shown += &error.map(|it| it.to_string()).unwrap_or_default();
    let file = client.download(&format!("{base_url}/files/a")).await.expect("a file");
    shown += &format!("{:?} {}", file.raw, client.catalog().await.expect("a catalog").cells.len());
    let task = client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "tea").submit().await.expect("a task");
    let pause = Duration::from_millis(20);
    let outcome = task.wait().poll_interval(pause, pause).await.expect("it is polled");
    (format!("{shown} {outcome:?}"), client)
}

#[tokio::test]
async fn calls_of_every_kind_are_replayed_without_the_gateway() {
    let gateway = gatewright_tests::sample_gateway().key(CANARY).start().await.expect("loopback");
    let (folder, base_url) = (tempfile::tempdir().expect("a folder"), gateway.base_url());
    let path = folder.path().join("calls.jsonl");
    let (recorded, client) = calls(&base_url, CANARY, Cassette::record(&path).expect("a file")).await;
    let (sent, spent) = (gateway.journal().count, client.spent());
    let text = std::fs::read_to_string(&path).expect("a cassette");
    assert_eq!(text.lines().count() as u64, sent + 1, "{text}");
    for secret in [CANARY, "canary", "6b1f-0123"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    gateway.stop();
    let (replayed, client) = calls(&base_url, "another-key-0123", Cassette::replay(&path).expect("a cassette")).await;
    assert_eq!(recorded, replayed);
    assert_eq!(client.spent(), spent, "the costs are those of the recorded calls");
    let error = client.p1().search("coffee").send().await.expect_err("it is not recorded");
    assert!(matches!(&error, Error::Request(it) if it.contains("the nearest is `GET")), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_calls_are_recorded_as_whole_lines() {
    let gateway = gateway().await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("calls.jsonl");
    for record in [true, false] {
        let cassette = if record { Cassette::record(&path) } else { Cassette::replay(&path) };
        let client = Client::builder(&gateway.base_url(), gateway.key()).layer(cassette.expect("a cassette"));
        let client = client.build().expect("valid");
        let calls: Vec<_> = (0..30)
            .map(|number| {
                let client = client.clone();
                let keyword = format!("tea {}", number % 10);
                tokio::spawn(async move { client.p1().search(keyword).send().await })
            })
            .collect();
        for call in calls {
            call.await.expect("no panic").expect("data");
        }
        assert_eq!(gateway.journal().count, 30, "a replay sends nothing");
    }
}
