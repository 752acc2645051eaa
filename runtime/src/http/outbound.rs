//! State of a request that is being sent: its purpose, its connect timeout, and the time when its data was last sent.
//!
//! reqwest has one connect timeout for a whole client, and does not report when a connection was made. A layer around
//! its connector does both, for the request in whose task the connection is made.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::futures::TaskLocalFuture;
use tokio::time::{Instant, sleep_until, timeout};
use tower_layer::Layer;
use tower_service::Service;

use crate::http::internal::FilePolicy;
use crate::{BodyCheck, CallKind, Settings};

tokio::task_local! {
    static OUTBOUND: Outbound;
}

/// State of one request. Its clones are one state.
#[derive(Clone)]
pub(crate) struct Outbound(Arc<State>);

struct State {
    connect_timeout: Duration,
    purpose: Purpose,
    progress: Mutex<Progress>,
    moved: Notify,
}

/// Purpose of a request.
pub(crate) enum Purpose {
    /// Call, sent with the key.
    Call { kind: CallKind, check: Option<BodyCheck> },
    /// File at a host, with the policy for the addresses of that host.
    File { host: Arc<str>, policy: FilePolicy },
    /// Catalog.
    Catalog,
}

struct Progress {
    /// Time when data was last sent.
    moved_at: Instant,
    /// Number of connections that are being made, and of futures that the request waits for before it is sent.
    paused: u32,
    /// Number of those futures alone.
    held: u32,
    /// True if the request may have been sent, whatever a layer says afterwards.
    sent: bool,
}

impl Outbound {
    pub(crate) fn new(settings: &Settings, purpose: Purpose) -> Self {
        let progress = Progress { moved_at: Instant::now(), paused: 0, held: 0, sent: false };
        Self(Arc::new(State {
            connect_timeout: settings.connect_timeout,
            purpose,
            progress: Mutex::new(progress),
            moved: Notify::new(),
        }))
    }

    pub(crate) fn call_kind(&self) -> Option<CallKind> {
        if let Purpose::Call { kind, .. } = self.0.purpose { Some(kind) } else { None }
    }

    pub(crate) fn body_check(&self) -> Option<BodyCheck> {
        if let Purpose::Call { check, .. } = self.0.purpose { check } else { None }
    }

    /// Returns the host of a file, with the policy for its addresses.
    pub(crate) fn file_target(&self) -> Option<(Arc<str>, FilePolicy)> {
        if let Purpose::File { host, policy } = &self.0.purpose { Some((host.clone(), policy.clone())) } else { None }
    }

    pub(crate) fn is_file(&self) -> bool {
        matches!(self.0.purpose, Purpose::File { .. })
    }

    /// Returns a future in which this is the current request.
    pub(crate) fn around<F: Future>(&self, sending: F) -> TaskLocalFuture<Self, F> {
        OUTBOUND.scope(self.clone(), sending)
    }

    /// Waits until `limit` has passed since data was last sent, or until the deadline. Connecting does not count for the
    /// limit: it has its own timeout. Nor does the time before the request is sent.
    pub(crate) async fn silence(&self, limit: Duration, deadline: Option<Instant>) {
        loop {
            let Progress { moved_at, paused, .. } = *self.lock();
            let silent_at = moved_at.checked_add(limit).filter(|_| paused == 0);
            // One timer for both: a call that is quick would only set and remove a second one.
            let next = silent_at.into_iter().chain(deadline).min();
            tokio::select! {
                () = self.0.moved.notified(), if paused > 0 => continue,
                () = reached(next) => {}
            }
            let now = self.lock();
            let is_silent = now.paused == 0 && now.moved_at == moved_at;
            if is_silent || deadline.is_some_and(|it| it <= Instant::now()) {
                return;
            }
        }
    }

    /// Returns the request of the current task.
    pub(crate) fn current() -> Option<Self> {
        OUTBOUND.try_with(Clone::clone).ok()
    }

    /// Records that data was sent.
    pub(crate) fn moved(&self) {
        self.lock().moved_at = Instant::now();
        self.0.moved.notify_one();
    }

    /// Records that the request may have been sent.
    pub(crate) fn mark_sent(&self) {
        self.lock().sent = true;
    }

    /// Returns true if the request waits and has not been sent.
    pub(crate) fn is_unsent(&self) -> bool {
        let progress = self.lock();
        progress.held > 0 && !progress.sent
    }

    /// Records that the request waits before it is sent, until the guard is dropped.
    pub(crate) fn hold(self) -> Paused {
        Paused::begin(self, 1)
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Outbound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbound").finish_non_exhaustive()
    }
}

/// Waits until a time, or forever if there is none.
async fn reached(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// Guard of a connection that is being made, or of a future that a request waits for. Dropping it ends that state, also if
/// the request was cancelled.
pub(crate) struct Paused {
    outbound: Outbound,
    held: u32,
}

impl Paused {
    fn begin(outbound: Outbound, held: u32) -> Self {
        let mut progress = outbound.lock();
        progress.paused += 1;
        progress.held += held;
        drop(progress);
        Self { outbound, held }
    }
}

impl Drop for Paused {
    fn drop(&mut self) {
        let mut progress = self.outbound.lock();
        progress.paused -= 1;
        progress.held -= self.held;
        drop(progress);
        self.outbound.moved();
    }
}

/// Layer that applies the connect timeout of each request to its connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectTimeoutLayer;

impl<S> Layer<S> for ConnectTimeoutLayer {
    type Service = ConnectTimeout<S>;

    fn layer(&self, connector: S) -> ConnectTimeout<S> {
        ConnectTimeout(Arc::new(Mutex::new(connector)))
    }
}

/// Connector with a timeout. reqwest clones it for every call, even if no connection is needed, so clones share one.
#[derive(Debug)]
pub(crate) struct ConnectTimeout<S>(Arc<Mutex<S>>);

impl<S> Clone for ConnectTimeout<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

impl<S, To> Service<To> for ConnectTimeout<S>
where
    S: Service<To, Error = BoxError, Future: Send + 'static>,
{
    type Response = S::Response;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).poll_ready(context)
    }

    fn call(&mut self, to: To) -> Self::Future {
        let connecting = self.0.lock().unwrap_or_else(PoisonError::into_inner).call(to);
        // Outside the task of a request, no request waits for the connection, and reqwest keeps it for the next one.
        let Some(outbound) = Outbound::current() else { return Box::pin(connecting) };
        let paused = Paused::begin(outbound.clone(), 0);
        let limit = outbound.0.connect_timeout;
        // reqwest may finish the connection in another task, where the resolver needs the request, too.
        Box::pin(outbound.around(async move {
            let connected = timeout(limit, connecting).await;
            drop(paused);
            connected.unwrap_or_else(|_| {
                Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "cannot connect before the timeout").into())
            })
        }))
    }
}
