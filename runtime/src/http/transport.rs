//! How a request reaches the gateway: over reqwest, or over anything else that can answer it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::{TryFutureExt as _, TryStreamExt as _};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::{Method, Url};

use crate::http::outbound::{ConnectLimit, Outbound};
use crate::{Error, Form, RequestBody, Result};

/// What carries requests. The default is reqwest; another one can answer without a network.
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

/// A reply on its way.
pub type TransportFuture = Pin<Box<dyn Future<Output = Result<HttpReply, TransportError>> + Send>>;

/// A reply's body, piece by piece, decompressed.
pub type Body = Pin<Box<dyn Stream<Item = Result<Bytes, TransportError>> + Send>>;

/// An HTTP request as it is sent; as [`request`](crate::Call::request) gives it, without the key.
///
/// ```
/// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
/// let request = client.social("p1", "trending").request()?;
/// assert_eq!((request.method.as_str(), request.url.path()), ("GET", "/p1/trending"));
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HttpRequest {
    /// The HTTP method.
    pub method: Method,
    /// The whole URL, query included.
    pub url: Url,
    /// Headers; the key's is marked as sensitive, so that it is never printed.
    pub headers: HeaderMap,
    /// The body.
    pub body: RequestBody,
}

impl HttpRequest {
    /// A GET without headers.
    pub fn get(url: Url) -> Self {
        Self { method: Method::GET, url, headers: HeaderMap::new(), body: RequestBody::Empty }
    }

    /// A POST of JSON.
    pub fn post_json(url: Url, body: impl Into<Bytes>) -> Self {
        let json = HeaderValue::from_static("application/json");
        let headers = [(CONTENT_TYPE, json)].into_iter().collect();
        Self { method: Method::POST, url, headers, body: RequestBody::Bytes(body.into()) }
    }

    /// A POST of a form; whoever sends it adds the content type, which names the boundary between its parts.
    pub fn post_form(url: Url, form: Form) -> Self {
        let body = RequestBody::Form(Arc::new(form));
        Self { method: Method::POST, url, headers: HeaderMap::new(), body }
    }
}

/// Status and headers of a reply, and its body still to come.
#[non_exhaustive]
pub struct HttpReply {
    /// The HTTP status.
    pub status: u16,
    /// The HTTP headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Body,
}

impl HttpReply {
    /// A reply with a whole body.
    pub fn new(status: u16, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self { status, headers, body: Box::pin(Whole(Some(body.into()))) }
    }

    /// A JSON reply.
    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        let json = HeaderValue::from_static("application/json");
        let headers = [(CONTENT_TYPE, json)].into_iter().collect();
        Self::new(status, headers, body.to_string())
    }
}

impl fmt::Debug for HttpReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpReply")
            .field("status", &self.status)
            .field("headers", &self.headers)
            .finish_non_exhaustive()
    }
}

struct Whole(Option<Bytes>);

impl Stream for Whole {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut std::task::Context<'_>) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready(self.0.take().map(Ok))
    }
}

/// Why a request got no reply.
#[derive(Debug, thiserror::Error)]
#[error("{source}")]
#[non_exhaustive]
pub struct TransportError {
    /// Whether the gateway may have received the request. If not, it can be sent again at no risk.
    pub may_have_been_sent: bool,
    /// Whether a time limit ended it.
    pub timed_out: bool,
    /// What happened.
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

impl TransportError {
    /// No connection could be made: nothing was sent.
    pub fn not_sent(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { may_have_been_sent: false, timed_out: false, source: source.into() }
    }

    /// The connection was lost: the request may have been received.
    pub fn lost(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { may_have_been_sent: true, timed_out: false, source: source.into() }
    }
}

impl From<reqwest::Error> for TransportError {
    fn from(error: reqwest::Error) -> Self {
        let (connecting, timed_out) = (error.is_connect() || error.is_builder(), error.is_timeout());
        // The URL is taken out: its query may hold what should not be logged.
        Self { may_have_been_sent: !connecting, timed_out, source: error.without_url().into() }
    }
}

/// What a program changes about reqwest's client.
pub(crate) type Configure = Box<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// The transport over a reqwest client.
#[derive(Clone, Debug)]
pub(crate) struct Reqwest(pub(crate) reqwest::Client);

impl Reqwest {
    /// The caller's settings first, ours last: what the client promises cannot be switched off by accident.
    pub(crate) fn new(
        base_url: &Url,
        configure: Option<&Configure>,
        ours: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<Self> {
        ensure_crypto_provider()?;
        let mut builder = reqwest::Client::builder();
        if let Some(configure) = configure {
            // Each request brings its own limit on connecting; there is none to take back where none was set.
            builder = configure(builder).connect_timeout(Duration::MAX);
        }
        builder = builder
            // A redirect could carry the key to another host.
            .redirect(reqwest::redirect::Policy::none())
            // What is sent again, and counted, is decided in one place; without a limit a copy of each request is kept.
            .retry(reqwest::retry::never().max_retries_per_request(0))
            // It would log every byte that is sent, and the key with them.
            .connection_verbose(false)
            .connector_layer(ConnectLimit)
            .referer(false);
        if base_url.scheme() == "http" {
            // Plain http to this machine must not take the way over a proxy.
            builder = builder.no_proxy();
        }
        let problem = |error: reqwest::Error| Error::Config(format!("no HTTP client can be made: {error}"));
        ours(builder).build().map(Self).map_err(problem)
    }
}

/// Installs ring as rustls' crypto provider unless the program has installed one. Without any provider reqwest panics.
fn ensure_crypto_provider() -> Result<()> {
    #[cfg(all(feature = "rustls-no-provider", not(feature = "native-tls")))]
    {
        use rustls::crypto::CryptoProvider;
        #[cfg(feature = "rustls")]
        if CryptoProvider::get_default().is_none() {
            // Fails only if another thread has just installed one, which is as good.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        if CryptoProvider::get_default().is_none() {
            return Err(Error::Config(
                "no TLS crypto provider; install one with `rustls::crypto::CryptoProvider::install_default`, \
                 or enable the feature `rustls`"
                    .into(),
            ));
        }
    }
    Ok(())
}

impl Transport for Reqwest {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let mut sent = reqwest::Request::new(request.method, request.url);
        *sent.headers_mut() = request.headers;
        match request.body {
            RequestBody::Empty => {}
            RequestBody::Bytes(bytes) => *sent.body_mut() = Some(bytes.into()),
            RequestBody::Form(form) => return self.send_form(sent, form),
        }
        // Not an `async` block, which would hold the future twice: once to carry it, once to wait for it.
        Box::pin(self.0.execute(sent).map_ok(HttpReply::from).map_err(TransportError::from))
    }
}

impl Reqwest {
    fn send_form(&self, request: reqwest::Request, form: Arc<Form>) -> TransportFuture {
        let http = self.0.clone();
        Box::pin(async move {
            let form = form.open(Outbound::current()).await.map_err(TransportError::not_sent)?;
            let request = reqwest::RequestBuilder::from_parts(http, request).multipart(form);
            Ok(HttpReply::from(request.send().await?))
        })
    }
}

impl From<reqwest::Response> for HttpReply {
    fn from(mut reply: reqwest::Response) -> Self {
        let (status, headers) = (reply.status().as_u16(), std::mem::take(reply.headers_mut()));
        Self { status, headers, body: Box::pin(reply.bytes_stream().map_err(TransportError::from)) }
    }
}
