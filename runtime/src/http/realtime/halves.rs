//! The two sides of a session: what is said, and what is heard.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, SystemTime};

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::header::HeaderMap;
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_websockets::{Error as SocketError, Message, WebSocketStream};

use super::frame::Frame;
use crate::http::error::{Cause, Tally};
use crate::http::exchange::{Lost, Terms};
use crate::{Charge, Client, Error, Failure, HttpRequest, Result, Settings};

/// How often a silent session is asked whether the other side is still there.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a session may take to say goodbye.
const CLOSING: Duration = Duration::from_secs(5);
/// How many pings may arrive while their answers cannot leave.
const MAX_WAITING_PONGS: usize = 1_000;

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

/// The side of a session that listens.
#[must_use = "what is said to nobody is lost"]
pub struct Listener {
    about: Arc<About>,
    stream: SplitStream<Socket>,
    /// For pings, which go out while nobody speaks.
    sink: Sink,
    clock: Clock,
    waiting_pongs: usize,
    /// The other side has said goodbye.
    goodbye: bool,
    pub(super) ended: bool,
}

/// Where messages leave. It keeps one whose sending was given up, and sends it before the next.
type Sink = Arc<Mutex<SplitSink<Socket, Message>>>;

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
    let (sink, stream) = socket.split();
    let sink = Arc::new(Mutex::new(sink));
    let speaker = Speaker { about: about.clone(), sink: sink.clone() };
    let clock = Clock::new();
    (speaker, Listener { about, stream, sink, clock, waiting_pongs: 0, goodbye: false, ended: false })
}

impl Speaker {
    /// Says something. It waits while the other side does not listen, and not for ever. What was begun is finished by
    /// the next call, should this one be given up.
    pub async fn send(&mut self, frame: impl Into<Frame>) -> Result<()> {
        let (message, settings) = (Message::from(frame.into()), &self.about.settings);
        if message.as_payload().len() > settings.max_message {
            return Err(Error::Request(format!("a frame holds at most {} bytes", settings.max_message)));
        }
        let mut sink = self.sink.lock().await;
        match timeout(settings.idle_timeout, sink.send(message)).await {
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
        match timeout(CLOSING, async { self.sink.lock().await.send(Message::close(None, "")).await }).await {
            Ok(Ok(()) | Err(SocketError::AlreadyClosed)) => Ok(()),
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
            let problem = match message {
                Some(Ok(message)) => match heard(message) {
                    Heard::Frame(frame) => return Some(Ok(frame)),
                    Heard::Pong => continue,
                    Heard::Ping => {
                        self.waiting_pongs = if pongs_left(&self.sink).await { 0 } else { self.waiting_pongs + 1 };
                        if self.waiting_pongs <= MAX_WAITING_PONGS {
                            continue;
                        }
                        SocketError::Io(io::Error::other("it sends pings and does not read the answers"))
                    }
                    // The answer to a goodbye goes out while the stream is asked for more.
                    Heard::Goodbye => {
                        self.goodbye = true;
                        continue;
                    }
                },
                Some(Err(problem)) => problem,
                None if self.goodbye => break,
                None => SocketError::Io(io::ErrorKind::UnexpectedEof.into()),
            };
            self.ended = true;
            return Some(Err(self.about.lost(problem)));
        }
        self.ended = true;
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
async fn ping(sink: &Sink) -> Result<(), SocketError> {
    let Ok(mut sink) = sink.try_lock() else { return Ok(()) };
    match timeout(CLOSING, sink.send(Message::ping(""))).await {
        Ok(Err(SocketError::AlreadyClosed)) | Err(_) => Ok(()),
        Ok(sent) => sent,
    }
}

/// Whether every answer to a ping has left. The socket keeps them without a limit while the other side does not read.
async fn pongs_left(sink: &Sink) -> bool {
    let Ok(mut sink) = sink.try_lock() else { return false };
    poll_fn(|context| Poll::Ready(sink.poll_flush_unpin(context).is_ready())).await
}

enum Heard {
    Frame(Frame),
    Ping,
    Pong,
    Goodbye,
}

fn heard(message: Message) -> Heard {
    if message.is_ping() {
        Heard::Ping
    } else if message.is_close() {
        Heard::Goodbye
    } else if let Some(text) = message.as_text() {
        Heard::Frame(Frame::Text(text.to_owned()))
    } else if message.is_binary() {
        Heard::Frame(Frame::Binary(message.into_payload().into()))
    } else {
        Heard::Pong
    }
}

impl About {
    fn lost(&self, problem: SocketError) -> Error {
        let cause = match &problem {
            SocketError::PayloadTooLong { .. } => Cause::TooLarge,
            SocketError::Protocol(_) => Cause::NotUnderstood,
            _ => Cause::ConnectionLost,
        };
        self.error(cause, Some(problem))
    }

    fn error(&self, cause: Cause, problem: Option<SocketError>) -> Error {
        let elapsed = self.opened_at.elapsed().unwrap_or_default();
        let tally = Tally { attempts: 1, elapsed };
        let source = problem.map(|it| self.client.secret().clean_error(Arc::new(it)));
        let failure = Failure::without_reply(tally, Charge::Unknown, source);
        let (request, client) = (&*self.request, &self.client);
        Lost { request, client, terms: &self.terms, sent_at: self.opened_at }.error(cause, failure)
    }
}
