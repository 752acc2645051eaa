//! Decoded responses with their HTTP metadata.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::HeaderMap;

use crate::http::error::request_id;
use crate::secret::Secret;
use crate::{OperationSpec, PriceSource, Usd};

/// A response: its decoded body and its HTTP metadata. It dereferences to the body.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
/// let reply = client.social("p1", "trending").send().await?;
/// println!("{} in {:?} for {:?}", reply.data, reply.elapsed, reply.cost);
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Response<T> {
    /// Decoded body.
    pub body: T,
    /// Body as received. Use it for numbers with more digits than the decoded value can hold.
    pub raw: Bytes,
    /// HTTP status.
    pub status: u16,
    /// HTTP headers.
    pub headers: HeaderMap,
    /// Number of attempts.
    pub attempts: u32,
    /// Duration of the call, including pauses.
    pub elapsed: Duration,
    /// Cost of the call; `None` if the price or the charge is unknown.
    pub cost: Option<Usd>,
    /// Origin of the prices behind `cost`, such as the published price; `None` if the call was free or its cost is unknown.
    pub price_source: Option<PriceSource>,
    /// True if the response came from a [`Cache`](crate::Cache), so that the call was not charged.
    pub from_cache: bool,
    /// Operation, if the client knows it.
    pub(crate) operation: Option<&'static OperationSpec>,
    /// Key of the client, which no id shows.
    pub(crate) secret: Arc<Secret>,
}

impl<T> Response<T> {
    /// Returns the request id, if the response contains one.
    pub fn request_id(&self) -> Option<String> {
        request_id(&self.headers).map(|it| self.secret.clean(&it))
    }

    /// Changes the body, and keeps the metadata.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Response<U> {
        let Self { body, raw, status, headers, attempts, elapsed, cost, price_source, from_cache, operation, secret } =
            self;
        let body = change(body);
        Response { body, raw, status, headers, attempts, elapsed, cost, price_source, from_cache, operation, secret }
    }
}

/// Prints the names of headers without their values, which a server could fill with anything.
impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.keys().map(|it| it.as_str()).collect();
        f.debug_struct("Response")
            .field("body", &self.body)
            .field("raw", &format_args!("{} bytes", self.raw.len()))
            .field("status", &self.status)
            .field("headers", &headers)
            .field("request_id", &self.request_id())
            .field("attempts", &self.attempts)
            .field("elapsed", &self.elapsed)
            .field("cost", &self.cost)
            .field("price_source", &self.price_source)
            .field("from_cache", &self.from_cache)
            .finish()
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}
