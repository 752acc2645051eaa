//! What can go wrong, as one enum that a caller can match.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::{HttpRequest, Usd};

pub(crate) use answer::{Answer, Tally, request_id, undecodable};

mod answer;

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
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The client cannot be made from these settings, or is used in a way that they do not allow.
    #[error("client settings: {0}")]
    Config(String),
    /// The request cannot be made; nothing was sent.
    #[error("request: {0}")]
    Request(String),
    /// The budget does not cover the call; nothing was sent.
    #[error(
        "the budget has {left} USD left, and `{usage_log_name}` costs {}; nothing was sent, raise the budget",
        .price.map_or("nobody knows what".to_owned(), |it| format!("{it} USD"))
    )]
    OverBudget {
        /// What the call is listed under.
        usage_log_name: String,
        /// What the call would cost; `None` if nobody knows.
        price: Option<Usd>,
        /// What the budget has left, calls under way taken off.
        left: Usd,
    },
    /// There is a budget, and what the call costs is not known before it; nothing was sent.
    #[error(
        "what `{0}` costs is not known before the call, and there is a budget; nothing was sent. Allow \
         unknown prices or lift the budget; of a model that is billed by what it uses, say what it is `.expecting(…)`"
    )]
    PriceUnknown(String),
    /// 400: a parameter is unknown, repeated, too long, of the wrong type or missing.
    #[error("the gateway refused a parameter ({0}); correct the request")]
    BadParameter(Box<Failure>),
    /// 401: the key is not valid.
    #[error("the gateway refused the key ({0}); check GATEWAY_API_KEY")]
    Unauthorized(Box<Failure>),
    /// 403 `model_requires_topup`: the account has never been topped up.
    #[error("social data is for paid accounts ({0}); top up the account once")]
    NeedsTopUp(Box<Failure>),
    /// Another 404: the platform and capability pair does not exist.
    #[error("there is no such endpoint or model ({0}); compare the live catalogs")]
    NoSuchEndpoint(Box<Failure>),
    /// 404 `social_data_no_result`: the platform found nothing for the parameters.
    #[error("the platform found nothing for these parameters ({0})")]
    NoResult(Box<Failure>),
    /// 429: the day's capacity is used up until 00:00 UTC, or the platform is busy for a few seconds.
    #[error("no capacity ({failure}); try again in a few seconds, or from {} on when the day's share is used up", httpdate::fmt_http_date(*.resets_at))]
    Capacity {
        /// What the gateway said.
        failure: Box<Failure>,
        /// The next 00:00 UTC, when the day's capacity begins anew.
        resets_at: SystemTime,
    },
    /// 502: the data source did not answer, or answered without data.
    #[error("the data source failed ({0}); try again later")]
    SourceFailed(Box<Failure>),
    /// 503: the endpoint is paused.
    #[error("the endpoint is paused ({0}); the live catalog lists it as available when it is back")]
    Paused(Box<Failure>),
    /// 429 from a model: too much at once. Assumption: not charged, since HTTP defines 429 as refused; see
    /// [`Settings::retry_busy_submissions`](crate::Settings::retry_busy_submissions).
    #[error("the gateway is busy ({0}); nothing was charged, try again later")]
    Busy(Box<Failure>),
    /// `previous_response_not_found`: an earlier response is not available yet, and not lost.
    #[error("the response to go on from is not available yet ({0}); send the same request again in 10 to 20 seconds")]
    NotAvailableYet(Box<Failure>),
    /// Another 403; for a file or the catalog, which cost nothing, any other status too.
    #[error("the gateway refused the call ({0})")]
    Refused(Box<Failure>),
    /// The request was sent and its reply is lost or not to be understood, so that nobody here knows whether it
    /// was charged. It is never sent again by itself.
    #[error("{0}")]
    ChargeUnknown(Box<ChargeUnknown>),
    /// A time limit ended the call before it could be charged.
    #[error("it took too long ({0}); nothing was charged, try again")]
    Timeout(Box<Failure>),
    /// The reply could not be read as what it should be.
    #[error("the reply could not be decoded ({0}); the service may have changed, or a model wrote something else")]
    Decode(Box<Failure>),
    /// 404 or `task_not_exist` to a question about a task: it is not known there.
    #[cfg(feature = "video")]
    #[error("there is no such task ({0}); ask with the key and on the path that it was submitted with")]
    NoSuchTask(Box<Failure>),
    /// A task failed: the charge is refunded.
    #[cfg(feature = "video")]
    #[error("{0}")]
    TaskFailed(Box<crate::video::TaskFailed>),
    /// A task is done, and the gateway does not say where its file is.
    #[cfg(feature = "video")]
    #[error(
        "the task {0} is done, and the gateway does not say where its file is; ask again later, or ask the provider"
    )]
    NoFile(Box<crate::video::TaskHandle>),
    /// The address of a finished file has run out.
    #[cfg(feature = "video")]
    #[error("the address of the file of task {handle} ran out at {}; ask for the task again, for a new one", httpdate::fmt_http_date(*.at))]
    Expired {
        /// The task.
        handle: Box<crate::video::TaskHandle>,
        /// When it did.
        at: SystemTime,
    },
    /// The file of a finished task could not be brought home; the one that was there before is as it was.
    #[cfg(feature = "video")]
    #[error("the file of task {handle} could not be brought home: {}; it is paid for, and nothing was saved", Shortly(.error))]
    Download {
        /// The task.
        handle: Box<crate::video::TaskHandle>,
        /// What went wrong.
        error: Box<Self>,
    },
    /// A file that a reply points to, such as an image, cannot be downloaded: its server cannot be reached or refuses the
    /// request. The server is not the gateway, and the download itself costs nothing.
    #[error(
        "cannot download the file from `{host}` ({failure}); check that this network reaches `{host}` and that the link has \
         not expired, then download the file again"
    )]
    FileUnreachable {
        /// Host of the file, with its port if the URL has one.
        host: String,
        /// Response of that host, or the connection error.
        failure: Box<Failure>,
    },
    /// What came could not be written to a file.
    #[error("{0}")]
    File(String),
    /// No connection could be made; nothing was charged.
    #[error("the gateway could not be reached ({0}); check the base URL and the network")]
    Transport(Box<Failure>),
}

