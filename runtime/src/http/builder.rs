//! Builder of clients.

mod network;
mod options;

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use reqwest::header::{HeaderName, HeaderValue};

use crate::http::address::{self, PlainHttp};
use crate::http::client::Inner;
use crate::http::hooks::Hooks;
use crate::http::in_flight::InFlight;
use crate::http::internal::FilePolicy;
#[cfg(feature = "record")]
use crate::http::record::{ClientRecorder, Recorder};
use crate::http::retry::Tokens;
use crate::http::secret::{Secret, authorization};
use crate::http::tables::{BuildClient, ClientTables};
use crate::http::transport::{Configure, stack};
use crate::{
    Attempt, Client, Error, HttpRequest, Layer, ModelRecords, OperationSpec, ReqwestTransport, Result, Service,
    Settings, Transport, Units, Usd,
};
use options::Options;

/// Builder of a client. `C` is the type of the client: the runtime's own or a generated one.
///
/// ```
/// use gatewright_runtime::{Client, Usd};
///
/// let client = Client::builder("https://gateway.example", "key")
///     .dash_url("https://dash.gateway.example")
///     .budget(Usd::dollars(5))
///     .settings(|it| it.max_attempts = 2)
///     .build()?;
/// # Ok::<(), gatewright_runtime::Error>(())
/// ```
#[must_use = "a builder does nothing until you call `build`"]
pub struct ClientBuilder<C = Client> {
    service: &'static Service,
    base_url: String,
    dash_url: Option<String>,
    authorization: Result<HeaderValue>,
    settings: Settings,
    max_in_flight: usize,
    budget: Option<Usd>,
    allow_unknown_prices: bool,
    allow_internal: bool,
    plain_http: PlainHttp,
    platform_keys: BTreeMap<String, String>,
    operations: Vec<&'static [&'static OperationSpec]>,
    pub(super) hooks: Hooks,
    models: Option<&'static ModelRecords>,
    units: Units,
    reqwest: Option<Configure>,
    transport: Option<Arc<dyn Transport>>,
    layers: Vec<Box<dyn Layer>>,
    options: Options,
    makes: PhantomData<fn() -> C>,
}

impl ClientBuilder {
    /// Creates a builder for a gateway that you describe, without generated operations and models.
    ///
    /// ```
    /// use gatewright_runtime::{Client, ClientBuilder, Service};
    ///
    /// static GATEWAY: Service = Service { key_header: "x-api-key", key_scheme: "", ..Service::EMPTY };
    /// let client: Client = ClientBuilder::for_service(&GATEWAY, "https://gateway.example", "key").build()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn for_service(service: &'static Service, base_url: &str, key: &str) -> Self {
        Self::with_tables(ClientTables::of_service(service), base_url, key)
    }
}

impl<C: BuildClient> ClientBuilder<C> {
    /// Creates a builder from the base URL of the gateway, such as `https://gateway.example`, and the key.
    pub fn new(base_url: &str, key: &str) -> Self {
        Self::with_tables(C::tables(), base_url, key)
    }

    /// Creates a builder from the [environment variables](Service::environment) of the gateway. The dashboard URL is
    /// optional. With the feature `record`, so is a folder to record the shapes of responses to; without it, the client logs a warning
    /// if that variable is set.
    pub fn from_env() -> Result<Self> {
        let variable = |name: &str| {
            let problem = |_| Error::Config(format!("cannot read the environment variable `{name}`; help: set it"));
            std::env::var(name).map_err(problem)
        };
        let tables = C::tables();
        let names = tables.service.environment;
        let builder = Self::with_tables(tables, &variable(names.base_url)?, &variable(names.key)?);
        // An empty variable counts as unset, as in a shell.
        let set = |name| variable(name).ok().filter(|it| !it.is_empty());
        let builder = match set(names.dash_url) {
            Some(url) => builder.dash_url(&url),
            None => builder,
        };
        #[cfg(feature = "record")]
        let builder = match set(names.record) {
            Some(folder) => builder.record(folder),
            None => builder,
        };
        #[cfg(not(feature = "record"))]
        if set(names.record).is_some() {
            tracing::warn!(variable = names.record, "nothing is recorded; help: enable the feature `record`");
        }
        Ok(builder)
    }
}

impl<C: From<Client>> ClientBuilder<C> {
    pub(crate) fn with_tables(tables: ClientTables, base_url: &str, key: &str) -> Self {
        let ClientTables { service, operations, models, units } = tables;
        Self {
            service,
            base_url: base_url.to_owned(),
            dash_url: None,
            authorization: authorization(service.key_scheme, key),
            settings: Settings::default(),
            max_in_flight: InFlight::DEFAULT,
            budget: None,
            allow_unknown_prices: false,
            allow_internal: false,
            plain_http: PlainHttp::Loopback,
            platform_keys: BTreeMap::new(),
            operations,
            hooks: Hooks::default(),
            models,
            units,
            reqwest: None,
            transport: None,
            layers: Vec::new(),
            options: Options::default(),
            makes: PhantomData,
        }
    }

    /// Sets the dashboard URL, which serves the live catalog. The client fetches the catalog without the key.
    pub fn dash_url(mut self, url: &str) -> Self {
        self.dash_url = Some(url.to_owned());
        self
    }

    /// Changes timeouts, size limits, retries and headers.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// Sets the maximum number of calls in flight for this client and all its clones. Default: 200.
    ///
    /// Further calls wait until one ends. A call waits at most as long as [`Settings::deadline`] allows, then fails with
    /// [`Error::Timeout`]. The waiting time does not count towards the deadline of the call
    /// itself, which begins when the call starts. A stream or download is in flight until it ends or is
    /// dropped; realtime sessions do not count towards the limit. Each call in flight needs a socket, so keep the limit below the number of files
    /// that the program may open (`ulimit -n`).
    pub fn max_in_flight(mut self, limit: usize) -> Self {
        self.max_in_flight = limit;
        self
    }

