//! Ways to fail, each seen at a gateway of this kind.

use std::time::Duration;

use axum::body::Body;
use axum::http::{StatusCode, header};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::{self, Answer, Cut};
use crate::stream::{self, pieces, taken};

/// What nobody could take in anyway.
const LARGEST: usize = 16 << 30;

/// Pause in which what was written is sent, before a connection is cut.
const FLUSHED: Duration = Duration::from_millis(2);

/// A fault, and which requests it strikes.
///
/// ```
/// use gatewright_mock::{Fault, FaultKind};
///
/// let twice = Fault::status(502).times(2);
/// let some = Fault::new(FaultKind::CutBeforeHead { charged: true }).on("/v1/social/p1/").one_in(10);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// What happens.
    #[serde(flatten)]
    pub kind: FaultKind,
    /// Only requests whose path begins with this.
    #[serde(default)]
    pub path: String,
    /// How many requests it strikes; all of them if it is not said.
    #[serde(default)]
    pub times: Option<u32>,
    /// Strikes one in so many requests, at random; each if it is not said.
    #[serde(default)]
    pub one_in: Option<u32>,
}

/// What a fault does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// Answers with a status, before anything is done.
    Status {
        /// The status.
        status: u16,
        /// The error code.
        #[serde(default)]
        code: Option<String>,
        /// The `Retry-After` header: seconds or a date.
        #[serde(default)]
        retry_after: Option<String>,
        /// The shape of the body.
        #[serde(default)]
        shape: Shape,
    },
    /// Closes the connection instead of answering.
    CutBeforeHead {
        /// Whether the call was done and charged before.
        #[serde(default)]
        charged: bool,
    },
    /// Answers, and closes the connection within the body.
    CutInBody {
        /// After so many bytes.
        after: usize,
    },
    /// Waits before it answers; the call is done and charged before the wait.
    Delay {
        /// How long.
        millis: u64,
    },
    /// Sends the body byte by byte.
    SlowBytes {
        /// The pause between two.
        millis: u64,
    },
    /// Answers as it should, under another content type.
    ContentType {
        /// Which.
        content_type: String,
    },
    /// Answers with a page of HTML and status 200, as a proxy might; the call is done and charged before.
    Html,
    /// Answers with a JSON body of so many bytes.
    Oversize {
        /// How many.
        bytes: usize,
        /// Whether it travels compressed.
        #[serde(default)]
        gzip: bool,
    },
    /// Answers as it should, compressed.
    Gzip,
    /// Ends a stream properly, after so many of its events: as if the upstream had been cut.
    StreamEnds {
        /// How many.
        after: usize,
    },
    /// Answers with a whole reply where a stream is asked for.
    NoStream,
    /// Ends a stream with an error in the shape of its format, after so many of its events.
    StreamError {
        /// How many.
        after: usize,
    },
    /// Sends the client elsewhere.
    Redirect {
        /// The status.
        status: u16,
        /// Where to.
        location: String,
    },
}

/// The shape of an error's body. None is published; all of these are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Shape {
    /// `{"error":{"message","type","param","code"}}`.
    #[default]
    Nested,
    /// The same with a number as code.
    NumericCode,
    /// The same without `param`, and with null as code.
    NullCode,
    /// `{"type":"error","error":{"type","message"}}`.
    Typed,
    /// `{"code","message","data":null}`.
    Flat,
    /// Nothing.
    Empty,
    /// Plain text.
    Text,
    /// A page of HTML.
    Html,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Nested, Self::NumericCode, Self::NullCode, Self::Typed, Self::Flat, Self::Empty, Self::Text, Self::Html];
}

impl Fault {
    /// A fault that strikes every request.
    pub fn new(kind: FaultKind) -> Self {
        Self { kind, path: String::new(), times: None, one_in: None }
    }

    /// What is wrong with it, if anything.
    pub(crate) fn problem(&self) -> Option<String> {
        // One below 200 is no answer yet.
        let is_status = |status: &u16| (200..=999).contains(status);
        let is_header = |text: &String| text.parse::<header::HeaderValue>().is_ok();
        let fits = match &self.kind {
            FaultKind::Status { status, retry_after, .. } => {
                is_status(status) && retry_after.as_ref().is_none_or(is_header)
            }
            FaultKind::Redirect { status, location } => is_status(status) && is_header(location),
            FaultKind::ContentType { content_type } => is_header(content_type),
            FaultKind::Oversize { bytes, .. } => *bytes <= LARGEST,
            _ => true,
        };
        if !fits {
            return Some(format!(
                "a status is a number from 200 to 999, a header has no control characters, and a body has at most \
                 {LARGEST} bytes"
            ));
        }
        let never = self.times == Some(0) || self.one_in == Some(0);
        never.then(|| "`times` and `one_in` are at least 1".to_owned())
    }

    /// Answers with a status.
    pub fn status(status: u16) -> Self {
        Self::new(FaultKind::Status { status, code: None, retry_after: None, shape: Shape::default() })
    }

    /// Answers with a status and a code.
    pub fn code(status: u16, code: &str) -> Self {
        let (code, retry_after, shape) = (Some(code.to_owned()), None, Shape::default());
        Self::new(FaultKind::Status { status, code, retry_after, shape })
    }

    /// Closes the connection after so many bytes of a body.
    pub fn cut_in_body(after: usize) -> Self {
        Self::new(FaultKind::CutInBody { after })
    }

