//! When a call is sent again, and when not.
//!
//! Only what cannot have been charged and may pass is sent again: a connection that was never made, a data
//! source that failed (502), a platform or a model that is busy (429), a response that is not available yet, a file that
//! broke off.
//!
//! Assumption: 429 is not charged. HTTP defines it as refused, and the documents say so of social data alone;
//! [`Settings::retry_busy_submissions`] turns it off for calls that can cost something at a model.

use std::sync::Mutex;
use std::time::Duration;

use crate::{Error, Settings};

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// The service asks for no tight loops: a busy platform is left alone for at least so long.
const BUSY_PAUSE: Duration = Duration::from_secs(2);

/// A response that is not available yet is, after this time or twice of it.
const AVAILABLE_IN: Duration = Duration::from_secs(10);

/// A wait before the next attempt, and the tokens that were taken for it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pause {
    pub(crate) wait: Duration,
    pub(crate) taken: u32,
}

/// How long to wait before a failed attempt is made again; `None`: it is not. The attempt that follows progress is none of
/// those that count, and has the number 0: nothing is stormed by going on.
pub(crate) fn pause(error: &Error, attempt: u32, settings: &Settings, tokens: &Tokens) -> Option<Pause> {
    if attempt >= settings.max_attempts {
        return None;
    }
    let (taken, shortest) = match error {
        Error::Capacity { .. } => (Tokens::BUSY, BUSY_PAUSE),
        Error::Busy(_) => (Tokens::BUSY, Duration::ZERO),
        Error::NotAvailableYet(_) => (Tokens::BUSY, AVAILABLE_IN + AVAILABLE_IN.mul_f64(fastrand::f64())),
        Error::SourceFailed(_) | Error::Transport(_) | Error::Timeout(_) => (Tokens::FAILED, Duration::ZERO),
        Error::FileUnreachable { failure, .. } => match failure.status {
            Some(429) => (Tokens::BUSY, Duration::ZERO),
            // Servers of files say with one of several statuses that this may pass; after 200 or 206 the file broke off.
            None | Some(200 | 206 | 500 | 502..=504) => (Tokens::FAILED, Duration::ZERO),
            Some(_) => return None,
        },
        _ => return None,
    };
    let taken = if attempt == 0 { 0 } else { taken };
    let asked = error.failure().and_then(|it| it.retry_after);
    if asked.is_some_and(|it| it > settings.max_retry_after) || !tokens.take(taken) {
        return None;
    }
    Some(Pause { wait: asked.unwrap_or_else(|| jitter(attempt)).max(shortest), taken })
}

/// Full jitter: anywhere between nothing and a bound that doubles.
fn jitter(attempt: u32) -> Duration {
    let bound = FIRST_PAUSE.saturating_mul(1 << attempt.saturating_sub(1).min(8)).min(LONGEST_PAUSE);
    bound.mul_f64(fastrand::f64())
}

/// What all calls of a client may spend on trying again, so that a failing gateway is not stormed.
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

    /// A call that succeeded gives back what its last attempt took, or a little if it took nothing.
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
    use crate::http::error::{Answer, Tally};
    use crate::http::secret::Secret;

    fn answered(status: u16, headers: &[(&'static str, &str)], body: &str) -> Error {
        let header = |it: &(&'static str, &str)| (it.0.parse().expect("a name"), it.1.parse().expect("a value"));
        let headers = headers.iter().map(header).collect();
        let answer = Answer { status, headers: &headers, body: body.as_bytes(), secret: &Secret::new("canary") };
        answer.error(Tally::default()).expect("a status of the table")
    }

    fn wait(error: &Error, attempt: u32) -> Option<Duration> {
        pause(error, attempt, &Settings::default(), &Tokens::full()).map(|it| it.wait)
    }

    #[test]
    fn only_what_is_free_and_may_pass_is_sent_again() {
        for status in [502, 429] {
            assert!(wait(&answered(status, &[], ""), 1).is_some(), "{status}");
            assert!(wait(&answered(status, &[], ""), 2).is_some(), "{status}");
            assert!(wait(&answered(status, &[], ""), 3).is_none(), "{status}: three attempts are enough");
        }
        for status in [400, 401, 403, 404, 503] {
            assert!(wait(&answered(status, &[], ""), 1).is_none(), "{status}");
        }
    }

    #[test]
    fn a_code_beats_its_status() {
        let paused = r#"{"error":{"code":"social_data_unavailable"}}"#;
        assert!(wait(&answered(502, &[], paused), 1).is_none());
    }

    #[test]
    fn pauses_stay_in_their_bounds() {
        for _ in 0..1_000 {
            for (attempt, bound) in [(1, 500), (2, 1_000), (3, 2_000), (9, 8_000), (40, 8_000)] {
                assert!(jitter(attempt) <= Duration::from_millis(bound), "{attempt}");
            }
            assert!(wait(&answered(429, &[], ""), 1) >= Some(BUSY_PAUSE));
        }
    }

    #[test]
    fn retry_after_is_honoured_up_to_a_bound() {
        assert_eq!(wait(&answered(502, &[("retry-after", "7")], ""), 1), Some(Duration::from_secs(7)));
        assert_eq!(wait(&answered(429, &[("retry-after", "0")], ""), 1), Some(BUSY_PAUSE));
        assert_eq!(wait(&answered(429, &[("retry-after", "121")], ""), 1), None);
    }

    #[test]
    fn a_failing_gateway_is_not_stormed() {
        let tokens = Tokens::full();
        let again = (0..1_000).filter(|_| pause(&answered(502, &[], ""), 1, &Settings::default(), &tokens).is_some());
        assert_eq!(again.count(), 500 / 14);
        tokens.give_back(0);
        tokens.give_back(14);
        assert!(tokens.take(14));
    }
}
