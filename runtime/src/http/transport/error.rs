//! Errors of requests that got no response.

use crate::Error;

/// Error of a request that got no response.
#[derive(Debug, thiserror::Error)]
#[error("{source}")]
#[non_exhaustive]
pub struct TransportError {
    /// True if the gateway may have received the request. If false, a retry is safe.
    pub may_have_been_sent: bool,
    /// True if a timeout ended the request.
    pub timed_out: bool,
    /// Underlying error.
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

/// Reason why a transport refuses to send a request.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refusal(String);

impl TransportError {
    /// Creates the error of a request that was not sent, since no connection could be made.
    pub fn not_sent(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { may_have_been_sent: false, timed_out: false, source: source.into() }
    }

    /// Creates the error of a lost connection. The gateway may have received the request.
    pub fn lost(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { may_have_been_sent: true, timed_out: false, source: source.into() }
    }

    /// Creates the error of a request that the transport refuses to send. The call fails with
    /// [`Error::Request`] and this reason, and the client does not retry it.
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::not_sent(Refusal(reason.into()))
    }

    /// Creates the error of a request that was not sent before the deadline of its call.
    pub(crate) fn too_late() -> Self {
        let source = "the deadline ended before the request was sent".into();
        Self { may_have_been_sent: false, timed_out: true, source }
    }

    /// Returns the error of a call that the transport refuses to send.
    pub(crate) fn refusal(&self) -> Option<Error> {
        if self.may_have_been_sent {
            return None;
        }
        self.source.downcast_ref::<Refusal>().map(|it| Error::Request(it.0.clone()))
    }
}

impl From<reqwest::Error> for TransportError {
    fn from(error: reqwest::Error) -> Self {
        let (connecting, timed_out) = (error.is_connect() || error.is_builder(), error.is_timeout());
        // Removes the URL, since its query may contain data that should not be logged.
        Self { may_have_been_sent: !connecting, timed_out, source: error.without_url().into() }
    }
}
