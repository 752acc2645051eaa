//! Effects of faults on requests and responses.

use std::time::Duration;

use axum::body::Body;
use axum::http::{StatusCode, header};
use bytes::Bytes;
use serde_json::{Value, json};

use crate::fault::{FaultKind, Shape};
use crate::response::{self, CloseConnection, HttpResponse};
use crate::stream::{self, pieces, taken};

/// Pause before a connection is closed, in which written bytes are sent.
const FLUSHED: Duration = Duration::from_millis(2);

/// Returns the response of a fault that replaces the call; `None` if the call is executed first.
pub(crate) fn instead(kind: &FaultKind) -> Option<Result<HttpResponse, CloseConnection>> {
    match kind {
        FaultKind::CutBeforeHead { charged: false } => Some(Err(CloseConnection)),
        FaultKind::Status { status, code, retry_after, shape } => {
            let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let mut answer = shaped(status, code.as_deref(), *shape);
            if let Some(Ok(value)) = retry_after.as_ref().map(|it| it.parse()) {
                answer.headers_mut().insert(header::RETRY_AFTER, value);
            }
            Some(Ok(answer))
        }
        FaultKind::Redirect { status, location } => {
            let status = StatusCode::from_u16(*status).unwrap_or(StatusCode::FOUND);
            let mut answer = response::with_type(status, "text/plain", "");
            if let Ok(location) = location.parse() {
                answer.headers_mut().insert(header::LOCATION, location);
            }
            Some(Ok(answer))
        }
        _ => None,
    }
}

fn shaped(status: StatusCode, code: Option<&str>, shape: Shape) -> HttpResponse {
    let message = "this error is a fault of the mock gateway";
    let as_json = |body: Value| response::json(status, &body);
    match shape {
        Shape::Nested => response::refuse(status, code, message),
        Shape::NumericCode => as_json(json!({ "error": { "message": message, "code": status.as_u16() } })),
        Shape::NullCode => as_json(json!({ "error": { "message": message, "type": "error", "code": null } })),
        Shape::Typed => as_json(json!({ "type": "error", "error": { "type": "api_error", "message": message } })),
        Shape::Flat => as_json(json!({ "code": code, "message": message, "data": null })),
        Shape::Empty => response::with_type(status, "application/json", ""),
        Shape::Text => response::with_type(status, "text/plain", message),
        Shape::Html => response::with_type(status, "text/html", PAGE),
    }
}

const PAGE: &str = "<html><head><title>A proxy</title></head><body><h1>Something is in between</h1></body></html>";

/// Applies a fault to the gateway's own response.
pub(crate) async fn afterwards(kind: &FaultKind, answer: HttpResponse) -> Result<HttpResponse, CloseConnection> {
    match kind {
        FaultKind::CutBeforeHead { .. } => Err(CloseConnection),
        FaultKind::Delay { millis } => {
            tokio::time::sleep(Duration::from_millis(*millis)).await;
            Ok(answer)
        }
        FaultKind::CutInBody { after } => {
            let (mut head, body) = taken(answer).await;
            head.headers.insert(header::CONTENT_LENGTH, body.len().into());
            let start = body.slice(..(*after).min(body.len().saturating_sub(1)));
            Ok(HttpResponse::from_parts(head, pieces([Ok(start), Err(CloseConnection)], FLUSHED)))
        }
        FaultKind::SlowBytes { millis } => {
            let (head, body) = taken(answer).await;
            let bytes: Vec<_> = (0..body.len()).map(|at| Ok(body.slice(at..=at))).collect();
            Ok(HttpResponse::from_parts(head, pieces(bytes, Duration::from_millis(*millis))))
        }
        FaultKind::ContentType { content_type } => {
            let (mut head, body) = taken(answer).await;
            if let Ok(value) = content_type.parse() {
                head.headers.insert(header::CONTENT_TYPE, value);
            }
            Ok(HttpResponse::from_parts(head, body.into()))
        }
        FaultKind::Html => Ok(response::with_type(StatusCode::OK, "text/html", PAGE)),
        FaultKind::Oversize { bytes, gzip } => {
            let (bytes, gzip) = (*bytes, *gzip);
            // Compressing a gigabyte takes seconds and must not block other requests.
            tokio::task::spawn_blocking(move || oversize(bytes, gzip)).await.map_err(|_| CloseConnection)
        }
        FaultKind::Gzip => {
            let (head, body) = taken(answer).await;
            let mut packed = HttpResponse::from_parts(head, gzip([&body[..]].into_iter()).into());
            packed.headers_mut().insert(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"));
            Ok(packed)
        }
        FaultKind::StreamEnds { after } => Ok(stream::ended(answer, *after).await),
        FaultKind::StreamError { after } => Ok(stream::failed(answer, *after).await),
        FaultKind::NoStream | FaultKind::Status { .. } | FaultKind::Redirect { .. } => Ok(answer),
    }
}

/// Applies a fault to a request before the call.
pub(crate) fn before(kind: &FaultKind, body: Bytes) -> Bytes {
    match (kind, serde_json::from_slice::<Value>(&body)) {
        (FaultKind::NoStream, Ok(Value::Object(mut fields))) => {
            fields.remove("stream");
            Value::Object(fields).to_string().into()
        }
        _ => body,
    }
}

/// Creates a response whose data is one long text, which is never in memory as a whole.
fn oversize(bytes: usize, packed: bool) -> HttpResponse {
    const PIECE: &[u8] = &[b'x'; 64 * 1024];
    let (start, end) = (&b"{\"data\":{\"filler\":\""[..], &b"\"}}"[..]);
    let whole = bytes / PIECE.len();
    let filler = std::iter::repeat_n(PIECE, whole).chain([&PIECE[..bytes % PIECE.len()]]);
    let all = [start].into_iter().chain(filler).chain([end]);
    let mut answer = response::with_type(StatusCode::OK, "application/json", Body::empty());
    if packed {
        answer.headers_mut().insert(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"));
        *answer.body_mut() = gzip(all).into();
    } else {
        *answer.body_mut() = pieces(all.map(|it| Ok(Bytes::from_static(it))), Duration::ZERO);
    }
    answer
}

fn gzip<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for piece in pieces {
        encoder.write_all(piece).expect("writing to memory does not fail");
    }
    encoder.finish().expect("writing to memory does not fail")
}
