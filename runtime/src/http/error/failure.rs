//! Details of a call that failed.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::HttpRequest;

/// Charge of a call.
///
/// The error table of the gateway lists the errors that are not charged. After every other error response the charge is
/// [`Unknown`](Self::Unknown).
///
/// Assumption: a model endpoint does not charge a request that it rejects, for example with 429. The service's
/// documentation may list no error statuses for model endpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charge {
    /// Not charged. For an error status of a model endpoint this is an assumption.
    No,
    /// Charged: the gateway returned data.
    Yes,
    /// Charge unknown: look it up in the usage log.
    Unknown,
}

impl Charge {
    /// All charges.
    #[cfg(feature = "budget-file")]
    pub(crate) const ALL: [Self; 3] = [Self::No, Self::Yes, Self::Unknown];

    /// Returns the charge as a word, for journals, traces and metrics.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Yes => "yes",
            Self::Unknown => "unknown",
        }
    }
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
    /// HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Error code, if the body contains one.
    pub code: Option<String>,
    /// Error message, if the body contains one.
    pub message: Option<String>,
    /// Request id, if the response contains one.
    pub request_id: Option<String>,
    /// Wait in the `Retry-After` header.
    pub retry_after: Option<Duration>,
    /// Charge of the call.
    pub charge: Charge,
    /// Number of attempts.
    pub attempts: u32,
    /// Duration of the call, including pauses.
    pub elapsed: Duration,
    /// Start of the body, as received.
    pub body: String,
    /// Transport or decoding error.
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// Subject of the call, such as a task.
    pub about: Option<String>,
    /// Shortest and longest wait before a retry in seconds, if the error is temporary.
    pub(crate) retry: Option<(u64, u64)>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status, &self.source) {
            (Some(status @ 300..=399), _) => write!(f, "HTTP {status}, a redirect that the client does not follow")?,
            (Some(status), _) => write!(f, "HTTP {status}")?,
            (None, Some(source)) => write!(f, "{}", innermost(source.as_ref()))?,
            (None, None) => write!(f, "no response")?,
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

/// Returns the root cause. The errors around it only name the layers that it passed.
fn innermost<'a>(mut error: &'a (dyn std::error::Error + 'static)) -> &'a (dyn std::error::Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

/// Request whose response is lost, with the details to look it up in the usage log or to send it again.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ChargeUnknown {
    /// Details of the call.
    pub failure: Failure,
    /// Cause of the loss.
    pub cause: Cause,
    /// Name of the call in the usage log, if it is charged.
    pub usage_log_name: Option<String>,
    /// Time at which the request was sent.
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
        write!(f, "the request may have been charged: it was sent at {sent_at}, but {cause} ({failure}); ")?;
        write!(f, "help: look for `{name}` in the usage log before you send it again")
    }
}

/// Cause of a lost response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The response did not arrive in time.
    Timeout,
    /// The connection was lost.
    ConnectionLost,
    /// The response exceeds the size limit.
    TooLarge,
    /// The response does not have the expected format.
    UnexpectedFormat,
    /// The response has a status that is not known to be free.
    UnexpectedStatus,
    /// The stream ended before the model reported why it stopped.
    EndedEarly,
    /// The stream ended with an error.
    ErrorInStream,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "the response did not arrive in time",
            Self::ConnectionLost => "the connection was lost",
            Self::TooLarge => "the response exceeds the size limit",
            Self::UnexpectedFormat => "the response does not have the expected format",
            Self::UnexpectedStatus => "the response has a status that is not known to be free",
            Self::EndedEarly => "the stream ended early",
            Self::ErrorInStream => "the stream ended with an error",
        })
    }
}
