//! Sending a call: whole, as a stream, or as a task.

use std::sync::Arc;

use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;
use tracing::Instrument as _;

use super::{Billing, ModelCall, ModelReply, rules, sound};
use crate::http::exchange::{self, Order, Reply, Terms, Unreadable};
use crate::{Events, HttpRequest, Incoming, Pending, Response, Result, Sending, StreamProtocol};

impl ModelCall {
    /// Sends the call and reads the reply as `R`.
    pub fn send<R: ModelReply>(self) -> Sending<R> {
        let span = self.span();
        Pending::new(async move { self.exchange().await }.instrument(span))
    }

    /// Sends the call and reads the reply as it comes.
    pub fn stream<P: StreamProtocol>(self) -> Pending<Events<P>> {
        let span = self.span();
        let call = self.set("stream", true);
        let opening = async move {
            let (order, reply) = call.open().await?;
            Ok(Events::new(call, order, reply))
        };
        Pending::new(opening.instrument(span))
    }

    /// Sends the call and hands over what comes back, whatever it is.
    pub fn incoming(self) -> Pending<Incoming> {
        let span = self.span();
        let opening = async move {
            let (order, reply) = self.open().await?;
            Incoming::new(self, order, reply).await
        };
        Pending::new(opening.instrument(span))
    }

    /// The same on one of the paths that take tasks.
    #[cfg(feature = "video")]
    pub(crate) fn on(mut self, path: crate::video::TaskPath) -> Self {
        self.path = path.as_str();
        self
    }

    /// Submits the call as a task, on one of the paths that take it. A submission whose reply is lost is never made again.
    #[cfg(feature = "video")]
    pub fn submit(self, path: crate::video::TaskPath) -> Pending<crate::video::Task> {
        use crate::video::{Task, TaskHandle, id};
        let call = self.on(path);
        let span = call.span();
        let submission = async move {
            let mut order = call.order(false).await?;
            let (id, _) = exchange::send(&call.client, &mut order, |reply| id(&reply.body)).await?;
            let cost = call.cost_of(None);
            order.terms.settle(cost);
            order.terms.is_for(&id);
            drop(order);
            let mut handle = TaskHandle::new(id, path);
            handle.model = call.model.into_owned();
            Ok(Task::new(call.client, handle, cost))
        };
        Pending::new(submission.instrument(span))
    }

    fn span(&self) -> tracing::Span {
        tracing::info_span!("gateway call", usage_log_name = %self.model)
    }

    async fn exchange<R: ModelReply>(mut self) -> Result<Response<R>> {
        self.listen().await;
        let mut order = self.order(false).await?;
        let (body, reply) = exchange::send(&self.client, &mut order, |reply| read::<R>(&reply.body)).await?;
        let cost = self.cost_of(body.usage());
        order.terms.settle(cost);
        Ok(reply.into_response(body, cost, &self.client))
    }

    /// Finds out how long a recording lasts, if nobody has said so and its file does.
    async fn listen(&mut self) {
        if let (None, Billing::Audio, [(_, file), ..]) = (self.length, self.billing, &self.files[..]) {
            self.length = sound::length(file).await;
        }
    }

    async fn open(&self) -> Result<(Opened, Reply)> {
        let mut order = self.order(true).await?;
        let ((), reply) = exchange::send(&self.client, &mut order, |_| Ok(())).await?;
        // Until all of it has come, nobody knows.
        order.terms.set(crate::Charge::Unknown);
        Ok((Opened { request: order.request, terms: order.terms }, reply))
    }

    /// The order, if the model takes it and the budget covers it.
    async fn order(&self, open: bool) -> Result<Order<'_>> {
        let request = self.request()?;
        rules::check(self).await?;
        let inner = self.client.inner();
        let reservation = inner.books.reserve(self.model.clone(), self.estimate().ok().map(|it| it.usd))?;
        let terms = match self.billing {
            Billing::Video => Terms::Submission(reservation),
            _ => Terms::Model(reservation),
        };
        Ok(Order { request: Box::new(request), settings: &self.settings, terms, open })
    }
}

/// What is left of an order whose reply is still coming.
pub(crate) struct Opened {
    pub(crate) request: Box<HttpRequest>,
    pub(crate) terms: Terms,
}

/// A reply with status 200; an error in spite of that has neither an id nor says what it is, or says that it failed.
pub(crate) fn read<R: ModelReply>(body: &[u8]) -> Result<R, Unreadable> {
    let value: Value = serde_json::from_slice(body).map_err(|problem| Unreadable::Broken(Arc::new(problem)))?;
    let named = |key: &str| value.get(key).is_some_and(|it| !it.is_null());
    let has_failed = value.get("status").is_some_and(|it| it == "failed");
    if value.get("error").is_some_and(says_something) && (has_failed || !named("id") && !named("object")) {
        return Err(Unreadable::Refused);
    }
    R::read(value).map_err(|_| Unreadable::Broken(Arc::new(std::io::Error::other("it is no object"))))
}

/// Whether what stands where an error goes is one: some services have the field always.
pub(crate) fn says_something(error: &Value) -> bool {
    match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    }
}

/// What a reply says it is, without its parameters, in small letters.
pub(crate) fn content_type(headers: &HeaderMap) -> String {
    let text = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}
