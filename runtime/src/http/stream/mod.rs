//! A reply that comes piece by piece.

mod incoming;
mod sse;

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use reqwest::header::HeaderMap;
use serde_json::Value;
use tokio::time::{Instant, Sleep, sleep};

use crate::http::chunks::Chunks;
use crate::http::error::{Answer, Cause, Tally};
use crate::http::exchange::{Lost, Reply, Unreadable};
use crate::http::model_call::{self, ModelCall, Opened};
use crate::http::transport::Body;
use crate::{Charge, Error, Failure, ModelReply, Response, Result, TransportError, Usage};
use sse::{SseEvent, SseParser};

pub use incoming::Incoming;

/// How the stream of a format is read: each of its events, and what they come to.
pub trait StreamProtocol: Default + Send + Unpin + 'static {
    /// What a caller sees.
    type Event: Send + Unpin;
    /// What all events come to.
    type Reply: ModelReply;

    /// Takes an event, by its name and data, and says what it is.
    fn add(&mut self, name: Option<&str>, data: Value) -> Self::Event;
    /// Whether the model has said why it stopped.
    fn is_complete(&self) -> bool;
    /// What has come so far, in the shape of a whole reply.
    fn received(&self) -> Value;
    /// The only event of a gateway that answers with a whole reply instead.
    fn whole(reply: Self::Reply) -> Self::Event;
    /// The text that an event adds.
    fn text(event: &Self::Event) -> Option<String>;
}

/// The events of a reply as they come. Dropping it closes the connection.
///
/// ```no_run
/// # async fn demo<P: gatewright_runtime::StreamProtocol>(mut events: gatewright_runtime::Events<P>) -> gatewright_runtime::Result<()> {
/// while let Some(event) = events.next().await {
///     print!("{}", P::text(&event?).unwrap_or_default());
/// }
/// let whole = events.finish().await?; // what all of them come to
/// # Ok(()) }
/// ```
#[must_use = "a reply comes while its events are asked for"]
pub struct Events<P: StreamProtocol> {
    arrival: Arrival,
    format: Format,
    protocol: P,
    /// The reply of a gateway that did not stream.
    whole: Option<Value>,
    /// Whether anything has come.
    begun: bool,
    ended: bool,
}

/// What the gateway sends.
enum Format {
    Events { parser: SseParser, waiting: VecDeque<SseEvent> },
    Whole { body: Chunks },
}

impl<P: StreamProtocol> Events<P> {
    pub(crate) fn new(call: ModelCall, opened: Opened, reply: Reply) -> Self {
        let settings = call.limits();
        // What says that it is something else is taken as a whole reply: it may be one, and its start tells what it is.
        let format = match model_call::content_type(&reply.headers).as_str() {
            "" | "text/event-stream" => {
                Format::Events { parser: SseParser::new(settings.max_event), waiting: VecDeque::new() }
            }
            _ => Format::Whole { body: Chunks::default() },
        };
        let arrival = Arrival::new(call, opened, reply);
        Self { arrival, format, protocol: P::default(), whole: None, begun: false, ended: false }
    }

