//! Layer that limits the rate of requests.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

use crate::{HttpRequest, Layer, Transport, TransportFuture};

/// Layer that limits the rate of requests to the gateway. Requests above the limit wait for their turn, in order.
///
/// The wait counts towards the [`deadline`](crate::Settings::deadline) of a call, but not towards its `head_timeout`. A call
/// that reaches its deadline or is dropped while it waits is not charged, and takes no turn. Retries and polls of tasks
/// count towards the limit; downloads of files and the catalog do not.
///
/// Clones share one limit, so that several clients can share it, too.
///
/// ```
/// use gatewright_runtime::{Client, RateLimit};
///
/// // After a pause, up to 10 requests start at once. The average is at most 60 per minute.
/// let client = Client::builder("https://gateway.example", "key")
///     .layer(RateLimit::per_minute(60).burst(10))
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct RateLimit {
    interval: Duration,
    burst: u32,
    /// Time at which all earlier requests fit into the limit without a burst. Only the first of the waiting requests
    /// locks it.
    next: Arc<Mutex<Option<Instant>>>,
}

impl RateLimit {
    /// Creates a limit of `count` requests per second; 0 counts as 1. They start at equal intervals, unless
    /// [`burst`](Self::burst) allows more at once.
    pub fn per_second(count: u32) -> Self {
        Self::per(Duration::from_secs(1), count)
    }

    /// Creates a limit of `count` requests per minute; 0 counts as 1. They start at equal intervals, unless
    /// [`burst`](Self::burst) allows more at once.
    pub fn per_minute(count: u32) -> Self {
        Self::per(Duration::from_secs(60), count)
    }

    fn per(period: Duration, count: u32) -> Self {
        Self { interval: period / count.max(1), burst: 1, next: Arc::default() }
    }

    /// Sets the number of requests that may start at once after a pause. Default: 1. The average rate stays the same.
    ///
    /// Set a burst for limits of more than 500 per second, since timers have a resolution of a millisecond.
    #[must_use]
    pub fn burst(mut self, count: u32) -> Self {
        self.burst = count.max(1);
        self
    }

    /// Takes a turn, if there is one now. Otherwise returns the time of the next one.
    fn take(&self, next: &mut Option<Instant>) -> Result<(), Instant> {
        let now = Instant::now();
        let free_at = next.map_or(now, |it| it.max(now));
        let early = free_at.saturating_duration_since(now);
        let tolerance = self.interval * (self.burst - 1);
        if early > tolerance {
            return Err(now + (early - tolerance));
        }
        *next = Some(free_at + self.interval);
        Ok(())
    }

    /// Waits for a turn.
    async fn turn(self) {
        let mut next = self.next.lock().await;
        if let Err(at) = self.take(&mut next) {
            sleep_until(at).await;
            // A timer that fires late does not delay the turns after this one.
            *next = next.map(|it| it + self.interval);
        }
    }
}

impl Layer for RateLimit {
    fn wrap(&self, inner: Arc<dyn Transport>) -> Arc<dyn Transport> {
        Arc::new(Limited { limit: self.clone(), inner })
    }
}

struct Limited {
    limit: RateLimit,
    inner: Arc<dyn Transport>,
}

impl Transport for Limited {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        // The lock is free only if no other request waits.
        let is_free = || self.limit.next.try_lock().is_ok_and(|mut next| self.limit.take(&mut next).is_ok());
        if request.call_kind().is_none() || is_free() {
            return self.inner.send(request);
        }
        let (limit, inner) = (self.limit.clone(), self.inner.clone());
        Box::pin(async move {
            request.not_sent_while(limit.turn()).await;
            inner.send(request).await
        })
    }
}

#[cfg(test)]
mod tests;
