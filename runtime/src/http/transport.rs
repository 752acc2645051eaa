//! Transports that send requests to the gateway: reqwest, or any other implementation.

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

use crate::http::outbound::{ConnectTimeoutLayer, Outbound};
use crate::{Error, Form, RequestBody, Result};

/// Transport of requests. The default is reqwest; another one can respond without a network.
///
/// The client also downloads files with it, from URLs that the gateway supplies. Before that, the client refuses URLs with
/// internal IP addresses. Names are unchecked: a transport that resolves them must not connect to internal addresses
/// (loopback, private, link-local, metadata services), or a gateway can make the program fetch from your network.
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

/// Future of a response.
pub type TransportFuture = Pin<Box<dyn Future<Output = Result<HttpReply, TransportError>> + Send>>;

/// Body of a response, as a stream of decompressed chunks.
pub type Body = Pin<Box<dyn Stream<Item = Result<Bytes, TransportError>> + Send>>;

/// An HTTP request. [`request`](crate::Call::request) returns it without the key.
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
    /// HTTP method.
    pub method: Method,
    /// Full URL, including the query.
    pub url: Url,
    /// Headers. The one with the key is marked as sensitive, so that it is never printed.
    pub headers: HeaderMap,
    /// Body.
    pub body: RequestBody,
}

impl HttpRequest {
    /// Creates a GET request without headers.
    pub fn get(url: Url) -> Self {
        Self { method: Method::GET, url, headers: HeaderMap::new(), body: RequestBody::Empty }
    }

    /// Creates a POST request with a JSON body.
    pub fn post_json(url: Url, body: impl Into<Bytes>) -> Self {
        let json = HeaderValue::from_static("application/json");
        let headers = [(CONTENT_TYPE, json)].into_iter().collect();
        Self { method: Method::POST, url, headers, body: RequestBody::Bytes(body.into()) }
    }

    /// Creates a POST request with a form. The transport adds the content type, which names the boundary between the
    /// parts.
    pub fn post_form(url: Url, form: Form) -> Self {
        let body = RequestBody::Form(Arc::new(form));
        Self { method: Method::POST, url, headers: HeaderMap::new(), body }
    }
}

/// Status and headers of a response, and a body that is still to be read.
#[non_exhaustive]
pub struct HttpReply {
    /// HTTP status.
    pub status: u16,
    /// HTTP headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Body,
}

impl HttpReply {
    /// Creates a response with a complete body.
    pub fn new(status: u16, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self { status, headers, body: Box::pin(CompleteBody(Some(body.into()))) }
    }

    /// Creates a JSON response.
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

struct CompleteBody(Option<Bytes>);

impl Stream for CompleteBody {
    type Item = Result<Bytes, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut std::task::Context<'_>) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready(self.0.take().map(Ok))
    }
}

/// Error of a request that got no response.
#[derive(Debug, thiserror::Error)]
#[error("{source}")]
#[non_exhaustive]
pub struct TransportError {
    /// True if the gateway may have received the request. If false, a retry is safe.
    pub may_have_been_sent: bool,
    /// True if a timeout ended the request.
    pub timed_out: bool,
    /// Underlying error.
    pub source: Box<dyn std::error::Error + Send + Sync>,
}

impl TransportError {
    /// Creates the error of a request that was not sent, since no connection could be made.
    pub fn not_sent(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { may_have_been_sent: false, timed_out: false, source: source.into() }
    }

    /// Creates the error of a lost connection. The gateway may have received the request.
    pub fn lost(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self { may_have_been_sent: true, timed_out: false, source: source.into() }
    }
}

impl From<reqwest::Error> for TransportError {
    fn from(error: reqwest::Error) -> Self {
        let (connecting, timed_out) = (error.is_connect() || error.is_builder(), error.is_timeout());
        // Removes the URL, since its query may contain data that should not be logged.
        Self { may_have_been_sent: !connecting, timed_out, source: error.without_url().into() }
    }
}

/// Changes of the caller to reqwest's client.
pub(crate) type Configure = Box<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// Transport over a reqwest client.
#[derive(Clone, Debug)]
pub(crate) struct Reqwest(pub(crate) reqwest::Client);

impl Reqwest {
    /// Creates a transport for the scheme of a URL. The caller's settings apply first and ours last, so that the client's
    /// guarantees cannot be switched off by accident.
    pub(crate) fn new(
        url: &Url,
        configure: Option<&Configure>,
        ours: impl FnOnce(reqwest::ClientBuilder) -> reqwest::ClientBuilder,
    ) -> Result<Self> {
        ensure_crypto_provider()?;
        let mut builder = reqwest::Client::builder();
        if let Some(configure) = configure {
            // Removes the caller's connect timeout, since each request has its own. Otherwise there is none to remove.
            builder = configure(builder).connect_timeout(Duration::MAX);
        }
        builder = builder
            // A redirect could carry the key to another host.
            .redirect(reqwest::redirect::Policy::none())
            // The client itself decides about retries and counts them. Without a limit reqwest keeps a copy of each
            // request.
            .retry(reqwest::retry::never().max_retries_per_request(0))
            // Verbose mode would log every byte that is sent, including the key.
            .connection_verbose(false)
            .connector_layer(ConnectTimeoutLayer)
            .referer(false);
        if url.scheme() == "http" {
            // A proxy would see the key or the signature of a plain request.
            builder = builder.no_proxy();
        }
        let problem = |error: reqwest::Error| Error::Config(format!("cannot create the HTTP client: {error}"));
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
                "no TLS crypto provider; help: install one with `rustls::crypto::CryptoProvider::install_default`, \
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
        // An `async` block would store the future twice: once as captured, and once while it is awaited.
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
