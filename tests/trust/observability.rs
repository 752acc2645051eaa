//! Spans and events: one span per call with OpenTelemetry names, one event per attempt, and no secrets.

use std::io;
use std::sync::LazyLock;

use gatewright_tests::Log;
use sample_client::{Client, Error};
use tracing_subscriber::fmt::format::FmtSpan;

use super::{Reply, Script};

/// A second subscriber. As long as there is only one, `tracing` asks the current thread alone whether it wants an event, so that
/// other tests could switch it off.
static OTHER: LazyLock<tracing::Dispatch> = LazyLock::new(|| {
    let subscriber = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(io::sink);
    tracing::Dispatch::new(subscriber.finish())
});

/// Returns the events and closed spans of a test, one per line.
fn logged(test: impl Future<Output = ()>) -> Vec<String> {
    LazyLock::force(&OTHER);
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .without_time()
        .with_writer(move || writer.clone())
        .finish();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    tracing::subscriber::with_default(subscriber, || runtime.expect("a runtime").block_on(test));
    log.text().lines().filter(|it| it.contains("gatewright_runtime")).map(str::to_owned).collect()
}

fn client(replies: impl IntoIterator<Item = Reply>) -> Client {
    let builder = Client::builder("https://gateway.example:8443", "canary-key-77aa").header("x-team", "canary-header");
    builder.transport(Script::of(replies)).build().expect("valid")
}

/// Checks that a line has all these parts.
fn assert_has(line: &str, parts: &[&str]) {
    for part in parts {
        assert!(line.contains(part), "`{part}` in {line}");
    }
}

#[test]
fn a_call_is_a_span_and_an_attempt_is_an_event() {
    let lines = logged(async {
        let client = client([Reply::Status(502, Vec::new()), Reply::Data]);
        client.p1().search("canary-query").send().await.expect("data");
    });
    let [first, second, span] = lines.as_slice() else { panic!("{lines:#?}") };
    let failed =
        ["DEBUG", "attempt ended", "resend_count=0", "http.response.status_code=502", "error.type=\"SourceFailed\""];
    assert_has(first, &failed);
    assert_has(first, &["gateway.charge=\"no\"", "gateway.cost_usd=0", "gateway.retry_wait="]);
    assert_has(second, &["resend_count=1", "http.response.status_code=200", "gateway.charge=\"yes\"", "cost_usd=0.02"]);
    assert!(!second.contains("gateway.retry_wait"), "{second}");
    let names = ["otel.name=\"p1_search\"", "gateway.operation=\"p1_search\"", "usage_log_name=\"social-p1-search\""];
    assert_has(span, &names);
    assert_has(span, &["INFO", "gateway call", "close", "otel.kind=\"client\"", "http.request.method=\"GET\""]);
    assert_has(span, &["server.address=\"gateway.example\"", "server.port=8443", "http.request.resend_count=1"]);
    assert_has(span, &["http.response.status_code=200", "gateway.attempts=2", "gateway.charge=\"yes\""]);
    assert_has(span, &["gateway.cost_usd=0.02", "gateway.elapsed="]);
    assert!(!span.contains("error.type"), "{span}");
    assert!(lines.iter().all(|it| !it.contains("canary")), "{lines:#?}");
}

#[test]
fn a_lost_and_a_cancelled_call_have_an_error_type() {
    let lines = logged(async {
        let client = client([Reply::Lost, Reply::Never]);
        let lost = client.p1().search("canary-query").send().await;
        assert!(matches!(lost, Err(Error::ChargeUnknown(_))));
        let never = client.p1().search("canary-query").send();
        assert!(tokio::time::timeout(std::time::Duration::from_millis(5), never).await.is_err());
    });
    let [_, lost, cancelled] = lines.as_slice() else { panic!("{lines:#?}") };
    assert_has(
        lost,
        &["close", "error.type=\"ChargeUnknown\"", "otel.status_code=\"error\"", "gateway.charge=\"unknown\""],
    );
    assert_has(cancelled, &["close", "error.type=\"Cancelled\"", "gateway.attempts=1", "gateway.charge=\"unknown\""]);
    assert!(lines.iter().all(|it| !it.contains("canary") && !it.contains("cost_usd")), "{lines:#?}");
}

#[test]
fn a_stream_keeps_its_span_open_until_it_ends() {
    let lines = logged(async {
        let reply = serde_json::json!({ "choices": [{ "message": { "content": "tea" }, "finish_reason": "stop" }] });
        let client = client([Reply::Json(reply)]);
        let chat = || client.chat(sample_client::models::chat::CHAT_LARGE, "canary-words").stream();
        let dropped = chat().await.expect("a stream");
        tracing::info!(target: "gatewright_runtime", "now it is dropped");
        drop(dropped);
        chat().await.expect("a stream").finish().await.expect("it is complete");
    });
    let lines: Vec<_> = lines.iter().filter(|it| !it.contains("attempt ended")).collect();
    let [marker, dropped, complete] = lines.as_slice() else { panic!("{lines:#?}") };
    assert!(marker.contains("now it is dropped"), "{lines:#?}");
    assert_has(
        dropped,
        &["close", "gateway.operation=\"chat\"", "error.type=\"Cancelled\"", "gateway.charge=\"unknown\""],
    );
    assert_has(complete, &["close", "gateway.operation=\"chat\"", "gateway.charge=\"yes\""]);
    assert!(lines.iter().all(|it| !it.contains("canary")), "{lines:#?}");
}
