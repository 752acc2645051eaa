//! Tests of tasks and downloads from a hostile server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;

use super::*;
use crate::{Client, ClientBuilder, Error, HttpReply, HttpRequest, Service, TaskSpec, Transport, TransportFuture};

const TASKS: TaskSpec = TaskSpec {
    path: "/tasks",
    name: "tasks",
    envelope: "",
    id: &["id"],
    status: "status",
    progress: "progress",
    url: &["metadata.url"],
    error_code: &["error.code"],
    error_text: &["error.message"],
    done: &["completed"],
    failed: &["failed"],
};

pub(super) static GATEWAY: Service = Service { tasks: &[TASKS], ..Service::EMPTY };

/// Transport that answers by a function.
struct Answers<F>(F);

impl<F: Fn(&HttpRequest) -> TransportFuture + Send + Sync> Transport for Answers<F> {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        (self.0)(&request)
    }
}

fn task(id: &str, answer: impl Fn(&HttpRequest) -> TransportFuture + Send + Sync + 'static) -> Task {
    let builder = ClientBuilder::for_service(&GATEWAY, "https://gateway.example", "sk-Canary/42+Tea");
    let client: Client = builder.transport(Answers(answer)).build().expect("valid");
    client.videos().resume(TaskHandle::new(id, TaskPath::new("/tasks")))
}

fn says(body: String) -> TransportFuture {
    Box::pin(async { Ok(HttpReply::new(200, Default::default(), body)) })
}

#[tokio::test]
async fn long_texts_about_a_task_are_cut() {
    let long = "the source image is too dark ".repeat(40_000);
    let (error, status) = (json!({ "code": long, "message": long }), long.clone());
    let failed = json!({ "id": "t", "status": "failed", "error": error }).to_string();
    let error = task("t", move |_| says(failed.clone())).poll().await.expect_err("it failed");
    let Error::TaskFailed(failed) = &error else { panic!("{error}") };
    for text in [failed.code.as_ref(), failed.message.as_ref()] {
        assert!(text.is_some_and(|it| it.len() < 70_000 && it.ends_with('…')), "{} bytes", text.map_or(0, String::len));
    }
    let running = json!({ "id": "t", "status": status }).to_string();
    let state = task("t", move |_| says(running.clone())).poll().await.expect("it runs");
    assert!(matches!(&state, TaskState::Running { status: Some(it), .. } if it.len() < 70_000));
    let handle = TaskHandle::new(long.replace(' ', ""), TaskPath::new("/tasks"));
    assert!(handle.to_string().len() < 70_000 && format!("{handle:?}").len() < 70_000);
}

#[tokio::test]
async fn a_body_with_too_many_values_is_refused() {
    let body = format!("{{\"id\":\"t\",\"status\":\"queued\",\"x\":[{{\"\":0}}{}]}}", ",{\"\":0}".repeat(1_400_000));
    let error = task("t", move |_| says(body.clone())).poll().await.expect_err("it has too many values");
    let source = error.failure().and_then(|it| it.source.as_ref()).map(ToString::to_string).unwrap_or_default();
    assert!(source.contains("1024 MiB of memory"), "{error}: {source}");
}

/// A file server waits 29 s, sends one more byte and closes the connection.
#[tokio::test(start_paused = true)]
async fn a_download_of_one_byte_per_attempt_ends() {
    let attempts = Arc::new(AtomicU64::new(0));
    let count = attempts.clone();
    let task = task("t", move |request| {
        if request.url.path() == "/tasks/t" {
            return says(
                r#"{ "id": "t", "status": "completed", "metadata": { "url": "https://a.example/b" } }"#.into(),
            );
        }
        count.fetch_add(1, Ordering::Relaxed);
        let range = request.headers.get("range").and_then(|it| it.to_str().ok()?.strip_prefix("bytes="));
        let from: u64 = range.map_or(0, |it| it.trim_end_matches('-').parse().expect("a number"));
        let mut headers = reqwest::header::HeaderMap::new();
        let mut add = |name: &'static str, value: String| headers.insert(name, value.parse().expect("a value"));
        add("etag", "\"a\"".into());
        add("content-length", (8_000_000_000 - from).to_string());
        add("content-range", format!("bytes {from}-7999999999/8000000000"));
        let status = if from > 0 { 206 } else { 200 };
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(29)).await;
            Ok(HttpReply::new(status, headers, "x"))
        })
    });
    let TaskState::Done(video) = task.poll().await.expect("it is done") else { panic!("it is done") };
    let path = std::env::temp_dir().join(format!("gatewright-{:016x}", fastrand::u64(..)));
    let begun = Instant::now();
    let ended = tokio::time::timeout(Duration::from_secs(24 * 60 * 60), video.download(&path).start()).await;
    let (took, attempts) = (begun.elapsed(), attempts.load(Ordering::Relaxed));
    assert!(matches!(ended, Ok(Err(Error::Download { .. }))), "{attempts} attempts in {took:?}: {ended:?}");
    assert!(took < Duration::from_secs(300), "{attempts} attempts in {took:?}");
}
