//! Text of a gateway in errors, states and logs: the key is hidden in every encoding, and every character is visible.

use std::sync::Mutex;

use sample_client::gateway::SpeechArgs;
use sample_client::gateway::task_path;
use sample_client::models::{chat, speech};
use sample_client::video::TaskHandle;
use sample_client::{Client, Error, HttpReply, HttpRequest, Transport, TransportFuture};
use serde_json::json;

const KEY: &str = "sk-Canary/42+Tea";

/// Returns encodings of the key, each with control characters.
fn writings() -> Vec<String> {
    let each = |write: &dyn Fn(char) -> String| KEY.chars().map(write).collect::<String>();
    let mut all = vec![
        KEY.to_owned(),
        KEY.to_uppercase(),
        KEY.to_lowercase(),
        each(&|it| format!("%{:02X}", u32::from(it))),
        each(&|it| format!("\\u{:04x}", u32::from(it))),
        each(&|it| format!("{it}\u{7}")),
        each(&|it| format!("{it}\u{200b}")),
        // `Bearer sk-Canary/42+Tea`, in base64.
        "QmVhcmVyIHNrLUNhbmFyeS80MitUZWE=".to_owned(),
    ];
    all.iter_mut().for_each(|it| it.push_str("\u{1b}[2J\u{202e}\u{9b}31m"));
    all
}

/// Transport that returns one response.
struct Canned(Mutex<Option<HttpReply>>);

impl Transport for Canned {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = self.0.lock().expect("no test panics with it").take().expect("one request");
        Box::pin(async { Ok(reply) })
    }
}

fn client(reply: HttpReply) -> Client {
    let builder = Client::builder("https://gateway.example", KEY).dash_url("https://dash.example");
    let once = builder.settings(|it| it.max_attempts = 1);
    once.transport(Canned(Mutex::new(Some(reply)))).build().expect("valid")
}

/// Creates a response with a body, and a text in every header that an error shows.
fn reply(status: u16, content_type: &str, body: impl Into<String>, header: &str) -> HttpReply {
    let mut reply = HttpReply::new(status, Default::default(), body.into());
    let ascii: String = header.chars().filter(|it| it.is_ascii_graphic()).collect();
    let content_type = content_type.replace("PLANTED", &ascii);
    reply.headers.insert("content-type", content_type.parse().expect("a value"));
    reply.headers.insert("x-request-id", ascii.parse().expect("a value"));
    reply
}

fn shown(error: &Error) -> String {
    let source = error.failure().and_then(|it| it.source.clone());
    format!("{error}\n{error:?}\n{:?}\n{:?}", error.failure(), source.map(|it| it.to_string()))
        + &error.failure().map(|it| it.body.clone()).unwrap_or_default()
}

/// Returns all outputs that can contain the planted text.
async fn walk(planted: &str) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    let mut add = |name: &'static str, text: String| all.push((name, text));
    let error_body = json!({ "error": { "code": planted, "message": planted } }).to_string();
    let raw = format!("<html>{planted}</html>");
    for (name, status, body) in [
        ("400", 400, &error_body),
        ("401", 401, &error_body),
        ("429", 429, &error_body),
        ("500", 500, &error_body),
        ("200 that is an error", 200, &error_body),
        ("raw 400", 400, &raw),
        ("raw 200", 200, &raw),
    ] {
        let reply = || reply(status, "application/PLANTED", body, planted);
        add(name, shown(&client(reply()).p1().search("tea").send().await.expect_err(name)));
        add(name, shown(&client(reply()).chat(chat::CHAT_LARGE, "tea").send().await.expect_err(name)));
    }
    let fine = reply(200, "application/json", json!({ "data": { "id": 1 } }).to_string(), planted);
    add("response", format!("{:?}", client(fine).p1().search("tea").send().await.expect("data")));

    for (name, event) in [("error event", error_body.clone()), ("broken event", format!("{{\"{planted}"))] {
        let event = event.replace('\n', " ");
        let reply = reply(200, "text/event-stream", format!("data: {event}\n\n"), planted);
        let events = client(reply).chat(chat::CHAT_LARGE, "tea").stream().await.expect("it begins");
        add(name, shown(&events.finish().await.expect_err(name)));
    }
    for content_type in ["text/PLANTED", "audio/PLANTED"] {
        let args = SpeechArgs { input: "tea".into(), voice: "one".into() };
        let sound = reply(200, content_type, raw.clone(), planted);
        match client(sound).speech(speech::SPEECH_STANDARD, args).send().await {
            Ok(sound) => add("speech", format!("{sound:?}")),
            Err(error) => add("speech", shown(&error)),
        }
    }
    for (name, body) in [
        ("failed task", json!({ "id": "t", "status": "failed", "error": { "code": planted, "message": planted } })),
        ("older failed task", json!({ "data": { "task_id": "t", "status": "FAILURE", "fail_reason": planted } })),
        ("running task", json!({ "id": "t", "status": planted })),
        ("another task", json!({ "id": planted, "status": "completed" })),
        ("no task", json!([planted])),
    ] {
        let client = client(reply(200, "application/json", body.to_string(), planted));
        let polled = client.videos().resume(TaskHandle::new("t", task_path::VIDEOS)).poll().await;
        add(name, polled.map_or_else(|error| shown(&error), |state| format!("{state:?}")));
    }
    let file = client(reply(403, "text/PLANTED", raw, planted)).download("https://files.example/a").await;
    add("file", shown(&file.expect_err("403")));
    let path = format!("/v1/social/{planted}/x");
    let catalog = json!({ "cells": [{ "path": path }] }).to_string();
    // The client fetches the catalog without the key, so only control characters matter.
    let catalog = client(reply(200, "application/json", catalog, "")).catalog().await.expect("a catalog");
    let changes: Vec<_> = catalog.changes().iter().map(ToString::to_string).collect();
    let visible = changes.join("\n");
    assert!(!visible.contains(|it: char| it.is_control() && it != '\n'), "{visible:?}");
    all
}

#[tokio::test]
async fn foreign_text_is_harmless_wherever_it_is_shown() {
    let bidi = ['\u{202e}', '\u{200b}'];
    for planted in writings() {
        let key = planted.split('\u{1b}').next().expect("a part").to_owned();
        for (name, text) in walk(&planted).await {
            assert!(!text.contains(&key), "{name}: {key:?} in {text}");
            assert!(!text.to_lowercase().contains(&KEY.to_lowercase()), "{name}: {text}");
            let strange = text.chars().find(|it| it.is_control() && *it != '\n' || bidi.contains(it));
            assert_eq!(strange, None, "{name}: {text:?}");
        }
    }
}
