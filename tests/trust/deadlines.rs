//! A server that sends one byte at a time cannot keep a call alive: every kind of call ends.

use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use sample_client::gateway::task_path;
use sample_client::models::{chat, video};
use sample_client::video::TaskHandle;
use sample_client::{Cause, Client, Error, HttpReply, HttpRequest, Transport, TransportFuture};
use serde_json::json;
use tokio::time::Instant;

/// Transport that sends the start of a body, then one byte every four minutes, which is less than the idle timeout.
struct Drip {
    status: u16,
    content_type: &'static str,
    start: String,
}

impl Transport for Drip {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let header = ("content-type".parse().expect("a name"), self.content_type.parse().expect("a value"));
        let mut reply = HttpReply::new(self.status, [header].into_iter().collect(), "");
        let start = futures_util::stream::iter([Ok(Bytes::from(self.start.clone()))]);
        let drops = futures_util::stream::repeat(()).then(|()| async {
            tokio::time::sleep(Duration::from_secs(240)).await;
            Ok(Bytes::from_static(b" "))
        });
        reply.body = Box::pin(start.chain(drops));
        Box::pin(async move { Ok(reply) })
    }
}

fn client(status: u16, content_type: &'static str, start: &str) -> Client {
    let drip = Drip { status, content_type, start: start.to_owned() };
    Client::builder("https://gateway.example", "canary").transport(drip).build().expect("valid")
}

fn is_timeout(error: &Error) -> bool {
    matches!(error, Error::Timeout(_)) || matches!(error, Error::ChargeUnknown(it) if it.cause == Cause::Timeout)
}

/// Asserts that approximately this time has passed.
fn assert_took(begun: Instant, seconds: u64) {
    let took = begun.elapsed();
    let least = Duration::from_secs(seconds);
    assert!(took >= least && took < least + Duration::from_secs(300), "{took:?} instead of {least:?}");
}

#[tokio::test(start_paused = true)]
async fn a_social_call_ends_at_its_deadline() {
    let (client, begun) = (client(200, "application/json", "{\"data\":"), Instant::now());
    let error = client.p1().search("tea").send().await.expect_err("it never ends");
    assert!(is_timeout(&error), "{error}");
    assert_took(begun, 600);
    let begun = Instant::now();
    let hurried = client.p1().search("tea").settings(|it| it.deadline = Duration::from_secs(60));
    assert!(is_timeout(&hurried.send().await.expect_err("it never ends")));
    assert_took(begun, 60);
}

#[tokio::test(start_paused = true)]
async fn a_chat_call_and_its_stream_end_at_their_deadline() {
    let (whole, begun) = (client(200, "application/json", "{\"id\":"), Instant::now());
    let error = whole.chat(chat::CHAT_LARGE, "What is tea?").send().await.expect_err("it never ends");
    assert!(is_timeout(&error), "{error}");
    assert_took(begun, 7200);
    let chunk = json!({ "choices": [{ "index": 0, "delta": { "content": "Tea is" } }] });
    let (streaming, begun) = (client(200, "text/event-stream", &format!("data: {chunk}\n\n:")), Instant::now());
    let mut events = streaming.chat(chat::CHAT_LARGE, "What is tea?").stream().await.expect("it begins");
    assert_eq!(events.next_text().await.expect("a chunk").expect("no error"), "Tea is");
    let error = events.next_text().await.expect("an error").expect_err("it never ends");
    assert!(is_timeout(&error), "{error}");
    let Error::ChargeUnknown(unknown) = error else { panic!("{error}") };
    assert!(unknown.received.is_some_and(|it| it.to_string().contains("Tea is")), "the partial output is there");
    assert_took(begun, 7200);
}

#[tokio::test(start_paused = true)]
async fn an_error_body_has_a_short_deadline() {
    let (client, begun) = (client(400, "application/json", "{\"error\": {\"message\": \"too"), Instant::now());
    let error = client.p1().search("tea").send().await.expect_err("it is refused");
    assert!(matches!(&error, Error::BadParameter(it) if it.body.contains("too")), "{error:?}");
    assert!(begun.elapsed() < Duration::from_secs(11), "{:?}", begun.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_poll_and_the_catalog_end_at_their_deadline() {
    let (polled, begun) = (client(200, "application/json", "{\"id\":"), Instant::now());
    let task = polled.videos().resume(TaskHandle::new("task_1", task_path::VIDEOS));
    assert!(is_timeout(&task.poll().await.expect_err("it never ends")));
    // A poll is free and is retried, within the deadline of the call.
    assert_took(begun, 600);
    let drip = Drip { status: 200, content_type: "application/json", start: "{\"cells\":".into() };
    let builder = Client::builder("https://gateway.example", "canary").dash_url("https://dash.example");
    let begun = Instant::now();
    let error = builder.transport(drip).build().expect("valid").catalog().await.expect_err("it never ends");
    assert!(is_timeout(&error), "{error}");
    assert_took(begun, 600);
}

#[tokio::test(start_paused = true)]
async fn a_submission_ends_at_its_deadline() {
    let (client, begun) = (client(200, "application/json", "{\"id\":"), Instant::now());
    let error = client.videos().a_text_to_video(video::VIDEO_A_TEXT, "tea").submit().await.expect_err("it never ends");
    assert!(is_timeout(&error), "{error}");
    assert_took(begun, 7200);
}

/// Transport that responds to a poll and sends the file one byte at a time.
struct SlowFile(Drip);

impl Transport for SlowFile {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        if request.url.path().starts_with("/v1/") {
            let url = json!({ "url": "https://files.example/clip.mp4" });
            let body = json!({ "id": "task_1", "status": "completed", "metadata": url });
            return Box::pin(async move { Ok(HttpReply::json(200, &body)) });
        }
        self.0.send(request)
    }
}

#[tokio::test(start_paused = true)]
async fn a_download_below_the_minimum_rate_ends() {
    let file = SlowFile(Drip { status: 200, content_type: "video/mp4", start: "clip".into() });
    let client = Client::builder("https://gateway.example", "canary").transport(file).build().expect("valid");
    let task = client.videos().resume(TaskHandle::new("task_1", task_path::VIDEOS));
    let video = task.wait().await.expect("it is done").done().expect("it is done");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let begun = Instant::now();
    let error = video.download(folder.path().join("clip.mp4")).await.expect_err("it never ends");
    assert!(error.to_string().contains("less than 1024 bytes per second"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(1000), "{:?}", begun.elapsed());
    assert!(!folder.path().join("clip.mp4").exists());
}