/// An error within another one: what happened, without what to do about it.
#[cfg(feature = "video")]
struct Shortly<'a>(&'a Error);

#[cfg(feature = "video")]
impl fmt::Display for Shortly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.0.failure()) {
            (Error::FileUnreachable { host, failure }, _) => write!(f, "{host}: {failure}"),
            (_, Some(failure)) => failure.fmt(f),
            (other, None) => fmt::Display::fmt(other, f),
        }
    }
}

/// The same as for people: a `main` that returns an error prints it this way.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
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

/// Whether a call was charged.
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
    /// Nobody here knows: the usage log does.
    Unknown,
}

/// What is known of a call that failed.
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
    /// How long the gateway asks to wait.
    pub retry_after: Option<Duration>,
    /// Whether the call was charged.
    pub charge: Charge,
    /// How often it was sent.
    pub attempts: u32,
    /// How long it took, pauses included.
    pub elapsed: Duration,
    /// The start of the body, as it came.
    pub body: String,
    /// What happened below HTTP, or in decoding.
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
    /// What it was about, where a call does not say so itself, such as a task.
    pub about: Option<String>,
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
    /// What is known of the call.
    pub failure: Failure,
    /// What became of the reply.
    pub cause: Cause,
    /// What the usage log lists the call under, if it is charged.
    pub usage_log_name: Option<String>,
    /// When it was sent.
    pub sent_at: SystemTime,
    /// What was sent, without the key.
    pub request: HttpRequest,
    /// What came of a stream before it broke off, in the shape of a whole reply.
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

/// What became of a reply that is lost.
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
