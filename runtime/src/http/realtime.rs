//! A session over a WebSocket. What is said in it is not published, so that frames are the caller's.

use std::fmt;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::header::{
    AUTHORIZATION, CONNECTION, HeaderMap, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use serde::Serialize;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::http::error::{Answer, Cause, Tally};
use crate::http::exchange::{Lost, Terms};
use crate::http::outbound::Outbound;
use crate::http::transport::Reqwest;
use crate::{Charge, Client, Error, Failure, HttpRequest, ModelCall, Pending, Result, Settings, TransportError};

/// How often a silent session is asked whether the other side is still there.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a session may take to say goodbye.
const CLOSING: Duration = Duration::from_secs(5);

/// What is said in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Frame {
    /// Text, as a rule JSON.
    Text(String),
    /// Bytes.
    Binary(Bytes),
}

impl Frame {
    /// The frame as JSON, if it is that.
    pub fn json(&self) -> Option<serde_json::Value> {
        match self {
            Self::Text(text) => serde_json::from_str(text).ok(),
            Self::Binary(bytes) => serde_json::from_slice(bytes).ok(),
        }
    }
}

impl From<&str> for Frame {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<u8>> for Frame {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Binary(bytes.into())
    }
}

impl From<Bytes> for Frame {
    fn from(bytes: Bytes) -> Self {
        Self::Binary(bytes)
    }
}

impl From<serde_json::Value> for Frame {
    fn from(value: serde_json::Value) -> Self {
        Self::Text(value.to_string())
    }
}

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
#[must_use = "a session ends when it is dropped"]
pub struct Session {
    socket: WebSocketStream<reqwest::Upgraded>,
    client: Client,
    request: Box<HttpRequest>,
    terms: Terms,
    settings: Box<Settings>,
    headers: HeaderMap,
    opened_at: SystemTime,
    heard_at: Instant,
    ended: bool,
}

impl ModelCall {
    /// Opens a session.
    pub fn connect(self) -> Pending<Session> {
        Pending::new(self.open_session())
    }

    async fn open_session(self) -> Result<Session> {
        let (client, request, settings) = self.handshake();
        let inner = client.inner();
        let mut terms = Terms::Model(inner.books.reserve(self.model().to_owned(), self.estimate().ok())?);
        client.check_origin(&request.url)?;
        let key = generate_key();
        let mut headers = request.headers.clone();
        let plain = |text: &str| text.parse().map_err(|_| Error::Request("the handshake cannot be written".into()));
        headers.insert(CONNECTION, plain("Upgrade")?);
        headers.insert(UPGRADE, plain("websocket")?);
        headers.insert(SEC_WEBSOCKET_VERSION, plain("13")?);
        headers.insert(SEC_WEBSOCKET_KEY, plain(&key)?);
        headers.insert(AUTHORIZATION, inner.authorization.clone());

        let opened_at = SystemTime::now();
        let begun = Instant::now();
        let tally = || Tally { attempts: 1, elapsed: begun.elapsed() };
        let outbound = Outbound::new(&settings);
        let sending = inner.sockets()?.0.get(request.url.clone()).headers(headers).send();
        terms.set(Charge::Unknown);
        let lost = |terms: &Terms, cause, failure| {
            Lost { request: &request, secret: client.key(), terms, sent_at: opened_at }.error(cause, failure)
        };
        let reply = tokio::select! {
            biased;
            reply = outbound.around(sending) => reply.map_err(TransportError::from),
            () = outbound.silence(settings.head_timeout) => {
                return Err(lost(&terms, Cause::Timeout, Failure::without_reply(tally(), Charge::Unknown, None)));
            }
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) if !error.may_have_been_sent => {
                terms.set(Charge::No);
                let failure = Failure::without_reply(tally(), Charge::No, Some(error.source.into()));
                return Err(Error::Transport(Box::new(failure)));
            }
            Err(error) => {
                let failure = Failure::without_reply(tally(), Charge::Unknown, Some(error.source.into()));
                return Err(lost(&terms, Cause::ConnectionLost, failure));
            }
        };
        let (status, headers) = (reply.status().as_u16(), reply.headers().clone());
        let accepted = headers.get(SEC_WEBSOCKET_ACCEPT).map(|it| it.as_bytes());
        if status != 101 || accepted != Some(derive_accept_key(key.as_bytes()).as_bytes()) {
            let body = timeout(settings.head_timeout, reply.bytes()).await;
            let body = body.ok().and_then(Result::ok).unwrap_or_default();
            let start = &body[..body.len().min(settings.max_error_body)];
            let answer = Answer { status, headers: &headers, body: start, secret: client.key() };
            let known = answer.error_of_model(tally());
            terms.set(known.as_ref().map_or(Charge::Unknown, Error::charge));
            let unknown = || lost(&terms, Cause::UnexpectedStatus, answer.failure(tally(), Charge::Unknown));
            return Err(known.unwrap_or_else(unknown));
        }
        let upgraded = reply.upgrade().await.map_err(|error| {
            let error = TransportError::from(error);
            let failure = Failure::without_reply(tally(), Charge::Unknown, Some(error.source.into()));
            lost(&terms, Cause::ConnectionLost, failure)
        })?;
        let config = WebSocketConfig::default()
            .max_message_size(Some(settings.max_message))
            .max_frame_size(Some(settings.max_frame))
            .write_buffer_size(settings.max_write_buffer / 8)
            .max_write_buffer_size(settings.max_write_buffer);
        let socket = WebSocketStream::from_raw_socket(upgraded, Role::Client, Some(config)).await;
        let heard_at = Instant::now();
        Ok(Session { socket, client, request, terms, settings, headers, opened_at, heard_at, ended: false })
    }
}

