//! Transport of a client: reqwest and its settings, another one, and layers around it.

use std::sync::Arc;

use crate::{Client, ClientBuilder, Layer, Transport};

impl<C: From<Client>> ClientBuilder<C> {
    /// Changes settings of the underlying HTTP client, such as a proxy or another root certificate. The client applies
    /// its own settings afterwards. It never follows a redirect, and sends the key over plain `http://` only to this
    /// machine or with [`allow_insecure_http`](Self::allow_insecure_http).
    ///
    /// The runtime re-exports `reqwest`, so that you can name its types.
    ///
    /// **Proxy.** Encrypted requests go through the proxy, as a `CONNECT` tunnel that hides the key from it. Plain
    /// `http://` requests never do. Without `.proxy(…)`, the proxies of the environment apply: `HTTPS_PROXY` or
    /// `ALL_PROXY`, except for the hosts in `NO_PROXY` (upper or lower case), or else those of the operating system.
    /// `.no_proxy()` ignores them.
    ///
    /// ```
    /// use gatewright_runtime::reqwest::Proxy;
    ///
    /// let proxy = Proxy::https("http://proxy.example:3128").expect("a valid URL").basic_auth("user", "password");
    /// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
    ///     .reqwest(move |it| it.proxy(proxy.clone()))
    ///     .build()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    ///
    /// **Root certificates.** The client trusts the certificates of the operating system; on Linux, `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR` replace them. To trust another certificate authority, too, such as that of a company:
    ///
    /// ```no_run
    /// use gatewright_runtime::reqwest::Certificate;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let certificate = Certificate::from_pem(&std::fs::read("company-ca.pem")?)?;
    /// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
    ///     .reqwest(move |it| it.tls_certs_merge([certificate.clone()]))
    ///     .build()?;
    /// # Ok(()) }
    /// ```
    pub fn reqwest(
        mut self,
        configure: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.reqwest = Some(Box::new(configure));
        self
    }

    /// Sends all requests, including those that open sessions, with a transport other than the default
    /// [`ReqwestTransport`](crate::ReqwestTransport). Settings of [`reqwest`](Self::reqwest) then have no effect.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Adds a layer around the transport, such as a [`Cache`](crate::Cache), a [`RateLimit`](crate::RateLimit), a
    /// [`Cassette`](crate::Cassette) or your own. The first layer is the outermost: it sees each request first and each
    /// response last.
    ///
    /// ```
    /// use std::time::Duration;
    /// use gatewright_runtime::{Cache, Client, RateLimit};
    ///
    /// // Responses from the cache do not count towards the rate limit, since the cache is outside of it.
    /// let client = Client::builder("https://gateway.example", "key")
    ///     .layer(Cache::new(Duration::from_secs(300)))
    ///     .layer(RateLimit::per_second(5))
    ///     .build()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn layer(mut self, layer: impl Layer + 'static) -> Self {
        self.layers.push(Box::new(layer));
        self
    }
}
