//! Sends a call: for a complete response, as a stream, or as a task.

use reqwest::header::{CONTENT_TYPE, HeaderMap};

use super::{Call, Reply, audio_length, rules};
use crate::http::exchange::{self, OutgoingRequest, Settlement, Terms};
use crate::http::observability::Progress;
#[cfg(feature = "record")]
use crate::http::record::WaitingResponse;
use crate::{
    Billing, Charge, Drift, Error, Events, HttpRequest, Incoming, Pending, Response, ResponseKind, Result, SendFuture,
    SocialResult, StreamProtocol, Usd,
};

impl Call {
    /// Sends the call and reads the response as social data.
    pub fn send(self) -> SendFuture<SocialResult> {
        self.send_as()
    }

    /// Sends the call and reads the response as `R`.
    pub fn send_as<R: Reply>(self) -> SendFuture<R> {
        Pending::new(self.exchange())
    }

    /// Sends the call and streams the response.
    pub fn stream<P: StreamProtocol>(mut self) -> Pending<Events<P>> {
        self.extra.insert("stream".to_owned(), true.into());
        if let Some((name, default)) = P::default_option() {
            self.params.set_option(self.spec.field(name), default);
        }
        Pending::new(async move {
            let (pending, reply) = self.open().await?;
            Ok(Events::new(self, pending, reply))
        })
    }

    /// Reads the length of a recording from its file, unless it is set, for [`estimate`](Self::estimate). A call that is sent
    /// reads it, too.
    pub fn with_length_of_file(mut self) -> Pending<Self> {
        Pending::new(async move {
            self.read_length().await;
            Ok(self)
        })
    }

    /// Sends the call and streams the response as a file of any format.
    pub fn incoming(self) -> Pending<Incoming> {
        Pending::new(async move {
            let (pending, reply) = self.open().await?;
            Incoming::new(self, pending, reply).await
        })
    }

    /// Sets the path of the call to one of the paths that accept tasks.
    #[cfg(feature = "video")]
    pub(crate) fn on(mut self, path: &crate::video::TaskPath) -> Self {
        match self.client.task(path) {
            Ok(task) => self.target = super::Target::Path(task.path),
            Err(error) => self.problem = Some(error.to_string()),
        }
        self
    }

    /// Submits the call as a task, on one of the paths that accept it. The client never retries a submission whose
    /// response is lost.
    #[cfg(feature = "video")]
    pub fn submit(self, path: crate::video::TaskPath) -> Pending<crate::video::Task> {
        use crate::video::{Task, TaskHandle, TaskPath, id};
        let call = self.on(&path);
        Pending::new(async move {
            let mut outgoing = call.outgoing_request(false).await?;
            let (service, path) = (call.client.service(), TaskPath::new(call.client.task(&path)?.path));
            let refused_task = std::sync::OnceLock::new();
            let cost = call.cost_of(None);
            let read = |reply: &exchange::ReceivedResponse| {
                Ok((id(&reply.body, service, &refused_task)?, Settlement::charged(cost)))
            };
            let (id, _) = exchange::send(&call.client, &mut outgoing, read).await.map_err(|error| {
                // The gateway may have accepted the task nevertheless: the caller can resume it.
                match refused_task.get() {
                    Some(id) => error.about(&TaskHandle::new(id, path.clone())),
                    None => error,
                }
            })?;
            outgoing.terms.assign_to_task(&id);
            drop(outgoing);
            let mut handle = TaskHandle::new(id, path);
            handle.model = call.model.into_owned();
            Ok(Task::new(call.client, handle, cost.map(|it| it.usd)))
        })
    }

