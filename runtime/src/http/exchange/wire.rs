//! One exchange: sends a request and receives its response, within the timeouts and size limits.

use bytes::Bytes;
use reqwest::header::HeaderMap;
use tokio::time::{Instant, timeout};

use crate::http::chunks::Chunks;
use crate::http::error::Cause;
use crate::http::internal;
use crate::http::outbound::Outbound;
use crate::http::transport::{Body, Upgraded};
use crate::{Error, HttpRequest, Settings, Transport, TransportError};

/// Reason why an exchange returned no complete response.
pub(super) enum ExchangeError {
    Transport(TransportError),
    HeadTimeout,
    /// Interruption after the head; `start` is the part of the body that arrived.
    Body {
        status: u16,
        headers: HeaderMap,
        start: Bytes,
        cause: Cause,
        source: Option<TransportError>,
    },
}

impl ExchangeError {
    /// Returns the error of a file that may not be downloaded, or of a request that the transport refuses.
    pub(super) fn refusal(&self) -> Option<Error> {
        if let Self::Transport(error) = self { internal::refusal(error).or_else(|| error.refusal()) } else { None }
    }
}

/// Response of an exchange.
pub(super) struct Exchanged {
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: ReceivedBody,
    pub(super) from_cache: bool,
}

/// Form of a successful response that the caller expects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// Complete body.
    Whole,
    /// Body that the caller reads.
    Stream,
    /// Connection with another protocol.
    Upgrade,
}

/// Body of a response: complete, or still to be streamed.
pub(super) enum ReceivedBody {
    Whole(Bytes),
    /// Start of an interrupted or too large body of an error.
    Start(Bytes),
    Open(Body),
    Upgraded(Option<Upgraded>),
}

/// Status of a response with a part of a file.
pub(super) const PART: u16 = 206;
/// Status of a response after which the connection has another protocol.
pub(super) const UPGRADED: u16 = 101;

/// Returns the response. The body of a successful response is read only if a complete body is expected.
///
/// The transport gets the request before the future is created, so that the futures of queued calls do not contain it.
pub(super) fn exchange(
    transport: &dyn Transport,
    mut request: HttpRequest,
    outbound: Outbound,
    settings: &Settings,
    expected: Expected,
    end: Option<Instant>,
) -> impl Future<Output = Result<Exchanged, ExchangeError>> {
    request.outbound = Some(outbound.clone());
    let mut sending = transport.send(request);
    async move {
        // The future must live until its state is read: dropping it ends its wait.
        let reply = tokio::select! {
            biased;
            reply = &mut sending => reply.map_err(ExchangeError::Transport)?,
            () = outbound.silence(settings.head_timeout, end) => return Err(match outbound.is_unsent() {
                true => ExchangeError::Transport(TransportError::too_late()),
                false => ExchangeError::HeadTimeout,
            }),
        };
        drop(sending);
        let (status, headers, from_cache) = (reply.status, reply.headers, reply.from_cache);
        let exchanged = |headers, body| Exchanged { status, headers, body, from_cache };
        let is_success = match expected {
            Expected::Whole => status == 200,
            Expected::Stream => status == 200 || status == PART,
            Expected::Upgrade => status == UPGRADED,
        };
        match expected {
            Expected::Stream if is_success => return Ok(exchanged(headers, ReceivedBody::Open(reply.body))),
            Expected::Upgrade if is_success => return Ok(exchanged(headers, ReceivedBody::Upgraded(reply.upgraded))),
            _ => {}
        }
        let (limit, end) = if is_success {
            (settings.max_body, end)
        } else {
            let soon = Instant::now().checked_add(settings.error_body_timeout);
            (settings.max_error_body, end.into_iter().chain(soon).min())
        };
        match read_body(reply.body, limit, settings, end).await {
            Ok(body) => Ok(exchanged(headers, ReceivedBody::Whole(body))),
            Err((start, _, _)) if !is_success => Ok(exchanged(headers, ReceivedBody::Start(start))),
            Err((start, cause, source)) => Err(ExchangeError::Body { status, headers, start, cause, source }),
        }
    }
}

/// Start of an interrupted body, with the cause and the transport error, if there is one.
type Partial = (Bytes, Cause, Option<TransportError>);

/// Reads a whole body of at most `limit` bytes before `end`.
async fn read_body(mut body: Body, limit: usize, settings: &Settings, end: Option<Instant>) -> Result<Bytes, Partial> {
    let mut chunks = Chunks::default();
    loop {
        let left = end.map_or(settings.idle_timeout, |it| it.saturating_duration_since(Instant::now()));
        let next = std::future::poll_fn(|context| body.as_mut().poll_next(context));
        let (cause, source) = match timeout(settings.idle_timeout.min(left), next).await {
            Ok(None) => return Ok(chunks.into_bytes()),
            Ok(Some(Ok(chunk))) => {
                chunks.push(chunk);
                if chunks.len() <= limit {
                    continue;
                }
                (Cause::TooLarge, None)
            }
            Ok(Some(Err(error))) => (Cause::ConnectionLost, Some(error)),
            Err(_) => (Cause::Timeout, None),
        };
        // Only the bytes that an error contains: a copy of the whole body would double the memory.
        return Err((chunks.start(limit.min(settings.max_error_body)), cause, source));
    }
}
