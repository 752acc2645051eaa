//! One call: sends the request, retries it if that is safe, and receives the response.

use std::time::SystemTime;

use bytes::Bytes;
use reqwest::header::{HeaderMap, RANGE};
use tokio::time::{Instant, sleep};
use tracing::Instrument as _;

#[cfg(feature = "budget-file")]
use crate::http::error::request_id;
use crate::http::error::{AttemptStats, Cause, RawResponse};
use crate::http::in_flight::hold;
use crate::http::observability::Progress;
use crate::http::outbound::Outbound;
use crate::http::retry::{self, RetryDelay};
use crate::http::transport::{Body, Upgraded};
use crate::{Charge, Client, Error, HttpRequest, Response, Result, Settings, Usd};
use purpose::{Unsent, expected, purpose};
use wire::{Exchanged, ReceivedBody};

pub(crate) use lost_response::LostResponse;
pub(crate) use read::{Unreadable, read};
pub(crate) use terms::{Settlement, Terms};

mod lost_response;
mod purpose;
mod read;
mod terms;
mod wire;

/// Request to send, with its settings and terms.
pub(crate) struct OutgoingRequest<'a> {
    /// Boxed, so that a call stays small enough for the fast path of an allocator, which ends at 1 KiB.
    pub(crate) request: Box<HttpRequest>,
    pub(crate) settings: &'a Settings,
    pub(crate) terms: Terms,
    /// True if the caller streams the body of the response.
    pub(crate) open: bool,
}

/// Successful response: with status 200, or 206 if a part was requested.
pub(crate) struct ReceivedResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// Complete body; empty if the body is streamed.
    pub(crate) body: Bytes,
    /// Body that has not been read, if it is streamed.
    pub(crate) open: Option<Body>,
    /// Connection of a session.
    pub(crate) upgraded: Option<Upgraded>,
    /// True if the response came from a cache, so that the call is not charged.
    pub(crate) from_cache: bool,
    pub(crate) stats: AttemptStats,
    pub(crate) sent_at: SystemTime,
    /// Deadline of the call, for a streamed body.
    pub(crate) end: Option<Instant>,
    /// Progress of a call that can be charged, if its body is streamed.
    pub(crate) progress: Option<Box<Progress>>,
}

impl ReceivedResponse {
    pub(crate) fn into_response<T>(self, body: T, cost: Option<Usd>, client: &Client) -> Response<T> {
        let Self { status, headers, body: raw, stats, from_cache, .. } = self;
        let AttemptStats { attempts, elapsed } = stats;
        let (price_source, operation, secret) = (None, None, client.secret().clone());
        Response { body, raw, status, headers, attempts, elapsed, cost, price_source, from_cache, operation, secret }
    }
}

/// Sends a request until it succeeds, fails permanently, or reaches the maximum number of attempts.
///
/// `read` reads a successful response, and returns its charge. A response that it cannot read counts as lost.
pub(crate) async fn send<T>(
    client: &Client,
    outgoing: &mut OutgoingRequest<'_>,
    read: impl Fn(&ReceivedResponse) -> Result<(T, Settlement), Unreadable>,
) -> Result<(T, ReceivedResponse)> {
    let (operation, usage_log_name) = outgoing.terms.names();
    let mut progress = Progress::begin(client, &outgoing.request, operation, usage_log_name);
    let span = progress.span().clone();
    let mut sent = send_until_settled(client, outgoing, &mut progress, read).instrument(span).await;
    match &mut sent {
        // The call ends with its stream.
        Ok((_, reply)) if reply.open.is_some() && outgoing.terms.can_be_charged() => reply.progress = Some(progress),
        Ok(_) => progress.end(None, outgoing.terms.charge()),
        Err(error) => progress.end(Some(error), outgoing.terms.charge()),
    }
    sent
}

