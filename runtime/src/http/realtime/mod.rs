//! Sessions over a WebSocket. The format of their messages is not published, so the caller builds and reads frames.

mod frame;
mod split;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{CONNECTION, HeaderMap, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use serde::Serialize;
use tokio::time::{Instant, timeout};
use tokio_websockets::{ClientBuilder, Limits};

use crate::http::error::{AttemptStats, Cause, RawResponse};
use crate::http::exchange::{LostResponse, Terms};
use crate::http::outbound::Outbound;
use crate::http::transport::Reqwest;
use crate::{Call, CallKind, Charge, Error, Failure, Pending, Result, TransportError};
use split::{SessionState, split_session};

pub use frame::Frame;
pub use split::{SessionReceiver, SessionSender};

/// A session with a model. Dropping it closes the connection.
///
/// ```no_run
/// # async fn demo(mut session: gatewright_runtime::Session) -> gatewright_runtime::Result<()> {
/// session.send("{\"say\": \"hello\"}").await?;
/// while let Some(frame) = session.next().await {
///     println!("{:?}", frame?);
/// }
/// # Ok(()) }
/// ```
#[must_use = "a session is closed when it is dropped"]
pub struct Session {
    sender: SessionSender,
    receiver: SessionReceiver,
}

impl Call {
    /// Opens a session.
    pub fn connect(self) -> Pending<Session> {
        Pending::new(self.open_session())
    }

    async fn open_session(self) -> Result<Session> {
        let (client, request, settings) =
            (self.client().clone(), Box::new(self.request()?), Box::new(self.limits().clone()));
        let inner = client.inner();
        let mut terms =
            Terms::Model(inner.ledger.reserve(self.usage_log_name(), self.estimate().ok().map(|it| it.usd))?);
        client.check_origin(&request.url)?;
        let key = STANDARD.encode(fastrand::u128(..).to_ne_bytes());
        let mut headers = request.headers.clone();
        let plain = |text: &str| text.parse().map_err(|_| Error::Request("cannot write the handshake".into()));
        headers.insert(CONNECTION, plain("Upgrade")?);
        headers.insert(UPGRADE, plain("websocket")?);
        headers.insert(SEC_WEBSOCKET_VERSION, plain("13")?);
        headers.insert(SEC_WEBSOCKET_KEY, plain(&key)?);
        headers.insert(inner.key_header.clone(), inner.authorization.clone());

        let opened_at = SystemTime::now();
        let begun = Instant::now();
        let stats = || AttemptStats { attempts: 1, elapsed: begun.elapsed() };
        let outbound = Outbound::new(&settings, &request.url);
        let sending = inner.sockets()?.0.get(request.url.clone()).headers(headers).send();
        terms.set(Charge::Unknown);
        let lost = |terms: &Terms, cause, failure| {
            LostResponse { request: &request, client: &client, terms, sent_at: opened_at }.error(cause, failure)
        };
        let reply = tokio::select! {
            biased;
            reply = outbound.around(sending) => reply.map_err(TransportError::from),
            () = outbound.silence(settings.head_timeout) => {
                return Err(lost(&terms, Cause::Timeout, Failure::without_response(stats(), Charge::Unknown, None)));
            }
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) if !error.may_have_been_sent => {
                terms.set(Charge::No);
                let failure = Failure::without_response(
                    stats(),
                    Charge::No,
                    Some(client.secret().clean_error(error.source.into())),
                );
                return Err(Error::Transport(Box::new(failure)));
            }
            Err(error) => {
                let failure = Failure::without_response(
                    stats(),
                    Charge::Unknown,
                    Some(client.secret().clean_error(error.source.into())),
                );
                return Err(lost(&terms, Cause::ConnectionLost, failure));
            }
        };
        let (status, headers) = (reply.status().as_u16(), reply.headers().clone());
        let accepted = headers.get(SEC_WEBSOCKET_ACCEPT).map(|it| it.as_bytes());
        if status != 101 || accepted != Some(accept_key(&key).as_bytes()) {
            let body = beginning(reply, settings.max_error_body, settings.error_body_timeout).await;
            let response = RawResponse { status, headers: &headers, body: &body, is_complete: true, client: &client };
            let known = response.error(CallKind::Model, stats());
            terms.set(known.as_ref().map_or(Charge::Unknown, Error::charge));
            let unknown = || lost(&terms, Cause::UnexpectedStatus, response.failure(stats(), Charge::Unknown));
            return Err(known.unwrap_or_else(unknown));
        }
        let upgraded = reply.upgrade().await.map_err(|error| {
            let error = TransportError::from(error);
            let failure = Failure::without_response(
                stats(),
                Charge::Unknown,
                Some(client.secret().clean_error(error.source.into())),
            );
            lost(&terms, Cause::ConnectionLost, failure)
        })?;
        let limits = Limits::default().max_payload_len(Some(settings.max_message));
        let socket = ClientBuilder::new().limits(limits).take_over(upgraded);
        let about = SessionState { client, request, terms, settings, headers, opened_at };
        let (sender, receiver) = split_session(Arc::new(about), socket);
        Ok(Session { sender, receiver })
    }
}

