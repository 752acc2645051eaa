//! The two sides of a session: what is said, and what is heard.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::header::HeaderMap;
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::{self, Message};

use super::frame::{Frame, pieces};
use crate::http::error::{Cause, Tally};
use crate::http::exchange::{Lost, Terms};
use crate::{Charge, Client, Error, Failure, HttpRequest, Result, Settings};

/// How often a silent session is asked whether the other side is still there.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a session may take to say goodbye.
pub(super) const CLOSING: Duration = Duration::from_secs(5);

pub(super) type Socket = WebSocketStream<reqwest::Upgraded>;

/// What both sides know of their session. The books are closed when both are gone.
pub(super) struct About {
    pub(super) client: Client,
    pub(super) request: Box<HttpRequest>,
    pub(super) terms: Terms,
    pub(super) settings: Box<Settings>,
    pub(super) headers: HeaderMap,
    pub(super) opened_at: SystemTime,
}

/// The side of a session that speaks.
pub struct Speaker {
    about: Arc<About>,
    sink: Sink,
}

/// Where messages leave, and what is left of one whose sending was given up: the next one has to wait behind it.
pub(super) struct Outgoing {
    socket: SplitSink<Socket, Message>,
    waiting: VecDeque<Message>,
}

impl Outgoing {
    /// Sends what waits. It can be given up at any point, and taken up again.
    async fn send(&mut self) -> Result<(), tungstenite::Error> {
        while !self.waiting.is_empty() {
            poll_fn(|context| self.socket.poll_ready_unpin(context)).await?;
            if let Some(piece) = self.waiting.pop_front() {
                self.socket.start_send_unpin(piece)?;
            }
        }
        self.socket.flush().await
    }
}

/// The side of a session that listens.
#[must_use = "what is said to nobody is lost"]
pub struct Listener {
    about: Arc<About>,
    stream: SplitStream<Socket>,
    /// For pings, which go out while nobody speaks.
    sink: Sink,
    clock: Clock,
    pub(super) ended: bool,
}

type Sink = Arc<Mutex<Outgoing>>;

/// When what is due. It stands still while nobody listens.
struct Clock {
    heard_at: Instant,
    pinged_at: Instant,
    /// When somebody listened last.
    left_at: Instant,
}

impl Clock {
    fn new() -> Self {
        let now = Instant::now();
        Self { heard_at: now, pinged_at: now, left_at: now }
    }

    /// Somebody listens, until what comes back is dropped.
    fn run(&mut self) -> Running<'_> {
        let away = self.left_at.elapsed();
        self.heard_at += away;
        self.pinged_at += away;
        Running(self)
    }
}

struct Running<'a>(&'a mut Clock);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.left_at = Instant::now();
    }
}

/// The two sides of a socket.
pub(super) fn halves(about: Arc<About>, socket: Socket) -> (Speaker, Listener) {
    let (socket, stream) = socket.split();
    let sink = Arc::new(Mutex::new(Outgoing { socket, waiting: VecDeque::new() }));
    let speaker = Speaker { about: about.clone(), sink: sink.clone() };
    (speaker, Listener { about, stream, sink, clock: Clock::new(), ended: false })
}

impl Speaker {
    /// Says something. It waits while the other side does not listen, and not for ever. What was begun is finished by
    /// the next call, should this one be given up.
    pub async fn send(&mut self, frame: impl Into<Frame>) -> Result<()> {
        let (message, settings) = (Message::from(frame.into()), &self.about.settings);
        if message.len() > settings.max_message {
            return Err(Error::Request(format!("a frame holds at most {} bytes", settings.max_message)));
        }
        let mut sink = self.sink.lock().await;
        sink.waiting.extend(pieces(message, settings.max_frame.min(settings.max_write_buffer / 2)));
        match timeout(settings.idle_timeout, sink.send()).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(problem)) => Err(self.about.lost(problem)),
            Err(_) => Err(self.about.error(Cause::Timeout, None)),
        }
    }

    /// Says something as JSON.
    pub async fn send_json(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value);
        self.send(text.map_err(|problem| Error::Request(format!("the frame is no JSON: {problem}")))?).await
    }

    /// Says goodbye. The other side may still have something to say: the listener ends when it has answered.
    pub async fn close(self) -> Result<()> {
        match timeout(CLOSING, async { self.sink.lock().await.socket.close().await }).await {
            Ok(Ok(()) | Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed)) => Ok(()),
            Ok(Err(problem)) => Err(self.about.lost(problem)),
            Err(_) => Err(self.about.error(Cause::Timeout, None)),
        }
    }
}

impl Listener {
    /// The next frame; `None` when the other side has closed the session.
    pub async fn next(&mut self) -> Option<Result<Frame>> {
        let clock = self.clock.run();
        while !self.ended {
            let silent_at = clock.0.heard_at + self.about.settings.idle_timeout.min(Duration::from_secs(86_400));
            let ping_at = clock.0.pinged_at.max(clock.0.heard_at) + PING_EVERY;
            // What has come counts before the time that nobody asked for it.
            let message = tokio::select! {
                biased;
                message = self.stream.next() => message,
                () = sleep_until(ping_at.min(silent_at)) => {
                    if Instant::now() >= silent_at {
                        self.ended = true;
                        return Some(Err(self.about.error(Cause::Timeout, None)));
                    }
                    clock.0.pinged_at = Instant::now();
                    if let Err(problem) = ping(&self.sink).await {
                        self.ended = true;
                        return Some(Err(self.about.lost(problem)));
                    }
                    continue;
                }
            };
            clock.0.heard_at = Instant::now();
            match message {
                Some(Ok(Message::Text(text))) => return Some(Ok(Frame::Text(text.as_str().to_owned()))),
                Some(Ok(Message::Binary(bytes))) => return Some(Ok(Frame::Binary(bytes))),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                // The answer to a goodbye goes out while the stream is asked for more.
                Some(Ok(Message::Close(_))) => {}
                Some(Err(tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed)) | None => {
                    self.ended = true;
                }
                Some(Err(problem)) => {
                    self.ended = true;
                    return Some(Err(self.about.lost(problem)));
                }
            }
        }
        None
    }

    /// The HTTP headers that the session was opened with.
    pub fn headers(&self) -> &HeaderMap {
        &self.about.headers
    }

    /// Waits until the other side has closed; what it says before that is lost.
    pub(super) async fn until_closed(&mut self) -> Result<()> {
        let last = async { while self.stream.next().await.is_some_and(|it| it.is_ok()) {} };
        timeout(CLOSING, last).await.map_err(|_| self.about.error(Cause::Timeout, None))
    }
}

/// Asks whether anybody is there, unless somebody speaks: that asks, too.
async fn ping(sink: &Sink) -> Result<(), tungstenite::Error> {
    let Ok(mut sink) = sink.try_lock() else { return Ok(()) };
    timeout(CLOSING, sink.socket.send(Message::Ping(Bytes::new()))).await.unwrap_or(Ok(()))
}

impl About {
    fn lost(&self, problem: tungstenite::Error) -> Error {
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
        let source = problem.map(|it| Arc::new(it) as _);
        let failure = Failure::without_reply(tally, Charge::Unknown, source);
        let (request, secret) = (&*self.request, self.client.key());
        Lost { request, secret, terms: &self.terms, sent_at: self.opened_at }.error(cause, failure)
    }
}
