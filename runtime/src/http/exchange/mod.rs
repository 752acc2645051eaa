//! One logical call: sent, sent again where that is safe, and brought home.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use reqwest::header::{HeaderMap, RANGE};
use tokio::time::{Instant, sleep};

use crate::http::error::{Answer, Cause, Tally, request_id};
use crate::http::retry;
use crate::http::transport::Body;
use crate::{Charge, Client, Error, HttpRequest, Response, Result, Settings, Usd};
use wire::Taken;

pub(crate) use lost::Lost;
pub(crate) use terms::Terms;

mod lost;
mod terms;
mod wire;

/// What is to be sent, and on what terms.
pub(crate) struct Order<'a> {
    /// In a box, so that a call stays small enough for the quick path of an allocator, which ends at 1 KiB.
    pub(crate) request: Box<HttpRequest>,
    pub(crate) settings: &'a Settings,
    pub(crate) terms: Terms,
    /// Whether the body of a reply is left open, to be read as it comes.
    pub(crate) open: bool,
}

/// A reply with status 200, or with 206 if a part was asked for.
pub(crate) struct Received {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// All of it, unless it was left open.
    pub(crate) body: Bytes,
    /// What is still to come of it, if it was.
    pub(crate) open: Option<Body>,
    pub(crate) tally: Tally,
    pub(crate) sent_at: SystemTime,
    /// Deadline of the call, for a body that is left open.
    pub(crate) end: Option<Instant>,
}

impl Received {
    pub(crate) fn into_response<T>(self, body: T, cost: Option<Usd>, client: &Client) -> Response<T> {
        let Self { status, headers, body: raw, tally, .. } = self;
        let request_id = request_id(&headers).map(|it| client.secret().clean(&it));
        let Tally { attempts, elapsed } = tally;
        Response { body, raw, status, headers, request_id, attempts, elapsed, cost }
    }
}

/// One attempt, as the hook behind it sees it.
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
    /// What was sent, without the key.
    pub request: &'a HttpRequest,
    /// The HTTP status, if there was a reply.
    pub status: Option<u16>,
    /// Which attempt of the call it was, from 1.
    pub number: u32,
    /// What failed, if anything did.
    pub error: Option<&'a Error>,
}

/// Sends an order until it succeeds, fails for good, or has been sent often enough.
///
/// `read` makes something of a reply with status 200; what it cannot read is as good as lost.
pub(crate) async fn send<T>(
    client: &Client,
    order: &mut Order<'_>,
    read: impl Fn(&Received) -> Result<T, Unreadable>,
) -> Result<(T, Received)> {
    let started = Instant::now();
    let end = started.checked_add(order.settings.deadline);
    let mut taken = 0;
    let mut number = 0;
    loop {
        number += 1;
        let outcome = attempt(client, order, number, started, end, &read).await;
        let error = match outcome {
            Ok((value, reply)) => {
                client.inner().tokens.give_back(taken);
                return Ok((value, reply));
            }
            Err(error) => error,
        };
        if !order.settings.retry_busy_submissions
            && order.terms.are_of_a_submission()
            && matches!(error, Error::Busy(_))
        {
            return Err(error);
        }
        match retry::pause(&error, number, order.settings, &client.inner().tokens) {
            Some(pause) if end.is_none_or(|it| it.saturating_duration_since(Instant::now()) > pause.wait) => {
                taken = pause.taken;
                tracing::debug!(attempt = number, wait = ?pause.wait, %error, "the call is sent again");
                sleep(pause.wait).await;
            }
            _ => return Err(error),
        }
    }
}

/// What to say of a file that broke off, by an error or by a silence.
#[cfg(feature = "video")]
pub(crate) fn broke_off(
    client: &Client,
    url: &crate::Url,
    source: Option<crate::TransportError>,
    tally: Tally,
) -> Error {
    let source = source.map(|it| client.secret().clean_error(it.source.into()));
    let failure = Box::new(crate::Failure::without_reply(tally, Charge::No, source));
    Error::Transport(failure).of_file(url, client.secret())
}

