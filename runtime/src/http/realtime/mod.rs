//! Sessions over a WebSocket. The format of their messages is not published, so the caller builds and reads frames.

mod frame;
mod split;

use std::fmt;
use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::header::{
    CONNECTION, HeaderMap, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use serde::Serialize;
use tokio_websockets::{ClientBuilder, Limits};

use crate::http::exchange::{self, OutgoingRequest, ReceivedResponse, Settlement, Terms, Unreadable};
use crate::{Call, Error, HttpReply, HttpRequest, Pending, Result, Upgraded};
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
        let (client, mut request, settings) =
            (self.client().clone(), Box::new(self.request()?), Box::new(self.limits().clone()));
        let price = self.estimate().ok().map(|it| it.usd);
        let reserved = client.ledger().start(self.operation_id(), self.usage_log_name(), price).await?;
        let terms = Terms::Session(reserved);
        let key = STANDARD.encode(fastrand::u128(..).to_ne_bytes());
        let header = |text: &str| text.parse().map_err(|_| Error::Request("cannot write the handshake".into()));
        request.headers.insert(CONNECTION, header("Upgrade")?);
        request.headers.insert(UPGRADE, header("websocket")?);
        request.headers.insert(SEC_WEBSOCKET_VERSION, header("13")?);
        request.headers.insert(SEC_WEBSOCKET_KEY, header(&key)?);
        let mut outgoing = OutgoingRequest { request, settings: &settings, terms, open: true };
        let ((), reply) = exchange::send(&client, &mut outgoing, |reply| check(reply, &key)).await?;
        let OutgoingRequest { request, terms, .. } = outgoing;
        let upgraded = reply.upgraded.ok_or_else(|| Error::Request("the transport returned no connection".into()))?;
        let limits = Limits::default().max_payload_len(Some(settings.max_message));
        let socket = ClientBuilder::new().limits(limits).take_over(upgraded);
        let (headers, opened_at) = (reply.headers, reply.sent_at);
        let about = SessionState { client, request, terms, settings, headers, opened_at };
        let (sender, receiver) = split_session(Arc::new(about), socket);
        Ok(Session { sender, receiver })
    }
}

/// Checks that a server has accepted a session. The charge of a session is unknown.
fn check(reply: &ReceivedResponse, key: &str) -> Result<((), Settlement), Unreadable> {
    let broken = |problem| Err(Unreadable::Broken(Arc::new(io::Error::other(problem))));
    let accepted = reply.headers.get(SEC_WEBSOCKET_ACCEPT).map(|it| it.as_bytes());
    if accepted != Some(accept_key(key).as_bytes()) {
        return broken("the server did not accept the session");
    }
    match reply.upgraded {
        Some(_) => Ok(((), Settlement::OPEN)),
        None => broken("the transport returned no connection for the session"),
    }
}

impl HttpReply {
    /// Creates the response that opens a session, for a transport that serves sessions by itself. The client sends and
    /// receives WebSocket messages over the connection.
    ///
    /// ```
    /// use gatewright_runtime::{HttpReply, HttpRequest, Transport, TransportFuture, Upgraded};
    ///
    /// struct Sessions;
    /// impl Transport for Sessions {
    ///     fn send(&self, request: HttpRequest) -> TransportFuture {
    ///         let (client, server) = tokio::io::duplex(1 << 16);
    ///         // A WebSocket server, such as that of tokio-websockets, serves the other end.
    ///         # drop(server);
    ///         Box::pin(async move { Ok(HttpReply::websocket(&request, Upgraded::new(client))) })
    ///     }
    /// }
    /// ```
    pub fn websocket(request: &HttpRequest, connection: Upgraded) -> Self {
        let key = request.headers.get(SEC_WEBSOCKET_KEY).map_or(&[][..], |it| it.as_bytes());
        let accept = HeaderValue::from_str(&accept_key(&String::from_utf8_lossy(key)));
        let headers = accept.into_iter().map(|it| (SEC_WEBSOCKET_ACCEPT, it)).collect();
        Self::switching_protocols(headers, connection)
    }
}

/// Returns the accept key with which a server proves that it supports WebSocket (RFC 6455, section 1.3).
fn accept_key(key: &str) -> String {
    let text = format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    STANDARD.encode(sha1_smol::Sha1::from(text).digest().bytes())
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

#[cfg(test)]
mod tests {
    #[test]
    fn the_accept_key_matches_rfc_6455() {
        assert_eq!(super::accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }
}
