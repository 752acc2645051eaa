//! A request on its way out: how long connecting may take, and when something of it last went out.
//!
//! reqwest has one time limit on connecting for a whole client, and does not say when a connection was made. A layer
//! around its connector does both, for the request in whose task the connection is made.

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
    way: Arc<Way>,
}

#[derive(Debug)]
struct Way {
    /// When something went out last; `None` while a connection is being made.
    moved_at: Mutex<Option<Instant>>,
    moved: Notify,
}

impl Outbound {
    pub(crate) fn new(settings: &Settings, url: &Url) -> Self {
        let way = Way { moved_at: Mutex::new(Some(Instant::now())), moved: Notify::new() };
        Self { connect_timeout: settings.connect_timeout, host: url.host_str().map(Arc::from), way: Arc::new(way) }
    }

    pub(crate) fn host(&self) -> Option<Arc<str>> {
        self.host.clone()
    }

    /// A future in which this is the request on its way.
    pub(crate) fn around<F: Future>(&self, sending: F) -> TaskLocalFuture<Self, F> {
        OUTBOUND.scope(self.clone(), sending)
    }

    /// Waits until a reply has had so long, counted from the last that went out; connecting has a limit of its own.
    pub(crate) async fn silence(&self, limit: Duration) {
        loop {
            let moved_at = *self.lock();
            match moved_at {
                Some(moved_at) => sleep(limit.saturating_sub(moved_at.elapsed())).await,
                None => self.way.moved.notified().await,
            }
            if moved_at.is_some() && moved_at == *self.lock() {
                return;
            }
        }
    }

    /// The request in whose task this is.
    pub(crate) fn current() -> Option<Self> {
        OUTBOUND.try_with(Clone::clone).ok()
    }

    /// Something went out.
    pub(crate) fn moved(&self) {
        *self.lock() = Some(Instant::now());
        self.way.moved.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.way.moved_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in the making, until this is dropped: also if nobody waits for it any more.
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

/// Puts the limit of each request around the making of its connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectLimit;

impl<S> Layer<S> for ConnectLimit {
    type Service = Limited<S>;

    fn layer(&self, connector: S) -> Limited<S> {
        Limited(Arc::new(Mutex::new(connector)))
    }
}

/// The connector is copied for every call, also where none is needed: so one is shared.
#[derive(Debug)]
pub(crate) struct Limited<S>(Arc<Mutex<S>>);

impl<S> Clone for Limited<S> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

type Problem = Box<dyn std::error::Error + Send + Sync>;

impl<S, To> Service<To> for Limited<S>
where
    S: Service<To, Error = Problem, Future: Send + 'static>,
{
    type Response = S::Response;
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, Problem>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Problem>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).poll_ready(context)
    }

    fn call(&mut self, to: To) -> Self::Future {
        let connecting = self.0.lock().unwrap_or_else(PoisonError::into_inner).call(to);
        // Beyond the task of a request nobody waits for the connection, and reqwest keeps it for the next one.
        let Some(outbound) = Outbound::current() else { return Box::pin(connecting) };
        let connecting_until = Connecting::begin(outbound);
        Box::pin(async move {
            let connected = timeout(connecting_until.0.connect_timeout, connecting).await;
            drop(connecting_until);
            connected.unwrap_or_else(|_| {
                Err(std::io::Error::new(std::io::ErrorKind::TimedOut, "no connection was made in time").into())
            })
        })
    }
}