    /// Strikes so many requests and no more.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Strikes only requests whose path begins with this.
    #[must_use]
    pub fn on(mut self, path: &str) -> Self {
        self.path = path.to_owned();
        self
    }

    /// Strikes one in so many requests, at random.
    #[must_use]
    pub fn one_in(mut self, requests: u32) -> Self {
        self.one_in = Some(requests);
        self
    }
}

/// What a fault answers instead of the gateway; `None` if the call is to be done first.
pub(crate) fn instead(kind: &FaultKind) -> Option<Result<Answer, Cut>> {
    match kind {
        FaultKind::CutBeforeHead { charged: false } => Some(Err(Cut)),
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
            let mut answer = answer::with_type(status, "text/plain", "");
            if let Ok(location) = location.parse() {
                answer.headers_mut().insert(header::LOCATION, location);
            }
            Some(Ok(answer))
        }
        _ => None,
    }
}

fn shaped(status: StatusCode, code: Option<&str>, shape: Shape) -> Answer {
    let message = "this fault was asked for";
    let as_json = |body: Value| answer::json(status, &body);
    match shape {
        Shape::Nested => answer::refuse(status, code, message),
        Shape::NumericCode => as_json(json!({ "error": { "message": message, "code": status.as_u16() } })),
        Shape::NullCode => as_json(json!({ "error": { "message": message, "type": "error", "code": null } })),
        Shape::Typed => as_json(json!({ "type": "error", "error": { "type": "api_error", "message": message } })),
        Shape::Flat => as_json(json!({ "code": code, "message": message, "data": null })),
        Shape::Empty => answer::with_type(status, "application/json", ""),
        Shape::Text => answer::with_type(status, "text/plain", message),
        Shape::Html => answer::with_type(status, "text/html", PAGE),
    }
}

const PAGE: &str = "<html><head><title>A proxy</title></head><body><h1>Something is in between</h1></body></html>";

/// What a fault makes of the gateway's own answer.
pub(crate) async fn afterwards(kind: &FaultKind, answer: Answer) -> Result<Answer, Cut> {
    match kind {
        FaultKind::CutBeforeHead { .. } => Err(Cut),
        FaultKind::Delay { millis } => {
            tokio::time::sleep(Duration::from_millis(*millis)).await;
            Ok(answer)
        }
        FaultKind::CutInBody { after } => {
            let (mut head, body) = taken(answer).await;
            head.headers.insert(header::CONTENT_LENGTH, body.len().into());
            let start = body.slice(..(*after).min(body.len().saturating_sub(1)));
            Ok(Answer::from_parts(head, pieces([Ok(start), Err(Cut)], FLUSHED)))
        }
        FaultKind::SlowBytes { millis } => {
            let (head, body) = taken(answer).await;
            let bytes: Vec<_> = (0..body.len()).map(|at| Ok(body.slice(at..=at))).collect();
            Ok(Answer::from_parts(head, pieces(bytes, Duration::from_millis(*millis))))
        }
        FaultKind::ContentType { content_type } => {
            let (mut head, body) = taken(answer).await;
            if let Ok(value) = content_type.parse() {
                head.headers.insert(header::CONTENT_TYPE, value);
            }
            Ok(Answer::from_parts(head, body.into()))
        }
        FaultKind::Html => Ok(answer::with_type(StatusCode::OK, "text/html", PAGE)),
        FaultKind::Oversize { bytes, gzip } => {
            let (bytes, gzip) = (*bytes, *gzip);
            // A gigabyte takes seconds to compress, and others want to be answered meanwhile.
            tokio::task::spawn_blocking(move || oversize(bytes, gzip)).await.map_err(|_| Cut)
        }
        FaultKind::Gzip => {
            let (head, body) = taken(answer).await;
            let mut packed = Answer::from_parts(head, gzip([&body[..]].into_iter()).into());
            packed.headers_mut().insert(header::CONTENT_ENCODING, header::HeaderValue::from_static("gzip"));
            Ok(packed)
        }
        FaultKind::StreamEnds { after } => Ok(stream::ended(answer, *after).await),
        FaultKind::StreamError { after } => Ok(stream::failed(answer, *after).await),
        FaultKind::NoStream | FaultKind::Status { .. } | FaultKind::Redirect { .. } => Ok(answer),
    }
}

/// What a fault makes of a request before it is answered.
pub(crate) fn before(kind: &FaultKind, body: Bytes) -> Bytes {
    match (kind, serde_json::from_slice::<Value>(&body)) {
        (FaultKind::NoStream, Ok(Value::Object(mut fields))) => {
            fields.remove("stream");
            Value::Object(fields).to_string().into()
        }
        _ => body,
    }
}

/// A reply whose data is one long text, never held in memory as a whole.
fn oversize(bytes: usize, packed: bool) -> Answer {
    const PIECE: &[u8] = &[b'x'; 64 * 1024];
    let (start, end) = (&b"{\"data\":{\"filler\":\""[..], &b"\"}}"[..]);
    let whole = bytes / PIECE.len();
    let filler = std::iter::repeat_n(PIECE, whole).chain([&PIECE[..bytes % PIECE.len()]]);
    let all = [start].into_iter().chain(filler).chain([end]);
    let mut answer = answer::with_type(StatusCode::OK, "application/json", Body::empty());
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
