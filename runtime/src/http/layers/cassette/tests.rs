//! Tests of cassettes.

use std::path::PathBuf;

use bytes::Bytes;
use futures_util::future::join_all;
use serde_json::json;

use super::super::fake::{Fake, data};
use super::*;
use crate::{Client, Error, HttpReply, HttpRequest, TransportError};

/// Path of a file that is removed when it is dropped.
struct TestFile(PathBuf);

impl TestFile {
    fn new() -> Self {
        Self(std::env::temp_dir().join(format!("cassette-{:016x}.jsonl", fastrand::u64(..))))
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("it was written")
    }

    fn replay(&self) -> Client {
        let cassette = Cassette::replay(&self.0).expect("a cassette");
        // This transport would fail the test.
        Fake::new(|_, _| panic!("a replay sends nothing")).client(cassette)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

async fn search(client: &Client, keyword: &str) -> Result<crate::Response<crate::SocialResult>> {
    client.social("p1", "search").with("keyword", keyword).send().await
}

#[tokio::test]
async fn exchanges_are_replayed_in_any_order() {
    let file = TestFile::new();
    let recorder = Fake::new(|number, _| Box::pin(async move { Ok(data(number)) }));
    let client = recorder.client(Cassette::record(&file.0).expect("a file"));
    for keyword in ["a", "b", "b", "c"] {
        search(&client, keyword).await.expect("data");
    }
    let client = file.replay();
    let replies = join_all(["c", "b", "a", "b"].map(|it| search(&client, it))).await;
    let numbers: Vec<_> =
        replies.iter().map(|it| it.as_ref().expect("it is recorded").data["number"].clone()).collect();
    assert_eq!(numbers, [4, 2, 1, 3].map(|it| json!(it)));
    assert_eq!(client.spent().by_name["p1-search"].calls, 4, "calls count as the recorded ones did");
    let error = search(&client, "b").await.expect_err("both have been replayed");
    assert!(matches!(&error, Error::Request(it) if it.contains("2 times, and all of them")), "{error}");
}

#[tokio::test]
async fn an_unknown_request_names_the_nearest_recorded_one() {
    let file = TestFile::new();
    let recorder = Fake::new(|number, _| Box::pin(async move { Ok(data(number)) }));
    let client = recorder.client(Cassette::record(&file.0).expect("a file"));
    for keyword in ["green tea", "coffee"] {
        search(&client, keyword).await.expect("data");
    }
    let error = search(&file.replay(), "green beans").await.expect_err("it is not recorded");
    let Error::Request(text) = &error else { panic!("{error:?}") };
    for part in [
        "does not contain `GET https://gateway.example/p1/search?keyword=green%20beans`",
        "the nearest is `GET https://gateway.example/p1/search?keyword=green%20tea` in line 2, with `tea` instead of `beans`",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn the_key_and_sensitive_headers_are_not_recorded() {
    let file = TestFile::new();
    let key = "canary-0123456789";
    let recorder = Fake::new(move |_, request: HttpRequest| {
        Box::pin(async move {
            let mut headers = request.headers.clone();
            headers.values_mut().for_each(|it| it.set_sensitive(false));
            headers.insert("set-cookie", "session=secret-cookie".parse().expect("a value"));
            headers.insert("x-echo", format!("token {key}").parse().expect("a value"));
            let encoded: String = key.bytes().map(|it| format!("%{it:02x}")).collect();
            let mut body = json!({ "data": { "echo": key, "encoded": encoded } }).to_string().into_bytes();
            if request.url.path().ends_with("binary") {
                body.extend([0xff, 0xfe]);
                body.extend(key.bytes());
            }
            Ok(HttpReply::new(200, headers, body))
        })
    });
    let builder = recorder.builder(Cassette::record(&file.0).expect("a file"));
    let client = builder.before_attempt(|request| {
        request.headers.insert("x-tenant", "secret-tenant".parse().expect("a value"));
        let mut value: crate::header::HeaderValue = "second-secret-42".parse().expect("a value");
        value.set_sensitive(true);
        request.headers.insert("x-other", value);
    });
    let client = client.build().expect("valid");
    client.social("p1", "search").with("keyword", "second-secret-42").send().await.expect("data");
    let _ = client.social("p1", "binary").send().await;
    let text = file.text();
    assert_eq!(text.lines().count(), 3);
    assert!(
        text.starts_with("{\"cassette\":1,\"note\":\"This file contains requests and responses, which can include")
    );
    for secret in [key, "canary", "0123456789", "%63%61", "secret-cookie", "secret-tenant", "second-secret-42"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let binary = text.lines().nth(2).and_then(|it| it.split_once("{\"base64\":\"")?.1.split_once('"'));
    let binary = tape::Content::Base64(binary.expect("a binary body").0.to_owned()).bytes().expect("base64");
    assert!(binary.windows(7).any(|it| it == [&[0xff, 0xfe][..], b"[key]"].concat()), "{binary:?}");
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&file.0).expect("a file").permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn bodies_of_any_kind_are_replayed() {
    let file = TestFile::new();
    let recorder = Fake::new(|number, _| {
        Box::pin(async move {
            let headers = crate::header::HeaderMap::new();
            match number {
                1 => Ok(HttpReply::new(200, headers, vec![0, 255, 10, 13, 128])),
                2 => Ok(HttpReply::new(200, headers, "é\u{0}\n\u{2028}")),
                3 => Ok(HttpReply::new(200, headers, "")),
                4 => Ok(HttpReply::new(200, headers, "a long text, 茶. ".repeat(10_000))),
                5 => Ok(HttpReply::new(200, headers, [0, 255, 10, b'a', 128].repeat(40_000))),
                _ => {
                    let cut = [Ok(Bytes::from_static(b"star")), Err(TransportError::lost("reset"))];
                    Ok(HttpReply::streaming(200, headers, Box::pin(futures_util::stream::iter(cut))))
                }
            }
        })
    });
    let client = recorder.builder(Cassette::record(&file.0).expect("a file"));
    let client = client.settings(|it| it.max_attempts = 1).build().expect("valid");
    let mut recorded = Vec::new();
    for number in 1..=6 {
        recorded.push(client.download(&format!("https://files.example/{number}")).await.map(|it| it.raw).ok());
    }
    assert_eq!(recorded[5], None, "the connection was lost");
    let client = file.replay();
    for (number, recorded) in (1..).zip(recorded) {
        let replayed = client.download(&format!("https://files.example/{number}")).await.map(|it| it.raw).ok();
        assert_eq!(replayed, recorded, "{number}");
    }
}

#[tokio::test]
async fn the_log_does_not_contain_the_url_of_a_response_that_is_too_large() {
    let file = TestFile::new();
    let recorder = Fake::new(|_, _| {
        Box::pin(async { Ok(HttpReply::new(200, crate::header::HeaderMap::new(), vec![b'a'; 17 << 20])) })
    });
    let client = recorder.client(Cassette::record(&file.0).expect("a file"));
    let log = Log::default();
    let logging = tracing::subscriber::set_default(log.clone());
    client.download("https://files.example/a.mp4?signature=canary").await.expect("a file");
    drop(logging);
    let log = log.0.lock().expect("no test panics with it").clone();
    assert!(log.contains("too large for the cassette") && log.contains("files.example"), "{log}");
    assert!(!log.contains("canary"), "{log}");
}

/// Log of all events.
#[derive(Clone, Default)]
struct Log(std::sync::Arc<std::sync::Mutex<String>>);

impl tracing::field::Visit for Log {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
        self.0.lock().expect("no test panics with it").push_str(&format!("{field}={value:?} "));
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        span.record(&mut self.clone());
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, values: &tracing::span::Record<'_>) {
        values.record(&mut self.clone());
    }

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut self.clone());
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

#[tokio::test]
async fn errors_are_replayed() {
    let file = TestFile::new();
    let recorder = Fake::new(|number, _| {
        Box::pin(async move {
            match number {
                1 => Err(TransportError::not_sent("refused")),
                2 => Ok(data(number)),
                _ => Err(TransportError::lost("reset")),
            }
        })
    });
    let recording = recorder.client(Cassette::record(&file.0).expect("a file"));
    for replays in [false, true] {
        let client = if replays { file.replay() } else { recording.clone() };
        assert_eq!(search(&client, "a").await.expect("the second attempt succeeds").attempts, 2);
        assert!(matches!(search(&client, "b").await, Err(Error::ChargeUnknown(_))));
    }
}

#[test]
fn only_a_cassette_is_replaced_and_an_incomplete_line_is_ignored() {
    let file = TestFile::new();
    std::fs::write(&file.0, "my notes").expect("a file");
    let error = Cassette::record(&file.0).expect_err("it is not a cassette");
    assert!(error.to_string().contains("the file exists and is not a cassette"), "{error}");
    assert!(Cassette::replay(&file.0).is_err());
    assert_eq!(file.text(), "my notes");

    std::fs::write(&file.0, "").expect("a file");
    drop(Cassette::record(&file.0).expect("the file is empty"));
    drop(Cassette::record(&file.0).expect("the file is a cassette"));
    let note = file.text();
    std::fs::write(&file.0, format!("{note}{{\"request\":{{\"meth")).expect("a file");
    assert!(Cassette::replay(&file.0).is_ok(), "a crash can leave an incomplete last line");
    std::fs::write(&file.0, format!("{note}{{}}\n")).expect("a file");
    let error = Cassette::replay(&file.0).expect_err("a line is broken");
    assert!(error.to_string().contains("line 2"), "{error}");
}
