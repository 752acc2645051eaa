//! Streaming responses.

mod body;
mod event;
mod incoming;
mod protocol;
mod sniff;
mod sse;

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use reqwest::header::HeaderMap;
use serde_json::Value;

use crate::http::bounded_json;
use crate::http::call::{self, Call, PendingResponse};
use crate::http::chunks::Chunks;
use crate::http::error::Cause;
use crate::http::exchange::{self, ReceivedResponse};
use crate::{Reply, Response, Result, TransportError};
use sniff::Start;
use sse::{SseEvent, SseParser, TooLarge};

pub(crate) use body::StreamBody;
pub use incoming::Incoming;
pub use protocol::StreamProtocol;

/// Events of a streaming response. Dropping it closes the connection.
///
/// ```no_run
/// # async fn demo<P: gatewright_runtime::StreamProtocol>(mut events: gatewright_runtime::Events<P>) -> gatewright_runtime::Result<()> {
/// while let Some(event) = events.next().await {
///     print!("{}", P::text(&event?).unwrap_or_default());
/// }
/// let whole = events.finish().await?; // the complete response
/// # Ok(()) }
/// ```
#[must_use = "a response is received only while its events are read"]
pub struct Events<P: StreamProtocol> {
    stream_body: StreamBody,
    format: Format,
    protocol: P,
    /// Complete response of a gateway that did not stream.
    whole: Option<Value>,
    /// Memory of the partial output, at most.
    memory: usize,
    ended: bool,
    /// Cause of the error that has ended the stream.
    failed: Option<Cause>,
}

/// Part of a response that the protocol has not processed yet.
enum Piece<R> {
    /// Event of a stream.
    Event(SseEvent),
    /// Complete response of a gateway that did not stream.
    Whole(R),
}

/// Format of the response body.
enum Format {
    /// Unknown until more bytes arrive; `start` is the start of the body.
    Unclear {
        start: Vec<u8>,
    },
    Events {
        parser: SseParser,
        waiting: VecDeque<SseEvent>,
    },
    Whole {
        body: Chunks,
    },
}

impl Format {
    fn events(limit: usize) -> Self {
        Self::Events { parser: SseParser::new(limit), waiting: VecDeque::new() }
    }
}

impl<P: StreamProtocol> Events<P> {
    pub(crate) fn new(call: Call, pending: PendingResponse, reply: ReceivedResponse) -> Self {
        let stream_body = StreamBody::new(call, pending, reply);
        let format = Format::Unclear { start: Vec::new() };
        Self { stream_body, format, protocol: P::default(), whole: None, memory: 0, ended: false, failed: None }
    }

    /// Returns the next event; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<P::Event>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Returns the next text; `None` at the end. Events without text are ignored.
    pub async fn next_text(&mut self) -> Option<Result<String>> {
        loop {
            let piece = match std::future::poll_fn(|context| self.poll_piece(context)).await? {
                Ok(piece) => piece,
                Err(error) => return Some(Err(error)),
            };
            let text = match piece {
                Piece::Whole(reply) => P::text(&P::whole(reply)),
                Piece::Event(event) => match self.add_text(&event) {
                    Ok(text) => text,
                    Err(error) => return Some(Err(error)),
                },
            };
            if let Some(text) = text.filter(|it| !it.is_empty()) {
                return Some(Ok(text));
            }
        }
    }

    /// Waits for the end of the stream and returns the complete response. A stream that has failed has none, also if the caller has
    /// ignored its error.
    pub async fn finish(mut self) -> Result<Response<P::Reply>> {
        while let Some(event) = self.next().await {
            event?;
        }
        let received = self.received();
        if let Some(cause) = self.failed {
            return Err(self.stream_body.failed(cause, received));
        }
        match P::Reply::read(received) {
            Ok(reply) => {
                let cost = self.stream_body.settle(reply.usage());
                Ok(self.stream_body.response(reply, cost))
            }
            Err(_) => Err(self.stream_body.lost(Cause::UnexpectedFormat, None, Value::Null)),
        }
    }

    /// Returns the partial output so far, in the shape of a complete response.
    pub fn received(&self) -> Value {
        self.whole.clone().unwrap_or_else(|| self.protocol.received())
    }

