//! Errors, as one enum that a caller can match.

mod answer;
mod body;
mod display;
mod failure;

use std::time::SystemTime;

use crate::Usd;

pub(crate) use answer::{Answer, Tally, request_id, undecodable};
pub use failure::{Cause, Charge, ChargeUnknown, Failure};

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a call did not return data.
///
/// Assumption: the statuses that model endpoints do not charge; see [`Charge`].
///
/// ```no_run
/// use gatewright_runtime::{Charge, Error};
///
/// # async fn demo(client: gatewright_runtime::Client) {
/// match client.social("p1", "trending").send().await {
///     Ok(reply) => println!("{}", reply.data),
///     Err(Error::NoResult(_)) => println!("nothing there"),
///     Err(Error::Capacity { resets_at, .. }) => println!("at the latest after {resets_at:?}"),
///     Err(other) if other.charge() == Charge::Unknown => println!("look into the usage log: {other}"),
///     Err(other) => println!("{other}"),
/// }
/// # }
/// ```
#[non_exhaustive]
pub enum Error {
    /// The client cannot be made from these settings, or is used in a way that they do not allow.
    Config(String),
    /// The request cannot be made; nothing was sent.
    Request(String),
    /// The budget does not cover the call; nothing was sent.
    OverBudget {
        /// What the call is listed under.
        usage_log_name: String,
        /// What the call would cost; `None` if nobody knows.
        price: Option<Usd>,
        /// What the budget has left, calls under way taken off.
        left: Usd,
    },
    /// There is a budget, and what the call costs is not known before it; nothing was sent.
    PriceUnknown(String),
    /// 400: a parameter is unknown, repeated, too long, of the wrong type or missing.
    BadParameter(Box<Failure>),
    /// 401: the key is not valid.
    Unauthorized(Box<Failure>),
    /// 403 `model_requires_topup`: the account has never been topped up.
    NeedsTopUp(Box<Failure>),
    /// Another 404: the platform and capability pair does not exist.
    NoSuchEndpoint(Box<Failure>),
    /// 404 `social_data_no_result`: the platform found nothing for the parameters.
    NoResult(Box<Failure>),
    /// 429: the day's capacity is used up until 00:00 UTC, or the platform is busy for a few seconds.
    Capacity {
        /// What the gateway said.
        failure: Box<Failure>,
        /// The next 00:00 UTC, when the day's capacity begins anew.
        resets_at: SystemTime,
    },
    /// 502: the data source did not answer, or answered without data.
    SourceFailed(Box<Failure>),
    /// 503: the endpoint is paused.
    Paused(Box<Failure>),
    /// 429 from a model: too much at once. Assumption: not charged, since HTTP defines 429 as refused; see
    /// [`Settings::retry_busy_submissions`](crate::Settings::retry_busy_submissions).
    Busy(Box<Failure>),
    /// `previous_response_not_found`: an earlier response is not available yet, and not lost.
    NotAvailableYet(Box<Failure>),
    /// Another 403; for a file or the catalog, which cost nothing, any other status too.
    Refused(Box<Failure>),
    /// The request was sent and its reply is lost or not to be understood, so that nobody here knows whether it
    /// was charged. It is never sent again by itself.
    ChargeUnknown(Box<ChargeUnknown>),
    /// A time limit ended the call before it could be charged.
    Timeout(Box<Failure>),
    /// The reply could not be read as what it should be.
    Decode(Box<Failure>),
    /// 404 or `task_not_exist` to a question about a task: it is not known there.
    #[cfg(feature = "video")]
    NoSuchTask(Box<Failure>),
    /// A task failed: the charge is refunded.
    #[cfg(feature = "video")]
    TaskFailed(Box<crate::video::TaskFailed>),
    /// A task is done, and the gateway does not say where its file is.
    #[cfg(feature = "video")]
    NoFile(Box<crate::video::TaskHandle>),
    /// The address of a finished file has run out.
    #[cfg(feature = "video")]
    Expired {
        /// The task.
        handle: Box<crate::video::TaskHandle>,
        /// When it did.
        at: SystemTime,
    },
    /// The file of a finished task could not be brought home; the one that was there before is as it was.
    #[cfg(feature = "video")]
    Download {
        /// The task.
        handle: Box<crate::video::TaskHandle>,
        /// What went wrong.
        error: Box<Self>,
    },
    /// A file that a reply points to, such as an image, cannot be downloaded: its server cannot be reached or refuses the
    /// request. The server is not the gateway, and the download itself costs nothing.
    FileUnreachable {
        /// Host of the file, with its port if the URL has one.
        host: String,
        /// Response of that host, or the connection error.
        failure: Box<Failure>,
    },
    /// What came could not be written to a file.
    File(String),
    /// No connection could be made; nothing was charged.
    Transport(Box<Failure>),
}

impl Error {
    /// What is known of the failed call, if it was one.
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
            | Self::Transport(failure) => Some(failure),
            Self::ChargeUnknown(unknown) => Some(&unknown.failure),
            #[cfg(feature = "video")]
            Self::NoSuchTask(failure) => Some(failure),
            #[cfg(feature = "video")]
            Self::Download { error, .. } => error.failure(),
            #[cfg(feature = "video")]
            Self::TaskFailed(_) | Self::NoFile(_) | Self::Expired { .. } => None,
            Self::Config(_) | Self::File(_) | Self::Request(_) | Self::OverBudget { .. } | Self::PriceUnknown(_) => {
                None
            }
        }
    }

    /// The same error, which says what task was asked for: of many at once nobody could tell.
    #[cfg(feature = "video")]
    pub(crate) fn about(mut self, task: &crate::video::TaskHandle) -> Self {
        if let Self::NoSuchTask(failure)
        | Self::Unauthorized(failure)
        | Self::Busy(failure)
        | Self::SourceFailed(failure)
        | Self::Refused(failure)
        | Self::Timeout(failure)
        | Self::Decode(failure)
        | Self::Transport(failure) = &mut self
        {
            failure.about = Some(format!("task {task}"));
        }
        self
    }

    /// The same error for the download of a file: the gateway has no part in it.
    pub(crate) fn of_file(self, url: &crate::Url, secret: &crate::http::secret::Secret) -> Self {
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

    /// Whether it says that a task is not there.
    pub(crate) fn is_no_such_task(&self) -> bool {
        match self {
            #[cfg(feature = "video")]
            Self::NoSuchTask(_) => true,
            _ => false,
        }
    }

    /// Whether the call was charged.
    pub fn charge(&self) -> Charge {
        match self {
            Self::File(_) => Charge::Unknown,
            #[cfg(feature = "video")]
            Self::NoFile(_) | Self::Expired { .. } | Self::Download { .. } => Charge::Yes,
            other => other.failure().map_or(Charge::No, |it| it.charge),
        }
    }
}
