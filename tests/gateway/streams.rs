//! Streaming: every format uses one parser.

use std::sync::Mutex;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt as _, stream};
use gatewright_mock::{Fault, FaultKind};
use sample_client::serde_json::Value;
use sample_client::{
    Cause, Charge, Client, Error, Events, HttpReply, HttpRequest, StreamProtocol, Tool, Transport, TransportFuture,
    chat, messages, models, responses,
};
use serde_json::json;
use tokio::sync::oneshot;

use super::{builder, client, gateway};

async fn chat(client: &Client) -> Events<chat::Protocol> {
    client.chat(models::chat::CHAT_LARGE, "What is tea?").stream().await.expect("it begins")
}

async fn messages(client: &Client) -> Events<messages::Protocol> {
    client.messages(models::messages::CHAT_LARGE, "What is tea?").max_tokens(9).stream().await.expect("it begins")
}

async fn responses(client: &Client) -> Events<responses::Protocol> {
    client.responses(models::responses::CHAT_LARGE, "What is tea?").stream().await.expect("it begins")
}

/// Returns all text of a stream, and the error that ended it, if any.
async fn drain<P: StreamProtocol>(mut events: Events<P>) -> (String, Result<(), Error>) {
    let mut text = String::new();
    while let Some(piece) = events.next_text().await {
        match piece {
            Ok(piece) => text += &piece,
            Err(error) => return (text, Err(error)),
        }
    }
    (text, Ok(()))
}

#[tokio::test]
async fn every_format_streams_chunks_and_then_the_complete_reply() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let whole = "You said: What is tea?";
    assert_eq!(drain(chat(&client).await).await.0, whole);
    assert_eq!(drain(messages(&client).await).await.0, whole);
    assert_eq!(drain(responses(&client).await).await.0, whole);

    let reply = chat(&client).await.finish().await.expect("a reply");
    assert_eq!((reply.text().as_deref(), reply.finish_reason()), (Some(whole), Some("stop")));
    let reply = messages(&client).await.finish().await.expect("a reply");
    assert_eq!((reply.text().as_deref(), reply.stop_reason.as_deref()), (Some(whole), Some("end_turn")));
    let reply = responses(&client).await.finish().await.expect("a reply");
    assert_eq!((reply.text().as_deref(), reply.body.status.as_deref()), (Some(whole), Some("completed")));
    assert_eq!(gateway.ledger().charges.len(), 6);
    assert_eq!(client.spent().by_name["chat-large"].calls, 6);
    assert_eq!(client.spent().by_name["chat-large"].unknown_calls, 0);
}

#[tokio::test]
async fn tool_calls_are_streamed_too() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let tool = || {
        let schema = json!({ "type": "object", "required": ["town"], "properties": { "town": { "type": "string" } } });
        Tool::new("weather", "Says what the weather is like.", schema)
    };
    let chat = client.chat(models::chat::CHAT_LARGE, "?").tools([tool()]).stream().await.expect("it begins");
    let calls = chat.finish().await.expect("a reply").tool_calls();
    let messages = client.messages(models::messages::CHAT_LARGE, "?").max_tokens(9).tools([tool()]);
    let messages = messages.stream().await.expect("it begins").finish().await.expect("a reply").tool_calls();
    let responses = client.responses(models::responses::CHAT_LARGE, "?").tools([tool()]);
    let responses = responses.stream().await.expect("it begins").finish().await.expect("a reply").tool_calls();
    for calls in [calls, messages, responses] {
        assert_eq!(calls[0].name, "weather");
        assert_eq!(calls[0].parse::<Value>().expect("JSON"), json!({ "town": "sample" }));
    }
}

/// Cuts a stream after each of its events, with a proper end of the body or without: it never looks complete.
#[tokio::test]
async fn a_stream_cut_at_any_event_is_an_error_with_the_partial_output() {
    let gateway = gateway().await;
    let client = client(&gateway);
    for after in 0..7 {
        for fault in [FaultKind::StreamEnds { after }, FaultKind::StreamError { after }] {
            gateway.reset();
            gateway.fault(Fault::new(fault.clone()));
            for (text, ended) in [
                drain(chat(&client).await).await,
                drain(messages(&client).await).await,
                drain(responses(&client).await).await,
            ] {
                let error = ended.expect_err("it was cut");
                let Error::ChargeUnknown(lost) = error else { panic!("{fault:?}: {error}") };
                let cause = match fault {
                    FaultKind::StreamEnds { .. } => Cause::EndedEarly,
                    _ => Cause::ErrorInStream,
                };
                assert_eq!(lost.cause, cause, "{fault:?} after {after}");
                let received = lost.received.expect("at least the shape of a reply").to_string();
                assert!("You said: What is tea?".starts_with(&text));
                assert!(received.contains(text.trim_end()), "{text} is not in {received}");
            }
        }
    }
    let spent = client.spent();
    assert_eq!((spent.by_name["chat-large"].calls, spent.by_name["chat-large"].unknown_calls), (0, 42));
}

