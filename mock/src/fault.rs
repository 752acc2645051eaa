//! Ways to fail, each seen at a gateway of this kind.

use axum::http::header;
use serde::{Deserialize, Serialize};

/// Largest body of a response, in bytes.
const LARGEST: usize = 16 << 30;

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
