//! Arguments of the hooks.

use std::time::Duration;

use crate::{Charge, Error, HttpRequest, Usd};

/// Argument of [`after_attempt`](crate::ClientBuilder::after_attempt): one attempt of a call.
///
/// ```
/// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
///     .after_attempt(|it| {
///         eprintln!("{} {:?} in {:?}, charged: {:?}", it.operation, it.status, it.elapsed, it.charge);
///         if let Some(wait) = it.retry_in {
///             eprintln!("attempt {} failed; retrying in {wait:?}", it.number);
///         }
///     })
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// Request, without the key.
    pub request: &'a HttpRequest,
    /// HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Number of the attempt, starting at 1.
    pub number: u32,
    /// Error, if the attempt failed.
    pub error: Option<&'a Error>,
    /// Id of the operation, such as `p1_search`; `task` for polls, `file` for downloads, `catalog` for the live catalog.
    pub operation: &'a str,
    /// Name of the call in the usage log, if the call can be charged.
    pub usage_log_name: Option<&'a str>,
    /// Duration of the attempt.
    pub elapsed: Duration,
    /// Charge of the call. It is unknown while a successful response is still being streamed.
    pub charge: Charge,
    /// Cost of the call, if it is known; zero if it is not charged.
    pub cost: Option<Usd>,
    /// Pause before the next attempt, if there is one.
    pub retry_in: Option<Duration>,
}

/// Argument of [`on_cancel`](crate::ClientBuilder::on_cancel): a call that was dropped before its end.
///
/// ```
/// use gatewright_runtime::Charge;
///
/// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
///     .on_cancel(|it| {
///         if it.charge == Charge::Unknown {
///             eprintln!("{} was dropped after {:?}; look for it in the usage log", it.operation, it.elapsed);
///         }
///     })
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Cancelled<'a> {
    /// Id of the operation, as in [`Attempt::operation`].
    pub operation: &'a str,
    /// Name of the call in the usage log, if the call can be charged.
    pub usage_log_name: Option<&'a str>,
    /// Number of attempts that were started; 0 if the call waited for
    /// [`max_in_flight`](crate::ClientBuilder::max_in_flight). The last one may have waited in a layer.
    pub attempts: u32,
    /// Status of the last response, if there was one: of a stream that was dropped before its end, or of an attempt that
    /// was to be retried.
    pub status: Option<u16>,
    /// Duration of the call.
    pub elapsed: Duration,
    /// Charge of the call: [`Charge::No`] if nothing was sent or the call is free, [`Charge::Unknown`] otherwise.
    pub charge: Charge,
}
