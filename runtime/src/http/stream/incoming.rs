//! Streaming download of a file from a model.

use std::fmt;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use reqwest::header::HeaderMap;
use serde_json::Value;
use tokio::io::{AsyncRead, ReadBuf};

use super::StreamBody;
use crate::http::call::{self, Call, PendingResponse};
use crate::http::chunks::Chunks;
use crate::http::error::Cause;
use crate::http::exchange::{ReceivedResponse, Unreadable};
use crate::{Result, audio};

/// Streaming download of a file from a model, such as speech. The content is bytes, and never read as text.
/// Dropping it closes the connection.
///
/// Implements `Stream` and `AsyncRead`.
///
/// ```no_run
/// # async fn demo(speech: gatewright_runtime::Incoming) -> gatewright_runtime::Result<()> {
/// println!("{}", speech.content_type());
/// let bytes = speech.save("good-morning.mp3").await?;
/// # Ok(()) }
/// ```
#[must_use = "a file is downloaded only while it is read or saved"]
pub struct Incoming {
    stream_body: StreamBody,
    /// Received bytes that the reader has not taken yet.
    left: Bytes,
    ended: bool,
}

impl Incoming {
    /// Starts the download. Returns an error if the response is not a file: it may be an error with status 200.
    pub(crate) async fn new(call: Call, pending: PendingResponse, reply: ReceivedResponse) -> Result<Self> {
        let kind = call::content_type(&reply.headers);
        let mut stream_body = StreamBody::new(call, pending, reply);
        if is_file(&kind) {
            return Ok(Self { stream_body, left: Bytes::new(), ended: false });
        }
        let limit = stream_body.call.limits().max_error_body;
        let mut start = Vec::new();
        while start.len() < limit {
            match std::future::poll_fn(|context| stream_body.poll(context)).await {
                Ok(Some(piece)) => start.extend_from_slice(&piece),
                Ok(None) => break,
                Err((cause, source)) => return Err(stream_body.lost(cause, source, Value::Null)),
            }
        }
        let problem = format!("expected a file, found the content type `{kind}`");
        let refused = serde_json::from_slice::<Value>(&start).is_ok_and(|it| it.get("error").is_some());
        let broken = || Unreadable::Broken(Arc::new(std::io::Error::other(problem)));
        Err(stream_body.unreadable(&start, if refused { Unreadable::Refused } else { broken() }))
    }

    /// Returns the content type, such as `audio/mpeg`; empty if the response has none.
    pub fn content_type(&self) -> String {
        call::content_type(&self.stream_body.headers)
    }

    /// Returns the extension for a file name, such as `mp3`.
    ///
    /// The content type decides; it follows the `response_format` of the request. If the response has no specific
    /// content type, the requested format decides, or else the default of the model.
    ///
    /// ```no_run
    /// # async fn demo(speech: gatewright_runtime::Incoming) -> gatewright_runtime::Result<()> {
    /// let name = format!("good-morning.{}", speech.extension().as_deref().unwrap_or("bin"));
    /// speech.save(name).await?;
    /// # Ok(()) }
    /// ```
    pub fn extension(&self) -> Option<String> {
        let kind = self.content_type();
        if !UNSPECIFIC_TYPES.contains(&kind.as_str()) {
            return audio::extension(&kind).map(str::to_owned);
        }
        let asked = self.stream_body.call.format().map(|it| it.to_ascii_lowercase());
        // The extension becomes part of a path.
        asked.filter(|it| (1..=8).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_alphanumeric()))
    }

    /// Returns the HTTP headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.stream_body.headers
    }

    /// Returns the next chunk; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Reads the whole file into memory, up to the size limit of a body.
    pub async fn bytes(mut self) -> Result<Bytes> {
        let (mut all, limit) = (Chunks::default(), self.stream_body.call.limits().max_image_body);
        while let Some(chunk) = self.next().await {
            all.push(chunk?);
            if all.len() > limit {
                return Err(self.stream_body.lost(Cause::TooLarge, None, Value::Null));
            }
        }
        Ok(all.into_bytes())
    }

    /// Saves the file and returns its size in bytes. An existing file stays unchanged until the download is complete.
    pub async fn save(mut self, path: impl AsRef<Path>) -> Result<u64> {
        let mut file = crate::http::files::PartialFile::of(path.as_ref()).await?;
        let mut length = 0;
        while let Some(piece) = self.next().await {
            let piece = piece?;
            length += piece.len() as u64;
            file.write(&piece).await?;
        }
        file.finish().await?;
        Ok(length)
    }
}

/// Content types that do not name a specific format.
const UNSPECIFIC_TYPES: [&str; 3] = ["", "application/octet-stream", "binary/octet-stream"];

/// Returns true if the content type can be that of an audio or video file. An unspecific type can be any file.
fn is_file(kind: &str) -> bool {
    ["audio/", "video/"].iter().any(|it| kind.starts_with(it))
        || kind == "application/ogg"
        || UNSPECIFIC_TYPES.contains(&kind)
}

impl Stream for Incoming {
    type Item = Result<Bytes>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if !this.left.is_empty() {
            return Poll::Ready(Some(Ok(std::mem::take(&mut this.left))));
        }
        if this.ended {
            return Poll::Ready(None);
        }
        match ready!(this.stream_body.poll(context)) {
            Ok(Some(bytes)) => Poll::Ready(Some(Ok(bytes))),
            Ok(None) => {
                this.ended = true;
                this.stream_body.settle(None);
                Poll::Ready(None)
            }
            Err((cause, source)) => {
                this.ended = true;
                Poll::Ready(Some(Err(this.stream_body.lost(cause, source, Value::Null))))
            }
        }
    }
}

impl AsyncRead for Incoming {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        while self.left.is_empty() {
            match ready!(self.as_mut().poll_next(context)) {
                Some(Ok(bytes)) => self.left = bytes,
                Some(Err(error)) => return Poll::Ready(Err(io::Error::other(error))),
                None => return Poll::Ready(Ok(())),
            }
        }
        let piece = self.left.len().min(into.remaining());
        into.put_slice(&self.left.split_to(piece));
        Poll::Ready(Ok(()))
    }
}

impl fmt::Debug for Incoming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content_type = self.stream_body.call.client().secret().clean(&self.content_type());
        f.debug_struct("Incoming").field("content_type", &content_type).finish_non_exhaustive()
    }
}
