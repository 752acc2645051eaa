//! A decoded reply and what came with it.

use std::ops::Deref;

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use serde::de::DeserializeOwned;

use crate::{Error, Result, error};

/// A reply: its body, decoded, beside what HTTP said. It can be used as the body itself.
///
/// ```no_run
/// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
/// let reply = client.social("p1", "trending").send().await?;
/// println!("{} {:?} {}", reply.status, reply.headers.get("date"), reply.data);
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Response<T> {
    /// The decoded body.
    pub body: T,
    /// The HTTP status.
    pub status: u16,
    /// The HTTP headers.
    pub headers: HeaderMap,
}

impl<T: DeserializeOwned> Response<T> {
    pub(crate) fn decode(status: StatusCode, headers: HeaderMap, body: &[u8]) -> Result<Self> {
        match serde_json::from_slice(body) {
            Ok(body) => Ok(Self { body, status: status.as_u16(), headers }),
            Err(problem) => Err(Error::Decode { problem, body: error::start_of(body) }),
        }
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}
