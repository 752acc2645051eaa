//! State of a request that is being sent: its connect timeout, and the time when its data was last sent.
//!
//! reqwest has one connect timeout for a whole client, and does not report when a connection was made. A layer around
//! its connector does both, for the request in whose task the connection is made.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use reqwest::Url;
use tokio::sync::Notify;
use tokio::task::futures::TaskLocalFuture;
use tokio::time::{Instant, sleep, timeout};
use tower_layer::Layer;
use tower_service::Service;

use crate::Settings;

tokio::task_local! {
    static OUTBOUND: Outbound;
}

#[derive(Clone, Debug)]
pub(crate) struct Outbound {
    connect_timeout: Duration,
    /// Host of the URL.
    host: Option<Arc<str>>,
    progress: Arc<SendProgress>,
}

#[derive(Debug)]
struct SendProgress {
    /// Time when data was last sent; `None` while a connection is being made.
    moved_at: Mutex<Option<Instant>>,
    moved: Notify,
}

impl Outbound {
    pub(crate) fn new(settings: &Settings, url: &Url) -> Self {
        let progress = SendProgress { moved_at: Mutex::new(Some(Instant::now())), moved: Notify::new() };
        Self {
            connect_timeout: settings.connect_timeout,
            host: url.host_str().map(Arc::from),
            progress: Arc::new(progress),
        }
    }

    pub(crate) fn host(&self) -> Option<Arc<str>> {
        self.host.clone()
    }

    /// Returns a future in which this is the current request.
    pub(crate) fn around<F: Future>(&self, sending: F) -> TaskLocalFuture<Self, F> {
        OUTBOUND.scope(self.clone(), sending)
    }

    /// Waits until `limit` has passed since data was last sent. Connecting does not count: it has its own timeout.
    pub(crate) async fn silence(&self, limit: Duration) {
        loop {
            let moved_at = *self.lock();
            match moved_at {
                Some(moved_at) => sleep(limit.saturating_sub(moved_at.elapsed())).await,
                None => self.progress.moved.notified().await,
            }
            if moved_at.is_some() && moved_at == *self.lock() {
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
        *self.lock() = Some(Instant::now());
        self.progress.moved.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.progress.moved_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Guard of a connection that is being made. Dropping it ends that state, also if the request was cancelled.
struct Connecting(Outbound);

impl Connecting {
    fn begin(outbound: Outbound) -> Self {
        *outbound.lock() = None;
        Self(outbound)
    }
}

impl Drop for Connecting {
    fn drop(&mut self) {
        self.0.moved();
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
        let connecting_until = Connecting::begin(outbound);
        Box::pin(async move {
            let connected = timeout(connecting_until.0.connect_timeout, connecting).await;
            drop(connecting_until);
            connected.unwrap_or_else(|_| {
                Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "cannot connect before the timeout").into())
            })
        })
    }
}
