//! Transport over reqwest.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::{TryFutureExt as _, TryStreamExt as _};
use reqwest::header::UPGRADE;

use super::resolver::FileResolver;
use super::{HttpReply, HttpRequest, Transport, TransportError, TransportFuture, Upgraded};
use crate::http::outbound::{ConnectTimeoutLayer, Outbound};
use crate::{Error, Form, RequestBody, Result};

/// Changes of the caller to reqwest's client.
pub(crate) type Configure = Box<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// Transport over reqwest, the default. Cheap to clone; clones share their connections.
///
/// It never follows a redirect, retries nothing by itself, sends plain `http://` requests without a proxy, resolves names
/// of files to public addresses only, and opens sessions over HTTP/1, the only version whose connections can be upgraded.
///
/// Use [`ClientBuilder::layer`](crate::ClientBuilder::layer) to wrap the transport of a client. Create one yourself to wrap
/// it in a [`Transport`] of your own:
///
/// ```
/// use gatewright_runtime::{Client, HttpRequest, ReqwestTransport, Transport, TransportFuture};
///
/// struct Logged(ReqwestTransport);
///
/// impl Transport for Logged {
///     fn send(&self, request: HttpRequest) -> TransportFuture {
///         eprintln!("{} {}", request.method, request.url.path());
///         self.0.send(request)
///     }
/// }
///
/// let transport = Logged(ReqwestTransport::with(|it| it.user_agent("my-service/1.0"))?);
/// let client = Client::builder("https://gateway.example", "key").transport(transport).build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct ReqwestTransport(Arc<Clients>);

/// Clients of reqwest, each with its own connections. They are created when they are needed.
struct Clients {
    configure: Option<Configure>,
    made: [OnceLock<reqwest::Client>; 6],
}

/// Connections for one purpose. They do not serve another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pool {
    Calls,
    /// Files, whose hosts must have public addresses.
    Files,
    /// Sessions. Only HTTP/1 connections can be upgraded to another protocol.
    Sessions,
}

impl ReqwestTransport {
    /// Creates a transport with the default settings.
    pub fn new() -> Result<Self> {
        Self::create(None, false)
    }

    /// Creates a transport with other settings of reqwest, such as a proxy or another root certificate. The transport
    /// applies its own settings afterwards; see [`ClientBuilder::reqwest`](crate::ClientBuilder::reqwest).
    pub fn with(
        configure: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Result<Self> {
        Self::create(Some(Box::new(configure)), false)
    }

    /// Creates a transport for a gateway with plain or encrypted URLs, for which its settings are checked.
    pub(crate) fn create(configure: Option<Configure>, is_plain: bool) -> Result<Self> {
        let transport = Self(Arc::new(Clients { configure, made: Default::default() }));
        transport.0.get(Pool::Calls, is_plain)?;
        Ok(transport)
    }
}

impl Clients {
    /// Returns the client with these connections. Plain requests must not go through a proxy, so they have clients of their own.
    fn get(&self, pool: Pool, is_plain: bool) -> Result<&reqwest::Client> {
        let place = &self.made[2 * (pool as usize) + usize::from(is_plain)];
        if let Some(made) = place.get() {
            return Ok(made);
        }
        let problem = |error: reqwest::Error| Error::Config(format!("cannot create the HTTP client: {error}"));
        let made = self.create(pool, is_plain)?.build().map_err(problem)?;
        Ok(place.get_or_init(|| made))
    }

    /// Returns the settings of a client. The caller's settings apply first and ours last, so that the guarantees cannot be
    /// switched off by accident.
    fn create(&self, pool: Pool, is_plain: bool) -> Result<reqwest::ClientBuilder> {
        ensure_crypto_provider()?;
        let mut builder = reqwest::Client::builder();
        if let Some(configure) = &self.configure {
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
        if is_plain {
            // A proxy would see the key or the signature of a plain request.
            builder = builder.no_proxy();
        }
        Ok(match pool {
            Pool::Calls => builder,
            Pool::Files => builder.dns_resolver(Arc::new(FileResolver)),
            Pool::Sessions => builder.http1_only(),
        })
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

impl Transport for ReqwestTransport {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let outbound = request.outbound.clone();
        let pool = match &outbound {
            Some(outbound) if outbound.is_file() => Pool::Files,
            _ if request.headers.contains_key(UPGRADE) => Pool::Sessions,
            _ => Pool::Calls,
        };
        let http = match self.0.get(pool, request.url.scheme() == "http") {
            Ok(http) => http.clone(),
            Err(error) => return Box::pin(std::future::ready(Err(TransportError::refused(error.to_string())))),
        };
        request.mark_sent();
        let mut sent = reqwest::Request::new(request.method, request.url);
        *sent.headers_mut() = request.headers;
        match request.body {
            RequestBody::Empty => {}
            RequestBody::Bytes(bytes) => *sent.body_mut() = Some(bytes.into()),
            RequestBody::Form(form) => return within(outbound.clone(), send_form(http, sent, form, outbound)),
        }
        if pool == Pool::Sessions {
            return within(outbound, open_session(http, sent));
        }
        // An `async` block would store the future twice: once as captured, and once while it is awaited.
        within(outbound, http.execute(sent).map_ok(HttpReply::from).map_err(TransportError::from))
    }
}

/// Returns a future in which this is the current request.
fn within(
    outbound: Option<Outbound>,
    sending: impl Future<Output = Result<HttpReply, TransportError>> + Send + 'static,
) -> TransportFuture {
    match outbound {
        Some(outbound) => Box::pin(outbound.around(sending)),
        None => Box::pin(sending),
    }
}

async fn send_form(
    http: reqwest::Client,
    request: reqwest::Request,
    form: Arc<Form>,
    outbound: Option<Outbound>,
) -> Result<HttpReply, TransportError> {
    let form = form.open(outbound).await.map_err(TransportError::not_sent)?;
    let request = reqwest::RequestBuilder::from_parts(http, request).multipart(form);
    Ok(HttpReply::from(request.send().await?))
}

async fn open_session(http: reqwest::Client, request: reqwest::Request) -> Result<HttpReply, TransportError> {
    let mut reply = http.execute(request).await?;
    if reply.status() != reqwest::StatusCode::SWITCHING_PROTOCOLS {
        return Ok(reply.into());
    }
    let headers = std::mem::take(reply.headers_mut());
    Ok(HttpReply::switching_protocols(headers, Upgraded::new(reply.upgrade().await?)))
}

impl From<reqwest::Response> for HttpReply {
    fn from(mut reply: reqwest::Response) -> Self {
        let (status, headers) = (reply.status().as_u16(), std::mem::take(reply.headers_mut()));
        Self::streaming(status, headers, Box::pin(reply.bytes_stream().map_err(TransportError::from)))
    }
}

impl fmt::Debug for ReqwestTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReqwestTransport").finish_non_exhaustive()
    }
}
