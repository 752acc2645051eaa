//! One request out, one reply in: within its time limits, and never more than is asked for.

use bytes::Bytes;
use reqwest::header::HeaderMap;
use tokio::time::timeout;

use crate::http::error::Cause;
use crate::http::outbound::Outbound;
use crate::http::transport::Body;
use crate::{HttpRequest, Settings, Transport, TransportError};

/// Why an exchange gave no whole reply.
pub(super) enum Broken {
    Transport(TransportError),
    HeadTimeout,
    /// Behind the head: with what had come by then.
    Body {
        status: u16,
        headers: HeaderMap,
        start: Bytes,
        cause: Cause,
        source: Option<TransportError>,
    },
}

/// A body, taken in as a whole or left open.
pub(super) enum Taken {
    Whole(Bytes),
    Open(Body),
}

/// The status of a part of a file.
pub(super) const PART: u16 = 206;

/// Status, headers and body of the reply; of a reply with status 200 the body is left open if it is asked for so.
///
/// The request is handed on before the future is made: what a future does not hold, a queue of calls need not.
pub(super) fn exchange(
    transport: &dyn Transport,
    request: HttpRequest,
    settings: &Settings,
    open: bool,
) -> impl Future<Output = Result<(u16, HeaderMap, Taken), Broken>> {
    let outbound = Outbound::new(settings);
    let sending = outbound.around(transport.send(request));
    async move {
        let reply = tokio::select! {
            biased;
            reply = sending => reply.map_err(Broken::Transport)?,
            () = outbound.silence(settings.head_timeout) => return Err(Broken::HeadTimeout),
        };
        let (status, headers) = (reply.status, reply.headers);
        let whole = status == 200 || status == PART && open;
        if whole && open {
            return Ok((status, headers, Taken::Open(reply.body)));
        }
        let limit = if whole { settings.max_body } else { settings.max_error_body };
        match take_in(reply.body, limit, settings).await {
            Ok(body) => Ok((status, headers, Taken::Whole(body))),
            // Of an error the start is enough.
            Err((start, _, _)) if !whole => Ok((status, headers, Taken::Whole(start))),
            Err((start, cause, source)) => Err(Broken::Body { status, headers, start, cause, source }),
        }
    }
}

/// What came of a body before it broke off, and why it did.
type Cut = (Bytes, Cause, Option<TransportError>);

/// A body as a whole, never more of it than `limit`.
async fn take_in(mut body: Body, limit: usize, settings: &Settings) -> Result<Bytes, Cut> {
    // Most replies come in one piece, which need not be copied.
    let mut first = Bytes::new();
    let mut pieces: Vec<Bytes> = Vec::new();
    let mut length = 0;
    loop {
        let next = std::future::poll_fn(|context| body.as_mut().poll_next(context));
        let (cause, source) = match timeout(settings.idle_timeout, next).await {
            Ok(None) if pieces.is_empty() => return Ok(first),
            Ok(None) => return Ok(std::iter::once(first).chain(pieces).collect::<Vec<_>>().concat().into()),
            Ok(Some(Ok(piece))) => {
                length += piece.len();
                if first.is_empty() {
                    first = piece
                } else {
                    pieces.push(piece)
                }
                if length <= limit {
                    continue;
                }
                (Cause::TooLarge, None)
            }
            Ok(Some(Err(error))) => (Cause::ConnectionLost, Some(error)),
            Err(_) => (Cause::Timeout, None),
        };
        // As much of it as an error may have: a copy of the whole would double what it takes.
        let most = limit.min(settings.max_error_body);
        let start = first.iter().chain(pieces.iter().flatten()).copied().take(most).collect();
        return Err((start, cause, source));
    }
}
