//! Errors as text.

use std::error::Error as StdError;
use std::fmt::{self, Debug, Display};

use httpdate::fmt_http_date;

use super::Error;

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config(problem) => write!(f, "client settings: {problem}"),
            Self::Request(problem) => write!(f, "request: {problem}"),
            Self::OverBudget { usage_log_name, price, left } => {
                write!(f, "the budget has {left} USD left, and `{usage_log_name}` ")?;
                match price {
                    Some(price) => write!(f, "costs {price} USD")?,
                    None => write!(f, "has an unknown price")?,
                }
                write!(f, "; nothing was sent, raise the budget")
            }
            Self::PriceUnknown(name) => write!(
                f,
                "what `{name}` costs is not known before the call, and there is a budget; nothing was sent. Allow \
                 unknown prices or lift the budget; of a model that is billed by what it uses, say what it is \
                 `.expecting(…)`"
            ),
            Self::BadParameter(failure) => {
                write!(f, "the gateway refused a parameter ({failure}); correct the request")
            }
            Self::Unauthorized(failure) => write!(f, "the gateway refused the key ({failure}); check the API key"),
            Self::NeedsTopUp(failure) => {
                write!(f, "social data is for paid accounts ({failure}); top up the account once")
            }
            Self::NoSuchEndpoint(failure) => {
                write!(f, "there is no such endpoint or model ({failure}); compare the live catalogs")
            }
            Self::NoResult(failure) => write!(f, "the platform found nothing for these parameters ({failure})"),
            Self::Capacity { failure, resets_at } => write!(
                f,
                "no capacity ({failure}); try again in a few seconds, or from {} on when the day's share is used up",
                fmt_http_date(*resets_at)
            ),
            Self::SourceFailed(failure) => write!(f, "the data source failed ({failure}); try again later"),
            Self::Paused(failure) => {
                write!(f, "the endpoint is paused ({failure}); the live catalog lists it as available when it is back")
            }
            Self::Busy(failure) => write!(f, "the gateway is busy ({failure}); nothing was charged, try again later"),
            Self::NotAvailableYet(failure) => write!(
                f,
                "the response to go on from is not available yet ({failure}); send the same request again in 10 to 20 \
                 seconds"
            ),
            Self::Refused(failure) => write!(f, "the gateway refused the call ({failure})"),
            Self::ChargeUnknown(unknown) => Display::fmt(unknown, f),
            Self::Timeout(failure) => write!(f, "it took too long ({failure}); nothing was charged, try again"),
            Self::Decode(failure) => write!(
                f,
                "the reply could not be decoded ({failure}); the service may have changed, or a model wrote something else"
            ),
            #[cfg(feature = "video")]
            Self::NoSuchTask(failure) => write!(
                f,
                "there is no such task ({failure}); ask with the key and on the path that it was submitted with"
            ),
            #[cfg(feature = "video")]
            Self::TaskFailed(failed) => Display::fmt(failed, f),
            #[cfg(feature = "video")]
            Self::NoFile(task) => write!(
                f,
                "the task {task} is done, and the gateway does not say where its file is; ask again later, or ask the \
                 provider"
            ),
            #[cfg(feature = "video")]
            Self::Expired { handle, at } => write!(
                f,
                "the address of the file of task {handle} ran out at {}; ask for the task again, for a new one",
                fmt_http_date(*at)
            ),
            #[cfg(feature = "video")]
            Self::Download { handle, error } => write!(
                f,
                "cannot download the file of task {handle}: {}; the task was charged, and nothing was saved",
                Shortly(error)
            ),
            Self::FileUnreachable { host, failure } => write!(
                f,
                "cannot download the file from `{host}` ({failure}); check that this network reaches `{host}` and that the \
                 link has not expired, then download the file again"
            ),
            Self::File(problem) => f.write_str(problem),
            Self::Transport(failure) => {
                write!(f, "the gateway could not be reached ({failure}); check the base URL and the network")
            }
        }
    }
}

/// The name of the variant and the message: a `main` that returns an error prints it this way.
impl Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.variant())
    }
}

/// The error below HTTP, or in decoding. The message contains everything else.
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
    fn variant(&self) -> &'static str {
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
        }
    }
}

/// An error within another one: what happened, without what to do about it.
#[cfg(feature = "video")]
struct Shortly<'a>(&'a Error);

#[cfg(feature = "video")]
impl Display for Shortly<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.0.failure()) {
            (Error::FileUnreachable { host, failure }, _) => write!(f, "{host}: {failure}"),
            (_, Some(failure)) => Display::fmt(failure, f),
            (other, None) => Display::fmt(other, f),
        }
    }
}
