//! Responses, as a transport returns them.

use std::fmt;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::TransportError;
use crate::Result;

/// Body of a response, as a stream of decompressed chunks.
pub type Body = Pin<Box<dyn Stream<Item = Result<Bytes, TransportError>> + Send>>;

/// Status and headers of a response, and a body that is still to be read.
#[non_exhaustive]
pub struct HttpReply {
    /// HTTP status.
    pub status: u16,
    /// HTTP headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Body,
    /// Connection of a session, if the status is 101.
    pub upgraded: Option<Upgraded>,
    /// True if the gateway did not get this request, since the transport had a response to an earlier one. The client
    /// does not count a charge then.
    pub from_cache: bool,
}

impl HttpReply {
    /// Creates a response with a complete body.
    pub fn new(status: u16, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self::streaming(status, headers, Box::pin(CompleteBody(Some(body.into()))))
    }

    /// Creates a response whose body is still to be read.
    pub fn streaming(status: u16, headers: HeaderMap, body: Body) -> Self {
        Self { status, headers, body, upgraded: None, from_cache: false }
    }

    /// Creates a JSON response.
    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        let json = HeaderValue::from_static("application/json");
        let headers = [(CONTENT_TYPE, json)].into_iter().collect();
        Self::new(status, headers, body.to_string())
    }

    /// Creates a response with status 101, whose connection then belongs to another protocol.
    pub fn switching_protocols(headers: HeaderMap, upgraded: Upgraded) -> Self {
        Self { upgraded: Some(upgraded), ..Self::new(101, headers, Bytes::new()) }
    }
}

impl fmt::Debug for HttpReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpReply")
            .field("status", &self.status)
            .field("headers", &self.headers)
            .finish_non_exhaustive()
    }
}

struct CompleteBody(Option<Bytes>);

impl Stream for CompleteBody {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}

/// Connection that has switched to another protocol, such as WebSocket.
pub struct Upgraded(Pin<Box<dyn Connection>>);

trait Connection: AsyncRead + AsyncWrite + Send {}

impl<T: AsyncRead + AsyncWrite + Send> Connection for T {}

impl Upgraded {
    /// Creates it from a connection, such as one end of `tokio::io::duplex` in a test.
    pub fn new(connection: impl AsyncRead + AsyncWrite + Send + 'static) -> Self {
        Self(Box::pin(connection))
    }
}

impl AsyncRead for Upgraded {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.0.as_mut().poll_read(context, buf)
    }
}

impl AsyncWrite for Upgraded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.0.as_mut().poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.0.as_mut().poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.as_mut().poll_shutdown(context)
    }
}

impl fmt::Debug for Upgraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upgraded").finish_non_exhaustive()
    }
}
