//! Futures of calls.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::{Response, Result, SocialResult};

/// Future of a call, which returns its result.
///
/// Dropping it cancels the call. If the request was under way, the charge is unknown, and
/// [`spent`](crate::Client::spent) counts it as unknown.
#[must_use = "a call is sent when its future is awaited"]
pub struct Pending<T> {
    // A named type can be stored, and saves the compiler an anonymous type for each endpoint.
    future: Pin<Box<dyn Future<Output = Result<T>> + Send>>,
}

/// Future of a call whose response is read completely.
pub type SendFuture<T = SocialResult> = Pending<Response<T>>;

impl<T> Pending<T> {
    pub(crate) fn new(future: impl Future<Output = Result<T>> + Send + 'static) -> Self {
        Self { future: Box::pin(future) }
    }
}

impl<T> Future for Pending<T> {
    type Output = Result<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.future.as_mut().poll(context)
    }
}

impl<T> fmt::Debug for Pending<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}
