//! Body of a streamed response.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::HeaderMap;
use serde_json::Value;
use tokio::time::{Instant, Sleep, sleep, sleep_until, timeout};

use crate::http::call::{Call, PendingResponse};
use crate::http::error::{AttemptStats, Cause, RawResponse};
use crate::http::exchange::{LostResponse, ReceivedResponse, Settlement, Unreadable};
use crate::http::transport::Body;
use crate::{Charge, Cost, Error, Failure, Response, Result, TransportError, Usage, Usd};

/// Longest time for which the client reads on after the last event.
const MAX_TAIL_TIME: Duration = Duration::from_secs(1);
/// Maximum number of bytes that the client reads after the last event.
const MAX_TAIL_BYTES: usize = 16 << 10;

/// Body of a streamed response, with the details that are needed to settle the call or to report an error.
pub(crate) struct StreamBody {
    pub(super) call: Call,
    pub(super) pending: PendingResponse,
    body: Body,
    /// Deadline of the whole call.
    end: Option<Instant>,
    /// Time at which the stream times out, unless bytes arrive before it.
    silent_at: Option<Instant>,
    /// Fires at `silent_at` or earlier. Setting a timer costs more than reading a short event, so bytes do not set it.
    timer: Pin<Box<Sleep>>,
    pub(super) headers: HeaderMap,
    /// True if the response came from a cache, so that the call is not charged.
    from_cache: bool,
    stats: AttemptStats,
    sent_at: std::time::SystemTime,
}

/// Returns the time at which the stream times out if no bytes arrive from now on; `None` if it never does.
fn silent_at(call: &Call, end: Option<Instant>) -> Option<Instant> {
    let idle = Instant::now().checked_add(call.limits().idle_timeout);
    idle.into_iter().chain(end).min()
}

/// Next bytes, or `None` at the end; for an interrupted body, the cause and the transport error.
pub(super) type NextBytes = Result<Option<Bytes>, (Cause, Option<TransportError>)>;

