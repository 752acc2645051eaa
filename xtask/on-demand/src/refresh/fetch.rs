//! Fetches the catalogs: over HTTPS within limits, or from files.

use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use gatewright::{Specs, files, without_key};
use ureq::http::Uri;

use super::lock::Lock;
use super::sources::{Limits, Source, Sources};
use xtask::paths;
use xtask::progress::Progress;

/// Fetched file.
pub(super) struct Fetched {
    pub(super) bytes: Vec<u8>,
    /// ETag that the server sent.
    pub(super) etag: Option<String>,
}

/// Fetched catalog that differs from its snapshot.
pub(super) struct FetchedCatalog {
    pub(super) path: &'static str,
    pub(super) source: Source,
    pub(super) fetched: Fetched,
}

/// Fetches all catalogs. Returns those that differ from their snapshots, and the lock file to write if no change is
/// relevant.
pub(super) fn all(specs: &Specs, folder: &Path, sources: &Sources, lock: &Lock) -> Result<(Vec<FetchedCatalog>, Lock)> {
    let wanted = [(Specs::SOCIAL, &sources.social), (Specs::MODELS, &sources.models)];
    if wanted.iter().all(|(_, source)| source.is_none()) {
        bail!(
            "unknown source of the catalogs\n\
             help: pass --social URL|FILE or --models URL|FILE, or fill in {}",
            paths::display(&folder.join("sources.toml"))
        );
    }
    let (mut arrived, mut tags) = (Vec::new(), lock.clone());
    for (path, source) in wanted {
        let Some(source) = source else { continue };
        let progress = Progress::new(&format!("fetching {source}"));
        let snapshot = specs.files.get(path).map(Vec::as_slice);
        let key = match (path, source, &sources.models_key) {
            (Specs::MODELS, Source::Url(_), Some(name)) => {
                Some(std::env::var(name).with_context(|| format!("cannot read the environment variable `{name}`"))?)
            }
            _ => None,
        };
        let fetched = fetch(source, lock.etag(path, source, snapshot), key.as_deref(), sources.limits)?;
        drop(progress);
        let Some(fetched) = fetched else { continue };
        if let Some(snapshot) = snapshot {
            tags.set(path, source, snapshot, fetched.etag.as_deref());
        }
        if Some(fetched.bytes.as_slice()) != snapshot {
            arrived.push(FetchedCatalog { path, source: source.clone(), fetched });
        }
    }
    Ok((arrived, tags))
}

/// Maximum number of redirects.
const MAX_REDIRECTS: usize = 3;

/// Returns the catalog; `None` if the server reports that its ETag is unchanged.
fn fetch(source: &Source, etag: Option<&str>, key: Option<&str>, limits: Limits) -> Result<Option<Fetched>> {
    match source {
        Source::File(path) => {
            let bytes = files::read(path, limits.max_bytes).map_err(|error| {
                let help = if error.kind() == io::ErrorKind::FileTooLarge {
                    format!("\nhelp: {RAISE}")
                } else {
                    String::new()
                };
                anyhow::anyhow!("cannot read {}: {error}{help}", path.display())
            })?;
            Ok(Some(Fetched { bytes, etag: None }))
        }
        Source::Url(url) => {
            let fetched = get(url, etag, key, limits).map_err(|error| without_key_in(error, key));
            fetched.with_context(|| format!("cannot fetch {source}"))
        }
    }
}

const RAISE: &str = "if the size is correct, raise `limits.max_bytes` in sources.toml";

fn get(url: &str, etag: Option<&str>, key: Option<&str>, limits: Limits) -> Result<Option<Fetched>> {
    let first: Uri = url.parse().context("invalid URL")?;
    let mut uri = first.clone();
    for _ in 0..=MAX_REDIRECTS {
        let local = check(&uri)?;
        let mut config = ureq::Agent::config_builder()
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(concat!("gatewright/", env!("CARGO_PKG_VERSION")))
            .timeout_connect(Some(Duration::from_secs(10)))
            .timeout_global(Some(limits.timeout));
        if local {
            config = config.proxy(None);
        }
        let mut request = ureq::Agent::from(config.build()).get(&uri).header("accept", "application/json");
        if let Some(etag) = etag {
            request = request.header("if-none-match", etag);
        }
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let mut response = request.call()?;
        let header = |name: &str| response.headers().get(name).and_then(|it| it.to_str().ok()).map(str::to_owned);
        match response.status().as_u16() {
            200 => {
                // The lock file keeps the ETag.
                let etag = header("etag").filter(|it| key.is_none_or(|key| without_key(it, key) == *it));
                let mut bytes = Vec::new();
                // The reader decompresses, so the limit applies to the decompressed size.
                let body = response.body_mut().with_config().limit(u64::MAX).reader();
                body.take(limits.max_bytes + 1).read_to_end(&mut bytes).context("the response was interrupted")?;
                if bytes.len() as u64 > limits.max_bytes {
                    bail!("the catalog is larger than {} bytes\nhelp: {RAISE}", limits.max_bytes);
                }
                return Ok(Some(Fetched { bytes, etag }));
            }
            304 if etag.is_some() => return Ok(None),
            301 | 302 | 307 | 308 => {
                let location = header("location").context("the server redirects without a `Location` header")?;
                uri = follow(&uri, &location)?;
                if uri.host() != first.host() || uri.port_u16() != first.port_u16() {
                    bail!(
                        "the server redirects to another host, `{}`\nhelp: if that is correct, pass the new URL",
                        uri.host().unwrap_or_default()
                    );
                }
            }
            status => bail!("unexpected status {status}\nhelp: check the URL, and whether it requires a key"),
        }
    }
    bail!("the server redirects more than {MAX_REDIRECTS} times")
}

/// Checks the scheme of a URL. Returns true if it is on this machine, where plain HTTP is allowed.
fn check(uri: &Uri) -> Result<bool> {
    let host = uri.host().unwrap_or_default();
    if uri.authority().is_some_and(|it| it.as_str().contains('@')) {
        bail!("the URL contains credentials\nhelp: name an environment variable in sources.toml (`models.key_from`)");
    }
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    let local = host == "localhost" || address.is_ok_and(|it| it.is_loopback());
    match uri.scheme_str() {
        Some("https") => Ok(local),
        Some("http") if local => Ok(true),
        _ => bail!("the URL must use https; plain http is only allowed to this machine"),
    }
}

/// Returns the target of a redirect: a URL, or another path of the same host.
fn follow(from: &Uri, location: &str) -> Result<Uri> {
    let text = if location.contains("://") {
        location.to_owned()
    } else if location.starts_with('/') && !location.starts_with("//") {
        let (scheme, host) = (from.scheme_str().unwrap_or("https"), from.authority().map_or("", |it| it.as_str()));
        format!("{scheme}://{host}{location}")
    } else {
        bail!("invalid redirect to `{location}`");
    };
    text.parse().with_context(|| format!("invalid redirect to `{location}`"))
}

/// Returns an error without the key, which it may quote from the request or from a response that repeats the key.
fn without_key_in(error: anyhow::Error, key: Option<&str>) -> anyhow::Error {
    let text = format!("{error:#}");
    match key.map(|key| without_key(&text, key)) {
        Some(hidden) if hidden != text => anyhow::anyhow!(hidden),
        _ => error,
    }
}