    /// Returns the HTTP headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.stream_body.headers
    }

    fn fail(&mut self, cause: Cause, source: Option<TransportError>) -> Poll<Option<Result<Piece<P::Reply>>>> {
        let received = self.received();
        let error = self.stream_body.lost(cause, source, received);
        self.end_with(cause);
        Poll::Ready(Some(Err(error)))
    }

    /// Ends the stream after an error.
    fn end_with(&mut self, cause: Cause) {
        (self.ended, self.failed) = (true, Some(cause));
        self.stream_body.close();
    }

    /// Polls for the next part of the response.
    fn poll_piece(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Piece<P::Reply>>>> {
        loop {
            if self.ended {
                return Poll::Ready(None);
            }
            if let Format::Events { waiting, .. } = &mut self.format {
                match waiting.pop_front() {
                    Some(event) if event.data.trim() == "[DONE]" => {
                        let ended = self.end();
                        self.stream_body.read_to_end();
                        return ended;
                    }
                    Some(event) => return Poll::Ready(Some(Ok(Piece::Event(event)))),
                    None => {}
                }
            }
            match ready!(self.stream_body.poll(context)) {
                Err((cause, source)) => return self.fail(cause, source),
                Ok(Some(bytes)) => {
                    if self.take(bytes).is_err() {
                        return self.fail(Cause::TooLarge, None);
                    }
                }
                Ok(None) => return self.last(),
            }
        }
    }

    /// Processes the next bytes.
    fn take(&mut self, mut bytes: Bytes) -> Result<(), TooLarge> {
        if let Format::Unclear { start } = &mut self.format {
            if !start.is_empty() {
                start.extend_from_slice(&bytes);
                bytes = std::mem::take(start).into();
            }
            self.format = match sniff::start_of(&bytes) {
                Start::Unclear => {
                    *start = sniff::needed_prefix(&bytes);
                    return Ok(());
                }
                Start::Events => Format::events(self.stream_body.call.limits().max_event),
                Start::Json => Format::Whole { body: Chunks::default() },
                Start::Other => self.declared(),
            };
        }
        match &mut self.format {
            Format::Unclear { .. } => Ok(()),
            Format::Events { parser, waiting } => parser.feed(&bytes, |event| waiting.push_back(event)),
            Format::Whole { body } => {
                body.push(bytes);
                if body.len() > self.stream_body.call.limits().max_body { Err(TooLarge) } else { Ok(()) }
            }
        }
    }

    /// Returns the format by the content type, if the first bytes do not identify it.
    fn declared(&self) -> Format {
        match call::content_type(&self.stream_body.headers).as_str() {
            "" | "text/event-stream" => Format::events(self.stream_body.call.limits().max_event),
            _ => Format::Whole { body: Chunks::default() },
        }
    }

    /// Handles the end of the body.
    fn last(&mut self) -> Poll<Option<Result<Piece<P::Reply>>>> {
        if let Format::Unclear { start } = &mut self.format {
            let start = std::mem::take(start);
            self.format = self.declared();
            if let Format::Whole { body } = &mut self.format {
                body.push(start.into());
            }
        }
        match &mut self.format {
            Format::Whole { body } => {
                let body = std::mem::take(body).into_bytes();
                self.whole(&body)
            }
            _ => self.end(),
        }
    }

    /// Ends the stream. It is an error if the response is not complete.
    fn end(&mut self) -> Poll<Option<Result<Piece<P::Reply>>>> {
        if !self.protocol.is_complete() {
            return self.fail(Cause::EndedEarly, None);
        }
        self.ended = true;
        self.stream_body.settle(self.protocol.usage());
        Poll::Ready(None)
    }

    /// Reads the complete response of a gateway that did not stream.
    fn whole(&mut self, body: &[u8]) -> Poll<Option<Result<Piece<P::Reply>>>> {
        self.ended = true;
        let body = body.strip_prefix(sniff::BOM).unwrap_or(body);
        let reply = match exchange::read::<P::Reply>(body, self.stream_body.call.client().service()) {
            Ok(reply) => reply,
            Err(unreadable) => {
                let error = self.stream_body.unreadable(body, unreadable);
                self.end_with(Cause::UnexpectedFormat);
                return Poll::Ready(Some(Err(error)));
            }
        };
        self.whole = bounded_json::from_slice(body).ok();
        self.stream_body.settle(reply.usage());
        Poll::Ready(Some(Ok(Piece::Whole(reply))))
    }
}

impl<P: StreamProtocol> Stream for Events<P> {
    type Item = Result<P::Event>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        let piece = ready!(this.poll_piece(context));
        Poll::Ready(piece.map(|it| match it? {
            Piece::Event(event) => this.read(&event),
            Piece::Whole(reply) => Ok(P::whole(reply)),
        }))
    }
}

impl<P: StreamProtocol> fmt::Debug for Events<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("ended", &self.ended).finish_non_exhaustive()
    }
}
