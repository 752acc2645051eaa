//! One exchange: sends a request and receives its response, within the timeouts and size limits.

use bytes::Bytes;
use reqwest::header::HeaderMap;
use tokio::time::{Instant, sleep_until, timeout};

use crate::http::chunks::Chunks;
use crate::http::error::Cause;
use crate::http::internal;
use crate::http::outbound::Outbound;
use crate::http::transport::Body;
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
    /// Returns the error of a file that may not be downloaded.
    pub(super) fn refusal(&self) -> Option<Error> {
        if let Self::Transport(error) = self { internal::refusal(error) } else { None }
    }
}

/// Body of a response: complete, or still to be streamed.
pub(super) enum ReceivedBody {
    Whole(Bytes),
    /// Start of an interrupted or too large body of an error.
    Start(Bytes),
    Open(Body),
}

/// Status of a response with a part of a file.
pub(super) const PART: u16 = 206;

/// Returns status, headers and body of the response. If `open` is true, the body of a successful response is not read.
///
/// The transport gets the request before the future is created, so that the futures of queued calls do not contain it.
pub(super) fn exchange(
    transport: &dyn Transport,
    request: HttpRequest,
    settings: &Settings,
    open: bool,
    end: Option<Instant>,
) -> impl Future<Output = Result<(u16, HeaderMap, ReceivedBody), ExchangeError>> {
    let outbound = Outbound::new(settings, &request.url);
    let sending = outbound.around(transport.send(request));
    async move {
        let reply = tokio::select! {
            biased;
            reply = sending => reply.map_err(ExchangeError::Transport)?,
            () = outbound.silence(settings.head_timeout) => return Err(ExchangeError::HeadTimeout),
            () = reached(end) => return Err(ExchangeError::HeadTimeout),
        };
        let (status, headers) = (reply.status, reply.headers);
        let whole = status == 200 || status == PART && open;
        if whole && open {
            return Ok((status, headers, ReceivedBody::Open(reply.body)));
        }
        let (limit, end) = if whole {
            (settings.max_body, end)
        } else {
            let soon = Instant::now().checked_add(settings.error_body_timeout);
            (settings.max_error_body, end.into_iter().chain(soon).min())
        };
        match read_body(reply.body, limit, settings, end).await {
            Ok(body) => Ok((status, headers, ReceivedBody::Whole(body))),
            Err((start, _, _)) if !whole => Ok((status, headers, ReceivedBody::Start(start))),
            Err((start, cause, source)) => Err(ExchangeError::Body { status, headers, start, cause, source }),
        }
    }
}

/// Start of an interrupted body, with the cause and the transport error, if there is one.
type Partial = (Bytes, Cause, Option<TransportError>);

/// Waits until a deadline, or forever if there is none.
async fn reached(end: Option<Instant>) {
    match end {
        Some(end) => sleep_until(end).await,
        None => std::future::pending().await,
    }
}

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
