//! Responses of a gateway, from a transport that returns the input.

use std::sync::{Mutex, OnceLock};

use bytes::Bytes;
use sample_client::gateway::task_path;
use sample_client::video::TaskHandle;
use sample_client::{Client, Error, HttpReply, HttpRequest, Result, Transport, TransportFuture, Upload, models};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

const KEY: &str = "sk-Canary/42+Tea";

/// Response to the next request.
static NEXT: Mutex<Option<HttpReply>> = Mutex::new(None);

struct Planted;

impl Transport for Planted {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = NEXT.lock().expect("a panic ends the run").take().expect("one request for each response");
        Box::pin(async { Ok(reply) })
    }
}

fn client() -> &'static Client {
    static CLIENT: OnceLock<Client> = OnceLock::new();
    CLIENT.get_or_init(|| {
        let builder = Client::builder("https://gateway.example", KEY).settings(|it| it.max_attempts = 1);
        builder.transport(Planted).build().expect("valid")
    })
}

/// Plants a response, runs a call that receives it, and checks the text of its error.
fn receive<T>(reply: HttpReply, call: impl Future<Output = Result<T>>) -> Result<T> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let runtime = RUNTIME.get_or_init(|| Builder::new_current_thread().enable_time().build().expect("no threads"));
    let _guard = ONE_AT_A_TIME.lock().expect("a panic ends the run");
    *NEXT.lock().expect("a panic ends the run") = Some(reply);
    let received = runtime.block_on(call);
    if let Err(error) = &received {
        let text = shown(error);
        crate::assert_visible(&text);
        assert!(!text.contains(KEY), "the key is in {text}");
    }
    received
}

fn shown(error: &Error) -> String {
    let source = error.failure().and_then(|it| it.source.clone()).map(|it| it.to_string());
    format!("{error}\n{error:?}\n{source:?}")
}

/// Creates a response whose body arrives in chunks of this size.
fn reply(content_type: &'static str, bytes: &[u8], chunk: usize) -> HttpReply {
    let mut reply = HttpReply::json(200, &json!(null));
    reply.headers.insert("content-type", content_type.parse().expect("a value"));
    let chunks: Vec<_> = bytes.chunks(chunk.max(1)).map(|it| Ok(Bytes::copy_from_slice(it))).collect();
    reply.body = Box::pin(futures_util::stream::iter(chunks));
    reply
}

fn whole(bytes: &[u8]) -> HttpReply {
    reply("application/json", bytes, bytes.len())
}

fn streamed(bytes: &[u8]) -> HttpReply {
    reply("text/event-stream", bytes, bytes.len())
}

/// Checks that the result of a stream does not depend on the size of its chunks.
pub(crate) fn events(bytes: &[u8]) {
    let read = |chunk: usize| {
        let call = async { client().chat(models::chat::CHAT_LARGE, "?").stream().await?.finish().await };
        match receive(reply("text/event-stream", bytes, chunk), call) {
            Ok(received) => format!("{:?}", received.body),
            // The message contains the time of the request, which differs.
            Err(Error::ChargeUnknown(it)) => format!("{:?} {:?}", it.cause, it.received),
            Err(error) => error.to_string(),
        }
    };
    let at_once = read(bytes.len());
    for chunk in [1, 2, 7] {
        assert_eq!(read(chunk), at_once, "in chunks of {chunk} bytes");
    }
}

pub(crate) fn social(bytes: &[u8]) {
    let _ = receive(whole(bytes), async { client().p1().search("tea").send().await });
}

pub(crate) fn chat(bytes: &[u8]) {
    let call = || client().chat(models::chat::CHAT_LARGE, "?");
    let _ = receive(whole(bytes), async { call().send().await });
    let _ = receive(streamed(bytes), async { call().stream().await?.finish().await });
}

pub(crate) fn messages(bytes: &[u8]) {
    let call = || client().messages(models::messages::CHAT_LARGE, "?");
    let _ = receive(whole(bytes), async { call().send().await });
    let _ = receive(streamed(bytes), async { call().stream().await?.finish().await });
}

pub(crate) fn responses(bytes: &[u8]) {
    let call = || client().responses(models::responses::CHAT_LARGE, "?");
    let _ = receive(whole(bytes), async { call().send().await });
    let _ = receive(streamed(bytes), async { call().stream().await?.finish().await });
}

pub(crate) fn gemini(bytes: &[u8]) {
    let call = || client().gemini(models::gemini::GEMINI_SAMPLE_PRO, json!({}));
    let _ = receive(whole(bytes), async { call().send().await });
}

pub(crate) fn image(bytes: &[u8]) {
    let _ = receive(whole(bytes), async { client().image(models::image::IMAGE_STANDARD, "tea").send().await });
}

pub(crate) fn transcription(bytes: &[u8]) {
    let model = models::transcription::TRANSCRIBE_STANDARD;
    let call = || client().transcription(model, Upload::bytes("a.wav", &b"sound"[..]));
    let _ = receive(whole(bytes), async { call().send().await });
}

pub(crate) fn task(bytes: &[u8]) {
    for path in [task_path::VIDEOS, task_path::GENERATIONS] {
        let call = async { client().videos().resume(TaskHandle::new("t", path)).poll().await };
        if let Ok(state) = receive(whole(bytes), call) {
            crate::assert_visible(&format!("{state:?}"));
        }
    }
}

pub(crate) fn retry_after(bytes: &[u8]) {
    let Ok(value) = bytes.try_into() else { return };
    let mut reply = HttpReply::json(429, &json!({ "error": { "message": "slow down" } }));
    reply.headers.insert("retry-after", value);
    let _ = receive(reply, async { client().p1().search("tea").send().await }).expect_err("429 is an error");
}