    /// The next event.
    pub async fn next(&mut self) -> Option<Result<P::Event>> {
        std::future::poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// The next piece of text; events without any are passed over.
    pub async fn next_text(&mut self) -> Option<Result<String>> {
        loop {
            match self.next().await? {
                Ok(event) => match P::text(&event) {
                    Some(text) if !text.is_empty() => return Some(Ok(text)),
                    _ => {}
                },
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Waits for the end, and gives the whole reply.
    pub async fn finish(mut self) -> Result<Response<P::Reply>> {
        while let Some(event) = self.next().await {
            event?;
        }
        let received = self.received();
        match P::Reply::read(received) {
            Ok(reply) => {
                let cost = self.arrival.settle(reply.usage());
                Ok(self.arrival.response(reply, cost))
            }
            Err(_) => Err(self.arrival.lost(Cause::NotUnderstood, None, Value::Null)),
        }
    }

    /// What has come so far, in the shape of a whole reply.
    pub fn received(&self) -> Value {
        self.whole.clone().unwrap_or_else(|| self.protocol.received())
    }

    /// The HTTP headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.arrival.headers
    }

    fn fail(&mut self, cause: Cause, source: Option<TransportError>) -> Poll<Option<Result<P::Event>>> {
        self.ended = true;
        let received = self.received();
        let error = self.arrival.lost(cause, source, received);
        self.arrival.close();
        Poll::Ready(Some(Err(error)))
    }

    /// The stream says that this is all.
    fn end(&mut self) -> Poll<Option<Result<P::Event>>> {
        if !self.protocol.is_complete() {
            return self.fail(Cause::CutShort, None);
        }
        self.ended = true;
        let usage = P::Reply::read(self.protocol.received()).ok().and_then(|it| it.usage());
        self.arrival.settle(usage);
        Poll::Ready(None)
    }

    fn event(&mut self, event: SseEvent) -> Poll<Option<Result<P::Event>>> {
        if event.data.trim() == "[DONE]" {
            return self.end();
        }
        let data = match serde_json::from_str(&event.data) {
            Ok(data) => data,
            // It may be a part of the output: a stream without it is not complete.
            Err(problem) => {
                self.ended = true;
                let received = self.received();
                let error = self.arrival.unreadable_event(&event.data, problem, received);
                self.arrival.close();
                return Poll::Ready(Some(Err(error)));
            }
        };
        if let Some(error) = error_in(&data, event.name.as_deref()) {
            self.ended = true;
            let received = self.received();
            let error = self.arrival.error(error, received);
            self.arrival.close();
            return Poll::Ready(Some(Err(error)));
        }
        Poll::Ready(Some(Ok(self.protocol.add(event.name.as_deref(), data))))
    }

    /// The whole reply of a gateway that did not stream.
    fn whole(&mut self, body: &[u8]) -> Poll<Option<Result<P::Event>>> {
        self.ended = true;
        let reply = match model_call::read::<P::Reply>(body) {
            Ok(reply) => reply,
            Err(unreadable) => {
                let error = self.arrival.unreadable(body, unreadable);
                self.arrival.opened.terms.set(error.charge());
                self.arrival.close();
                return Poll::Ready(Some(Err(error)));
            }
        };
        self.whole = serde_json::from_slice(body).ok();
        self.arrival.settle(reply.usage());
        Poll::Ready(Some(Ok(P::whole(reply))))
    }
}

fn begins_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// The error that an event is, if it is one: in every format they come with status 200.
fn error_in<'a>(data: &'a Value, name: Option<&str>) -> Option<&'a Value> {
    let has_error = |it: &Value| it.get("error").is_some_and(model_call::says_something);
    match data["type"].as_str().or(name) {
        Some("error") => Some(data),
        Some("response.failed") => Some(&data["response"]).filter(|it| has_error(it)),
        _ => Some(data).filter(|it| has_error(it)),
    }
}

impl<P: StreamProtocol> Stream for Events<P> {
    type Item = Result<P::Event>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if this.ended {
                return Poll::Ready(None);
            }
            if let Format::Events { waiting, .. } = &mut this.format {
                if let Some(event) = waiting.pop_front() {
                    return this.event(event);
                }
            }
            let arrived = ready!(this.arrival.poll(context));
            match (arrived, &mut this.format) {
                (Err((cause, source)), _) => return this.fail(cause, source),
                // No event begins like that, and a whole reply does.
                (Ok(Some(bytes)), Format::Events { .. }) if !this.begun && begins_json(&bytes) => {
                    let mut body = Chunks::default();
                    body.push(bytes);
                    (this.begun, this.format) = (true, Format::Whole { body });
                }
                (Ok(Some(bytes)), Format::Events { parser, waiting }) => {
                    this.begun |= !bytes.trim_ascii().is_empty();
                    if parser.feed(&bytes, |event| waiting.push_back(event)).is_err() {
                        return this.fail(Cause::TooLarge, None);
                    }
                }
                (Ok(None), Format::Events { .. }) => return this.end(),
                (Ok(Some(bytes)), Format::Whole { body }) => {
                    body.push(bytes);
                    if body.len() > this.arrival.call.limits().max_body {
                        return this.fail(Cause::TooLarge, None);
                    }
                }
                (Ok(None), Format::Whole { body }) => {
                    let body = std::mem::take(body).into_bytes();
                    return this.whole(&body);
                }
            }
        }
    }
}

impl<P: StreamProtocol> fmt::Debug for Events<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("ended", &self.ended).finish_non_exhaustive()
    }
}

/// A body on its way, and what is needed to say what became of it.
pub(crate) struct Arrival {
    call: ModelCall,
    opened: Opened,
    body: Body,
    /// Ends the stream after a silence, or at the deadline.
    idle: Pin<Box<Sleep>>,
    end: Option<Instant>,
    headers: HeaderMap,
    tally: Tally,
    sent_at: std::time::SystemTime,
}

