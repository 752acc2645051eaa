//! Streams of server-sent events, and bodies that are sent in chunks.

use std::time::Duration;

use axum::body::Body;
use axum::http::{StatusCode, header};
use bytes::Bytes;
use gatewright::model::Format;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::response::{self, CloseConnection, HttpResponse};

/// Settings of streams.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StreamSettings {
    /// Pause between two events.
    pub(crate) pause_millis: u64,
}

impl Default for StreamSettings {
    fn default() -> Self {
        Self { pause_millis: 1 }
    }
}

/// Marker of a response whose events are sent one by one.
#[derive(Clone, Copy)]
struct Events(Format);

/// Creates a response with events. The data of each must be one line.
pub(crate) fn events<'a>(format: Format, events: impl IntoIterator<Item = (Option<&'a str>, String)>) -> HttpResponse {
    let events = events.into_iter().map(|(name, data)| event(name, &data));
    marked(format, std::iter::once(": PING\n\n".to_owned()).chain(events).collect())
}

fn event(name: Option<&str>, data: &str) -> String {
    let name = name.map(|it| format!("event: {it}\n")).unwrap_or_default();
    format!("{name}data: {data}\n\n")
}

fn marked(format: Format, text: String) -> HttpResponse {
    let mut answer = response::with_type(StatusCode::OK, "text/event-stream", text);
    answer.extensions_mut().insert(Events(format));
    answer
}

/// Sends each event of a stream as a separate chunk, with a pause between two. Does not change other responses.
pub(crate) async fn in_pieces(mut answer: HttpResponse, settings: StreamSettings) -> HttpResponse {
    if answer.extensions_mut().remove::<Events>().is_none() {
        return answer;
    }
    let (head, body) = taken(answer).await;
    let text = String::from_utf8_lossy(&body).into_owned();
    let events: Vec<_> = text.split_inclusive("\n\n").map(|it| Ok(Bytes::from(it.to_owned()))).collect();
    HttpResponse::from_parts(head, pieces(events, Duration::from_millis(settings.pause_millis)))
}

/// Ends a stream after some of its events as if it were complete. Does not change other responses.
pub(crate) async fn ended(answer: HttpResponse, after: usize) -> HttpResponse {
    shortened(answer, after, |format, _| match format {
        Format::Chat => event(None, "[DONE]"),
        Format::Messages | Format::Responses => String::new(),
    })
    .await
}

/// Ends a stream after some of its events with an error in its format. Does not change other responses.
pub(crate) async fn failed(answer: HttpResponse, after: usize) -> HttpResponse {
    shortened(answer, after, error).await
}

const MESSAGE: &str = "the upstream failed";

/// Creates an error event for a stream. `sent` are the events before it.
fn error(format: Format, sent: &[&str]) -> String {
    match format {
        Format::Chat => {
            event(None, &json!({ "error": { "message": MESSAGE, "type": "server_error", "code": null } }).to_string())
        }
        Format::Messages => {
            let error = json!({ "type": "error", "error": { "type": "api_error", "message": MESSAGE } });
            event(Some("error"), &error.to_string())
        }
        Format::Responses => {
            let number = sent.len();
            // A response that has started fails; otherwise there is only the error.
            match sent.first().and_then(|it| begun(it)) {
                Some(mut response) => {
                    response["status"] = "failed".into();
                    response["error"] = json!({ "code": "server_error", "message": MESSAGE });
                    let failed = json!({ "type": "response.failed", "response": response, "sequence_number": number });
                    event(Some("response.failed"), &failed.to_string())
                }
                None => {
                    let error = json!({
                        "type": "error", "code": "server_error", "message": MESSAGE, "param": null,
                        "sequence_number": number,
                    });
                    event(Some("error"), &error.to_string())
                }
            }
        }
    }
}

/// Returns the response in the first event of a stream.
fn begun(event: &str) -> Option<Value> {
    let data = event.lines().find_map(|it| it.strip_prefix("data: "))?;
    let mut data: Value = serde_json::from_str(data).ok()?;
    Some(data["response"].take()).filter(Value::is_object)
}

async fn shortened(answer: HttpResponse, after: usize, end: impl FnOnce(Format, &[&str]) -> String) -> HttpResponse {
    let Some(&Events(format)) = answer.extensions().get::<Events>() else { return answer };
    let (_, body) = taken(answer).await;
    let text = String::from_utf8_lossy(&body).into_owned();
    let events: Vec<_> = text.split_inclusive("\n\n").filter(|it| !it.starts_with(':')).take(after).collect();
    marked(format, events.concat() + &end(format, &events))
}

/// Returns the head and the complete body of a response, which is no longer a stream.
pub(crate) async fn taken(answer: HttpResponse) -> (axum::http::response::Parts, Bytes) {
    let (mut head, body) = answer.into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    head.extensions.remove::<Events>();
    (head, axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default())
}

/// Creates a body that is sent in chunks, with a pause between two.
pub(crate) fn pieces<I>(pieces: I, pause: Duration) -> Body
where
    I: IntoIterator<Item = Result<Bytes, CloseConnection>, IntoIter: Send + 'static>,
{
    let pieces = pieces.into_iter();
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    tokio::spawn(async move {
        for (index, piece) in pieces.enumerate() {
            // There is room when the previous chunk was sent. The pause starts then, so that chunks are not sent
            // together.
            let Ok(room) = sender.reserve().await else { return };
            if index > 0 && !pause.is_zero() {
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = sender.closed() => return,
                }
            }
            room.send(piece);
        }
    });
    Body::from_stream(Receiver(receiver))
}

struct Receiver(tokio::sync::mpsc::Receiver<Result<Bytes, CloseConnection>>);

impl futures_core::Stream for Receiver {
    type Item = Result<Bytes, CloseConnection>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0.poll_recv(context)
    }
}