/// Returns the accept key with which a server proves that it supports WebSocket (RFC 6455, section 1.3).
fn accept_key(key: &str) -> String {
    let text = format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    STANDARD.encode(sha1_smol::Sha1::from(text).digest().bytes())
}

/// Reads the beginning of an error body, up to a size and a timeout.
async fn beginning(mut reply: reqwest::Response, most: usize, longest: Duration) -> Vec<u8> {
    let mut body = Vec::new();
    let reading = async {
        while let Ok(Some(chunk)) = reply.chunk().await {
            body.extend_from_slice(&chunk[..chunk.len().min(most - body.len())]);
            if body.len() >= most {
                break;
            }
        }
    };
    // On timeout, the body is the part that has arrived.
    let _ = timeout(longest, reading).await;
    body
}

impl Session {
    /// Sends a frame. Waits while the server does not read, up to the idle timeout.
    pub async fn send(&mut self, frame: impl Into<Frame>) -> Result<()> {
        self.sender.send(frame).await
    }

    /// Sends a value as JSON.
    pub async fn send_json(&mut self, value: &impl Serialize) -> Result<()> {
        self.sender.send_json(value).await
    }

    /// Returns the next frame; `None` if the server has closed the session.
    pub async fn next(&mut self) -> Option<Result<Frame>> {
        self.receiver.next().await
    }

    /// Closes the session and waits for the server's close message. Frames that arrive before it are lost.
    pub async fn close(mut self) -> Result<()> {
        self.sender.close().await?;
        self.receiver.until_closed().await
    }

    /// Splits the session into two halves, so that one task can send while another receives. The session ends when both
    /// are dropped.
    ///
    /// ```no_run
    /// # async fn demo(session: gatewright_runtime::Session) -> gatewright_runtime::Result<()> {
    /// let (mut sender, mut receiver) = session.split();
    /// let hearing = tokio::spawn(async move {
    ///     while let Some(Ok(frame)) = receiver.next().await {
    ///         println!("{frame:?}");
    ///     }
    /// });
    /// sender.send("{\"say\": \"hello\"}").await?;
    /// sender.close().await?;
    /// # let _ = hearing.await;
    /// # Ok(()) }
    /// ```
    pub fn split(self) -> (SessionSender, SessionReceiver) {
        (self.sender, self.receiver)
    }

    /// Returns the HTTP headers of the response that opened the session.
    pub fn headers(&self) -> &HeaderMap {
        self.receiver.headers()
    }
}

impl fmt::Debug for SessionSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionSender").finish_non_exhaustive()
    }
}

impl fmt::Debug for SessionReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionReceiver").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("ended", &self.receiver.ended).finish_non_exhaustive()
    }
}

/// Creates the HTTP client for sessions.
pub(crate) fn sockets(
    base_url: &reqwest::Url,
    configure: Option<&crate::http::transport::Configure>,
) -> Result<Reqwest> {
    // Only HTTP/1 connections can be upgraded to another protocol.
    Reqwest::new(base_url, configure, reqwest::ClientBuilder::http1_only)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_accept_key_matches_rfc_6455() {
        assert_eq!(super::accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }
}
