//! Sessions over a WebSocket. The format of their messages is not published, so the caller builds and reads frames.

mod frame;
mod halves;

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
use halves::{SessionState, halves};

pub use frame::Frame;
pub use halves::{SessionReceiver, SessionSender};

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
    speaker: SessionSender,
    listener: SessionReceiver,
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
        let tally = || AttemptStats { attempts: 1, elapsed: begun.elapsed() };
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
                return Err(lost(&terms, Cause::Timeout, Failure::without_response(tally(), Charge::Unknown, None)));
            }
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) if !error.may_have_been_sent => {
                terms.set(Charge::No);
                let failure = Failure::without_response(
                    tally(),
                    Charge::No,
                    Some(client.secret().clean_error(error.source.into())),
                );
                return Err(Error::Transport(Box::new(failure)));
            }
            Err(error) => {
                let failure = Failure::without_response(
                    tally(),
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
            let answer = RawResponse { status, headers: &headers, body: &body, client: &client };
            let known = answer.error(CallKind::Model, tally());
            terms.set(known.as_ref().map_or(Charge::Unknown, Error::charge));
            let unknown = || lost(&terms, Cause::UnexpectedStatus, answer.failure(tally(), Charge::Unknown));
            return Err(known.unwrap_or_else(unknown));
        }
        let upgraded = reply.upgrade().await.map_err(|error| {
            let error = TransportError::from(error);
            let failure = Failure::without_response(
                tally(),
                Charge::Unknown,
                Some(client.secret().clean_error(error.source.into())),
            );
            lost(&terms, Cause::ConnectionLost, failure)
        })?;
        let limits = Limits::default().max_payload_len(Some(settings.max_message));
        let socket = ClientBuilder::new().limits(limits).take_over(upgraded);
        let about = SessionState { client, request, terms, settings, headers, opened_at };
        let (speaker, listener) = halves(Arc::new(about), socket);
        Ok(Session { speaker, listener })
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
        self.speaker.send(frame).await
    }

    /// Sends a value as JSON.
    pub async fn send_json(&mut self, value: &impl Serialize) -> Result<()> {
        self.speaker.send_json(value).await
    }

    /// Returns the next frame; `None` if the server has closed the session.
    pub async fn next(&mut self) -> Option<Result<Frame>> {
        self.listener.next().await
    }

    /// Closes the session and waits for the server's answer. Frames that arrive before the answer are lost.
    pub async fn close(mut self) -> Result<()> {
        self.speaker.close().await?;
        self.listener.until_closed().await
    }

    /// Splits the session into two halves, so that one task can send while another receives. The session ends when both
    /// are dropped.
    ///
    /// ```no_run
    /// # async fn demo(session: gatewright_runtime::Session) -> gatewright_runtime::Result<()> {
    /// let (mut speaker, mut listener) = session.split();
    /// let hearing = tokio::spawn(async move {
    ///     while let Some(Ok(frame)) = listener.next().await {
    ///         println!("{frame:?}");
    ///     }
    /// });
    /// speaker.send("{\"say\": \"hello\"}").await?;
    /// speaker.close().await?;
    /// # let _ = hearing.await;
    /// # Ok(()) }
    /// ```
    pub fn split(self) -> (SessionSender, SessionReceiver) {
        (self.speaker, self.listener)
    }

    /// Returns the HTTP headers of the response that opened the session.
    pub fn headers(&self) -> &HeaderMap {
        self.listener.headers()
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
        f.debug_struct("Session").field("ended", &self.listener.ended).finish_non_exhaustive()
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
