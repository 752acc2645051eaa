//! Sending and receiving half of a session.

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
use crate::http::error::{AttemptStats, Cause};
use crate::http::exchange::{LostResponse, Terms};
use crate::{Charge, Client, Error, Failure, HttpRequest, Result, Settings, Upgraded};

/// Interval of the pings in a silent session, which check the connection.
const PING_EVERY: Duration = Duration::from_secs(30);
/// Timeout for closing a session.
const CLOSING: Duration = Duration::from_secs(5);
/// Number of pings that may arrive while their pongs cannot be sent.
const MAX_WAITING_PONGS: usize = 1_000;

pub(super) type Socket = WebSocketStream<Upgraded>;

/// State that both halves share. Dropping both of them records the charge.
pub(super) struct SessionState {
    pub(super) client: Client,
    pub(super) request: Box<HttpRequest>,
    pub(super) terms: Terms,
    pub(super) settings: Box<Settings>,
    pub(super) headers: HeaderMap,
    pub(super) opened_at: SystemTime,
}

/// Sending half of a session.
pub struct SessionSender {
    state: Arc<SessionState>,
    sink: Sink,
}

/// Receiving half of a session.
#[must_use = "frames that are not received are lost"]
pub struct SessionReceiver {
    state: Arc<SessionState>,
    stream: SplitStream<Socket>,
    /// Sink for pings, which are sent while the sender is idle.
    sink: Sink,
    clock: Clock,
    waiting_pongs: usize,
    /// True if the server has sent a close message.
    close_received: bool,
    pub(super) ended: bool,
}

/// Sink for messages. It keeps a message whose sending was cancelled, and sends it before the next.
type Sink = Arc<Mutex<SplitSink<Socket, Message>>>;

/// Clock for pings and timeouts. It stands still while no task waits for a frame.
struct Clock {
    received_at: Instant,
    pinged_at: Instant,
    /// Time when a task last waited for a frame.
    stopped_at: Instant,
}

impl Clock {
    fn new() -> Self {
        let now = Instant::now();
        Self { received_at: now, pinged_at: now, stopped_at: now }
    }

    /// Starts the clock, until the returned guard is dropped.
    fn run(&mut self) -> Running<'_> {
        let stopped_for = self.stopped_at.elapsed();
        self.received_at += stopped_for;
        self.pinged_at += stopped_for;
        Running(self)
    }
}

struct Running<'a>(&'a mut Clock);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.stopped_at = Instant::now();
    }
}

/// Splits a socket into its two halves.
pub(super) fn split_session(state: Arc<SessionState>, socket: Socket) -> (SessionSender, SessionReceiver) {
    let (sink, stream) = socket.split();
    let sink = Arc::new(Mutex::new(sink));
    let sender = SessionSender { state: state.clone(), sink: sink.clone() };
    let clock = Clock::new();
    (sender, SessionReceiver { state, stream, sink, clock, waiting_pongs: 0, close_received: false, ended: false })
}

impl SessionSender {
    /// Sends a frame. Waits while the server does not read, up to the idle timeout. If this call is cancelled, the next
    /// one finishes sending the frame.
    pub async fn send(&mut self, frame: impl Into<Frame>) -> Result<()> {
        let (message, settings) = (Message::from(frame.into()), &self.state.settings);
        if message.as_payload().len() > settings.max_message {
            return Err(Error::Request(format!("cannot send a frame of more than {} bytes", settings.max_message)));
        }
        let mut sink = self.sink.lock().await;
        match timeout(settings.idle_timeout, sink.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(problem)) => Err(self.state.lost(problem)),
            Err(_) => Err(self.state.error(Cause::Timeout, None)),
        }
    }

    /// Sends a value as JSON.
    pub async fn send_json(&mut self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value);
        self.send(text.map_err(|problem| Error::Request(format!("cannot write the frame as JSON: {problem}")))?).await
    }

    /// Sends a close message. The server may still send frames before its own close message, which ends the receiver.
    pub async fn close(self) -> Result<()> {
        match timeout(CLOSING, async { self.sink.lock().await.send(Message::close(None, "")).await }).await {
            Ok(Ok(()) | Err(SocketError::AlreadyClosed)) => Ok(()),
            Ok(Err(problem)) => Err(self.state.lost(problem)),
            Err(_) => Err(self.state.error(Cause::Timeout, None)),
        }
    }
}