    async fn exchange<R: Reply>(mut self) -> Result<Response<R>> {
        self.read_length().await;
        let mut outgoing = self.outgoing_request(false).await?;
        let read = |reply: &exchange::ReceivedResponse| {
            let body = exchange::read::<R>(&reply.body, self.client.service())?;
            let settlement = match body.charge() {
                _ if reply.from_cache => Settlement::FREE,
                Charge::Yes => Settlement::charged(self.cost_of(body.usage())),
                charge => Settlement { charge, cost: None },
            };
            Ok(((body, settlement), settlement))
        };
        let ((body, settlement), reply) = exchange::send(&self.client, &mut outgoing, read).await?;
        #[cfg(feature = "record")]
        if !reply.from_cache {
            self.record_shape::<R>(&reply.body);
        }
        let (cost, price_source) = match settlement.charge {
            Charge::No => (Some(Usd::ZERO), None),
            _ => (settlement.cost.map(|it| it.usd), settlement.cost.map(|it| it.source)),
        };
        self.report_drift(&body);
        let operation = Some(self.spec);
        Ok(Response { price_source, operation, ..reply.into_response(body, cost, &self.client) })
    }

    /// Runs the hooks for a data response that differs from the learned shape.
    fn report_drift<R: Reply>(&self, body: &R) {
        let hooks = &self.client.inner().hooks;
        if hooks.watch_drift() && self.spec.shape.is_some() {
            let drift = body.payload(self.client.service()).map(|data| Drift::of(self.spec, data));
            drift.iter().filter(|it| !it.is_empty()).for_each(|it| hooks.drifted(it));
        }
    }

    /// Records the shape of a data response, if the client has a recorder.
    #[cfg(feature = "record")]
    fn record_shape<R: Reply>(&self, body: &bytes::Bytes) {
        let recorder = self.client.inner().recorder.as_ref();
        let Some(recorder) = recorder.filter(|_| self.spec.response == ResponseKind::Data) else { return };
        let params = self.params.iter().map(|(name, value)| (name.to_owned(), value.to_string()));
        let extra = self.extra.iter().map(|(name, value)| (name.clone(), value.to_string()));
        let (params, service) = (params.chain(extra).collect(), self.client.service());
        let response = WaitingResponse::new::<R>(self.operation_id(), self.spec, params, body.clone(), service);
        recorder.record_soon(response);
    }

    /// Reads the length of a recording from its file, if the caller has not set it.
    async fn read_length(&mut self) {
        if self.length.is_none() && self.spec.billing == Billing::Audio {
            let file = self.params.files().next().map(|(_, file)| file.clone());
            if let Some(file) = file {
                self.length = audio_length::length(&file).await;
            }
        }
    }

    async fn open(&self) -> Result<(PendingResponse, exchange::ReceivedResponse)> {
        let mut outgoing = self.outgoing_request(true).await?;
        let read = |_: &exchange::ReceivedResponse| Ok(((), Settlement::OPEN));
        let ((), mut reply) = exchange::send(&self.client, &mut outgoing, read).await?;
        let progress = reply.progress.take();
        Ok((PendingResponse { request: outgoing.request, terms: outgoing.terms, progress }, reply))
    }

    /// Returns the request to send, if the rules of the model allow it and the budget covers it.
    async fn outgoing_request(&self, open: bool) -> Result<OutgoingRequest<'_>> {
        let request = self.request()?;
        if self.spec.model.is_some() {
            rules::check(self).await?;
        }
        let price = self.price_to_reserve();
        let reservation = self.client.ledger().start(self.operation_id(), self.usage_log_name(), price).await?;
        let terms = match self.spec.response {
            ResponseKind::Data => Terms::Social(reservation),
            ResponseKind::Task => Terms::Submission(reservation),
            _ => Terms::Model(reservation),
        };
        Ok(OutgoingRequest { request: Box::new(request), settings: self.limits(), terms, open })
    }
}

/// Request and terms of a call whose response is still arriving.
pub(crate) struct PendingResponse {
    pub(crate) request: Box<HttpRequest>,
    pub(crate) terms: Terms,
    progress: Option<Box<Progress>>,
}

impl PendingResponse {
    /// Reports the end of the call, with its error if it failed.
    pub(crate) fn end(&mut self, error: Option<&Error>) {
        if let Some(progress) = &mut self.progress {
            progress.end(error, self.terms.charge());
        }
    }
}

/// Returns the content type of a response in lower case, without its parameters.
pub(crate) fn content_type(headers: &HeaderMap) -> String {
    let text = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}