impl Session {
    /// Says something. It waits while the other side does not listen, and not for ever.
    pub async fn send(&mut self, frame: impl Into<Frame>) -> Result<()> {
        let message = match frame.into() {
            Frame::Text(text) => Message::text(text),
            Frame::Binary(bytes) => Message::binary(bytes),
        };
        if message.len() > self.settings.max_message {
            return Err(Error::Request(format!("a frame holds at most {} bytes", self.settings.max_message)));
        }
        for piece in pieces(message, self.settings.max_frame.min(self.settings.max_write_buffer / 2)) {
            match timeout(self.settings.idle_timeout, self.socket.send(piece)).await {
                Ok(Ok(())) => {}
                Ok(Err(problem)) => return Err(self.lost(problem)),
                Err(_) => return Err(self.error(Cause::Timeout, None)),
            }
        }
        Ok(())
    }

    /// Says something as JSON.
    pub async fn send_json(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value);
        self.send(text.map_err(|problem| Error::Request(format!("the frame is no JSON: {problem}")))?).await
    }

    /// The next frame; `None` when the other side has closed the session.
    pub async fn next(&mut self) -> Option<Result<Frame>> {
        while !self.ended {
            let silent_at = self.heard_at + self.settings.idle_timeout.min(Duration::from_secs(86_400));
            let ping_at = (Instant::now() + PING_EVERY).min(silent_at);
            // What has come counts before the time that nobody asked for it.
            let message = tokio::select! {
                biased;
                message = self.socket.next() => message,
                () = sleep_until(ping_at) => {
                    if Instant::now() >= silent_at {
                        self.ended = true;
                        return Some(Err(self.error(Cause::Timeout, None)));
                    }
                    match timeout(CLOSING, self.socket.send(Message::Ping(Bytes::new()))).await {
                        Ok(Err(problem)) => return Some(Err(self.lost(problem))),
                        _ => continue,
                    }
                }
            };
            self.heard_at = Instant::now();
            match message {
                Some(Ok(Message::Text(text))) => return Some(Ok(Frame::Text(text.as_str().to_owned()))),
                Some(Ok(Message::Binary(bytes))) => return Some(Ok(Frame::Binary(bytes))),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                // The answer to a goodbye goes out while the stream is asked for more.
                Some(Ok(Message::Close(_))) => {}
                Some(Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed)) | None => {
                    self.ended = true;
                }
                Some(Err(problem)) => return Some(Err(self.lost(problem))),
            }
        }
        None
    }

    /// Says goodbye and waits for the answer; frames that come before it are lost.
    pub async fn close(mut self) -> Result<()> {
        let closing = async {
            self.socket.close(None).await?;
            while let Some(message) = self.socket.next().await {
                message?;
            }
            Ok::<_, tungstenite::Error>(())
        };
        match timeout(CLOSING, closing).await {
            Ok(Ok(()) | Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed)) => Ok(()),
            Ok(Err(problem)) => Err(self.lost(problem)),
            Err(_) => Err(self.error(Cause::Timeout, None)),
        }
    }

    /// The HTTP headers that it was opened with.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    fn lost(&mut self, problem: tungstenite::Error) -> Error {
        self.ended = true;
        let cause = match &problem {
            tungstenite::Error::Capacity(_) => Cause::TooLarge,
            tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Cause::ConnectionLost,
            tungstenite::Error::Protocol(_) | tungstenite::Error::Utf8(_) => Cause::NotUnderstood,
            _ => Cause::ConnectionLost,
        };
        self.error(cause, Some(problem))
    }

    fn error(&self, cause: Cause, problem: Option<tungstenite::Error>) -> Error {
        let elapsed = self.opened_at.elapsed().unwrap_or_default();
        let tally = Tally { attempts: 1, elapsed };
        let source = problem.map(|it| std::sync::Arc::new(it) as _);
        let failure = Failure::without_reply(tally, Charge::Unknown, source);
        let lost =
            Lost { request: &self.request, secret: self.client.key(), terms: &self.terms, sent_at: self.opened_at };
        lost.error(cause, failure)
    }
}

/// A message, in several frames where one would not fit into the buffer that it leaves by.
fn pieces(message: Message, most: usize) -> Vec<Message> {
    let most = most.max(1);
    if message.len() <= most {
        return vec![message];
    }
    let first = if message.is_text() { Data::Text } else { Data::Binary };
    let bytes = message.into_data();
    let count = bytes.len().div_ceil(most);
    let piece = |number: usize| {
        let kind = if number == 0 { first } else { Data::Continue };
        let bytes = bytes.slice(number * most..bytes.len().min((number + 1) * most));
        Message::Frame(tungstenite::protocol::frame::Frame::message(bytes, OpCode::Data(kind), number + 1 == count))
    };
    (0..count).map(piece).collect()
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("ended", &self.ended).finish_non_exhaustive()
    }
}

/// The client of sessions, made when the first one is opened.
pub(crate) fn sockets(base_url: &reqwest::Url, configure: Option<&crate::http::builder::Configure>) -> Result<Reqwest> {
    // Only the older protocol can be left for another one.
    Reqwest::new(base_url, configure, reqwest::ClientBuilder::http1_only)
}
