//! Faults. Gateways of this kind are known to fail in each of these ways.

use axum::http::header;
use serde::{Deserialize, Serialize};

/// Maximum body of a response, in bytes.
const LARGEST: usize = 16 << 30;

/// Fault, and the requests that it applies to.
///
/// ```
/// use gatewright_mock::{Fault, FaultKind};
///
/// let twice = Fault::status(502).times(2);
/// let lost = Fault::cut_before_head(true).on("/v1/social/p1/").one_in(10);
/// let slow = Fault::new(FaultKind::Delay { millis: 200 });
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fault {
    /// Kind of fault.
    #[serde(flatten)]
    pub kind: FaultKind,
    /// Applies only to requests whose path starts with this.
    #[serde(default)]
    pub path: String,
    /// Number of requests that it applies to; `None`: all.
    #[serde(default)]
    pub times: Option<u32>,
    /// Applies at random to one in this number of requests; `None`: to each.
    #[serde(default)]
    pub one_in: Option<u32>,
}

/// Kind of fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// Responds with a status, without executing the call.
    Status {
        /// HTTP status.
        status: u16,
        /// Error code.
        #[serde(default)]
        code: Option<String>,
        /// `Retry-After` header: seconds or a date.
        #[serde(default)]
        retry_after: Option<String>,
        /// Shape of the body.
        #[serde(default)]
        shape: Shape,
    },
    /// Closes the connection instead of responding.
    CutBeforeHead {
        /// True if the call is executed and charged before.
        #[serde(default)]
        charged: bool,
    },
    /// Executes and charges the call, and closes the connection in the middle of the body.
    CutInBody {
        /// Number of bytes that are sent before.
        after: usize,
    },
    /// Delays the response. The call is executed and charged before the delay.
    Delay {
        /// Delay in milliseconds.
        millis: u64,
    },
    /// Sends the body byte by byte.
    SlowBytes {
        /// Pause between two bytes in milliseconds.
        millis: u64,
    },
    /// Sends the regular response with another content type.
    ContentType {
        /// Content type.
        content_type: String,
    },
    /// Responds with an HTML page and status 200, as a proxy might. The call is executed and charged before.
    Html,
    /// Responds with a large JSON body.
    Oversize {
        /// Size of the body.
        bytes: usize,
        /// True to compress it.
        #[serde(default)]
        gzip: bool,
    },
    /// Compresses the regular response.
    Gzip,
    /// Ends a stream properly after some of its events, as if the upstream connection was interrupted.
    StreamEnds {
        /// Number of events that are sent before.
        after: usize,
    },
    /// Responds with a complete reply to a request for a stream.
    NoStream,
    /// Ends a stream after some of its events with an error in its format.
    StreamError {
        /// Number of events that are sent before.
        after: usize,
    },
    /// Redirects the client.
    Redirect {
        /// HTTP status.
        status: u16,
        /// URL of the `Location` header.
        location: String,
    },
}

/// Shape of an error's body. None is published; gateways are known to use all of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Shape {
    /// `{"error":{"message","type","param","code"}}`.
    #[default]
    Nested,
    /// Like `Nested`, with a number as code.
    NumericCode,
    /// Like `Nested`, without `param` and with null as code.
    NullCode,
    /// `{"type":"error","error":{"type","message"}}`.
    Typed,
    /// `{"code","message","data":null}`.
    Flat,
    /// Empty body.
    Empty,
    /// Plain text.
    Text,
    /// HTML page.
    Html,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 8] =
        [Self::Nested, Self::NumericCode, Self::NullCode, Self::Typed, Self::Flat, Self::Empty, Self::Text, Self::Html];
}

impl Fault {
    /// Creates a fault that applies to every request.
    pub fn new(kind: FaultKind) -> Self {
        Self { kind, path: String::new(), times: None, one_in: None }
    }

    /// Returns the error of an invalid fault.
    pub(crate) fn problem(&self) -> Option<String> {
        // A status less than 200 is not a final response.
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
                "a status must be from 200 to 999, a header must have no control characters, and a body must have at \
                 most {LARGEST} bytes"
            ));
        }
        let never = self.times == Some(0) || self.one_in == Some(0);
        never.then(|| "`times` and `one_in` must be at least 1".to_owned())
    }

    /// Responds with a status.
    pub fn status(status: u16) -> Self {
        Self::new(FaultKind::Status { status, code: None, retry_after: None, shape: Shape::default() })
    }

    /// Responds with a status and a code.
    pub fn code(status: u16, code: &str) -> Self {
        let (code, retry_after, shape) = (Some(code.to_owned()), None, Shape::default());
        Self::new(FaultKind::Status { status, code, retry_after, shape })
    }

    /// Closes the connection instead of responding. With `charged`, the call is executed and charged before.
    pub fn cut_before_head(charged: bool) -> Self {
        Self::new(FaultKind::CutBeforeHead { charged })
    }

    /// Executes and charges the call, and closes the connection after this number of bytes of the body.
    pub fn cut_in_body(after: usize) -> Self {
        Self::new(FaultKind::CutInBody { after })
    }

    /// Applies the fault to this number of requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Applies the fault only to requests whose path starts with this.
    #[must_use]
    pub fn on(mut self, path: &str) -> Self {
        self.path = path.to_owned();
        self
    }

    /// Applies the fault at random to one in this number of requests.
    #[must_use]
    pub fn one_in(mut self, requests: u32) -> Self {
        self.one_in = Some(requests);
        self
    }
}
