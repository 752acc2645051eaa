//! Exit codes, and failures that end a run.

use std::process::ExitCode;

use gatewright::shell::quoted;
use gatewright_client::{Charge, Error, PaginationError, PaginationProblem, visible};

/// Exit code of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Success.
    Success = 0,
    /// Refused before anything was sent.
    Refused = 1,
    /// Wrong usage of the command line.
    Usage = 2,
    /// Error of the gateway, not charged.
    NotCharged = 3,
    /// Charge unknown.
    ChargeUnknown = 4,
    /// A spending limit does not cover the call; nothing was sent.
    OverBudget = 5,
    /// Nothing found, not charged.
    NothingFound = 6,
    /// Charged, and then failed: for example, a file could not be written.
    ChargedThenFailed = 7,
}

impl Exit {
    /// Description of all exit codes, for the help.
    pub(crate) const HELP: &'static str =
        "Exit codes: 0 success, 1 refused before sending, 2 wrong usage, 3 gateway error (not charged),
4 charge unknown, 5 over budget, 6 nothing found, 7 charged and then failed.";
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Words of the client library in errors, and those of `gw`.
const IN_WORDS_OF_GW: [(&str, &str); 2] = [
    ("call `allow_insecure_http()` on the builder", "set `allow_insecure_http = true` in the configuration"),
    ("`dash_url` of the builder", "use `--dash-url`, or set `dash_url` in the configuration"),
];

/// End of a run that is no success: an exit code and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self { exit, message: message.into() }
    }

    /// Creates the failure of a run that has sent nothing.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(Exit::Refused, message)
    }

    /// Returns the message with its help on a line of its own. Control characters are spelled out.
    pub(crate) fn shown(&self) -> String {
        let lines = self.message.replacen("; help: ", "\nhelp: ", 1);
        format!("error: {}", lines.lines().map(visible).collect::<Vec<_>>().join("\n"))
    }
}

/// Returns the message of an error, with the names that `gw` has for what helps.
pub(crate) fn message(error: &Error) -> String {
    match error {
        Error::PriceUnknown(name) => format!(
            "the price of `{name}` is unknown, and a spending limit applies; help: for chat, set `--max-tokens`; for a recording, `--length`; \
             otherwise call it without `--max-usd` and without `daily_budget_usd` in the configuration"
        ),
        Error::OverBudget { .. } => {
            with_help(error, "raise `--max-usd` if the command has it, or else `daily_budget_usd` in the configuration")
        }
        Error::Pagination(problem) => with_help(error, &help_with_pages(problem)),
        other => IN_WORDS_OF_GW.iter().fold(other.to_string(), |problem, (from, to)| problem.replace(from, to)),
    }
}

/// Returns the message of an error with another help.
fn with_help(error: &Error, help: &str) -> String {
    let text = error.to_string();
    let problem = text.split_once("; help: ").map_or(text.as_str(), |it| it.0);
    format!("{problem}; help: {help}")
}

/// Returns the options that let a run continue over the pages.
fn help_with_pages(error: &PaginationError) -> String {
    let option = match error.problem {
        PaginationProblem::List => "--items-at",
        PaginationProblem::Cursor { .. } | PaginationProblem::Repeated { .. } | PaginationProblem::Zero { .. } => {
            "--cursor-at"
        }
        _ => return "call the operation for each page, without `--pages`".to_owned(),
    };
    match error.candidates.first() {
        Some(path) => format!("choose a path with `{option} {}`", quoted(&visible(path))),
        None => format!("name the path with `{option}`"),
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let exit = match &error {
            Error::OverBudget { .. } => Exit::OverBudget,
            Error::NoResult(_) => Exit::NothingFound,
            Error::Config(_) | Error::Request(_) | Error::PriceUnknown(_) | Error::Journal(_) => Exit::Refused,
            // The page with the unclear cursor or list was charged, and so was the file that could not be written.
            Error::Pagination(_) | Error::File(_) => Exit::ChargedThenFailed,
            other => match other.charge() {
                Charge::No => Exit::NotCharged,
                Charge::Unknown => Exit::ChargeUnknown,
                Charge::Yes => Exit::ChargedThenFailed,
            },
        };
        Self { exit, message: message(&error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_cannot_control_the_terminal() {
        let failure = Failure::refused("no \u{1b}[2Jfile; help: create\u{202e} it");
        assert_eq!(failure.shown(), "error: no U+001B[2Jfile\nhelp: createU+202E it");
    }

    #[test]
    fn errors_about_settings_name_the_configuration() {
        let client = gatewright_client::Client::new("https://localhost", "key-of-a-test").expect("a client");
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let no_url = runtime.block_on(client.catalog()).expect_err("there is no URL");
        let insecure = gatewright_client::Client::new("http://gateway.example", "key-of-a-test").expect_err("no TLS");
        for (error, setting) in [(no_url, "`dash_url`"), (insecure, "`allow_insecure_http = true`")] {
            let message = Failure::from(error).message;
            assert!(message.ends_with(&format!("{setting} in the configuration")), "{message}");
        }
    }

    #[test]
    fn failures_before_sending_have_their_own_codes() {
        let over = Error::OverBudget { usage_log_name: "a".into(), price: None, left: gatewright_client::Usd::ZERO };
        for (error, exit) in [
            (over, Exit::OverBudget),
            (Error::Config("a".into()), Exit::Refused),
            (Error::Request("a".into()), Exit::Refused),
            (Error::Journal("a".into()), Exit::Refused),
            (Error::PriceUnknown("a".into()), Exit::Refused),
        ] {
            assert_eq!(Failure::from(error).exit, exit);
        }
    }
}
