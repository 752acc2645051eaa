//! Layers around a transport.

use std::sync::Arc;

use super::{Transport, TransportFuture};
use crate::HttpRequest;

/// Layer around the transport of a client: [`ClientBuilder::layer`](crate::ClientBuilder::layer).
///
/// A layer sees each request as it is sent, including the key, which is marked as sensitive, and can change it, respond to it
/// or pass it on. The client decides about retries, so a layer sends each request at most once.
///
/// A closure that returns a [`Transport`] is a layer, too:
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use gatewright_runtime::{Client, HttpRequest, Transport, TransportFuture};
///
/// struct Counting { inner: Arc<dyn Transport>, count: Arc<AtomicU64> }
///
/// impl Transport for Counting {
///     fn send(&self, request: HttpRequest) -> TransportFuture {
///         self.count.fetch_add(1, Ordering::Relaxed);
///         self.inner.send(request)
///     }
/// }
///
/// let count = Arc::new(AtomicU64::new(0));
/// let counted = count.clone();
/// let client = Client::builder("https://gateway.example", "key")
///     .layer(move |inner: Arc<dyn Transport>| Counting { inner, count: counted.clone() })
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
pub trait Layer: Send + Sync {
    /// Wraps a transport.
    fn wrap(&self, inner: Arc<dyn Transport>) -> Arc<dyn Transport>;
}

impl<F, T> Layer for F
where
    F: Fn(Arc<dyn Transport>) -> T + Send + Sync,
    T: Transport + 'static,
{
    fn wrap(&self, inner: Arc<dyn Transport>) -> Arc<dyn Transport> {
        Arc::new(self(inner))
    }
}

/// Wraps a transport in layers, of which the first is the outermost.
pub(crate) fn stack(transport: Arc<dyn Transport>, layers: &[Box<dyn Layer>]) -> Arc<dyn Transport> {
    if layers.is_empty() {
        return transport;
    }
    layers.iter().rev().fold(Arc::new(Innermost(transport)), |inner, layer| layer.wrap(inner))
}

/// Transport below all layers. A request that has got here may have been sent, whatever a layer says afterwards.
struct Innermost(Arc<dyn Transport>);

impl Transport for Innermost {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        request.mark_sent();
        self.0.send(request)
    }
}
