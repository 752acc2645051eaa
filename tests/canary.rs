//! No error, output or log contains the key, on any path.
//!
//! This is a separate test binary because it captures the logs of the whole process.
#![forbid(unsafe_code)]

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use gatewright_mock::{Fault, FaultKind, Shape};
use gatewright_tests::Log;
use sample_client::gateway::SpeechArgs;
use sample_client::gateway::task_path;
use sample_client::video::TaskHandle;
use sample_client::{Client, Error, Frame, HttpReply, HttpRequest, Transport, TransportFuture, Upload, Usd, models};
use tokio_websockets::{CloseCode, Message, ServerBuilder};

const CANARY: &str = "canary-key-6b1f";

/// Transport that repeats the key of the request in its response.
struct Echo(u16);

impl Transport for Echo {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let sent = request.headers["authorization"].to_str().expect("text").to_owned();
        let body = serde_json::json!({ "error": { "message": sent, "code": sent } });
        let mut reply = HttpReply::json(self.0, &body);
        reply.headers.insert("x-request-id", request.headers["authorization"].clone());
        Box::pin(async { Ok(reply) })
    }
}

/// Transport that returns a given body.
struct Whole(String);

impl Transport for Whole {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = HttpReply::new(200, Default::default(), self.0.clone());
        Box::pin(async { Ok(reply) })
    }
}

/// Returns the errors and outputs of model calls while the gateway has a fault. Not every fault affects every call.
async fn models_fail(client: &Client) -> String {
    let hurried = |it: &mut sample_client::Settings| {
        (it.max_attempts, it.head_timeout) = (1, Duration::from_millis(300));
    };
    let chat = || client.chat(models::chat::CHAT_LARGE, "words").settings(hurried);
    let file = Upload::bytes("a.wav", &b"sound"[..]);
    let args = SpeechArgs { input: "words".into(), voice: "one".into() };
    let mut shown = format!("{:?}", chat());
    let mut show = |ended: Option<Error>| {
        shown += &ended.map(|it| format!("{it} {it:?} {:?}", it.failure())).unwrap_or_default();
    };
    show(chat().send().await.err());
    show(match chat().stream().await {
        Ok(events) => events.finish().await.err(),
        Err(error) => Some(error),
    });
    show(match client.speech(models::speech::SPEECH_STANDARD, args).settings(hurried).send().await {
        Ok(speech) => speech.bytes().await.err(),
        Err(error) => Some(error),
    });
    show(client.transcription(models::transcription::TRANSCRIBE_STANDARD, file).settings(hurried).send().await.err());
    show(client.realtime(models::realtime::REALTIME_VOICE).settings(hurried).connect().await.err());
    show(client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "words").settings(hurried).submit().await.err());
    shown
}

/// Returns the outputs of a video task from submission to download, and the error of polling an unknown task.
async fn video_comes_home(client: &Client) -> String {
    let task =
        client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "words").submit().await.expect("it is taken");
    let video = task.wait().poll_interval(Duration::from_millis(20), Duration::from_millis(20)).await.expect("it ends");
    let video = video.done().expect("it is done");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let saved = video.download(folder.path().join("a.mp4")).await.expect("it comes");
    let unknown = client.videos().resume(TaskHandle::new("unknown", task_path::VIDEOS)).poll().await;
    let unknown = unknown.expect_err("there is no such task");
    format!("{task:?} {video:?} {saved:?} {unknown} {unknown:?} {:?}", unknown.failure())
}

/// Returns the outputs of a session whose server repeats the key, in a message and in its close reason.
async fn repeated_in_a_session() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("loopback");
    let base = format!("http://{}", listener.local_addr().expect("it is bound"));
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a client");
        let (_, mut socket) = ServerBuilder::new().accept(stream).await.expect("a handshake");
        socket.send(Message::text(CANARY)).await.expect("it listens");
        socket.send(Message::close(Some(CloseCode::NORMAL_CLOSURE), CANARY)).await.expect("it listens");
        while let Some(Ok(_)) = socket.next().await {}
    });
    let client = Client::new(&base, CANARY).expect("valid");
    let mut session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    let message = session.next().await.expect("a message").expect("a frame");
    assert_eq!(message, Frame::Text(CANARY.into()), "a message is the caller's, as it came");
    format!("{session:?} {:?}", session.next().await)
}