async fn send_until_settled<T>(
    client: &Client,
    outgoing: &mut OutgoingRequest<'_>,
    progress: &mut Progress,
    read: impl Fn(&ReceivedResponse) -> Result<(T, Settlement), Unreadable>,
) -> Result<(T, ReceivedResponse)> {
    // Sessions can last for hours, so they are not counted among the calls in flight.
    let mut permit = match outgoing.terms.is_session() {
        true => None,
        false => Some(client.inner().in_flight.start(outgoing.settings.deadline).await?),
    };
    let started = Instant::now();
    let end = started.checked_add(outgoing.settings.deadline);
    let mut taken = 0;
    loop {
        let number = progress.attempt_started();
        // Hooks can add headers that are as secret as the key, so they change only requests that are sent with the key.
        let hooked = outgoing.terms.needs_key().then(|| client.inner().hooks.before(&outgoing.request));
        let changed = hooked.flatten();
        let outcome = attempt(client, outgoing, progress, changed.as_deref(), (number, started, end), &read).await;
        let shown = changed.as_deref().unwrap_or(&outgoing.request);
        let error = match outcome {
            Ok((value, mut reply)) => {
                progress.attempt_ended(shown, Ok(reply.status), outgoing.terms.charge(), None);
                client.inner().tokens.give_back(taken);
                reply.open = reply.open.map(|body| match permit.take() {
                    Some(permit) => hold(body, permit),
                    None => body,
                });
                return Ok((value, reply));
            }
            Err(error) => error,
        };
        let pause = outgoing.retry_delay(client, &error, number, end);
        let wait = pause.as_ref().map(|it| it.wait);
        progress.attempt_ended(shown, Err(&error), outgoing.terms.charge(), wait);
        let Some(pause) = pause else { return Err(error) };
        taken = pause.taken;
        sleep(pause.wait).await;
    }
}

impl OutgoingRequest<'_> {
    /// Returns the pause before the next attempt; `None` if there is none.
    fn retry_delay(&self, client: &Client, error: &Error, number: u32, end: Option<Instant>) -> Option<RetryDelay> {
        let is_busy_submission = self.terms.is_chargeable_model_call() && matches!(error, Error::Busy(_));
        if self.terms.is_session() || is_busy_submission && !self.settings.retry_busy_submissions {
            return None;
        }
        let pause = retry::pause(error, number, self.settings, &client.inner().tokens)?;
        Some(pause).filter(|pause| end.is_none_or(|it| it.saturating_duration_since(Instant::now()) > pause.wait))
    }
}

/// Returns the error of an interrupted download. `source` is the transport error, if there is one.
#[cfg(feature = "video")]
pub(crate) fn interrupted_download(
    client: &Client,
    url: &crate::Url,
    source: Option<crate::TransportError>,
    stats: AttemptStats,
) -> Error {
    let source = source.map(|it| client.secret().clean_error(it.source.into()));
    let failure = Box::new(crate::Failure::without_response(stats, Charge::No, source));
    Error::Transport(failure).into_download_error(url, client.secret())
}

