//! Builder of clients.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use reqwest::header::{HeaderName, HeaderValue};

use crate::http::address;
use crate::http::client::Inner;
use crate::http::hooks::Hooks;
use crate::http::internal::FilePolicy;
use crate::http::retry::Tokens;
use crate::http::secret::Secret;
use crate::http::spending::Ledger;
use crate::http::transport::{Configure, Reqwest};
use crate::{
    Attempt, Client, Error, HttpRequest, ModelRecords, OperationSpec, Result, Service, Settings, Transport, Units, Usd,
};

/// Builder of a client. `C` is the type of the client: the runtime's own or a generated one.
///
/// ```
/// use gatewright_runtime::{Client, Usd};
///
/// let client = Client::builder("https://gateway.example", "key")
///     .dash_url("https://dash.gateway.example")
///     .budget(Usd::micros(5_000_000))
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
    budget: Option<Usd>,
    allow_unknown_prices: bool,
    allow_internal: bool,
    platform_keys: BTreeMap<String, String>,
    operations: Vec<&'static [&'static OperationSpec]>,
    hooks: Hooks,
    models: Option<&'static ModelRecords>,
    units: Units,
    reqwest: Option<Configure>,
    transport: Option<Arc<dyn Transport>>,
    makes: PhantomData<fn() -> C>,
}

impl<C: From<Client>> ClientBuilder<C> {
    /// Creates a builder for a gateway from its base URL, such as `https://gateway.example`, and the key.
    pub fn new(service: &'static Service, base_url: &str, key: &str) -> Self {
        Self {
            service,
            base_url: base_url.to_owned(),
            dash_url: None,
            authorization: authorization(service.key_scheme, key),
            settings: Settings::default(),
            budget: None,
            allow_unknown_prices: false,
            allow_internal: false,
            platform_keys: BTreeMap::new(),
            operations: Vec::new(),
            hooks: Hooks::default(),
            models: None,
            units: Units::default(),
            reqwest: None,
            transport: None,
            makes: PhantomData,
        }
    }

    /// Creates a builder from the [environment variables](Service::environment) of a gateway. The dashboard URL is
    /// optional.
    pub fn from_env(service: &'static Service) -> Result<Self> {
        let variable = |name: &str| {
            let problem = |_| Error::Config(format!("cannot read the environment variable `{name}`; help: set it"));
            std::env::var(name).map_err(problem)
        };
        let names = service.environment;
        let builder = Self::new(service, &variable(names.base_url)?, &variable(names.key)?);
        // An empty variable counts as unset, as in a shell.
        Ok(match variable(names.dash_url) {
            Ok(url) if !url.is_empty() => builder.dash_url(&url),
            _ => builder,
        })
    }

    /// Sets the dashboard URL, which serves the live catalog. The client fetches the catalog without the key.
    pub fn dash_url(mut self, url: &str) -> Self {
        self.dash_url = Some(url.to_owned());
        self
    }

    /// Changes timeouts, size limits and retries.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// Sets the budget of the client and all its clones. The client does not send a call that could exceed it.
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
    /// URLs of files and images come from the gateway. By default the client connects only to public addresses and to
    /// those in the range of the base URL, so that a gateway cannot make it fetch from your network. If requests go
    /// through a proxy, the proxy resolves names and must do this check.
    pub fn allow_internal_addresses(mut self) -> Self {
        self.allow_internal = true;
        self
    }

    /// Sets the live key of a platform, if it differs from the key that the client was generated with.
    pub fn platform_key(mut self, generated: &str, live: &str) -> Self {
        self.platform_keys.insert(generated.to_owned(), live.to_owned());
        self
    }

