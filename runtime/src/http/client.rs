//! Client with one connection pool, one base URL, one key and one record of its spending.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};

use crate::http::address;
use crate::http::exchange::{self, OutgoingRequest, Settlement, Terms};
use crate::http::hooks::Hooks;
use crate::http::in_flight::InFlight;
use crate::http::internal::FilePolicy;
use crate::http::retry::Tokens;
use crate::http::secret::Secret;
use crate::http::spending::Ledger;
use crate::{
    Billing, Call, ClientBuilder, Error, HttpRequest, ModelRecords, OperationSpec, Response, Result, Service, Settings,
    Spent, Transport, Units, Usd,
};

/// Client of a gateway, with its base URL, key and settings. Cheap to clone; clones share one connection pool, one
/// budget and one limit on retries.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
    /// Record of its spending: that of all clones, or of a part of them.
    ledger: Arc<Ledger>,
}

pub(crate) struct Inner {
    /// Transport of the caller, or reqwest, with all layers.
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) file_policy: FilePolicy,
    pub(crate) plain_http: address::PlainHttp,
    pub(crate) service: &'static Service,
    pub(crate) base_url: Url,
    pub(crate) dash_url: Option<Url>,
    pub(crate) key_header: HeaderName,
    pub(crate) authorization: HeaderValue,
    pub(crate) secret: Arc<Secret>,
    pub(crate) settings: Settings,
    /// Settings of model calls, and of model calls that return images.
    pub(crate) model_settings: [Settings; 2],
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) in_flight: InFlight,
    pub(crate) tokens: Tokens,
    pub(crate) platform_keys: BTreeMap<String, String>,
    pub(crate) operations: Vec<&'static [&'static OperationSpec]>,
    pub(crate) hooks: Hooks,
    /// Models that the client was generated with.
    pub(crate) models: Option<&'static ModelRecords>,
    pub(crate) units: Units,
    #[cfg(feature = "record")]
    pub(crate) recorder: Option<crate::http::record::ClientRecorder>,
}

impl Inner {
    /// Returns the initial settings of an operation's calls.
    pub(crate) fn settings_of(&self, spec: &OperationSpec) -> &Settings {
        let [model, image] = &self.model_settings;
        match (spec.model, spec.billing) {
            (None, _) => &self.settings,
            (_, Billing::Images) => image,
            _ => model,
        }
    }
}