async fn attempt<T>(
    client: &Client,
    outgoing: &mut OutgoingRequest<'_>,
    progress: &mut Progress,
    changed: Option<&HttpRequest>,
    (number, started, end): (u32, Instant, Option<Instant>),
    read: &impl Fn(&ReceivedResponse) -> Result<(T, Settlement), Unreadable>,
) -> Result<(T, ReceivedResponse)> {
    let stats = || AttemptStats { attempts: number, elapsed: started.elapsed() };
    let shown = changed.unwrap_or(&outgoing.request);
    let request = with_key(client, shown, &outgoing.terms)?;
    let sent_at = SystemTime::now();
    let (inner, expected) = (client.inner(), expected(&outgoing.terms, outgoing.open));
    let outbound = Outbound::new(outgoing.settings, purpose(client, &outgoing.terms, &request.url, expected)?);
    // From here on the gateway may have received the request, even if the caller drops the call.
    outgoing.terms.set(Charge::Unknown);
    outgoing.terms.waive(false);
    // Boxed, so that queued calls stay small.
    let exchange = wire::exchange(&*inner.transport, request, outbound.clone(), outgoing.settings, expected, end);
    let mut exchange = Box::pin(exchange);
    let unsent = Unsent { terms: &mut outgoing.terms, progress, outbound };
    let exchanged = exchange.as_mut().await;
    drop(unsent);
    outgoing.terms.waive(exchanged.as_ref().is_ok_and(|it| it.from_cache));
    let lost = LostResponse { request: shown, client, terms: &outgoing.terms, sent_at };
    let outcome = match exchanged {
        Ok(Exchanged { status, headers, body, from_cache }) if is_reply(status, shown, &outgoing.terms) => {
            let mut reply = ReceivedResponse {
                status,
                headers,
                body: Bytes::new(),
                open: None,
                upgraded: None,
                from_cache,
                stats: stats(),
                sent_at,
                end,
                progress: None,
            };
            match body {
                ReceivedBody::Whole(body) | ReceivedBody::Start(body) => reply.body = body,
                ReceivedBody::Open(body) => reply.open = Some(body),
                ReceivedBody::Upgraded(connection) => reply.upgraded = connection,
            }
            match read(&reply) {
                Ok((value, settlement)) => {
                    outgoing.terms.settle(settlement);
                    Ok((value, reply))
                }
                Err(unreadable) => {
                    let (headers, body) = (&reply.headers, &reply.body);
                    let response = RawResponse { status, headers, body, is_complete: true, client };
                    Err(lost.unreadable(&response, reply.stats, unreadable))
                }
            }
        }
        Ok(Exchanged { status, headers, body, .. }) => {
            let (body, is_complete) = match body {
                ReceivedBody::Whole(body) => (body, true),
                ReceivedBody::Start(body) => (body, false),
                ReceivedBody::Open(_) | ReceivedBody::Upgraded(_) => (Bytes::new(), false),
            };
            let response = RawResponse { status, headers: &headers, body: &body, is_complete, client };
            let known = outgoing.terms.known_error(&response, stats());
            Err(known
                .unwrap_or_else(|| lost.error(Cause::UnexpectedStatus, response.failure(stats(), Charge::Unknown))))
        }
        Err(broken) => Err(broken.refusal().unwrap_or_else(|| lost.broken(broken, stats()))),
    };
    let outcome = match outgoing.terms {
        Terms::File => outcome.map_err(|error| error.into_download_error(&shown.url, client.secret())),
        _ => outcome,
    };
    #[cfg(feature = "budget-file")]
    outgoing.terms.set_request_id(|| match &outcome {
        Ok((_, reply)) => request_id(&reply.headers).map(|it| client.secret().clean(&it)),
        Err(error) => error.failure().and_then(|it| it.request_id.clone()),
    });
    if let Err(error) = &outcome {
        outgoing.terms.set(error.charge());
    }
    outcome
}

/// Returns true if the status means success: 200, or 206 if a part was requested; for a session, only 101.
///
/// The documents do not show the status of a submitted or running task. Tasks also accept 201 and 202, so that no
/// response with a task id is lost.
fn is_reply(status: u16, request: &HttpRequest, terms: &Terms) -> bool {
    match status {
        _ if terms.is_session() => status == wire::UPGRADED,
        200 => true,
        wire::PART => request.headers.contains_key(RANGE),
        201 | 202 => terms.is_task_call(),
        _ => false,
    }
}

/// Adds the key, if the call needs it. It runs after the hooks, so that a URL that they change cannot leak the key.
fn with_key(client: &Client, request: &HttpRequest, terms: &Terms) -> Result<HttpRequest> {
    let mut request = request.clone();
    if terms.needs_key() {
        client.check_origin(&request.url)?;
        let inner = client.inner();
        request.headers.insert(inner.key_header.clone(), inner.authorization.clone());
    }
    Ok(request)
}
