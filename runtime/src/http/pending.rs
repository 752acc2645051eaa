//! What is on its way.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::{Response, Result, SocialResult};

/// A call on its way: a future that ends with what it brings.
///
/// Dropping it before it ends gives the call up: if it was under way, nobody knows whether it was charged, and
/// [`spent`](crate::Client::spent) says so.
#[must_use = "a call is sent when its future is awaited"]
pub struct Pending<T> {
    // A type with a name can be stored, and it spares the compiler an anonymous one for each endpoint.
    future: Pin<Box<dyn Future<Output = Result<T>> + Send>>,
}

/// A call on its way whose reply is taken in as a whole.
pub type Sending<T = SocialResult> = Pending<Response<T>>;

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
