//! A decoded reply and what came with it.

use std::fmt;
use std::ops::Deref;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::HeaderMap;

use crate::Usd;

/// A reply: its body, decoded, beside what HTTP said. It can be used as the body itself.
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
    /// The decoded body.
    pub body: T,
    /// The body as it came, for what a decoded number would lose.
    pub raw: Bytes,
    /// The HTTP status.
    pub status: u16,
    /// The HTTP headers.
    pub headers: HeaderMap,
    /// The request id, if the reply names one.
    pub request_id: Option<String>,
    /// How often the request was sent.
    pub attempts: u32,
    /// How long it took, pauses included.
    pub elapsed: Duration,
    /// What it cost; `None` when the price is not published.
    pub cost: Option<Usd>,
}

/// Names the headers without their values, which a server could fill with anything.
impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.keys().map(|it| it.as_str()).collect();
        f.debug_struct("Response")
            .field("body", &self.body)
            .field("raw", &format_args!("{} bytes", self.raw.len()))
            .field("status", &self.status)
            .field("headers", &headers)
            .field("request_id", &self.request_id)
            .field("attempts", &self.attempts)
            .field("elapsed", &self.elapsed)
            .field("cost", &self.cost)
            .finish()
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}
