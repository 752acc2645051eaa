//! A decoded reply and what came with it.

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
#[derive(Clone, Debug)]
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

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}
