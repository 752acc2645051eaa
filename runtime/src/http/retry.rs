//! Automatic retries.
//!
//! The client retries only failures that cannot have been charged and may be temporary: a connection that was never
//! made, an interrupted download, and the errors that the service's error table marks for retries.
//!
//! Assumption: 429 is not charged. HTTP defines it as refused, and the documents say so only for social data.
//! [`Settings::retry_busy_submissions`] turns off its retries for model calls that can be charged.

use std::sync::Mutex;
use std::time::Duration;

use crate::{Error, Settings};

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// Wait before the next attempt, and the tokens that were taken for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RetryDelay {
    pub(crate) wait: Duration,
    pub(crate) taken: u32,
}

/// Returns the pause before a failed attempt is retried; `None` if it is not retried. The attempt that follows progress
/// has the number 0 and takes no tokens.
pub(crate) fn pause(error: &Error, attempt: u32, settings: &Settings, tokens: &Tokens) -> Option<RetryDelay> {
    if attempt >= settings.max_attempts {
        return None;
    }
    let failure = error.failure()?;
    let (shortest, longest) = match (error, failure.status) {
        // A connection that was never made, or an interrupted download.
        (Error::Transport(_) | Error::LocalResource(_) | Error::Timeout(_), _)
        | (Error::FileUnreachable { .. }, None | Some(200 | 206)) => (0, 0),
        _ => failure.retry?,
    };
    let is_busy = matches!(error, Error::Capacity { .. } | Error::Busy(_) | Error::NotAvailableYet(_));
    let taken = match attempt {
        0 => 0,
        _ if is_busy || failure.status == Some(429) => Tokens::BUSY,
        _ => Tokens::FAILED,
    };
    let retry_after = failure.retry_after;
    if retry_after.is_some_and(|it| it > settings.max_retry_after) || !tokens.take(taken) {
        return None;
    }
    let spread = Duration::from_secs(longest.saturating_sub(shortest)).mul_f64(fastrand::f64());
    let wait = retry_after.unwrap_or_else(|| jitter(attempt)).max(Duration::from_secs(shortest) + spread);
    Some(RetryDelay { wait, taken })
}

/// Full jitter: a random duration between zero and a bound that doubles with each attempt.
fn jitter(attempt: u32) -> Duration {
    let bound = FIRST_PAUSE.saturating_mul(1 << attempt.saturating_sub(1).min(8)).min(LONGEST_PAUSE);
    bound.mul_f64(fastrand::f64())
}

/// Tokens for retries, which all calls of a client share, so that the client does not overload a failing gateway.
#[derive(Debug)]
pub(crate) struct Tokens(Mutex<u32>);

impl Tokens {
    const ALL: u32 = 500;
    const FAILED: u32 = 14;
    const BUSY: u32 = 5;

    pub(crate) fn full() -> Self {
        Self(Mutex::new(Self::ALL))
    }

    fn take(&self, cost: u32) -> bool {
        let mut left = self.lock();
        match left.checked_sub(cost) {
            Some(rest) => {
                *left = rest;
                true
            }
            None => false,
        }
    }

    /// Puts back the tokens that the last attempt of a successful call took, or one token if it took none.
    pub(crate) fn give_back(&self, taken: u32) {
        let mut left = self.lock();
        *left = (*left + taken.max(1)).min(Self::ALL);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, u32> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::error::{AttemptStats, RawResponse};
    use crate::{CallKind, Client, ClientBuilder, ErrorKind, ErrorSpec, Service};

    const fn row(status: u16, codes: &'static [&'static str], kind: ErrorKind, retry: Option<(u64, u64)>) -> ErrorSpec {
        ErrorSpec { on: CallKind::Data, status: Some(status), codes, kind, retry }
    }

    static GATEWAY: Service = Service {
        errors: &[
            row(400, &[], ErrorKind::BadParameter, None),
            row(429, &[], ErrorKind::Capacity, Some((2, 2))),
            row(404, &["soon"], ErrorKind::NotAvailableYet, Some((10, 20))),
            row(502, &[], ErrorKind::SourceFailed, Some((0, 0))),
            row(503, &["paused"], ErrorKind::Paused, None),
        ],
        ..Service::EMPTY
    };

    fn answered(status: u16, headers: &[(&'static str, &str)], body: &str) -> Error {
        let header = |it: &(&'static str, &str)| (it.0.parse().expect("a name"), it.1.parse().expect("a value"));
        let headers = headers.iter().map(header).collect();
        let client: Client =
            ClientBuilder::for_service(&GATEWAY, "https://gateway.example", "key").build().expect("valid");
        let response =
            RawResponse { status, headers: &headers, body: body.as_bytes(), is_complete: true, client: &client };
        response.error(CallKind::Data, AttemptStats::default()).expect("a status of the table")
    }

    fn wait(error: &Error, attempt: u32) -> Option<Duration> {
        pause(error, attempt, &Settings::default(), &Tokens::full()).map(|it| it.wait)
    }

    #[test]
    fn only_free_and_temporary_failures_are_retried() {
        for status in [502, 429] {
            assert!(wait(&answered(status, &[], ""), 1).is_some(), "{status}");
            assert!(wait(&answered(status, &[], ""), 2).is_some(), "{status}");
            assert!(wait(&answered(status, &[], ""), 3).is_none(), "{status}: three attempts are enough");
        }
        for status in [400, 503] {
            assert!(wait(&answered(status, &[], ""), 1).is_none(), "{status}");
        }
    }

    #[test]
    fn a_code_beats_its_status() {
        let paused = r#"{"error":{"code":"paused"}}"#;
        assert!(wait(&answered(502, &[], paused), 1).is_none());
    }

    #[test]
    fn pauses_stay_in_their_bounds() {
        for _ in 0..1_000 {
            for (attempt, bound) in [(1, 500), (2, 1_000), (3, 2_000), (9, 8_000), (40, 8_000)] {
                assert!(jitter(attempt) <= Duration::from_millis(bound), "{attempt}");
            }
        }
        let (busy, soon) = (answered(429, &[], ""), answered(404, &[], r#"{"code":"soon"}"#));
        for _ in 0..1_000 {
            assert_eq!(wait(&busy, 1), Some(Duration::from_secs(2)));
            let soon = wait(&soon, 1).expect("it is retried");
            assert!((Duration::from_secs(10)..=Duration::from_secs(20)).contains(&soon), "{soon:?}");
        }
    }

    #[test]
    fn retry_after_is_honoured_up_to_a_bound() {
        assert_eq!(wait(&answered(502, &[("retry-after", "7")], ""), 1), Some(Duration::from_secs(7)));
        assert_eq!(wait(&answered(429, &[("retry-after", "0")], ""), 1), Some(Duration::from_secs(2)));
        assert_eq!(wait(&answered(429, &[("retry-after", "121")], ""), 1), None);
    }

    #[test]
    fn retries_of_a_failing_gateway_are_limited() {
        let tokens = Tokens::full();
        let failed = answered(502, &[], "");
        let retries = (0..1_000).filter(|_| pause(&failed, 1, &Settings::default(), &tokens).is_some());
        assert_eq!(retries.count(), 500 / 14);
        tokens.give_back(0);
        tokens.give_back(14);
        assert!(tokens.take(14));
    }
}
