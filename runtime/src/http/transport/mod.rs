//! Transports that send requests to the gateway: reqwest, or any other implementation.

mod error;
mod layer;
mod reply;
mod request;
mod reqwest_transport;
mod resolver;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::Result;

pub use error::TransportError;
pub use layer::Layer;
pub(crate) use layer::stack;
pub use reply::{Body, HttpReply, Upgraded};
pub use request::{BodyCheck, HttpRequest};
pub(crate) use reqwest_transport::Configure;
pub use reqwest_transport::ReqwestTransport;

/// Transport of requests. The default is [`ReqwestTransport`]; another one can wrap it, or respond without a network.
///
/// The client sends everything with it: calls, files, the catalog, and the requests that open sessions
/// ([`HttpReply::upgraded`]). Its limits on time and size apply to any transport. A [`Layer`] is the usual way to wrap
/// the transport of a client.
///
/// The client also downloads files with it, from URLs that the gateway supplies. Before that, the client refuses URLs with
/// internal IP addresses. Names are unchecked: a transport that resolves them must not connect to internal addresses
/// (loopback, private, link-local, metadata services), or a gateway can make the program fetch from your network.
/// `ReqwestTransport` checks them.
///
/// ```
/// use gatewright_runtime::{Client, HttpReply, HttpRequest, Transport, TransportFuture};
///
/// struct Canned;
/// impl Transport for Canned {
///     fn send(&self, request: HttpRequest) -> TransportFuture {
///         let data = serde_json::json!({ "data": { "path": request.url.path() } });
///         Box::pin(async move { Ok(HttpReply::json(200, &data)) })
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> gatewright_runtime::Result<()> {
/// let client = Client::builder("https://gateway.example", "key").transport(Canned).build()?;
/// assert_eq!(client.social("p1", "trending").send().await?.data["path"], "/p1/trending");
/// # Ok(()) }
/// ```
pub trait Transport: Send + Sync {
    /// Sends one request, once.
    fn send(&self, request: HttpRequest) -> TransportFuture;
}

impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        (**self).send(request)
    }
}

/// Future of a response.
pub type TransportFuture = Pin<Box<dyn Future<Output = Result<HttpReply, TransportError>> + Send>>;
