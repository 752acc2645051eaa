//! Errors of the client, as one enum that a caller can match.

mod body;
mod decode;
mod display;
mod failure;
mod pagination;
mod raw_response;

use std::time::SystemTime;

use crate::Usd;

pub(crate) use body::is_blank;
pub(crate) use decode::decode;
#[cfg(feature = "chat")]
pub(crate) use decode::decode_text;
pub use failure::{Cause, Charge, ChargeUnknown, Failure};
pub use pagination::{PaginationError, PaginationProblem};
pub(crate) use raw_response::{AttemptStats, RawResponse, request_id};

/// Result of the fallible functions of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error of a client or a call.
///
/// The gateway's error table maps HTTP statuses and error codes to variants. Which errors of model endpoints are free
/// is an assumption; see [`Charge`].
///
/// ```no_run
/// use gatewright_runtime::{Charge, Error};
///
/// # async fn demo(client: gatewright_runtime::Client) {
/// match client.social("p1", "trending").send().await {
///     Ok(reply) => println!("{}", reply.data),
///     Err(Error::NoResult(_)) => println!("nothing there"),
///     Err(Error::Capacity { resets_at, .. }) => println!("retry after {resets_at:?}"),
///     Err(other) if other.charge() == Charge::Unknown => println!("check the usage log: {other}"),
///     Err(other) => println!("{other}"),
/// }
/// # }
/// ```
#[doc(alias("errors", "error handling", "failure", "status code"))]
#[non_exhaustive]
pub enum Error {
    /// The settings of the client are invalid, or do not allow this use.
    Config(String),
    /// The request is invalid, or the model is known not to support it; nothing was sent.
    Request(String),
    /// The budget does not cover the call; nothing was sent.
    OverBudget {
        /// Name of the call in the usage log.
        usage_log_name: String,
        /// Price of the call; `None` if it is unknown.
        price: Option<Usd>,
        /// Remaining budget, without the amount reserved for calls in progress.
        left: Usd,
    },
    /// The client has a budget, and the price of the call is unknown; nothing was sent.
    PriceUnknown(String),
    /// The file of a budget cannot be read or written. If a call returns it, nothing was sent.
    Journal(String),
    /// A parameter is unknown, repeated, too long, of the wrong type or missing (usually HTTP 400).
    BadParameter(Box<Failure>),
    /// The key is invalid (usually HTTP 401).
    Unauthorized(Box<Failure>),
    /// The account must be topped up before it can make this call (usually HTTP 403).
    NeedsTopUp(Box<Failure>),
    /// The endpoint or model does not exist (usually HTTP 404).
    NoSuchEndpoint(Box<Failure>),
    /// There are no results for the parameters (usually HTTP 404).
    NoResult(Box<Failure>),
    /// The daily capacity is used up, or the platform is busy for a short time (usually HTTP 429).
    Capacity {
        /// Details of the call.
        failure: Box<Failure>,
        /// Time at which a daily capacity resets: the next midnight in UTC.
        resets_at: SystemTime,
    },
    /// The data source did not respond, or responded without data (usually HTTP 502).
    SourceFailed(Box<Failure>),
    /// The endpoint is paused (usually HTTP 503).
    Paused(Box<Failure>),
    /// Too many requests at once (usually HTTP 429 from a model endpoint).
    ///
    /// Assumption: not charged, since 429 means that the gateway rejected the request; see
    /// [`Settings::retry_busy_submissions`](crate::Settings::retry_busy_submissions).
    Busy(Box<Failure>),
    /// An earlier response that the request continues is not available yet. It is not lost.
    ///
    /// Assumption: not charged, since the documentation says to send the same request again.
    NotAvailableYet(Box<Failure>),
    /// The account may not make the call (usually HTTP 403). For free requests (files, catalog), also any status that
    /// has no variant of its own.
    Refused(Box<Failure>),
    /// The request was sent, but its response is lost or cannot be understood, so the charge is unknown. The client
    /// does not retry it.
    ChargeUnknown(Box<ChargeUnknown>),
    /// A timeout ended the call before it could be charged, for example while it waited for other calls in flight or for a
    /// [`RateLimit`](crate::RateLimit), or connected, or in a free request.
    Timeout(Box<Failure>),
    /// The response does not have the expected format.
    Decode(Box<Failure>),
    /// The polled task does not exist (usually HTTP 404).
    #[cfg(feature = "video")]
    NoSuchTask(Box<Failure>),
    /// The task failed, and its charge is refunded.
    #[cfg(feature = "video")]
    TaskFailed(Box<crate::video::TaskFailed>),
    /// The task is done, but the response contains no URL of its file.
    #[cfg(feature = "video")]
    NoFile(Box<crate::video::TaskHandle>),
    /// The URL of a finished file has expired. Assumption: `Expires` in the URL is a time in Unix seconds.
    #[cfg(feature = "video")]
    Expired {
        /// Task that produced the file.
        handle: Box<crate::video::TaskHandle>,
        /// Time at which the URL expired.
        at: SystemTime,
    },
    /// The file of a finished task could not be downloaded. An existing file at the target path is unchanged.
    #[cfg(feature = "video")]
    Download {
        /// Task that produced the file.
        handle: Box<crate::video::TaskHandle>,
        /// Error of the download.
        error: Box<Self>,
    },
    /// A file that a response links to, such as an image, cannot be downloaded: its server cannot be reached or rejects
    /// the request. The server is not the gateway, and the download itself is free.
    FileUnreachable {
        /// Host of the file, with its port if the URL has one.
        host: String,
        /// Response of that host, or the connection error.
        failure: Box<Failure>,
    },
    /// A received file cannot be used or written.
    File(String),
    /// The next page, or the list of items in a page, cannot be determined; the next page was not requested.
    Pagination(Box<PaginationError>),
    /// No connection could be made, or the connection of a free request was lost; the call was not charged.
    Transport(Box<Failure>),
    /// An agent made its maximum number of model calls, and the model still calls tools.
    #[cfg(feature = "chat")]
    StepLimit(u32),
    /// This machine has no file descriptor, port or buffer left for a connection; nothing was sent.
    LocalResource(Box<Failure>),
}

