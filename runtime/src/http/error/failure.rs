//! Details of a call that failed.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::HttpRequest;

/// Charge of a call.
///
/// For social data the documents list the statuses that are not charged. For models they publish no statuses.
///
/// Assumption: a model endpoint does not charge a request that it answers with 400, 401, 403, 404 or 429. Every other status
/// of a model endpoint is [`Unknown`](Self::Unknown).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charge {
    /// It was not; of a model's error status that is an assumption.
    No,
    /// It was: the gateway answered with data.
    Yes,
    /// Unknown here: look it up in the usage log.
    Unknown,
}

/// Details of a call that failed.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) {
/// if let Err(error) = client.social("p1", "trending").send().await {
///     if let Some(failure) = error.failure() {
///         eprintln!("{:?} {:?} after {} attempts", failure.status, failure.code, failure.attempts);
///     }
/// }
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The HTTP status, if there was a reply.
    pub status: Option<u16>,
    /// The error code, if the body holds one.
    pub code: Option<String>,
    /// The message, if the body holds one.
    pub message: Option<String>,
    /// The request id, if the reply names one.
    pub request_id: Option<String>,
    /// Wait that the gateway asks for.
    pub retry_after: Option<Duration>,
    /// Charge of the call.
    pub charge: Charge,
    /// Number of attempts.
    pub attempts: u32,
    /// Duration of the call, pauses included.
    pub elapsed: Duration,
    /// The start of the body, as it came.
    pub body: String,
    /// Error below HTTP, or in decoding.
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// Subject of the call, such as a task.
    pub about: Option<String>,
    /// Shortest and longest wait before a retry in seconds, if the error is worth one.
    pub(crate) retry: Option<(u64, u64)>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status, &self.source) {
            (Some(status @ 300..=399), _) => write!(f, "HTTP {status}, a redirect, which is not followed")?,
            (Some(status), _) => write!(f, "HTTP {status}")?,
            (None, Some(source)) => write!(f, "{}", innermost(source.as_ref()))?,
            (None, None) => write!(f, "no reply")?,
        }
        if let Some(code) = &self.code {
            write!(f, " {code}")?;
        }
        if let Some(message) = &self.message {
            write!(f, ": {message}")?;
        }
        if let Some(about) = &self.about {
            write!(f, ", {about}")?;
        }
        if let Some(id) = &self.request_id {
            write!(f, ", request {id}")?;
        }
        if self.attempts > 1 {
            write!(f, ", {} attempts", self.attempts)?;
        }
        Ok(())
    }
}

/// The error at the root: the layers above it say where it passed, not what it is.
fn innermost<'a>(mut error: &'a (dyn std::error::Error + 'static)) -> &'a (dyn std::error::Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

/// A request whose reply is lost: what is needed to look for it in the usage log, or to send it once more.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChargeUnknown {
    /// Details of the call.
    pub failure: Failure,
    /// Cause of the loss.
    pub cause: Cause,
    /// Name of the call in the usage log, if it is charged.
    pub usage_log_name: Option<String>,
    /// When it was sent.
    pub sent_at: SystemTime,
    /// Request, without the key.
    pub request: HttpRequest,
    /// Partial output of a stream, in the shape of a complete response.
    pub received: Option<serde_json::Value>,
}

impl fmt::Display for ChargeUnknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sent_at, cause, failure) = (httpdate::fmt_http_date(self.sent_at), self.cause, &self.failure);
        let name = self.usage_log_name.as_deref().unwrap_or("the call");
        write!(f, "the request was sent at {sent_at}, and {cause} ({failure}): it may have been charged; ")?;
        write!(f, "look for `{name}` in the usage log before sending it again")
    }
}

/// Cause of a lost response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// It did not come in time.
    Timeout,
    /// The connection was lost.
    ConnectionLost,
    /// It was larger than is taken in.
    TooLarge,
    /// It was not what a reply should be.
    NotUnderstood,
    /// It had a status of which the documents do not say that it is free.
    UnexpectedStatus,
    /// A stream ended before the model had said why it stopped.
    CutShort,
    /// A stream broke off with an error.
    ErrorInStream,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "no reply came in time",
            Self::ConnectionLost => "the connection was lost",
            Self::TooLarge => "the reply is larger than is taken in",
            Self::NotUnderstood => "the reply could not be understood",
            Self::UnexpectedStatus => "the reply has a status that is not known to be free",
            Self::CutShort => "the stream was cut short",
            Self::ErrorInStream => "the stream broke off with an error",
        })
    }
}
