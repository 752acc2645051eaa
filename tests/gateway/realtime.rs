//! WebSocket sessions: the caller chooses the frames, the client enforces limits.

use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use gatewright_mock::Fault;
use sample_client::{Cause, Client, Error, Frame, models};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;
use tokio_websockets::{ServerBuilder, WebSocketStream};

use super::{builder, client, gateway};

#[tokio::test]
async fn frames_go_both_ways_and_a_close_is_answered() {
    let gateway = gateway().await;
    let mut session = client(&gateway).realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    session.send_json(&json!({ "say": "hello" })).await.expect("it is taken");
    session.send(vec![1, 2, 3]).await.expect("it is taken");
    let first = session.next().await.expect("an answer").expect("a frame");
    assert_eq!(first.json(), Some(json!({ "say": "hello" })));
    assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Binary(vec![1, 2, 3].into()));
    session.close().await.expect("it is answered");
    assert_eq!(gateway.journal().requests[0].query, "model=realtime-voice");
}

#[tokio::test]
async fn one_task_sends_while_another_receives() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    let (mut speaker, mut listener) = session.split();
    let hearing = tokio::spawn(async move {
        let mut heard = Vec::new();
        while let Some(frame) = listener.next().await {
            heard.push(frame.expect("a frame").json().expect("JSON"));
        }
        heard
    });
    for number in 0..100 {
        speaker.send_json(&json!(number)).await.expect("it is taken");
    }
    speaker.close().await.expect("it is taken");
    let heard = tokio::time::timeout(Duration::from_secs(10), hearing).await.expect("it ends").expect("no panic");
    assert_eq!(heard, (0..100).map(|it| json!(it)).collect::<Vec<_>>());
    assert_eq!(client.spent().by_name["realtime-voice"].unknown_calls, 1, "in the books once both sides are gone");
}

#[tokio::test]
async fn a_message_larger_than_the_buffer_goes_out_in_frames() {
    let gateway = gateway().await;
    let mut session = client(&gateway).realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    let long = "é".repeat(2 << 20);
    session.send(long.as_str()).await.expect("it is taken");
    assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text(long));
}

#[tokio::test]
async fn received_frames_are_kept_during_a_pause() {
    let gateway = gateway().await;
    let client = builder(&gateway).settings(|it| it.idle_timeout = Duration::from_secs(1)).build().expect("valid");
    for _ in 0..3 {
        let mut session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
        session.send("hello").await.expect("it is taken");
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text("hello".into()));
    }
}

/// Opens a session with a server that then handles the connection by itself.
async fn with_server<F>(
    serve: impl FnOnce(WebSocketStream<TcpStream>) -> F + Send + 'static,
    idle: Duration,
) -> sample_client::Session
where
    F: Future<Output = ()> + Send,
{
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let base = format!("http://{}", listener.local_addr().expect("it is bound"));
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a client");
        let (_, socket) = ServerBuilder::new().accept(stream).await.expect("a handshake");
        serve(socket).await;
    });
    let client = Client::builder(&base, "key").settings(|it| it.idle_timeout = idle).build().expect("valid");
    client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens")
}

#[tokio::test]
async fn the_idle_timeout_runs_only_while_the_caller_reads() {
    let echo = |mut socket: WebSocketStream<TcpStream>| async move {
        while let Some(Ok(message)) = socket.next().await {
            tokio::time::sleep(Duration::from_millis(30)).await;
            if socket.send(message).await.is_err() {
                return;
            }
        }
    };
    let mut session = with_server(echo, Duration::from_secs(1)).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    session.send("hello").await.expect("it is taken");
    assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text("hello".into()));
    // Reading repeatedly with a short timeout does not reset the idle timeout.
    let begun = Instant::now();
    let ended = loop {
        match tokio::time::timeout(Duration::from_millis(20), session.next()).await {
            Ok(ended) => break ended,
            Err(_) => assert!(begun.elapsed() < Duration::from_secs(100), "it has to end"),
        }
    };
    assert!(matches!(ended, Some(Err(Error::ChargeUnknown(it))) if it.cause == Cause::Timeout));
}

#[tokio::test]
async fn the_next_send_completes_a_cancelled_message() {
    let (heard, mut hears) = tokio::sync::mpsc::unbounded_channel();
    let late = move |mut socket: WebSocketStream<TcpStream>| async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        while let Some(Ok(message)) = socket.next().await {
            let _ = heard.send(message.as_payload().len());
        }
    };
    let mut session = with_server(late, Duration::from_secs(20)).await;
    let large = vec![7; 15 << 20];
    let given_up = tokio::time::timeout(Duration::from_millis(50), session.send(large.clone())).await;
    assert!(given_up.is_err(), "the server does not read yet");
    session.send("after").await.expect("it is taken");
    assert_eq!((hears.recv().await, hears.recv().await), (Some(large.len()), Some(5)));
}

#[tokio::test]
async fn an_endless_refusal_is_not_buffered() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let base = format!("http://{}", listener.local_addr().expect("it is bound"));
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a client");
        let _ = stream.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").await;
        while stream.write_all(&[b'x'; 65536]).await.is_ok() {}
    });
    let client = Client::new(&base, "key").expect("valid");
    let opening = client.realtime(models::realtime::REALTIME_VOICE).connect();
    let refused = tokio::time::timeout(Duration::from_secs(20), opening).await.expect("it ends by itself");
    assert!(refused.is_err());
}