/// The next bytes, or why there are no more.
type Arrived = Result<Option<bytes::Bytes>, (Cause, Option<TransportError>)>;

impl Arrival {
    fn new(call: ModelCall, opened: Opened, reply: Reply) -> Self {
        let Reply { headers, body, open, tally, sent_at, end, .. } = reply;
        let body = open.unwrap_or_else(|| crate::HttpReply::new(200, HeaderMap::new(), body).body);
        let idle = Box::pin(sleep(call.limits().idle_timeout));
        Self { call, opened, body, idle, end, headers, tally, sent_at }
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Arrived> {
        match self.body.as_mut().poll_next(context) {
            Poll::Ready(Some(Ok(bytes))) => {
                let now = Instant::now();
                if self.end.is_some_and(|it| it <= now) {
                    return Poll::Ready(Err((Cause::Timeout, None)));
                }
                let later = now.checked_add(self.call.limits().idle_timeout);
                if let Some(later) = later.into_iter().chain(self.end).min() {
                    self.idle.as_mut().reset(later);
                }
                Poll::Ready(Ok(Some(bytes)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Err((Cause::ConnectionLost, Some(error)))),
            Poll::Ready(None) => Poll::Ready(Ok(None)),
            Poll::Pending => match self.idle.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(Err((Cause::Timeout, None))),
                Poll::Pending => Poll::Pending,
            },
        }
    }

    /// All of it came: it was charged.
    fn settle(&mut self, usage: Option<Usage>) -> Option<crate::Usd> {
        let cost = self.call.cost_of(usage);
        self.opened.terms.settle(cost);
        self.close();
        cost
    }

    /// It has ended: the books need not wait until it is dropped.
    fn close(&mut self) {
        self.opened.terms.close();
    }

    fn response<T>(self, body: T, cost: Option<crate::Usd>) -> Response<T> {
        let Self { call, headers, tally, sent_at, .. } = self;
        let reply = Reply { status: 200, headers, body: bytes::Bytes::new(), open: None, tally, sent_at, end: None };
        reply.into_response(body, cost, call.client())
    }

    /// The error of a reply of which only a part came.
    fn lost(&self, cause: Cause, source: Option<TransportError>, received: Value) -> Error {
        let mut failure = self.answer(&[]).failure(self.tally, Charge::Unknown);
        failure.source = source.map(|it| self.call.client().secret().clean_error(it.source.into()));
        self.of(cause, failure, received)
    }

    /// The error of an event that is not JSON.
    fn unreadable_event(&self, data: &str, problem: serde_json::Error, received: Value) -> Error {
        let answer = self.answer(data.as_bytes());
        let mut failure = answer.failure(self.tally, Charge::Unknown);
        failure.source = Some(self.call.client().secret().clean_error(std::sync::Arc::new(problem)));
        self.of(Cause::NotUnderstood, failure, received)
    }

    /// The error that a stream broke off with.
    fn error(&mut self, data: &Value, received: Value) -> Error {
        let body = data.to_string();
        let answer = self.answer(body.as_bytes());
        match self.opened.terms.sort(&answer, self.tally) {
            // By its code alone, since its status says the contrary; the books say the same as the error.
            Some(error) => {
                self.opened.terms.set(error.charge());
                error
            }
            None => self.of(Cause::ErrorInStream, answer.failure(self.tally, Charge::Unknown), received),
        }
    }

    fn unreadable(&self, body: &[u8], unreadable: Unreadable) -> Error {
        self.as_lost().unreadable(&self.answer(body), self.tally, unreadable)
    }

    fn answer<'a>(&'a self, body: &'a [u8]) -> Answer<'a> {
        Answer { status: 200, headers: &self.headers, body, secret: self.call.client().secret() }
    }

    fn as_lost(&self) -> Lost<'_> {
        let (request, secret) = (&*self.opened.request, self.call.client().secret());
        Lost { request, secret, terms: &self.opened.terms, sent_at: self.sent_at }
    }

    fn of(&self, cause: Cause, failure: Failure, received: Value) -> Error {
        let mut error = self.as_lost().error(cause, failure);
        if let Error::ChargeUnknown(unknown) = &mut error {
            unknown.received = (!received.is_null()).then_some(received);
        }
        error
    }
}
