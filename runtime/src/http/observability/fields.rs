//! Values of fields and labels.

use crate::{Charge, Error, Usd};

/// Returns the charge as a word.
pub(super) const fn charge(charge: Charge) -> &'static str {
    match charge {
        Charge::No => "no",
        Charge::Yes => "yes",
        Charge::Unknown => "unknown",
    }
}

/// Returns an amount in dollars as a float, which metrics and traces need.
pub(super) fn dollars(amount: Usd) -> f64 {
    amount.as_attos() as f64 / 1e18
}

/// Returns the kind of an error as a word. There are few of them, so that it can be a label.
pub(super) const fn error_type(error: &Error) -> &'static str {
    match error {
        Error::Config(_) => "config",
        Error::Request(_) => "request",
        Error::OverBudget { .. } => "over_budget",
        Error::PriceUnknown(_) => "price_unknown",
        Error::BadParameter(_) => "bad_parameter",
        Error::Unauthorized(_) => "unauthorized",
        Error::NeedsTopUp(_) => "needs_top_up",
        Error::NoSuchEndpoint(_) => "no_such_endpoint",
        Error::NoResult(_) => "no_result",
        Error::Capacity { .. } => "capacity",
        Error::SourceFailed(_) => "source_failed",
        Error::Paused(_) => "paused",
        Error::Busy(_) => "busy",
        Error::NotAvailableYet(_) => "not_available_yet",
        Error::Refused(_) => "refused",
        Error::ChargeUnknown(_) => "charge_unknown",
        Error::Timeout(_) => "timeout",
        Error::Decode(_) => "decode",
        #[cfg(feature = "video")]
        Error::NoSuchTask(_) => "no_such_task",
        #[cfg(feature = "video")]
        Error::TaskFailed(_) => "task_failed",
        #[cfg(feature = "video")]
        Error::NoFile(_) => "no_file",
        #[cfg(feature = "video")]
        Error::Expired { .. } => "expired",
        #[cfg(feature = "video")]
        Error::Download { .. } => "download",
        Error::FileUnreachable { .. } => "file_unreachable",
        Error::File(_) => "file",
        Error::Transport(_) => "transport",
        Error::LocalResource(_) => "local_resource",
    }
}