#[tokio::test]
async fn the_server_can_close_or_drop_the_connection() {
    let gateway = gateway().await;
    let open = || client(&gateway).realtime(models::realtime::REALTIME_VOICE).connect();
    let mut session = open().await.expect("it opens");
    session.send("bye").await.expect("it is taken");
    assert!(session.next().await.is_none());
    let mut session = open().await.expect("it opens");
    session.send("cut").await.expect("it is taken");
    let error = session.next().await.expect("an end").expect_err("no goodbye was said");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause != Cause::Timeout), "{error}");
    assert!(session.next().await.is_none());
}

#[tokio::test]
async fn an_oversized_message_is_refused() {
    let gateway = gateway().await;
    let mut session = client(&gateway).realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    session.send("flood").await.expect("it is taken");
    let error = session.next().await.expect("an end").expect_err("20 MiB are too many");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::TooLarge), "{error}");
    let mut session = client(&gateway).realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    let refused = session.send(vec![0; 17 << 20]).await.expect_err("nor is one sent");
    assert!(matches!(refused, Error::Request(_)), "{refused}");
}

#[tokio::test]
async fn a_silent_session_ends_with_an_error() {
    // A server that opens a session and then sends nothing, not even a pong.
    let silent = |socket: WebSocketStream<TcpStream>| async move {
        tokio::time::sleep(Duration::from_secs(20)).await;
        drop(socket);
    };
    let mut session = with_server(silent, Duration::from_millis(300)).await;
    let begun = Instant::now();
    let error = session.next().await.expect("an end").expect_err("it is silent");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::Timeout), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(20), "the server is silent for longer");

    // The client does not wait forever for a server that does not read: unsent data has a limit.
    let mut sent = 0;
    let ended = loop {
        match tokio::time::timeout(Duration::from_secs(10), session.send(vec![0; 1 << 20])).await {
            Ok(Ok(())) if sent < 64 => sent += 1,
            other => break other,
        }
    };
    assert!(matches!(ended, Ok(Err(_))), "{sent} MiB were taken: {ended:?}");
}

/// Raw empty frames: first, middle and last fragment of a text message.
const EMPTY_TEXT: [u8; 2] = [0x01, 0];
const EMPTY_CONTINUATION: [u8; 2] = [0x00, 0];
const EMPTY_END: [u8; 2] = [0x80, 0];

#[tokio::test]
async fn many_empty_fragments_are_one_message_and_endless_fragments_time_out() {
    let finite = |mut socket: WebSocketStream<TcpStream>| async move {
        let fragments = EMPTY_CONTINUATION.repeat(300_000);
        let _ = socket.get_mut().write_all(&[&EMPTY_TEXT[..], &fragments, &EMPTY_END].concat()).await;
        while let Some(Ok(_)) = socket.next().await {}
    };
    let mut session = with_server(finite, Duration::from_secs(20)).await;
    assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text(String::new()));

    let endless = |mut socket: WebSocketStream<TcpStream>| async move {
        let fragments = EMPTY_CONTINUATION.repeat(1_000);
        let _ = socket.get_mut().write_all(&EMPTY_TEXT).await;
        while socket.get_mut().write_all(&fragments).await.is_ok() {}
    };
    let mut session = with_server(endless, Duration::from_millis(300)).await;
    let ended = tokio::time::timeout(Duration::from_secs(60), session.next()).await.expect("it ends by itself");
    assert!(matches!(ended, Some(Err(Error::ChargeUnknown(it))) if it.cause == Cause::Timeout));
}

#[tokio::test]
async fn pongs_that_the_server_does_not_read_do_not_accumulate() {
    let pinging = |mut socket: WebSocketStream<TcpStream>| async move {
        let ping = [&[0x89, 125][..], &[0; 125]].concat().repeat(1_000);
        while socket.get_mut().write_all(&ping).await.is_ok() {}
    };
    let mut session = with_server(pinging, Duration::from_secs(20)).await;
    let ended = tokio::time::timeout(Duration::from_secs(60), session.next()).await.expect("it ends by itself");
    let Some(Err(error)) = ended else { panic!("{ended:?}") };
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::ConnectionLost), "{error}");
    assert!(format!("{error:?}").contains("does not read the pongs"), "{error:?}");
}

#[tokio::test]
async fn a_refused_connection_is_an_error() {
    let gateway = gateway().await;
    let wrong_key = sample_client::Client::new(&gateway.base_url(), "wrong").expect("valid");
    let refused = wrong_key.realtime(models::realtime::REALTIME_VOICE).connect().await.expect_err("the key is wrong");
    assert!(matches!(refused, Error::Unauthorized(_)), "{refused}");
    let unknown = sample_client::RealtimeModel::unchecked("chat-large");
    assert!(matches!(client(&gateway).realtime(unknown).connect().await, Err(Error::NoSuchEndpoint(_))));
    gateway.fault(Fault::status(500));
    let failed = builder(&gateway).build().expect("valid").realtime(models::realtime::REALTIME_VOICE).connect().await;
    assert!(matches!(failed, Err(Error::ChargeUnknown(_))));
}
