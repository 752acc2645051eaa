//! A client in the making.

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
use crate::http::spending::Books;
use crate::http::transport::{Configure, Reqwest};
use crate::{
    Attempt, Client, Error, HttpRequest, ModelRecords, OperationSpec, Result, Service, Settings, Transport, Units, Usd,
};

/// Everything that can be set for a client. `C` is the client it makes: the runtime's own or a generated one.
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
#[must_use = "a builder makes a client when it is told to `build`"]
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
    /// A builder for a gateway, with its base URL, such as `https://gateway.example`, and the key.
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

    /// A builder from the [environment variables](Service::environment) of a gateway. The dashboard URL is optional.
    pub fn from_env(service: &'static Service) -> Result<Self> {
        let variable =
            |name: &str| std::env::var(name).map_err(|_| Error::Config(format!("set the environment variable {name}")));
        let names = service.environment;
        let builder = Self::new(service, &variable(names.base_url)?, &variable(names.key)?);
        // An empty one is how a shell takes a variable back.
        Ok(match variable(names.dash_url) {
            Ok(url) if !url.is_empty() => builder.dash_url(&url),
            _ => builder,
        })
    }

    /// Where the live catalog is; it is asked without the key.
    pub fn dash_url(mut self, url: &str) -> Self {
        self.dash_url = Some(url.to_owned());
        self
    }

    /// Changes time limits, size limits and retries.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// The most that the client and all its clones may spend. A call that could pass it is not sent.
    pub fn budget(mut self, most: Usd) -> Self {
        self.budget = Some(most);
        self
    }

    /// Lets calls of unknown price pass as long as the budget has anything left. What they cost is counted once it is
    /// known, if ever it is.
    pub fn allow_unknown_prices(mut self) -> Self {
        self.allow_unknown_prices = true;
        self
    }

    /// Lets files be fetched from loopback, private and link-local addresses.
    ///
    /// URLs of files and images come from the gateway. By default the client connects only to public addresses and to
    /// those in the range of the base URL, so that a gateway cannot make it fetch from your network. If requests go
    /// through a proxy, the proxy resolves names and has to do this check.
    pub fn allow_internal_addresses(mut self) -> Self {
        self.allow_internal = true;
        self
    }

    /// Calls a platform by another key than the one it was generated with.
    pub fn platform_key(mut self, generated: &str, live: &str) -> Self {
        self.platform_keys.insert(generated.to_owned(), live.to_owned());
        self
    }

    /// Settings of the HTTP client below, such as a proxy or another root certificate. Ours are applied after
    /// them, so that no redirect is followed and no key travels in the clear.
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

    /// Sends requests over something else than reqwest.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Called before each attempt of a call that needs the key, without the key: to add a header, for instance. What
    /// needs none, a file or the catalog, may be anywhere, and is not shown to it.
    pub fn before_attempt(mut self, hook: impl Fn(&mut HttpRequest) + Send + Sync + 'static) -> Self {
        self.hooks.add_before(Box::new(hook));
        self
    }

    /// Called after each attempt.
    pub fn after_attempt(mut self, hook: impl Fn(&Attempt<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.add_after(Box::new(hook));
        self
    }

    /// Operations that a client was generated with, besides those that were given before. Generated clients call this.
    pub fn operations(mut self, operations: &[&'static [&'static OperationSpec]]) -> Self {
        self.operations.extend(operations);
        self
    }

    /// The models that a client was generated with, and what their numbers stand for. Generated clients call this.
    pub fn models(mut self, records: &'static ModelRecords, units: Units) -> Self {
        self.models = Some(records);
        self.units = units;
        self
    }

    /// What the numbers of model records stand for, where the documents do not say: prices are unknown without it.
    pub fn units(mut self, units: Units) -> Self {
        self.units = units;
        self
    }

    /// The client, if the settings make sense.
    pub fn build(self) -> Result<C> {
        let service = self.service;
        let parse = |what: &str, url: &str| address::parse(what, url, service.path_prefix);
        let base_url = parse("base URL", &self.base_url)?;
        let authorization = self.authorization?;
        let key_header = HeaderName::from_bytes(service.key_header.as_bytes())
            .map_err(|_| Error::Config(format!("`{}` cannot be the name of a header", service.key_header)))?;
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
            books: Arc::new(Books::new(self.budget, self.allow_unknown_prices)),
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
        // Not even the base URL, which nobody has checked yet for credentials.
        f.debug_struct("ClientBuilder").finish_non_exhaustive()
    }
}

/// The key in its header, to be hidden in foreign text.
fn secret(authorization: &HeaderValue, scheme: &str) -> Secret {
    let header = std::str::from_utf8(authorization.as_bytes()).unwrap_or_default();
    Secret::new(header.strip_prefix(scheme).map_or(header, str::trim_start))
}

/// The header that carries the key, marked as sensitive: the key is kept nowhere else.
fn authorization(scheme: &str, key: &str) -> Result<HeaderValue> {
    // A line's end or a space behind it is a slip of the pen, and no part of any key.
    let key = key.trim();
    if key.is_empty() {
        return Err(Error::Config("the key is empty".into()));
    }
    if let Some((first, _)) = key.split_once(' ')
        && first.eq_ignore_ascii_case(scheme)
    {
        return Err(Error::Config(format!("give the key alone: the client adds `{scheme}` itself")));
    }
    let text = if scheme.is_empty() { key.to_owned() } else { format!("{scheme} {key}") };
    let mut value = HeaderValue::from_str(&text)
        .map_err(|_| Error::Config("the key holds characters that no header can carry".into()))?;
    value.set_sensitive(true);
    Ok(value)
}
