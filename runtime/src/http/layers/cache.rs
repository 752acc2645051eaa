//! Layer that caches responses.

mod store;

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, RANGE, UPGRADE};
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

use crate::http::chunks::Chunks;
use crate::{Body, BodyCheck, HttpReply, HttpRequest, Layer, Transport, TransportError, TransportFuture};
use store::{Entry, Key, Store};

/// Layer that caches responses for a time: identical GET requests in that time are charged once.
///
/// It caches complete responses with status 200 that the client can read. A response from the cache is free: its cost
/// is zero, [`spent`](crate::Client::spent) does not count it, and
/// [`Response::from_cache`](crate::Response::from_cache) is true. If an identical request is in flight, others wait for
/// its response. If it fails or is dropped, one of the waiting requests is sent. Caching headers of the response have
/// no effect.
///
/// Streams, sessions, polls of tasks, file downloads and the live catalog are never cached. Requests are identical if
/// their URL and all their headers are, so clients with different keys never share a response. Clones share one cache, so
/// that several clients can share it, too.
///
/// The client does not know in advance that a response is in the cache, so a budget has to cover each call.
///
/// ```
/// use std::time::Duration;
/// use gatewright_runtime::{Cache, Client};
///
/// let client = Client::builder("https://gateway.example", "key")
///     .layer(Cache::new(Duration::from_secs(300)).max_entries(500))
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Cache {
    time: Duration,
    max_entries: usize,
    max_bytes: usize,
    max_body: usize,
    ignored: Vec<String>,
    store: Arc<Mutex<Store>>,
}

/// Result of the search for the response to a request.
enum Place {
    Cached(HttpReply),
    /// Identical requests are not cached, since their responses are too large.
    Uncached,
    /// No response is stored. The request that gets the lock is sent.
    Lead(Arc<tokio::sync::Mutex<()>>),
}

impl Cache {
    /// Creates a cache that keeps each response for a time.
    pub fn new(time: Duration) -> Self {
        Self {
            time,
            max_entries: 1_000,
            max_bytes: 64 << 20,
            max_body: 4 << 20,
            ignored: Vec::new(),
            store: Arc::default(),
        }
    }

    /// Sets the maximum number of responses. Default: 1,000. A new response replaces the oldest.
    #[must_use]
    pub fn max_entries(mut self, count: usize) -> Self {
        self.max_entries = count;
        self
    }

    /// Sets the maximum size of all responses together, in bytes. Default: 64 MiB. A new response replaces the oldest
    /// ones.
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Sets the maximum size of a response body in bytes. Default: 4 MiB. Larger ones are not cached.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// Ignores a header when requests are compared. Use it for headers that differ in each request, such as
    /// `traceparent`, but never for one that identifies the account.
    #[must_use]
    pub fn ignore_header(mut self, name: &str) -> Self {
        self.ignored.push(name.to_ascii_lowercase());
        self
    }

