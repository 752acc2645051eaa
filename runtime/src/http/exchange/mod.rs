//! One call: sends the request, retries it if that is safe, and receives the response.

use std::time::SystemTime;

use bytes::Bytes;
use reqwest::header::{HeaderMap, RANGE};
use tokio::time::{Instant, sleep};

use crate::http::error::{AttemptStats, Cause, RawResponse, request_id};
use crate::http::in_flight::hold;
use crate::http::outbound::Outbound;
use crate::http::retry;
use crate::http::transport::{Body, Upgraded};
use crate::{Charge, Client, Error, HttpRequest, Response, Result, Settings, Usd};
use purpose::{Unsent, expected, purpose};
use wire::{Exchanged, ReceivedBody};

pub(crate) use lost_response::LostResponse;
pub(crate) use read::{Unreadable, read};
pub(crate) use terms::Terms;

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
}

impl ReceivedResponse {
    pub(crate) fn into_response<T>(self, body: T, cost: Option<Usd>, client: &Client) -> Response<T> {
        let Self { status, headers, body: raw, stats, from_cache, .. } = self;
        let request_id = request_id(&headers).map(|it| client.secret().clean(&it));
        let AttemptStats { attempts, elapsed } = stats;
        Response { body, raw, status, headers, request_id, attempts, elapsed, cost, price_source: None, from_cache }
    }
}

/// One attempt of a call, as the hook after it sees it.
///
/// ```
/// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
///     .after_attempt(|it| eprintln!("{} {:?}", it.request.url.path(), it.status))
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// Request, without the key.
    pub request: &'a HttpRequest,
    /// HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Number of the attempt, starting at 1.
    pub number: u32,
    /// Error, if the attempt failed.
    pub error: Option<&'a Error>,
}

/// Sends a request until it succeeds, fails permanently, or reaches the maximum number of attempts.
///
/// `read` reads a successful response. A response that it cannot read counts as lost.
pub(crate) async fn send<T>(
    client: &Client,
    outgoing: &mut OutgoingRequest<'_>,
    read: impl Fn(&ReceivedResponse) -> Result<T, Unreadable>,
) -> Result<(T, ReceivedResponse)> {
    let mut permit = Some(client.inner().in_flight.start(outgoing.settings.deadline).await?);
    let started = Instant::now();
    let end = started.checked_add(outgoing.settings.deadline);
    let mut taken = 0;
    let mut number = 0;
    loop {
        number += 1;
        let outcome = attempt(client, outgoing, number, started, end, &read).await;
        let error = match outcome {
            Ok((value, mut reply)) => {
                client.inner().tokens.give_back(taken);
                reply.open = reply.open.map(|body| match permit.take() {
                    Some(permit) => hold(body, permit),
                    None => body,
                });
                return Ok((value, reply));
            }
            Err(error) => error,
        };
        if !outgoing.settings.retry_busy_submissions
            && outgoing.terms.is_chargeable_model_call()
            && matches!(error, Error::Busy(_))
        {
            return Err(error);
        }
        match retry::pause(&error, number, outgoing.settings, &client.inner().tokens) {
            Some(pause) if end.is_none_or(|it| it.saturating_duration_since(Instant::now()) > pause.wait) => {
                taken = pause.taken;
                tracing::debug!(attempt = number, wait = ?pause.wait, %error, "retrying the call");
                sleep(pause.wait).await;
            }
            _ => return Err(error),
        }
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

/// Sends a request once.
#[cfg(feature = "realtime")]
pub(crate) async fn send_once<T>(
    client: &Client,
    outgoing: &mut OutgoingRequest<'_>,
    read: impl Fn(&ReceivedResponse) -> Result<T, Unreadable>,
) -> Result<(T, ReceivedResponse)> {
    let started = Instant::now();
    attempt(client, outgoing, 1, started, started.checked_add(outgoing.settings.deadline), &read).await
}

async fn attempt<T>(
    client: &Client,
    outgoing: &mut OutgoingRequest<'_>,
    number: u32,
    started: Instant,
    end: Option<Instant>,
    read: &impl Fn(&ReceivedResponse) -> Result<T, Unreadable>,
) -> Result<(T, ReceivedResponse)> {
    let stats = || AttemptStats { attempts: number, elapsed: started.elapsed() };
    // Hooks can add headers that are as secret as the key, so they change only requests that are sent with the key.
    let hooked = outgoing.terms.needs_key().then(|| client.inner().hooks.before(&outgoing.request));
    let changed = hooked.flatten();
    let shown = changed.as_deref().unwrap_or(&outgoing.request);
    let request = with_key(client, shown, &outgoing.terms)?;
    let sent_at = SystemTime::now();
    // From here on the gateway may have received the request, even if the caller drops the call.
    outgoing.terms.set(Charge::Unknown);
    outgoing.terms.waive(false);
    let (inner, expected) = (client.inner(), expected(&outgoing.terms, outgoing.open));
    let outbound = Outbound::new(outgoing.settings, purpose(client, &outgoing.terms, &request.url, expected)?);
    // Boxed, so that queued calls stay small.
    let exchange = wire::exchange(&*inner.transport, request, outbound.clone(), outgoing.settings, expected, end);
    let mut exchange = Box::pin(exchange);
    let unsent = Unsent { terms: &mut outgoing.terms, outbound };
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
            };
            match body {
                ReceivedBody::Whole(body) | ReceivedBody::Start(body) => reply.body = body,
                ReceivedBody::Open(body) => reply.open = Some(body),
                ReceivedBody::Upgraded(connection) => reply.upgraded = connection,
            }
            match read(&reply) {
                Ok(value) => Ok((value, reply)),
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
    let error = outcome.as_ref().err();
    outgoing.terms.set(error.map_or(Charge::Yes, Error::charge));
    let status = match &outcome {
        Ok((_, reply)) => Some(reply.status),
        Err(error) => error.failure().and_then(|it| it.status),
    };
    tracing::debug!(attempt = number, ?status, elapsed = ?started.elapsed(), "attempt ended");
    client.inner().hooks.after(&Attempt { request: shown, status, number, error });
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
