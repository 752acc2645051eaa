//! Messages of errors.

use std::error::Error as StdError;
use std::fmt::{self, Debug, Display};

use httpdate::fmt_http_date;

use super::Error;
use crate::Usd;

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(problem) => write!(f, "client settings: {problem}"),
            Self::Request(problem) => write!(f, "request: {problem}"),
            Self::OverBudget { usage_log_name, price, left } => {
                let left = (*left).max(Usd::ZERO);
                write!(f, "the budget does not cover the call: it has {left} USD left, and `{usage_log_name}` ")?;
                match price {
                    Some(price) => write!(f, "costs {price} USD")?,
                    None => write!(f, "has an unknown price")?,
                }
                write!(f, "; nothing was sent; help: raise the budget")
            }
            Self::PriceUnknown(name) => write!(
                f,
                "the price of `{name}` is unknown, and the client has a budget; nothing was sent; help: for a model \
                 call, set `max_tokens` or `.expecting(…)`; otherwise build the client with `allow_unknown_prices()` \
                 or without a budget"
            ),
            Self::Journal(problem) => f.write_str(problem),
            Self::Pagination(error) => Display::fmt(error, f),
            Self::BadParameter(failure) => {
                write!(f, "the gateway rejected a parameter ({failure}); help: correct the request")
            }
            Self::Unauthorized(failure) => {
                write!(f, "the gateway rejected the key ({failure}); help: check the API key")
            }
            Self::NeedsTopUp(failure) => {
                write!(f, "the account must be topped up first ({failure}); help: top up the account")
            }
            Self::NoSuchEndpoint(failure) => {
                write!(f, "unknown endpoint or model ({failure}); help: look it up in the live catalogs")
            }
            Self::NoResult(failure) => write!(f, "no results for these parameters ({failure})"),
            Self::Capacity { failure, resets_at } => write!(
                f,
                "no capacity left ({failure}); help: retry later; a daily capacity resets at {}",
                fmt_http_date(*resets_at)
            ),
            Self::SourceFailed(failure) => write!(f, "the data source failed ({failure}); help: retry later"),
            Self::Paused(failure) => {
                write!(f, "the endpoint is paused ({failure}); help: wait until the live catalog lists it as available")
            }
            Self::Busy(failure) => write!(f, "the gateway is busy ({failure}); nothing was charged; help: retry later"),
            Self::NotAvailableYet(failure) => write!(
                f,
                "the earlier response is not available yet ({failure}); help: send the same request again later"
            ),
            #[cfg(feature = "chat")]
            Self::StepLimit(steps) => {
                write!(f, "the model still calls tools after {steps} steps; help: raise `max_steps`")
            }
            Self::Refused(failure) => write!(f, "the gateway rejected the call ({failure})"),
            Self::ChargeUnknown(unknown) => Display::fmt(unknown, f),
            Self::Timeout(failure) => write!(f, "the call timed out ({failure}); nothing was charged; help: retry"),
            Self::Decode(failure) => write!(
                f,
                "cannot decode the response ({failure}); the model's output has a different format, or the \
                 service has changed"
            ),
            #[cfg(feature = "video")]
            Self::NoSuchTask(failure) => {
                write!(f, "unknown task ({failure}); help: poll it with the key and path that it was submitted with")
            }
            #[cfg(feature = "video")]
            Self::TaskFailed(failed) => Display::fmt(failed, f),
            #[cfg(feature = "video")]
            Self::NoFile(task) => write!(
                f,
                "the task {task} is done, but the response contains no URL of its file; help: poll the task later, or \
                 contact the provider"
            ),
            #[cfg(feature = "video")]
            Self::Expired { handle, at } => write!(
                f,
                "the URL of the file of task {handle} expired at {}; help: poll the task again; whether the URL is then a new one is not documented",
                fmt_http_date(*at)
            ),
            #[cfg(feature = "video")]
            Self::Download { handle, error } => write!(
                f,
                "cannot download the file of task {handle}: {}; the task was charged, and nothing was saved",
                WithoutHelp(error)
            ),
            Self::FileUnreachable { host, failure } => write!(
                f,
                "cannot download the file from `{host}` ({failure}); help: check that this network reaches `{host}` \
                 and that the link has not expired, then download the file again"
            ),
            Self::File(problem) => f.write_str(problem),
            Self::Transport(failure) => {
                write!(f, "cannot reach the gateway ({failure}); help: check the base URL and the network")
            }
            Self::LocalResource(failure) => write!(
                f,
                "this machine cannot open another connection ({failure}); nothing was sent; help: lower \
                 `max_in_flight`, or raise the limit on open files"
            ),
        }
    }
}

/// Prints the variant and the message: a `main` that returns an error prints its `Debug` text.
impl Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.variant())
    }
}

/// The source is the transport or decoding error. The message contains everything else.
impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            #[cfg(feature = "video")]
            Self::Download { error, .. } => Some(error),
            other => Some(&**other.failure()?.source.as_ref()?),
        }
    }
}

impl Error {
    /// Returns the name of the variant.
    pub(crate) fn variant(&self) -> &'static str {
        match self {
            Self::Config(_) => "Config",
            Self::Request(_) => "Request",
            Self::OverBudget { .. } => "OverBudget",
            Self::PriceUnknown(_) => "PriceUnknown",
            Self::BadParameter(_) => "BadParameter",
            Self::Unauthorized(_) => "Unauthorized",
            Self::NeedsTopUp(_) => "NeedsTopUp",
            Self::NoSuchEndpoint(_) => "NoSuchEndpoint",
            Self::NoResult(_) => "NoResult",
            Self::Capacity { .. } => "Capacity",
            Self::SourceFailed(_) => "SourceFailed",
            Self::Paused(_) => "Paused",
            Self::Busy(_) => "Busy",
            Self::NotAvailableYet(_) => "NotAvailableYet",
            Self::Refused(_) => "Refused",
            Self::ChargeUnknown(_) => "ChargeUnknown",
            Self::Timeout(_) => "Timeout",
            Self::Decode(_) => "Decode",
            #[cfg(feature = "video")]
            Self::NoSuchTask(_) => "NoSuchTask",
            #[cfg(feature = "video")]
            Self::TaskFailed(_) => "TaskFailed",
            #[cfg(feature = "video")]
            Self::NoFile(_) => "NoFile",
            #[cfg(feature = "video")]
            Self::Expired { .. } => "Expired",
            #[cfg(feature = "video")]
            Self::Download { .. } => "Download",
            Self::FileUnreachable { .. } => "FileUnreachable",
            Self::File(_) => "File",
            Self::Transport(_) => "Transport",
            Self::LocalResource(_) => "LocalResource",
            Self::Journal(_) => "Journal",
            Self::Pagination(_) => "Pagination",
            #[cfg(feature = "chat")]
            Self::StepLimit(_) => "StepLimit",
        }
    }
}

/// Error inside another error: its cause, without the help.
#[cfg(feature = "video")]
struct WithoutHelp<'a>(&'a Error);

#[cfg(feature = "video")]
impl Display for WithoutHelp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.0.failure()) {
            (Error::FileUnreachable { host, failure }, _) => write!(f, "{host}: {failure}"),
            (_, Some(failure)) => Display::fmt(failure, f),
            (other, None) => Display::fmt(other, f),
        }
    }
}