    /// Changes settings of the underlying HTTP client, such as a proxy or another root certificate. The client applies
    /// its own settings afterwards, so that it never follows a redirect and never sends the key unencrypted.
    ///
    /// ```
    /// let client = gatewright_runtime::Client::builder("https://gateway.example", "key")
    ///     .reqwest(|it| it.user_agent("my-service/1.0"))
    ///     .build()?;
    /// # Ok::<(), gatewright_runtime::Error>(())
    /// ```
    pub fn reqwest(
        mut self,
        configure: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.reqwest = Some(Box::new(configure));
        self
    }

    /// Sends requests with another transport than reqwest.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Adds a hook that runs before each attempt of a call that needs the key, for instance to add a header. The hook
    /// does not see the key. It does not run for files and the catalog, which need no key and may be on any host.
    pub fn before_attempt(mut self, hook: impl Fn(&mut HttpRequest) + Send + Sync + 'static) -> Self {
        self.hooks.add_before(Box::new(hook));
        self
    }

    /// Adds a hook that runs after each attempt.
    pub fn after_attempt(mut self, hook: impl Fn(&Attempt<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.add_after(Box::new(hook));
        self
    }

    /// Adds operations that the client was generated with. Generated clients call this.
    pub fn operations(mut self, operations: &[&'static [&'static OperationSpec]]) -> Self {
        self.operations.extend(operations);
        self
    }

    /// Sets the models that the client was generated with, and the units of their numbers. Generated clients call this.
    pub fn models(mut self, records: &'static ModelRecords, units: Units) -> Self {
        self.models = Some(records);
        self.units = units;
        self
    }

    /// Sets the units of the numbers in model records, where the documents do not name them. Without units, prices are
    /// unknown.
    pub fn units(mut self, units: Units) -> Self {
        self.units = units;
        self
    }

    /// Creates the client. Returns an error if a setting is not valid.
    pub fn build(self) -> Result<C> {
        let service = self.service;
        let parse = |what: &str, url: &str| address::parse(what, url, service.path_prefix);
        let base_url = parse("base URL", &self.base_url)?;
        let authorization = self.authorization?;
        let key_header = HeaderName::from_bytes(service.key_header.as_bytes())
            .map_err(|_| Error::Config(format!("`{}` is not a valid header name", service.key_header)))?;
        let dash_url = self.dash_url.map(|url| parse("dashboard URL", &url)).transpose()?;
        let (is_custom, file_policy) = (self.transport.is_some(), FilePolicy::new(&base_url, self.allow_internal));
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(Reqwest::new(&base_url, self.reqwest.as_ref(), |it| it)?),
        };
        let inner = Inner {
            transport,
            is_custom,
            file_policy,
            files: std::sync::OnceLock::new(),
            base_url,
            dash_url,
            secret: secret(&authorization, service.key_scheme),
            service,
            key_header,
            authorization,
            model_settings: self.settings.of_models(),
            settings: self.settings,
            ledger: Arc::new(Ledger::new(self.budget, self.allow_unknown_prices)),
            tokens: Tokens::full(),
            platform_keys: self.platform_keys,
            operations: self.operations,
            hooks: self.hooks,
            models: self.models,
            units: self.units,
            configure: self.reqwest,
            #[cfg(feature = "realtime")]
            sockets: std::sync::OnceLock::new(),
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

/// Returns the header value with the key, marked as sensitive. The key is stored nowhere else.
fn authorization(scheme: &str, key: &str) -> Result<HeaderValue> {
    // A trailing line break or space is a typing mistake, and never part of a key.
    let key = key.trim();
    if key.is_empty() {
        return Err(Error::Config("the key is empty".into()));
    }
    if let Some((first, _)) = key.split_once(' ')
        && first.eq_ignore_ascii_case(scheme)
    {
        return Err(Error::Config(format!("the key begins with `{scheme}`; help: remove it, the client adds it")));
    }
    let text = if scheme.is_empty() { key.to_owned() } else { format!("{scheme} {key}") };
    let mut value = HeaderValue::from_str(&text)
        .map_err(|_| Error::Config("the key contains characters that are not allowed in a header".into()))?;
    value.set_sensitive(true);
    Ok(value)
}