#[tokio::test]
async fn a_connection_cut_within_a_stream_is_an_error_with_the_partial_output() {
    let gateway = gateway().await;
    for after in [0, 1, 9, 10, 60, 200, 500] {
        gateway.reset();
        gateway.fault(Fault::cut_in_body(after));
        let error = drain(chat(&client(&gateway)).await).await.1.expect_err("it was cut");
        assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::ConnectionLost), "{after}: {error}");
    }
}

#[tokio::test]
async fn a_complete_reply_instead_of_a_stream_is_the_reply() {
    let gateway = gateway().await;
    gateway.fault(Fault::new(FaultKind::NoStream));
    let client = client(&gateway);
    let mut events = chat(&client).await;
    assert!(matches!(events.next().await, Some(Ok(chat::Event::Complete(reply))) if reply.text().is_some()));
    assert!(events.next().await.is_none());
    assert_eq!(events.finish().await.expect("a reply").text().as_deref(), Some("You said: What is tea?"));
    assert_eq!(
        messages(&client).await.finish().await.expect("a reply").text().as_deref(),
        Some("You said: What is tea?")
    );
    assert_eq!(drain(responses(&client).await).await.0, "You said: What is tea?");
}

#[tokio::test]
async fn a_stream_is_recognized_by_its_bytes_under_any_content_type() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let whole = "You said: What is tea?";
    for content_type in ["text/plain", "application/json", "application/octet-stream", "text/html; charset=utf-8"] {
        gateway.clear_faults();
        gateway.fault(Fault::new(FaultKind::ContentType { content_type: content_type.into() }));
        assert_eq!(drain(chat(&client).await).await.0, whole, "{content_type}");
        assert_eq!(drain(messages(&client).await).await.0, whole, "{content_type}");
        assert_eq!(drain(responses(&client).await).await.0, whole, "{content_type}");
        let reply = chat(&client).await.finish().await.expect("a reply");
        assert_eq!(reply.text().as_deref(), Some(whole), "{content_type}");
    }
    assert_eq!(client.spent().by_name["chat-large"].unknown_calls, 0);
    gateway.clear_faults();
    gateway.fault(Fault::new(FaultKind::Html));
    let error = drain(chat(&client).await).await.1.expect_err("a page is neither of the two");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::UnexpectedFormat), "{error}");
}

/// Transport that returns these events.
struct Written(String);

impl Transport for Written {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let body = self.0.clone();
        Box::pin(async move { Ok(HttpReply::new(200, Default::default(), body)) })
    }
}

#[tokio::test]
async fn an_invalid_event_is_an_error_with_the_partial_output() {
    let flat = r#"{"message":"boom","code":500}"#;
    let unreadable = ["[]", "5", "null", "\"text\"", "true", "{"].map(|it| (it, Cause::UnexpectedFormat));
    for (odd, cause) in unreadable.into_iter().chain([(flat, Cause::ErrorInStream)]) {
        let piece = |text: &str| json!({ "choices": [{ "index": 0, "delta": { "content": text } }] });
        let events = format!("data: {}\n\ndata: {odd}\n\ndata: {}\n\n", piece("one"), piece("two"));
        let transport = Written(events);
        let client = Client::builder("https://gateway.example", "key").transport(transport).build().expect("valid");
        let (text, ended) = drain(chat(&client).await).await;
        let error = ended.expect_err(odd);
        assert_eq!(text, "one", "{odd}");
        let Error::ChargeUnknown(lost) = &error else { panic!("{odd}: {error}") };
        assert_eq!(lost.cause, cause, "{odd}: {error}");
        assert!(lost.received.as_ref().is_some_and(|it| it.to_string().contains("one")), "{odd}: {error:?}");
    }
}

#[tokio::test]
async fn an_idle_stream_ends_with_an_error() {
    let gateway = gateway().await;
    gateway.fault(Fault::new(FaultKind::SlowBytes { millis: 700 }));
    let hurried = builder(&gateway).settings(|it| it.idle_timeout = Duration::from_millis(200)).build().expect("valid");
    let error = drain(chat(&hurried).await).await.1.expect_err("it is silent");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::Timeout), "{error}");
}