impl StreamBody {
    pub(super) fn new(call: Call, pending: PendingResponse, reply: ReceivedResponse) -> Self {
        let ReceivedResponse { headers, body, open, stats, sent_at, end, from_cache, .. } = reply;
        let body = open.unwrap_or_else(|| crate::HttpReply::new(200, HeaderMap::new(), body).body);
        let silent_at = silent_at(&call, end);
        let timer = Box::pin(silent_at.map_or_else(|| sleep(Duration::MAX), sleep_until));
        Self { call, pending, body, end, silent_at, timer, headers, from_cache, stats, sent_at }
    }

    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<NextBytes> {
        match self.body.as_mut().poll_next(context) {
            Poll::Ready(Some(Ok(bytes))) => {
                if self.end.is_some_and(|it| it <= Instant::now()) {
                    return Poll::Ready(Err((Cause::Timeout, None)));
                }
                self.silent_at = silent_at(&self.call, self.end);
                Poll::Ready(Ok(Some(bytes)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Err((Cause::ConnectionLost, Some(error)))),
            Poll::Ready(None) => Poll::Ready(Ok(None)),
            Poll::Pending => loop {
                ready!(self.timer.as_mut().poll(context));
                match self.silent_at.filter(|it| *it > Instant::now()) {
                    Some(later) => self.timer.as_mut().reset(later),
                    None => return Poll::Ready(Err((Cause::Timeout, None))),
                }
            },
        }
    }

    /// Reads the rest of the body after the last event, in the background. If a body is dropped before its end, its
    /// connection is closed, and the next call has to open a new one.
    pub(super) fn read_to_end(&mut self) {
        let mut body = std::mem::replace(&mut self.body, Box::pin(futures_util::stream::empty()));
        // Usually the end has already arrived.
        let at_once = body.as_mut().poll_next(&mut Context::from_waker(Waker::noop()));
        if matches!(at_once, Poll::Ready(None | Some(Err(_)))) {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let all = async {
                let mut left = MAX_TAIL_BYTES;
                while let Some(Ok(bytes)) = poll_fn(|context| body.as_mut().poll_next(context)).await {
                    left = left.saturating_sub(bytes.len());
                    if left == 0 {
                        break;
                    }
                }
            };
            // Nothing depends on the result.
            let _ = timeout(MAX_TAIL_TIME, all).await;
        });
    }

    /// Records the charge of a complete response, and returns its cost.
    pub(super) fn settle(&mut self, usage: Option<Usage>) -> Option<Cost> {
        let cost = self.call.cost_of(usage);
        self.pending.terms.settle(Settlement::charged(cost));
        self.pending.end(None);
        self.close();
        cost
    }

    /// Records the charge when the stream ends, not only when it is dropped.
    pub(super) fn close(&mut self) {
        self.pending.terms.close();
    }

    pub(super) fn response<T>(self, body: T, cost: Option<Cost>) -> Response<T> {
        let Self { call, headers, stats, sent_at, from_cache, .. } = self;
        let cost = cost.filter(|_| !from_cache);
        let usd = if from_cache { Some(Usd::ZERO) } else { cost.map(|it| it.usd) };
        let (status, body_bytes, open, upgraded, end) = (200, Bytes::new(), None, None, None);
        let reply = ReceivedResponse {
            status,
            headers,
            body: body_bytes,
            open,
            upgraded,
            from_cache,
            stats,
            sent_at,
            end,
            progress: None,
        };
        Response { price_source: cost.map(|it| it.source), ..reply.into_response(body, usd, call.client()) }
    }

    /// Returns the error of an incomplete response.
    pub(super) fn lost(&mut self, cause: Cause, source: Option<TransportError>, received: Value) -> Error {
        let mut failure = self.raw_response(&[]).failure(self.stats, Charge::Unknown);
        failure.source = source.map(|it| self.call.client().secret().clean_error(it.source.into()));
        self.of(cause, failure, received)
    }

    /// Returns the error of a stream that has already returned one. The recorded charge is that of the first error.
    pub(super) fn failed(&mut self, cause: Cause, received: Value) -> Error {
        match self.pending.terms.charge() {
            (Charge::No, _) => Error::Refused(Box::new(self.raw_response(&[]).failure(self.stats, Charge::No))),
            _ => self.lost(cause, None, received),
        }
    }

    /// Returns the error of an event that is not JSON.
    pub(super) fn unreadable_event(&mut self, data: &str, problem: serde_json::Error, received: Value) -> Error {
        let raw = self.raw_response(data.as_bytes());
        let mut failure = raw.failure(self.stats, Charge::Unknown);
        failure.source = Some(self.call.client().secret().clean_error(std::sync::Arc::new(problem)));
        self.of(Cause::UnexpectedFormat, failure, received)
    }

    /// Returns the error of an error event, which ends the stream.
    pub(super) fn error(&mut self, data: &Value, received: Value) -> Error {
        let body = data.to_string();
        let raw = self.raw_response(body.as_bytes());
        match self.pending.terms.known_error(&raw, self.stats) {
            // Only its code identifies it, since the status is 200. The recorded charge is that of the error.
            Some(error) => {
                self.pending.terms.set(error.charge());
                self.pending.end(Some(&error));
                error
            }
            None => {
                let failure = raw.failure(self.stats, Charge::Unknown);
                self.of(Cause::ErrorInStream, failure, received)
            }
        }
    }

    pub(super) fn unreadable(&mut self, body: &[u8], unreadable: Unreadable) -> Error {
        let error = self.lost_response().unreadable(&self.raw_response(body), self.stats, unreadable);
        self.pending.terms.set(error.charge());
        self.pending.end(Some(&error));
        error
    }

    fn raw_response<'a>(&'a self, body: &'a [u8]) -> RawResponse<'a> {
        RawResponse { status: 200, headers: &self.headers, body, is_complete: true, client: self.call.client() }
    }

    fn lost_response(&self) -> LostResponse<'_> {
        let (request, client) = (&*self.pending.request, self.call.client());
        LostResponse { request, client, terms: &self.pending.terms, sent_at: self.sent_at }
    }

    fn of(&mut self, cause: Cause, failure: Failure, received: Value) -> Error {
        let mut error = self.lost_response().error(cause, failure);
        if let Error::ChargeUnknown(unknown) = &mut error {
            unknown.received = (!received.is_null()).then_some(received);
        }
        self.pending.end(Some(&error));
        error
    }
}