impl Error {
    /// Returns the details of the failed call, if the error comes from a call.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::BadParameter(failure)
            | Self::Unauthorized(failure)
            | Self::NeedsTopUp(failure)
            | Self::NoSuchEndpoint(failure)
            | Self::NoResult(failure)
            | Self::Capacity { failure, .. }
            | Self::SourceFailed(failure)
            | Self::Paused(failure)
            | Self::Busy(failure)
            | Self::NotAvailableYet(failure)
            | Self::Refused(failure)
            | Self::Timeout(failure)
            | Self::Decode(failure)
            | Self::FileUnreachable { failure, .. }
            | Self::Transport(failure)
            | Self::LocalResource(failure) => Some(failure),
            Self::ChargeUnknown(unknown) => Some(&unknown.failure),
            #[cfg(feature = "video")]
            Self::NoSuchTask(failure) => Some(failure),
            #[cfg(feature = "video")]
            Self::Download { error, .. } => error.failure(),
            #[cfg(feature = "video")]
            Self::TaskFailed(_) | Self::NoFile(_) | Self::Expired { .. } => None,
            #[cfg(feature = "chat")]
            Self::StepLimit(_) => None,
            Self::Config(_) | Self::File(_) | Self::Request(_) | Self::Journal(_) | Self::Pagination(_) => None,
            Self::OverBudget { .. } | Self::PriceUnknown(_) => None,
        }
    }

    /// Adds the task to the error, to distinguish the errors of many tasks.
    #[cfg(feature = "video")]
    pub(crate) fn about(mut self, task: &crate::video::TaskHandle) -> Self {
        if let Self::NoSuchTask(failure)
        | Self::Unauthorized(failure)
        | Self::Busy(failure)
        | Self::SourceFailed(failure)
        | Self::Refused(failure)
        | Self::Timeout(failure)
        | Self::Decode(failure)
        | Self::Transport(failure)
        | Self::LocalResource(failure) = &mut self
        {
            failure.about = Some(format!("task {task}"));
        }
        if let Self::ChargeUnknown(unknown) = &mut self {
            unknown.failure.about = Some(format!("task {task}"));
        }
        self
    }

    /// Converts the error to that of a file download, in which the gateway is not involved.
    pub(crate) fn into_download_error(self, url: &crate::Url, secret: &crate::http::secret::Secret) -> Self {
        match self {
            Self::Transport(failure)
            | Self::Timeout(failure)
            | Self::Busy(failure)
            | Self::SourceFailed(failure)
            | Self::Refused(failure) => {
                let host = url.host_str().unwrap_or_default();
                let host = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
                Self::FileUnreachable { host: secret.clean(&host), failure }
            }
            other => other,
        }
    }

    /// Returns true if the error means that a task does not exist.
    pub(crate) fn is_no_such_task(&self) -> bool {
        match self {
            #[cfg(feature = "video")]
            Self::NoSuchTask(_) => true,
            _ => false,
        }
    }

    /// Returns the charge of the call.
    pub fn charge(&self) -> Charge {
        match self {
            Self::File(_) => Charge::Unknown,
            #[cfg(feature = "chat")]
            Self::StepLimit(steps) if *steps > 0 => Charge::Yes,
            #[cfg(feature = "video")]
            Self::NoFile(_) | Self::Expired { .. } | Self::Download { .. } => Charge::Yes,
            other => other.failure().map_or(Charge::No, |it| it.charge),
        }
    }
}
