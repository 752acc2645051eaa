//! Sessions go through the transport, layers and hooks of the client.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt as _, StreamExt as _};
use sample_client::{
    Client, Error, Frame, HttpReply, HttpRequest, ReqwestTransport, Transport, TransportFuture, Upgraded, models,
};
use tokio_websockets::ServerBuilder;

use super::{builder, gateway};

/// Transport that counts the requests of the one inside of it.
struct Counting<T>(T, Arc<AtomicUsize>);

impl<T: Transport> Transport for Counting<T> {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.send(request)
    }
}

/// Transport that serves sessions by itself, and sends every frame back.
struct Echo;

impl Transport for Echo {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let mut socket = ServerBuilder::new().serve(theirs);
            while let Some(Ok(message)) = socket.next().await {
                if message.is_text() && socket.send(message).await.is_err() {
                    return;
                }
            }
        });
        Box::pin(async move { Ok(HttpReply::websocket(&request, Upgraded::new(ours))) })
    }
}

/// Transport that changes the response that opens a session.
struct Wrong(Change);

type Change = fn(&mut HttpReply);

impl Transport for Wrong {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let mut reply = HttpReply::websocket(&request, Upgraded::new(tokio::io::duplex(64).0));
        (self.0)(&mut reply);
        Box::pin(async move { Ok(reply) })
    }
}

#[tokio::test]
async fn layers_wrappers_and_hooks_see_sessions() {
    let gateway = gateway().await;
    let counts: [Arc<AtomicUsize>; 2] = Default::default();
    let layer = counts[0].clone();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let attempts = seen.clone();
    let client = builder(&gateway)
        .transport(Counting(ReqwestTransport::new().expect("valid"), counts[1].clone()))
        .layer(move |inner: Arc<dyn Transport>| Counting(inner, layer.clone()))
        .before_attempt(|request| {
            request.headers.insert("x-trace", "7".parse().expect("a value"));
        })
        .after_attempt(move |attempt| {
            assert!(attempt.request.headers.get("authorization").is_none());
            attempts.lock().expect("no panic").push((attempt.status, attempt.error.is_some()));
        })
        .build()
        .expect("valid");
    let mut session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    session.send("hello").await.expect("it is taken");
    assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text("hello".into()));
    session.close().await.expect("it is answered");
    gateway.fault(gatewright_mock::Fault::status(500));
    client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect_err("it fails");
    assert_eq!(*seen.lock().expect("no panic"), [(Some(101), false), (Some(500), true)]);
    assert_eq!(counts.map(|it| it.load(Ordering::SeqCst)), [2, 2]);
    let journal = gateway.journal();
    assert!(journal.requests.iter().all(|it| it.headers.contains(&("x-trace".into(), "7".into()))), "{journal:?}");
    assert_eq!(client.spent().by_name["realtime-voice"].unknown_calls, 2);
}

#[tokio::test]
async fn a_custom_transport_serves_sessions() {
    let client = Client::builder("https://gateway.example", "key").transport(Echo).build().expect("valid");
    let mut session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    let long = "é".repeat(1 << 20);
    let (mut sender, mut receiver) = {
        session.send("hello").await.expect("it is taken");
        assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text("hello".into()));
        session.split()
    };
    let expected = long.clone();
    let receiving = tokio::spawn(async move { receiver.next().await.expect("an answer").expect("a frame") });
    sender.send(long.as_str()).await.expect("it is taken");
    assert_eq!(receiving.await.expect("no panic"), Frame::Text(expected));
    let flood = sender.send(vec![0; 17 << 20]).await.expect_err("the limit applies to any transport");
    assert!(matches!(flood, Error::Request(_)), "{flood}");
}

#[tokio::test]
async fn a_session_needs_a_connection_and_its_accept_key() {
    let wrong: [(Change, &str); 3] = [
        (|it| it.upgraded = None, "returned no connection"),
        (|it| it.headers.clear(), "did not accept the session"),
        (|it| it.status = 200, "status that is not known to be free"),
    ];
    for (change, problem) in wrong {
        let client = Client::builder("https://gateway.example", "key").transport(Wrong(change)).build().expect("valid");
        let error = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect_err("it is wrong");
        assert!(matches!(error, Error::ChargeUnknown(_)), "{error}");
        let source = error.failure().and_then(|it| it.source.as_ref()).map(ToString::to_string).unwrap_or_default();
        assert!(format!("{error} {source}").contains(problem), "{error} {source}");
        assert_eq!(client.spent().by_name["realtime-voice"].unknown_calls, 1);
    }
}
