//! Tests of layers and transports in general.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::fake::{Fake, data};
use crate::{Charge, Client, Error, HttpReply, HttpRequest, Layer, Transport, TransportError, TransportFuture, Usd};

type Log = Arc<Mutex<Vec<String>>>;

/// Layer that logs the requests and responses that it sees.
struct Logged(&'static str, Log);

impl Layer for Logged {
    fn wrap(&self, inner: Arc<dyn Transport>) -> Arc<dyn Transport> {
        Arc::new(LoggedTransport(self.0, self.1.clone(), inner))
    }
}

struct LoggedTransport(&'static str, Log, Arc<dyn Transport>);

impl Transport for LoggedTransport {
    fn send(&self, mut request: HttpRequest) -> TransportFuture {
        let (name, log, inner) = (self.0, self.1.clone(), self.2.clone());
        let has_key = request.headers.get("authorization").is_some_and(|it| it.is_sensitive());
        log.lock().expect("no panic").push(format!("{name} {} {has_key}", request.url.path()));
        request.headers.insert("x-seen-by", name.parse().expect("a value"));
        Box::pin(async move {
            let reply = inner.send(request).await;
            log.lock().expect("no panic").push(format!("{name} ends"));
            reply
        })
    }
}

#[tokio::test]
async fn the_first_layer_is_the_outermost_and_sees_what_is_sent() {
    let log = Log::default();
    let fake = Fake::new(|number, request| {
        assert_eq!(request.headers["x-seen-by"], "inner");
        Box::pin(async move { Ok(data(number)) })
    });
    let inner = log.clone();
    let client = fake
        .builder(Logged("outer", log.clone()))
        .layer(move |it: Arc<dyn Transport>| LoggedTransport("inner", inner.clone(), it))
        .build()
        .expect("valid");
    client.social("p1", "trending").send().await.expect("data");
    client.download("https://files.example/a").await.expect("a file");
    let expected = [
        "outer /p1/trending true",
        "inner /p1/trending true",
        "inner ends",
        "outer ends",
        "outer /a false",
        "inner /a false",
        "inner ends",
        "outer ends",
    ];
    assert_eq!(*log.lock().expect("no panic"), expected);
}

#[tokio::test]
async fn a_refused_request_is_not_retried() {
    let fake = Fake::new(|_, _| Box::pin(async { Err(TransportError::refused("not on Sundays")) }));
    let client = fake.client(|inner: Arc<dyn Transport>| inner);
    let error = client.social("p1", "trending").send().await.expect_err("it is refused");
    assert!(matches!(&error, Error::Request(it) if it == "not on Sundays"), "{error:?}");
    assert_eq!((fake.count(), error.charge(), client.spent().by_name.len()), (1, Charge::No, 0));
}

/// Transport without layers that waits before it sends.
struct Waiting(Fake);

impl Transport for Waiting {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let inner = self.0.clone();
        Box::pin(async move {
            request.not_sent_while(tokio::time::sleep(Duration::from_secs(60))).await;
            inner.send(request).await
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_plain_transport_can_say_that_a_request_waits() {
    let client = Client::builder("https://gateway.example", "key").transport(Waiting(Fake::data()));
    let client = client.settings(|it| it.head_timeout = Duration::from_secs(5)).build().expect("valid");
    let call = |deadline: u64| {
        client.social("p1", "trending").settings(|it| it.deadline = Duration::from_secs(deadline)).send()
    };
    assert!(call(600).await.is_ok());
    assert!(matches!(call(30).await, Err(Error::Timeout(it)) if it.charge == Charge::No));
    tokio::time::timeout(Duration::from_secs(30), call(600)).await.expect_err("it waits");
    assert_eq!(client.spent().by_name["p1-trending"].unknown_calls, 0);
}

#[tokio::test]
async fn an_error_from_a_cache_is_free_and_a_retry_is_not() {
    let fake = Fake::new(|number, _| {
        Box::pin(async move {
            Ok(match number {
                1 => HttpReply { from_cache: true, ..HttpReply::json(200, &serde_json::json!({})) },
                2 => return Err(TransportError::not_sent("refused")),
                _ => data(number),
            })
        })
    });
    let client = fake.client(|inner: Arc<dyn Transport>| inner);
    let error = client.social("p1", "trending").send().await.expect_err("it is empty");
    assert!(matches!(&error, Error::Decode(it) if it.charge == Charge::No), "{error:?}");
    assert!(client.spent().by_name.is_empty());
    let reply = client.social("p1", "trending").send().await.expect("the second attempt succeeds");
    assert_eq!((reply.attempts, reply.from_cache, reply.cost == Some(Usd::ZERO)), (2, false, false));
    assert_eq!(client.spent().by_name["p1-trending"].calls, 1);
}

#[tokio::test]
async fn a_custom_transport_reads_forms_and_uploads() {
    use crate::{Form, RequestBody, Upload};
    use futures_util::StreamExt as _;

    let sent = Arc::new(Mutex::new(Vec::new()));
    let reported = sent.clone();
    let content = vec![7; 100_000];
    let upload = Upload::bytes("note.wav", content.clone()).content_type("audio/wav");
    let upload = upload.on_progress(move |sent, of| reported.lock().expect("no panic").push((sent, of)));
    let form = Form { fields: vec![("model".into(), "tiny".into())], files: vec![("file".into(), upload)] };
    let url = "https://gateway.example/audio".parse().expect("a URL");
    let request = HttpRequest::post_form(url, form);
    let RequestBody::Form(form) = &request.body else { panic!("a form") };
    let (name, file) = &form.files[0];
    assert_eq!(
        (name.as_str(), file.file_name(), file.declared_content_type()),
        ("file", "note.wav", Some("audio/wav"))
    );
    assert_eq!(
        (file.size().await.expect("bytes"), file.read().await.expect("bytes")),
        (100_000, content.clone().into())
    );
    assert!(sent.lock().expect("no panic").is_empty(), "reading the whole file sends nothing");
    let chunks: Vec<_> = file.chunks().await.expect("bytes").map(|it| it.expect("a chunk")).collect().await;
    assert_eq!(chunks.concat(), content);
    assert_eq!(*sent.lock().expect("no panic"), [(65_536, 100_000), (100_000, 100_000)]);
}