    /// Sets the budget of the client and all its clones. The client does not send a call whose reserved cost exceeds
    /// the remaining budget.
    pub fn budget(mut self, limit: Usd) -> Self {
        self.budget = Some(limit);
        self
    }

    /// Allows calls with an unknown price as long as any budget is left. Their cost is counted once it is known, if it
    /// ever is.
    pub fn allow_unknown_prices(mut self) -> Self {
        self.allow_unknown_prices = true;
        self
    }

    /// Allows downloads of files from loopback, private and link-local addresses.
    ///
    /// URLs of files and images come from the gateway. By default, the client downloads only from public addresses and
    /// from the host of the base URL, so that a gateway cannot make it fetch from your network. If the host of
    /// the base URL is itself an internal IP address or `localhost`, addresses of that kind are allowed, too: for a base URL
    /// with `10.0.0.5`, all private addresses. Even then, metadata services of
    /// cloud providers stay blocked unless you call this function.
    ///
    /// The client cannot check addresses behind a proxy or in a custom [`Transport`]: those must block internal addresses
    /// themselves.
    pub fn allow_internal_addresses(mut self) -> Self {
        self.allow_internal = true;
        self
    }

    /// Allows plain `http://` URLs of hosts other than this machine, such as a gateway in the same docker-compose network.
    ///
    /// Anyone on the network path can then read the key and the responses. Such requests, including those for files and
    /// the live catalog, never go through a proxy.
    pub fn allow_insecure_http(mut self) -> Self {
        self.plain_http = PlainHttp::Anywhere;
        self
    }

    /// Sets the current platform key (the platform's name in URLs, not an API key), if it differs from the generated
    /// one.
    pub fn platform_key(mut self, generated: &str, live: &str) -> Self {
        self.platform_keys.insert(generated.to_owned(), live.to_owned());
        self
    }

    /// Adds a hook that runs before each attempt of a call that needs the key, for instance to add a header. The hook
    /// does not see the key. It runs for sessions, too. It does not run for files and the catalog, which need no key and
    /// may be on any host.
    pub fn before_attempt(mut self, hook: impl Fn(&mut HttpRequest) + Send + Sync + 'static) -> Self {
        self.hooks.add_before(Box::new(hook));
        self
    }

    /// Adds a hook that runs after each attempt.
    pub fn after_attempt(mut self, hook: impl Fn(&Attempt<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.add_after(Box::new(hook));
        self
    }

    /// Sets the prices behind numbers without a unit in model records.
    ///
    /// Some records state a price only as such a number, for example a `model_ratio` of 1.5, and the service's documentation
    /// does not say what a `model_ratio` of 1 costs. Without this setting, these prices are unknown.
    ///
    /// The setting replaces all units. Start with `models::units()` of the generated client, which has the units of published
    /// prices: a published price whose unit is missing is unknown.
    pub fn units(mut self, units: Units) -> Self {
        self.units = units;
        self
    }

    /// Creates the client. Returns an error if a setting is invalid.
    pub fn build(self) -> Result<C> {
        let service = self.service;
        let parse = |what: &str, url: &str| address::parse(what, url, service.path_prefix, self.plain_http);
        let base_url = parse("base URL", &self.base_url)?;
        let authorization = self.authorization?;
        let key_header = HeaderName::from_bytes(service.key_header.as_bytes())
            .map_err(|_| Error::Config(format!("`{}` is not a valid header name", service.key_header)))?;
        self.settings.headers.problem(&key_header).map_or(Ok(()), |it| Err(Error::Config(it)))?;
        let dash_url = self.dash_url.map(|url| parse("dashboard URL", &url)).transpose()?;
        let file_policy = FilePolicy::new(&base_url, self.allow_internal);
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(ReqwestTransport::create(self.reqwest, base_url.scheme() == "http")?),
        };
        let transport = stack(transport, &self.layers);
        let secret = Arc::new(secret(&authorization, service.key_scheme));
        secret.register();
        #[cfg(feature = "record")]
        let recorder =
            self.options.recordings.clone().map(|folder| ClientRecorder::new(Recorder::new(folder, secret.clone())));
        let inner = Inner {
            transport,
            file_policy,
            plain_http: self.plain_http,
            base_url,
            dash_url,
            secret,
            service,
            key_header,
            authorization,
            model_settings: self.settings.of_models(),
            settings: self.settings,
            in_flight: InFlight::new(self.max_in_flight),
            ledger: Arc::new(self.options.ledger(self.budget, self.allow_unknown_prices)?),
            tokens: Tokens::full(self.options.retry_bucket),
            #[cfg(feature = "record")]
            recorder,
            platform_keys: self.platform_keys,
            operations: self.operations,
            hooks: self.hooks,
            models: self.models,
            units: self.units,
        };
        Ok(C::from(Client::of(inner)))
    }
}

impl<C> fmt::Debug for ClientBuilder<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Omits the base URL, too, which has not been checked for credentials yet.
        f.debug_struct("ClientBuilder").finish_non_exhaustive()
    }
}

/// Returns the key of a header, to hide it in foreign text.
fn secret(authorization: &HeaderValue, scheme: &str) -> Secret {
    let header = std::str::from_utf8(authorization.as_bytes()).unwrap_or_default();
    Secret::new(header.strip_prefix(scheme).map_or(header, str::trim_start))
}