#[tokio::test]
async fn an_endless_event_is_not_buffered() {
    let gateway = gateway().await;
    gateway.fault(Fault::new(FaultKind::Oversize { bytes: 1 << 20, gzip: false }));
    let small = builder(&gateway).settings(|it| it.max_event = 1 << 10).build().expect("valid");
    // The fault sends JSON, which has the size limit of a complete body.
    let whole = small.chat(models::chat::CHAT_LARGE, "?").settings(|it| it.max_body = 1 << 10);
    let error = drain(whole.stream().await.expect("it begins")).await.1.expect_err("it is too large");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::TooLarge), "{error}");
    gateway.clear_faults();
    let tiny = small.chat(models::chat::CHAT_LARGE, "?").settings(|it| it.max_event = 10);
    let error = drain(tiny.stream().await.expect("it begins")).await.1.expect_err("it is too large");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::TooLarge), "{error}");
}

#[tokio::test]
async fn dropping_a_stream_closes_the_connection() {
    let gateway = gateway().await;
    gateway.fault(Fault::new(FaultKind::SlowBytes { millis: 20 }));
    let client = client(&gateway);
    let mut events = chat(&client).await;
    assert!(events.next().await.expect("it has begun").is_ok());
    assert_eq!(gateway.connections(), 1);
    drop(events);
    for _ in 0..100 {
        if gateway.connections() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(gateway.connections(), 0, "a dropped stream causes no more charges");
    assert_eq!(client.spent().by_name["chat-large"].unknown_calls, 1);
}

/// Body that waits after its last event and reports when it was read to its end. A body that is dropped earlier closes
/// its connection, and the next call has to open another one.
struct Lingering {
    events: &'static str,
    end: Mutex<Option<(oneshot::Receiver<()>, oneshot::Sender<()>)>>,
}

impl Transport for Lingering {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let (events, end) = (self.events, self.end.lock().expect("no panic").take());
        Box::pin(async move {
            let (may_end, has_ended) = end.expect("it is called once");
            let mut reply = HttpReply::new(200, Default::default(), "");
            let first = stream::iter([Ok(Bytes::from_static(events.as_bytes()))]);
            let last = stream::once(async move {
                may_end.await.expect("it may end");
                has_ended.send(()).expect("the test waits for it");
                Ok(Bytes::new())
            });
            reply.body = Box::pin(first.chain(last));
            Ok(reply)
        })
    }
}

#[tokio::test]
async fn a_finished_stream_keeps_its_connection() {
    let (end, may_end) = oneshot::channel();
    let (has_ended, ended) = oneshot::channel();
    let events =
        "data: {\"choices\":[{\"delta\":{\"content\":\"tea\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    let lingering = Lingering { events, end: Mutex::new(Some((may_end, has_ended))) };
    let client = Client::builder("https://gateway.example", "key").transport(lingering).build().expect("valid");
    assert_eq!(drain(chat(&client).await).await.0, "tea", "it does not wait for the end of the body");
    end.send(()).expect("the client still reads");
    ended.await.expect("it is read to its end");
}

#[test]
fn streams_work_without_async_code() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime for the gateway");
    let gateway = runtime.block_on(gateway());
    let client = client(&gateway);
    let events =
        client.chat(models::chat::CHAT_LARGE, "What is tea?").stream().blocking().expect("it begins").blocking();
    let texts = events.map(|it| chat::Protocol::text(&it.expect("an event")).unwrap_or_default());
    assert_eq!(texts.collect::<String>(), "You said: What is tea?");
    let reply = client.chat(models::chat::CHAT_LARGE, "What is tea?").send().blocking().expect("a reply");
    assert_eq!(reply.text().as_deref(), Some("You said: What is tea?"));
}

#[tokio::test]
async fn a_refusal_before_a_stream_begins_is_a_regular_error() {
    let gateway = gateway().await;
    gateway.fault(Fault::status(401));
    let refused = client(&gateway).chat(models::chat::CHAT_LARGE, "?").stream().await.expect_err("the key is wrong");
    assert!(matches!(&refused, Error::Unauthorized(it) if it.charge == Charge::No), "{refused}");
}

#[tokio::test]
async fn a_blank_error_in_an_event_is_no_error() {
    for error in [json!(null), json!(""), json!({}), json!({ "code": "", "message": "" })] {
        let good = json!({ "choices": [{ "delta": { "content": "hi" }, "finish_reason": "stop" }], "error": error });
        let blank = json!({ "error": error, "code": 0, "message": "ok" });
        let events = Written(format!("data: {good}\n\ndata: {blank}\n\n"));
        let client = Client::builder("https://gateway.example", "key").transport(events).build().expect("valid");
        let (text, ended) = drain(chat(&client).await).await;
        assert!(text == "hi" && ended.is_ok(), "{error}: {text:?} {ended:?}");
    }
}