impl Client {
    /// Creates a client for the gateway at `base_url`, such as `https://gateway.example`. The URL must use `https`, or
    /// plain `http` to this machine.
    ///
    /// This client does not know the gateway's paths and error codes ([`Service::EMPTY`]); generated clients do.
    ///
    /// ```
    /// let client = gatewright_runtime::Client::new("https://gateway.example", "key")?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn new(base_url: &str, key: &str) -> Result<Self> {
        Self::builder(base_url, key).build()
    }

    /// Returns a builder for a client with its own settings.
    pub fn builder(base_url: &str, key: &str) -> ClientBuilder {
        ClientBuilder::new(base_url, key)
    }

    pub(crate) fn of(inner: Inner) -> Self {
        let ledger = inner.ledger.clone();
        Self { inner: Arc::new(inner), ledger }
    }

    /// Base URL.
    pub fn base_url(&self) -> &Url {
        &self.inner.base_url
    }

    /// Returns the spending of this client and all its clones.
    pub fn spent(&self) -> Spent {
        self.ledger.spent()
    }

    /// Returns a client that may spend a part of the budget: `budget`, and at most what is left to this client. Both use
    /// the same connections, and this client's [`spent`](Client::spent) includes the calls of the other.
    ///
    /// ```
    /// use gatewright_runtime::{Client, Usd};
    ///
    /// let client = Client::builder("https://gateway.example", "key").budget(Usd::dollars(5)).build()?;
    /// let job = client.with_budget(Usd::cents(50));
    /// assert_eq!(job.spent(), client.spent());
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn with_budget(&self, budget: Usd) -> Self {
        self.with_part(Some(budget))
    }

    /// Returns a client that records its own spending as a part of this client's.
    pub(crate) fn with_part(&self, budget: Option<Usd>) -> Self {
        Self { inner: self.inner.clone(), ledger: Arc::new(self.ledger.part(budget)) }
    }

    pub(crate) fn ledger(&self) -> &Arc<Ledger> {
        &self.ledger
    }

    /// Creates a call to any platform and capability, including those that are not in the generated client.
    ///
    /// ```no_run
    /// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// let reply = client.social("p21", "search").with("keyword", "tea").send().await?;
    /// # Ok(()) }
    /// ```
    pub fn social(&self, platform: &str, capability: &str) -> Call {
        Call::social(self, platform, capability)
    }

    /// Creates a call to an operation by its id, such as `p2_post` or `chat`, with parameters by name.
    ///
    /// Use it in programs that choose operations at run time. Before it sends anything, the client reports missing
    /// parameters, and unknown ones of data endpoints.
    ///
    /// ```no_run
    /// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// use gatewright_runtime::{Json, serde_json::json};
    ///
    /// let post = client.operation("p2_post")?.with("note_id", "64a1f0c2000000001203a5b7").send().await?;
    /// let messages = json!([{ "role": "user", "content": "What is tea?" }]);
    /// let reply = client.operation("chat")?.model("chat-large").with("messages", messages).send_as::<Json>().await?;
    /// # Ok(()) }
    /// ```
    pub fn operation(&self, id: &str) -> Result<Call> {
        let spec = self.operations().find(|it| it.id == id);
        let spec = spec.ok_or_else(|| {
            Error::Request(format!("unknown operation `{}`; help: check its id and its feature", crate::visible(id)))
        })?;
        Ok(self.operation_of(spec))
    }

    /// Creates a call of an operation that is not in the tables of this client, such as one of a newer catalog. Set parameters by name, as
    /// with [`operation`](Self::operation).
    pub fn operation_of(&self, spec: &'static OperationSpec) -> Call {
        Call::by_name(self, spec)
    }

    /// Returns the operations that this client was generated with and whose features are enabled.
    pub fn operations(&self) -> impl Iterator<Item = &'static OperationSpec> + '_ {
        self.inner.operations.iter().copied().flatten().copied()
    }

    /// Downloads a file from a URL in a response, such as a signed URL. The client never sends the key with it, on any
    /// host, since such a URL contains its own authorization.
    ///
    /// ```no_run
    /// # async fn demo(client: gatewright_runtime::Client) -> gatewright_runtime::Result<()> {
    /// let file = client.download("https://files.example/picture.png?signature=abc").await?;
    /// println!("{} bytes", file.raw.len());
    /// # Ok(()) }
    /// ```
    pub async fn download(&self, url: &str) -> Result<Response<()>> {
        self.fetch(url, &self.inner.settings).await
    }

    pub(crate) async fn fetch(&self, url: &str, settings: &Settings) -> Result<Response<()>> {
        let request = HttpRequest::get(address::file(url, self.inner.plain_http)?);
        let mut outgoing = OutgoingRequest { request: Box::new(request), settings, terms: Terms::File, open: false };
        let ((), reply) = exchange::send(self, &mut outgoing, |_| Ok(((), Settlement::FREE))).await?;
        Ok(reply.into_response((), Some(Usd::ZERO), self))
    }

    /// Description of the gateway.
    pub fn service(&self) -> &'static Service {
        self.inner.service
    }

    /// Returns the key, to hide it in foreign text.
    pub(crate) fn secret(&self) -> &Arc<Secret> {
        &self.inner.secret
    }

    /// Checks that a URL has the origin of the base URL. The client sends the key nowhere else.
    pub(crate) fn check_origin(&self, url: &Url) -> Result<()> {
        // Compares the parts of the origin in place, since this runs for every call.
        let base = &self.inner.base_url;
        let same_port = url.port_or_known_default() == base.port_or_known_default();
        if same_port && url.scheme() == base.scheme() && url.host_str() == base.host_str() {
            return Ok(());
        }
        Err(Error::Request("cannot send the key to another origin than the base URL".into()))
    }

    /// Returns the current key of a platform.
    pub(crate) fn live_key<'a>(&'a self, generated: &'a str) -> &'a str {
        self.inner.platform_keys.get(generated).map_or(generated, String::as_str)
    }

    /// Returns the live key and the capability of a generated path whose platform has another key now.
    pub(crate) fn renamed(&self, path: &'static str) -> Option<[&str; 2]> {
        if self.inner.platform_keys.is_empty() {
            return None;
        }
        let [platform, capability] = self.inner.service.read_data_path(path)?;
        Some([self.inner.platform_keys.get(platform)?, capability])
    }

    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("base_url", &self.inner.base_url.as_str()).finish_non_exhaustive()
    }
}