    /// Returns the key of a request; `None` if its response is never cached.
    fn key(&self, request: &HttpRequest) -> Option<(Key, BodyCheck)> {
        let check = request.body_check()?;
        let is_special = |name: HeaderName| request.headers.contains_key(name);
        if request.method != Method::GET || is_special(RANGE) || is_special(UPGRADE) {
            return None;
        }
        let headers = request.headers.iter().filter(|(name, _)| !self.ignored.iter().any(|it| it == name.as_str()));
        let mut headers: Vec<_> = headers.map(|(name, value)| (name.as_str(), value.as_bytes())).collect();
        // Sorting is stable: values of one header keep their order.
        headers.sort_by_key(|(name, _)| *name);
        let mut key = request.url.as_str().as_bytes().to_vec();
        for (name, value) in headers {
            // Line breaks are in none of these.
            key.extend([b"\n", name.as_bytes(), b":", value].concat());
        }
        Some((key.into(), check))
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn place(&self, key: &Key) -> Place {
        let mut store = self.lock();
        store.remove_expired();
        match store.entries.get(key) {
            Some(Entry { headers, body: Some(body), .. }) => {
                let reply = HttpReply::new(200, headers.clone(), body.clone());
                Place::Cached(HttpReply { from_cache: true, ..reply })
            }
            Some(_) => Place::Uncached,
            None => Place::Lead(store.in_flight.entry(key.clone()).or_default().clone()),
        }
    }

    /// Stores a response. `None` as the body states that it is too large.
    fn put(&self, key: &Key, headers: HeaderMap, body: Option<Bytes>) {
        let headers_size: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
        let whole = key.len() + headers_size + body.as_ref().map_or(0, Bytes::len);
        let body = body.filter(|_| whole <= self.max_bytes);
        let size = if body.is_some() { whole } else { key.len() };
        let mut store = self.lock();
        store.remove_expired();
        if store.entries.contains_key(key) {
            return;
        }
        while !store.entries.is_empty()
            && (store.entries.len() >= self.max_entries || store.bytes + size > self.max_bytes)
        {
            store.remove_oldest();
        }
        store.bytes += size;
        store.order.push_back((key.clone(), Instant::now().checked_add(self.time)));
        store.entries.insert(key.clone(), Entry { headers, body, size });
    }
}

/// Right of a request to be sent while identical ones wait. Dropping it lets the next one start.
struct Lead {
    cache: Cache,
    key: Key,
    check: BodyCheck,
    guard: Option<OwnedMutexGuard<()>>,
}

impl Drop for Lead {
    fn drop(&mut self) {
        self.guard = None;
        let mut store = self.cache.lock();
        // Requests that wait keep the lock. New ones get it from the map, which is locked here.
        if store.in_flight.get(&self.key).is_some_and(|it| Arc::strong_count(it) == 1) {
            store.in_flight.remove(&self.key);
        }
    }
}

impl Layer for Cache {
    fn wrap(&self, inner: Arc<dyn Transport>) -> Arc<dyn Transport> {
        Arc::new(Cached { cache: self.clone(), inner })
    }
}

struct Cached {
    cache: Cache,
    inner: Arc<dyn Transport>,
}

impl Transport for Cached {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let Some((key, check)) = self.cache.key(&request) else { return self.inner.send(request) };
        let (cache, inner) = (self.cache.clone(), self.inner.clone());
        Box::pin(async move {
            let lock = match cache.place(&key) {
                Place::Cached(reply) => return Ok(reply),
                Place::Uncached => return inner.send(request).await,
                Place::Lead(lock) => lock,
            };
            let mut lead = Lead { cache: cache.clone(), key: key.clone(), check, guard: None };
            lead.guard = Some(request.not_sent_while(lock.lock_owned()).await);
            // A request that has waited finds the response of the one before it.
            match cache.place(&key) {
                Place::Cached(reply) => return Ok(reply),
                Place::Uncached => {
                    drop(lead);
                    return inner.send(request).await;
                }
                Place::Lead(_) => {}
            }
            let mut reply = inner.send(request).await?;
            if reply.status == 200 && !reply.from_cache {
                let (headers, chunks) = (reply.headers.clone(), Chunks::default());
                reply.body = Box::pin(CopiedBody { body: reply.body, copy: Some((lead, headers, chunks)) });
            }
            Ok(reply)
        })
    }
}

/// Body that is copied to the cache while the client reads it.
struct CopiedBody {
    body: Body,
    copy: Option<(Lead, HeaderMap, Chunks)>,
}

impl Stream for CopiedBody {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = self.body.as_mut().poll_next(context);
        match &next {
            Poll::Ready(Some(Ok(chunk))) => {
                if let Some((lead, _, chunks)) = &mut self.copy {
                    chunks.push(chunk.clone());
                    if chunks.len() > lead.cache.max_body {
                        lead.cache.put(&lead.key, HeaderMap::new(), None);
                        self.copy = None;
                    }
                }
            }
            Poll::Ready(None) => {
                if let Some((lead, headers, chunks)) = self.copy.take() {
                    // A copy, since a chunk can keep a larger buffer in memory.
                    let body = Bytes::copy_from_slice(&chunks.into_bytes());
                    if lead.check.accepts(&body) {
                        lead.cache.put(&lead.key, headers, Some(body));
                    }
                }
            }
            Poll::Ready(Some(Err(_))) => self.copy = None,
            Poll::Pending => {}
        }
        next
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("time", &self.time).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
