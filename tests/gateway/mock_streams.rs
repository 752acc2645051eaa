//! Streams of the mock.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind, Gateway};
use serde_json::{Value, json};

use super::gateway;
use super::mock::{post, question};

const FORMATS: [&str; 3] = ["/v1/chat/completions", "/v1/messages", "/v1/responses"];

fn streamed() -> Value {
    json!({ "model": "chat-large", "messages": question(), "stream": true })
}

#[tokio::test]
async fn an_error_in_a_stream_has_the_shape_of_its_format() {
    let gateway = gateway().await;
    let chat = "data: {\"error\":{";
    let messages = "event: error\ndata: {\"error\":{\"message\":\"the upstream failed\",\"type\":\"api_error\"},\"type\":\"error\"}";
    for (path, after, wanted) in [
        (FORMATS[0], 0, chat),
        (FORMATS[0], 3, chat),
        (FORMATS[1], 0, messages),
        (FORMATS[1], 3, messages),
        (FORMATS[2], 0, "event: error\ndata: {\"code\":\"server_error\""),
        (FORMATS[2], 3, "event: response.failed\ndata: {\"response\":{"),
    ] {
        gateway.reset();
        gateway.fault(Fault::new(FaultKind::StreamError { after }));
        let reply = post(&gateway, path).body(streamed().to_string()).send().await.expect("a reply");
        let text = reply.text().await.expect("text");
        let events: Vec<_> = text.trim_end().split("\n\n").collect();
        assert_eq!(events.len(), after + 1, "{path}: {text}");
        assert!(events[after].starts_with(wanted), "{path} after {after}: {}", events[after]);
    }
    gateway.fault(Fault::new(FaultKind::StreamError { after: 1 }));
    let failed = post(&gateway, FORMATS[2]).body(streamed().to_string()).send().await.expect("a reply");
    let failed = failed.text().await.expect("text");
    assert!(failed.contains("\"status\":\"failed\"") && failed.contains("\"id\":\"resp-"), "{failed}");
}

/// Returns the chunks of a body as HTTP frames them, so that no buffer can merge them.
fn chunks(mut body: &str) -> Vec<&str> {
    let mut all = Vec::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            break;
        }
        all.push(&rest[..size]);
        body = rest[size..].strip_prefix("\r\n").expect("a chunk ends a line");
    }
    all
}

/// Opens a stream over a new connection.
async fn opened(gateway: &Gateway, path: &str) -> tokio::net::TcpStream {
    use tokio::io::AsyncWriteExt as _;
    let address = gateway.base_url().replace("http://", "");
    let (body, key) = (streamed().to_string(), gateway.key());
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut connection = tokio::net::TcpStream::connect(&address).await.expect("it listens");
    connection.write_all(request.as_bytes()).await.expect("it reads");
    connection
}

#[tokio::test]
async fn each_event_of_a_stream_is_a_separate_chunk() {
    use tokio::io::AsyncReadExt as _;
    let gateway = gateway().await;
    gateway.stream_pause(Duration::ZERO);
    for path in FORMATS {
        let mut reply = String::new();
        opened(&gateway, path).await.read_to_string(&mut reply).await.expect("text");
        let (head, body) = reply.split_once("\r\n\r\n").expect("a head");
        assert!(head.contains("transfer-encoding: chunked"), "{head}");
        let chunks = chunks(body);
        assert!(chunks.len() > 8, "{path}: {chunks:?}");
        assert!(chunks.iter().all(|it| it.ends_with("\n\n") && it.matches("\n\n").count() == 1), "{path}: {chunks:?}");
    }
}

#[tokio::test]
async fn a_stream_begins_long_before_it_ends() {
    use tokio::io::AsyncReadExt as _;
    let gateway = gateway().await;
    // A pause longer than the test: events that are read were sent before the next one.
    gateway.stream_pause(Duration::from_secs(3600));
    let mut connection = opened(&gateway, FORMATS[0]).await;
    let mut read = Vec::new();
    while !String::from_utf8_lossy(&read).contains(": PING\n\n") {
        assert_ne!(connection.read_buf(&mut read).await.expect("it is open"), 0, "it has not ended");
    }
    assert!(!String::from_utf8_lossy(&read).contains("data:"), "the next event is an hour away");
}
