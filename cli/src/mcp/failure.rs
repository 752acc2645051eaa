//! Errors as an agent needs them: what happened, and what to change.

use gatewright_client::Error;

use crate::exit::Failure;

/// Converts an error of the client. Its help is for an agent.
pub(super) fn failure(error: Error) -> Failure {
    let help = match &error {
        Error::OverBudget { .. } => {
            "choose a cheaper call, or ask the user for a larger budget (`gw mcp --budget-usd`, or `daily_budget_usd` in the \
             configuration)"
        }
        Error::PriceUnknown(_) => {
            "for a chat model, set `max_tokens`; otherwise choose a model or an operation with a price"
        }
        Error::ChargeUnknown(_) => {
            "do not repeat the call; tell the user to look it up in the usage log, and use `retry_unknown` only if the \
             user agrees"
        }
        Error::NoResult(_) => "nothing was found and nothing was charged; change the arguments",
        Error::Capacity { .. } => "wait until the capacity resets, at 00:00 UTC, or use another platform",
        Error::Busy(_) | Error::SourceFailed(_) | Error::Timeout(_) | Error::Transport(_) => {
            "nothing was charged; repeat the call later"
        }
        Error::NeedsTopUp(_) | Error::Unauthorized(_) => "only the user can change this: tell the user",
        Error::BadParameter(_) => "`describe` shows the arguments of the operation",
        _ => "",
    };
    let Failure { exit, message } = match error {
        Error::PriceUnknown(name) => {
            Failure::refused(format!("the price of `{name}` is unknown, so that the budget cannot cover it"))
        }
        other => other.into(),
    };
    // The help of the client is for programmers.
    let problem = message.split_once("; help: ").map_or(message.as_str(), |it| it.0);
    match help {
        "" => Failure { exit, message },
        help => Failure { exit, message: format!("{problem}; help: {help}") },
    }
}