#[tokio::test]
async fn a_canary_key_appears_nowhere_on_any_error_path() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    subscriber.try_init().expect("no other test logs");
    let gateway = gatewright_tests::sample_gateway().key(CANARY).start().await.expect("loopback");
    let builder = Client::builder(&gateway.base_url(), CANARY)
        .settings(|it| it.head_timeout = Duration::from_millis(300))
        .reqwest(|it| it.connection_verbose(true));
    let client = builder.build().expect("valid");
    let mut shown =
        format!("{client:?} {:?} {:?}", Client::builder("https://a.example", CANARY), client.p1().trending());

    let statuses = [204, 302, 400, 401, 403, 404, 408, 418, 429, 500, 502, 503, 504];
    let mut faults: Vec<_> = statuses.into_iter().map(Fault::status).collect();
    faults.extend(
        Shape::ALL.map(|shape| {
            Fault::new(FaultKind::Status { status: 400, code: Some("x".into()), retry_after: None, shape })
        }),
    );
    faults.extend(
        [
            FaultKind::CutBeforeHead { charged: true },
            FaultKind::CutInBody { after: 5 },
            FaultKind::Delay { millis: 600 },
            FaultKind::Html,
            FaultKind::Oversize { bytes: 40 << 20, gzip: false },
            FaultKind::Redirect { status: 307, location: "http://127.0.0.1:9/".into() },
        ]
        .map(Fault::new),
    );
    for fault in faults {
        gateway.clear_faults();
        gateway.fault(fault);
        let request = client.p1().search("words").settings(|it| it.max_attempts = 1);
        let error = request.send().await.expect_err("the fault shows");
        shown += &format!("{error} {error:?} {:?}", error.failure());
        shown += &models_fail(&client).await;
    }
    // A server that repeats the request in every part that an error shows.
    for status in [400, 401, 500] {
        let echo = Client::builder("https://gateway.example", CANARY).transport(Echo(status)).build().expect("valid");
        let error = echo.p1().trending().send().await.expect_err("no data");
        assert!(error.to_string().contains("[key]"), "{error}");
        shown += &format!("{error} {error:?} {:?}", error.failure());
    }
    // A server that sends the key in place of an object, and one that cuts the body within the key.
    for body in [format!("\"{CANARY}\""), format!("{{\"data\": \"{}", &CANARY[..12])] {
        let quoting = Client::builder("https://gateway.example", CANARY).transport(Whole(body)).build().expect("valid");
        let error = quoting.p1().trending().send().await.expect_err("no object");
        shown += &format!("{error} {error:?} {:?}", error.failure());
        assert!(!shown.contains(&CANARY[..12]), "{error:?} {:?}", error.failure());
    }
    // Faults of models only: interrupted streams and dropped sessions.
    for fault in [FaultKind::StreamEnds { after: 2 }, FaultKind::StreamError { after: 2 }] {
        gateway.clear_faults();
        gateway.fault(Fault::new(fault));
        shown += &models_fail(&client).await;
    }
    gateway.clear_faults();
    let mut session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    session.send("cut").await.expect("it is taken");
    shown += &format!("{session:?} {:?}", session.next().await);
    shown += &repeated_in_a_session().await;
    // Errors of the client itself, retries, files, the catalog, pagination, polling.
    gateway.clear_faults();
    gateway.fault(Fault::status(502).times(2));
    client
        .p3()
        .search("words")
        .pages()
        .next()
        .await
        .expect("a page")
        .map(|it| shown += &format!("{it:?}"))
        .expect("data");
    let poor = Client::builder(&gateway.base_url(), CANARY).budget(Usd::micros(1)).dash_url(&gateway.base_url());
    let poor = poor.build().expect("valid");
    for error in [
        poor.p1().trending().send().await.map(drop).expect_err("too dear"),
        poor.p16().search().send().await.map(drop).expect_err("the price is unknown"),
        poor.social("..", "x").send().await.map(drop).expect_err("no name"),
        poor.download("https://gateway.example:1/a").await.map(drop).expect_err("nothing listens there"),
        Client::new("https://gateway.example/v1", CANARY).map(drop).expect_err("no base URL"),
        Client::new("http://gateway.example", CANARY).map(drop).expect_err("no https"),
        client.p1().search("find-nothing").send().await.map(drop).expect_err("nothing there"),
    ] {
        shown += &format!("{error} {error:?} {:?}", error.failure());
    }
    shown += &format!("{:?}", poor.catalog().await.expect("the catalog"));
    // The port is bound without a listener, so that no other program can respond there.
    let taken = tokio::net::TcpSocket::new_v4().expect("a socket");
    taken.bind(([127, 0, 0, 1], 0).into()).expect("loopback");
    let offline = format!("http://{}", taken.local_addr().expect("it is bound"));
    let offline = Client::new(&offline, CANARY).expect("valid");
    for _ in 0..2 {
        let error = offline.p1().trending().settings(|it| it.max_attempts = 1).send().await.expect_err("no listener");
        assert!(matches!(error, Error::Transport(_)), "{error}");
        shown += &format!("{error} {error:?}");
    }
    gateway.clear_faults();
    shown += &video_comes_home(&client).await;
    client.p1().search("words").send().await.map(|reply| shown += &format!("{reply:?}")).expect("data");

    let logged = log.text();
    assert!(logged.contains("gateway call") && logged.len() > 10_000, "{} bytes were logged", logged.len());
    assert!(!shown.contains(CANARY), "it is in what is shown");
    assert!(!logged.contains(CANARY), "it is in the log");
}
