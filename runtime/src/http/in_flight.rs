//! Limit on the calls that a client has in flight.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::error::AttemptStats;
use crate::http::transport::Body;
use crate::{Charge, Error, Failure, Result, TransportError};

/// Calls of a client that may be in flight at once. Others wait for their turn, in the order in which they were made.
#[derive(Clone, Debug)]
pub(crate) struct InFlight(Arc<Semaphore>);

/// A call that is in flight until this value is dropped.
pub(crate) type Permit = OwnedSemaphorePermit;

impl InFlight {
    /// Default limit. A call in flight needs a socket, and usual limits on open files are 256 (macOS) and 1024 (Linux).
    pub(crate) const DEFAULT: usize = 200;

    pub(crate) fn new(limit: usize) -> Self {
        Self(Arc::new(Semaphore::new(limit.clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// Waits until the call may start, at most for its deadline.
    pub(crate) async fn start(&self, deadline: Duration) -> Result<Permit> {
        if let Ok(permit) = Arc::clone(&self.0).try_acquire_owned() {
            return Ok(permit);
        }
        match timeout(deadline, Arc::clone(&self.0).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => {
                let waited = AttemptStats { attempts: 0, elapsed: deadline };
                let source = io::Error::other("it could not start, because `max_in_flight` calls were in flight");
                Err(Error::Timeout(Box::new(Failure::without_response(waited, Charge::No, Some(Arc::new(source))))))
            }
        }
    }
}

/// Keeps a call in flight until its body has ended or is dropped.
pub(crate) fn hold(body: Body, permit: Permit) -> Body {
    Box::pin(HeldBody { body, permit: Some(permit) })
}

struct HeldBody {
    body: Body,
    permit: Option<Permit>,
}

impl Stream for HeldBody {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.body.as_mut().poll_next(context);
        if matches!(next, Poll::Ready(None | Some(Err(_)))) {
            self.permit = None;
        }
        next
    }
}

/// Returns true if a connection failed because this machine has no file, port or buffer left for it.
pub(crate) fn is_out_of_resources(error: &TransportError) -> bool {
    /// ENFILE, EMFILE; EADDRNOTAVAIL and ENOBUFS of Linux, then of macOS; WSAEMFILE, WSAENOBUFS and WSAEADDRNOTAVAIL.
    const CODES: [i32; 9] = [23, 24, 99, 105, 49, 55, 10024, 10055, 10049];
    let first: &(dyn std::error::Error + 'static) = &*error.source;
    let mut chain = std::iter::successors(Some(first), |it| it.source());
    let code = chain.find_map(|it| it.downcast_ref::<io::Error>()?.raw_os_error());
    !error.may_have_been_sent && code.is_some_and(|it| CODES.contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_call_waits_until_another_one_has_ended() {
        let calls = InFlight::new(1);
        let first = calls.start(Duration::from_secs(1)).await.expect("none is in flight");
        let error = calls.start(Duration::from_secs(1)).await.expect_err("one is in flight");
        assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No), "{error}");
        let body = || crate::HttpReply::new(200, reqwest::header::HeaderMap::new(), "text").body;
        let dropped = hold(body(), first);
        assert!(calls.start(Duration::from_secs(1)).await.is_err(), "its body has not been read");
        drop(dropped);
        let second = calls.start(Duration::from_secs(1)).await.expect("none is in flight");
        let mut ended = hold(body(), second);
        while std::future::poll_fn(|context| ended.as_mut().poll_next(context)).await.is_some() {}
        assert!(calls.start(Duration::from_secs(1)).await.is_ok(), "its body has ended");
    }

    #[test]
    fn missing_resources_are_recognized() {
        let wrapped = |code: i32| TransportError::not_sent(io::Error::other(io::Error::from_raw_os_error(code)));
        assert!(!is_out_of_resources(&wrapped(111)), "connection refused");
        assert!(!is_out_of_resources(&TransportError::lost(io::Error::from_raw_os_error(24))), "it may have been sent");
        assert!(is_out_of_resources(&TransportError::not_sent(io::Error::from_raw_os_error(24))));
    }
}