impl SessionReceiver {
    /// Returns the next frame; `None` if the server has closed the session.
    pub async fn next(&mut self) -> Option<Result<Frame>> {
        let clock = self.clock.run();
        while !self.ended {
            let timeout_at = clock.0.received_at + self.state.settings.idle_timeout.min(Duration::from_secs(86_400));
            let ping_at = clock.0.pinged_at.max(clock.0.received_at) + PING_EVERY;
            // A frame that has arrived takes precedence over the timeout.
            let message = tokio::select! {
                biased;
                message = self.stream.next() => message,
                () = sleep_until(ping_at.min(timeout_at)) => {
                    if Instant::now() >= timeout_at {
                        self.ended = true;
                        return Some(Err(self.state.error(Cause::Timeout, None)));
                    }
                    clock.0.pinged_at = Instant::now();
                    if let Err(problem) = ping(&self.sink).await {
                        self.ended = true;
                        return Some(Err(self.state.lost(problem)));
                    }
                    continue;
                }
            };
            clock.0.received_at = Instant::now();
            let problem = match message {
                Some(Ok(message)) => match classify(message) {
                    Kind::Frame(frame) => return Some(Ok(frame)),
                    Kind::Pong => continue,
                    Kind::Ping => {
                        self.waiting_pongs = if pongs_sent(&self.sink).await { 0 } else { self.waiting_pongs + 1 };
                        if self.waiting_pongs <= MAX_WAITING_PONGS {
                            continue;
                        }
                        SocketError::Io(io::Error::other("the server sends pings and does not read the pongs"))
                    }
                    // Polling the stream sends the reply to a close message.
                    Kind::Close => {
                        self.close_received = true;
                        continue;
                    }
                },
                Some(Err(problem)) => problem,
                None if self.close_received => break,
                None => SocketError::Io(io::ErrorKind::UnexpectedEof.into()),
            };
            self.ended = true;
            return Some(Err(self.state.lost(problem)));
        }
        self.ended = true;
        None
    }

    /// Returns the HTTP headers of the response that opened the session.
    pub fn headers(&self) -> &HeaderMap {
        &self.state.headers
    }

    /// Waits until the server has closed the session. Frames that arrive before that are lost.
    pub(super) async fn until_closed(&mut self) -> Result<()> {
        let last = async { while self.stream.next().await.is_some_and(|it| it.is_ok()) {} };
        timeout(CLOSING, last).await.map_err(|_| self.state.error(Cause::Timeout, None))
    }
}

/// Sends a ping, unless a frame is being sent, which checks the connection, too.
async fn ping(sink: &Sink) -> Result<(), SocketError> {
    let Ok(mut sink) = sink.try_lock() else { return Ok(()) };
    match timeout(CLOSING, sink.send(Message::ping(""))).await {
        Ok(Err(SocketError::AlreadyClosed)) | Err(_) => Ok(()),
        Ok(sent) => sent,
    }
}

/// Returns true if all pongs have been sent. The socket queues them without a limit while the server does not read.
async fn pongs_sent(sink: &Sink) -> bool {
    let Ok(mut sink) = sink.try_lock() else { return false };
    poll_fn(|context| Poll::Ready(sink.poll_flush_unpin(context).is_ready())).await
}

enum Kind {
    Frame(Frame),
    Ping,
    Pong,
    Close,
}

fn classify(message: Message) -> Kind {
    if message.is_ping() {
        Kind::Ping
    } else if message.is_close() {
        Kind::Close
    } else if let Some(text) = message.as_text() {
        Kind::Frame(Frame::Text(text.to_owned()))
    } else if message.is_binary() {
        Kind::Frame(Frame::Binary(message.into_payload().into()))
    } else {
        Kind::Pong
    }
}

impl SessionState {
    fn lost(&self, problem: SocketError) -> Error {
        let cause = match &problem {
            SocketError::PayloadTooLong { .. } => Cause::TooLarge,
            SocketError::Protocol(_) => Cause::UnexpectedFormat,
            _ => Cause::ConnectionLost,
        };
        self.error(cause, Some(problem))
    }

    fn error(&self, cause: Cause, problem: Option<SocketError>) -> Error {
        let elapsed = self.opened_at.elapsed().unwrap_or_default();
        let stats = AttemptStats { attempts: 1, elapsed };
        let source = problem.map(|it| self.client.secret().clean_error(Arc::new(it)));
        let failure = Failure::without_response(stats, Charge::Unknown, source);
        let (request, client) = (&*self.request, &self.client);
        LostResponse { request, client, terms: &self.terms, sent_at: self.opened_at }.error(cause, failure)
    }
}