/// Why a reply with status 200 is of no use.
pub(crate) enum Unreadable {
    /// It is an error in spite of its status.
    Refused,
    /// It is not what it should be.
    Broken(Arc<dyn std::error::Error + Send + Sync>),
}

async fn attempt<T>(
    client: &Client,
    order: &mut Order<'_>,
    number: u32,
    started: Instant,
    end: Option<Instant>,
    read: &impl Fn(&Received) -> Result<T, Unreadable>,
) -> Result<(T, Received)> {
    let tally = || Tally { attempts: number, elapsed: started.elapsed() };
    // What a hook adds may be as secret as the key, and goes no further than that.
    let hooked = order.terms.need_the_key().then(|| client.inner().hooks.before(&order.request));
    let changed = hooked.flatten();
    let shown = changed.as_deref().unwrap_or(&order.request);
    let request = with_key(client, shown, &order.terms)?;
    let sent_at = SystemTime::now();
    // From here on the gateway may have received it, also if nobody waits for the reply any more.
    order.terms.set(Charge::Unknown);
    let transport = client.inner().transport_for(&order.terms, &request.url)?;
    // In a box, so that calls which wait for their turn stay small.
    let exchanged = Box::pin(wire::exchange(transport, request, order.settings, order.open, end)).await;
    let lost = Lost { request: shown, client, terms: &order.terms, sent_at };
    let outcome = match exchanged {
        Ok((status, headers, taken)) if is_reply(status, shown, &order.terms) => {
            let (body, open) = match taken {
                Taken::Whole(body) => (body, None),
                Taken::Open(body) => (Bytes::new(), Some(body)),
            };
            let reply = Received { status, headers, body, open, tally: tally(), sent_at, end };
            match read(&reply) {
                Ok(value) => Ok((value, reply)),
                Err(unreadable) => {
                    let answer = Answer { status, headers: &reply.headers, body: &reply.body, client };
                    Err(lost.unreadable(&answer, reply.tally, unreadable))
                }
            }
        }
        Ok((status, headers, taken)) => {
            let body = if let Taken::Whole(body) = taken { body } else { Bytes::new() };
            let answer = Answer { status, headers: &headers, body: &body, client };
            let known = order.terms.sort(&answer, tally());
            Err(known.unwrap_or_else(|| lost.error(Cause::UnexpectedStatus, answer.failure(tally(), Charge::Unknown))))
        }
        Err(broken) => Err(broken.refusal().unwrap_or_else(|| lost.broken(broken, tally()))),
    };
    let outcome = match order.terms {
        Terms::File => outcome.map_err(|error| error.of_file(&shown.url, client.secret())),
        _ => outcome,
    };
    let error = outcome.as_ref().err();
    order.terms.set(error.map_or(Charge::Yes, Error::charge));
    let status = match &outcome {
        Ok((_, reply)) => Some(reply.status),
        Err(error) => error.failure().and_then(|it| it.status),
    };
    tracing::debug!(attempt = number, ?status, elapsed = ?started.elapsed(), "an attempt ended");
    client.inner().hooks.after(&Attempt { request: shown, status, number, error });
    outcome
}

/// Whether a status says that the call was done: 206 if a part was asked for. Which one says that a task was begun, or
/// runs, is not shown, and none that names one must be lost.
fn is_reply(status: u16, request: &HttpRequest, terms: &Terms) -> bool {
    match status {
        200 => true,
        wire::PART => request.headers.contains_key(RANGE),
        201 | 202 => terms.are_of_a_task(),
        _ => false,
    }
}

/// After the hooks: whatever they did, the key goes nowhere else.
fn with_key(client: &Client, request: &HttpRequest, terms: &Terms) -> Result<HttpRequest> {
    let mut request = request.clone();
    if terms.need_the_key() {
        client.check_origin(&request.url)?;
        let inner = client.inner();
        request.headers.insert(inner.key_header.clone(), inner.authorization.clone());
    }
    Ok(request)
}
