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
    let is_busy = matches!(error, Error::Capacity { .. } | Error::Busy(_) | Error::NotAvailableYet(_));
    let ((shortest, longest), is_allowed) = match (error, failure.status) {
        // A connection that was never made, or an interrupted download.
        (Error::Transport(_) | Error::LocalResource(_) | Error::Timeout(_), _)
        | (Error::FileUnreachable { .. }, None | Some(200 | 206)) => ((0, 0), settings.retry_unsent),
        (_, status) if is_busy || status == Some(429) => (failure.retry?, settings.retry_busy),
        _ => (failure.retry?, settings.retry_failed),
    };
    if !is_allowed {
        return None;
    }
    let taken = match attempt {
        0 => 0,
        _ if is_busy || failure.status == Some(429) => tokens.bucket.busy_price,
        _ => tokens.bucket.failure_price,
    };
    let retry_after = failure.retry_after;
    if retry_after.is_some_and(|it| it > settings.max_retry_after) || !tokens.take(taken) {
        return None;
    }
    let spread = Duration::from_secs(longest.saturating_sub(shortest)).mul_f64(fastrand::f64());
    let wait = retry_after.unwrap_or_else(|| jitter(attempt, settings)).max(Duration::from_secs(shortest) + spread);
    Some(RetryDelay { wait, taken })
}

/// Full jitter: a random duration between zero and a bound that doubles with each attempt.
fn jitter(attempt: u32, settings: &Settings) -> Duration {
    let factor = 1 << attempt.saturating_sub(1).min(16);
    let bound = settings.first_pause.saturating_mul(factor).min(settings.longest_pause);
    // A random share of the largest duration is more than a float can hold exactly, so it could overflow.
    bound.min(Duration::from_secs(u64::from(u32::MAX))).mul_f64(fastrand::f64())
}

/// Token bucket that limits the retries of a client and all its clones, so that they do not overload a failing gateway.
///
/// The bucket is full at first. Each retry takes its price from it; without enough tokens there is no retry. A call that
/// succeeds puts back the price of its last retry, or one token if it had none.
///
/// ```
/// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
///     .retry_bucket(|it| it.size = 100)
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryBucket {
    /// Number of tokens in a full bucket. Default: 500.
    pub size: u32,
    /// Price of a retry after a failure, such as a lost connection. Default: 14. With 0, such retries are not limited.
    pub failure_price: u32,
    /// Price of a retry after a response that the gateway is busy. Default: 5. With 0, such retries are not limited.
    pub busy_price: u32,
}

impl Default for RetryBucket {
    fn default() -> Self {
        Self { size: 500, failure_price: 14, busy_price: 5 }
    }
}

/// Tokens for retries, which all calls of a client share.
#[derive(Debug)]
pub(crate) struct Tokens {
    bucket: RetryBucket,
    left: Mutex<u32>,
}

impl Tokens {
    pub(crate) fn full(bucket: RetryBucket) -> Self {
        Self { bucket, left: Mutex::new(bucket.size) }
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
        *left = left.saturating_add(taken.max(1)).min(self.bucket.size);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, u32> {
        self.left.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::error::{AttemptStats, RawResponse};
    use crate::{CallKind, Charge, Client, ClientBuilder, ErrorKind, ErrorSpec, Failure, Service};

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

    fn full() -> Tokens {
        Tokens::full(RetryBucket::default())
    }

    fn wait(error: &Error, attempt: u32) -> Option<Duration> {
        pause(error, attempt, &Settings::default(), &full()).map(|it| it.wait)
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
                assert!(jitter(attempt, &Settings::default()) <= Duration::from_millis(bound), "{attempt}");
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
        let tokens = full();
        let failed = answered(502, &[], "");
        let retries = (0..1_000).filter(|_| pause(&failed, 1, &Settings::default(), &tokens).is_some());
        assert_eq!(retries.count(), 500 / 14);
        tokens.give_back(0);
        tokens.give_back(14);
        assert!(tokens.take(14));
    }

    #[test]
    fn pauses_can_be_changed() {
        let settings = Settings {
            first_pause: Duration::from_millis(4),
            longest_pause: Duration::from_millis(10),
            ..Settings::default()
        };
        for _ in 0..1_000 {
            for (attempt, bound) in [(1, 4), (2, 8), (3, 10), (u32::MAX, 10)] {
                assert!(jitter(attempt, &settings) <= Duration::from_millis(bound), "{attempt}");
            }
        }
        let endless = Settings { first_pause: Duration::MAX, longest_pause: Duration::MAX, ..Settings::default() };
        assert!(jitter(1, &endless) < Duration::MAX);
    }

    #[test]
    fn each_kind_of_retry_can_be_turned_off_and_no_other_is_added() {
        type Change = fn(&mut Settings);
        let unsent = Error::Transport(Box::new(Failure::without_response(AttemptStats::default(), Charge::No, None)));
        let (busy, failed, refused) = (answered(429, &[], ""), answered(502, &[], ""), answered(400, &[], ""));
        let cases: [(Change, [bool; 3]); 6] = [
            (|_| {}, [true; 3]),
            (|it| it.retry_unsent = false, [false, true, true]),
            (|it| it.retry_busy = false, [true, false, true]),
            (|it| it.retry_failed = false, [true, true, false]),
            (|it| it.max_attempts = u32::MAX, [true; 3]),
            (Settings::no_retries, [false; 3]),
        ];
        for (index, (change, expected)) in cases.into_iter().enumerate() {
            let mut settings = Settings::default();
            change(&mut settings);
            let is_retried = |error: &Error| pause(error, 1, &settings, &full()).is_some();
            assert_eq!([&unsent, &busy, &failed].map(is_retried), expected, "{index}");
            assert!(!is_retried(&refused), "{index}");
        }
    }

    #[test]
    fn the_bucket_can_be_changed() {
        let failed = answered(502, &[], "");
        let count = |bucket: RetryBucket| {
            let tokens = Tokens::full(bucket);
            (0..1_000).filter(|_| pause(&failed, 1, &Settings::default(), &tokens).is_some()).count()
        };
        assert_eq!(count(RetryBucket { size: 10, failure_price: 3, busy_price: 1 }), 3);
        assert_eq!(count(RetryBucket { failure_price: 0, ..RetryBucket::default() }), 1_000);
        assert_eq!(count(RetryBucket { size: 0, ..RetryBucket::default() }), 0);
    }
}
