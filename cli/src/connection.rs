//! Connection to the gateway: base URL, key and client.

use std::path::PathBuf;

use clap::ArgMatches;
use gatewright_client::reqwest::{Certificate, Proxy};
use gatewright_client::{BudgetFile, Client, ClientBuilder, SERVICE, Usd, visible, without_key};

use crate::exit::Failure;
use crate::hidden::record_key;
use crate::key::{self, Key};
use crate::settings::{BASE_URL, Settings};

/// Base URL and key.
pub(crate) struct Connection {
    base_url: String,
    key: Key,
}

impl Connection {
    /// Finds base URL and key.
    pub(crate) fn read(matches: &ArgMatches, settings: &Settings) -> Result<Self, Failure> {
        let key = key::find(matches, settings)?;
        let name = SERVICE.environment.base_url;
        let problem = || {
            let help = format!("set the variable `{name}`, or use `--{BASE_URL}`");
            Failure::refused(format!("cannot find the base URL of the gateway; help: {help}"))
        };
        Ok(Self { base_url: settings.base_url.clone().ok_or_else(problem)?, key })
    }

    /// Creates a connection for requests that are sent without the key.
    pub(crate) fn without_key(settings: &Settings) -> Self {
        let key = Key { secret: "none".to_owned(), source: "none".to_owned() };
        Self { base_url: settings.base_url.clone().unwrap_or_else(|| "https://localhost".to_owned()), key }
    }

    /// Source of the key, in words.
    pub(crate) fn key_source(&self) -> &str {
        &self.key.source
    }

    /// Base URL.
    pub(crate) fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Creates a client that writes receipts and keeps the spending limits.
    pub(crate) fn client(
        &self,
        settings: &Settings,
        max: Option<Usd>,
        output: Option<&PathBuf>,
    ) -> Result<Client, Failure> {
        record_key(&self.key.secret);
        output.map_or(Ok(()), |it| settings.check_output(it))?;
        let receipts = settings.create_receipts()?;
        let file = match settings.daily_budget {
            Some(limit) => BudgetFile::new(receipts, limit).per_day(),
            None => BudgetFile::without_limit(receipts),
        };
        // Receipts are never replaced by sums.
        let file = file.max_size(u64::MAX);
        let name = |path: &PathBuf| without_key(&path.to_string_lossy(), &self.key.secret);
        let file = output.into_iter().fold(file, |file, it| file.output(name(it)));
        let builder = self.builder(settings)?.budget_file(file);
        let builder = max.into_iter().fold(builder, |builder, it| builder.budget(it));
        Ok(builder.build()?)
    }

    /// Creates the builder of a client with the settings of the network.
    pub(crate) fn builder(&self, settings: &Settings) -> Result<ClientBuilder<Client>, Failure> {
        let builder = Client::builder(&self.base_url, &self.key.secret);
        let builder = if settings.allow_insecure_http { builder.allow_insecure_http() } else { builder };
        let builder = settings.dash_url.iter().fold(builder, |builder, it| builder.dash_url(it));
        let proxy = settings.proxy.as_deref().map(read_proxy).transpose()?;
        let certificates = settings.ca_file.as_ref().map(read_certificates).transpose()?;
        Ok(builder.reqwest(move |it| {
            let it = proxy.iter().cloned().fold(it, |it, proxy| it.proxy(proxy));
            certificates.iter().cloned().fold(it, |it, all| it.tls_certs_merge(all))
        }))
    }
}

fn read_proxy(url: &str) -> Result<Proxy, Failure> {
    // The URL can contain a password, so that the message does not repeat it.
    Proxy::https(url)
        .map_err(|_| Failure::refused("cannot use the proxy: expected a URL such as http://proxy.example:3128"))
}

fn read_certificates(path: &PathBuf) -> Result<Vec<Certificate>, Failure> {
    let shown = visible(&path.to_string_lossy()).into_owned();
    let problem =
        |why: &dyn std::fmt::Display| Failure::refused(format!("cannot read the certificates `{shown}`: {why}"));
    let text = std::fs::read(path).map_err(|it| problem(&it))?;
    let certificates = Certificate::from_pem_bundle(&text).map_err(|it| problem(&it))?;
    if certificates.is_empty() {
        return Err(problem(&"it contains none in PEM format"));
    }
    Ok(certificates)
}
