//! The catalogs from where they are: over HTTPS within limits, or from a file.

use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use gatewright::{Specs, files};
use ureq::http::Uri;

use super::lock::Lock;
use super::sources::{Limits, Source, Sources};
use xtask::paths;
use xtask::progress::Progress;

/// What came.
pub(super) struct Fetched {
    pub(super) bytes: Vec<u8>,
    /// How the server calls this version of it.
    pub(super) etag: Option<String>,
}

/// A catalog as it came.
pub(super) struct Arrived {
    pub(super) path: &'static str,
    pub(super) source: Source,
    pub(super) fetched: Fetched,
}

/// What came and differs from what is there; and the lock file, should none of it matter.
pub(super) fn all(specs: &Specs, folder: &Path, sources: &Sources, lock: &Lock) -> Result<(Vec<Arrived>, Lock)> {
    let wanted = [(Specs::SOCIAL, &sources.social), (Specs::MODELS, &sources.models)];
    if wanted.iter().all(|(_, source)| source.is_none()) {
        bail!(
            "nobody says where the catalogs are\n\
             help: give --social URL|FILE or --models URL|FILE, or fill in {}",
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
                Some(std::env::var(name).with_context(|| format!("there is no {name} in the environment"))?)
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
            arrived.push(Arrived { path, source: source.clone(), fetched });
        }
    }
    Ok((arrived, tags))
}

/// A host may move a catalog about, but not far.
const MOST_REDIRECTS: usize = 3;

/// The catalog; `None` if the server says that it is the one with this tag.
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
        Source::Url(url) => get(url, etag, key, limits).with_context(|| format!("cannot fetch {source}")),
    }
}

const RAISE: &str = "if that is right, raise `limits.max_bytes` in sources.toml";

fn get(url: &str, etag: Option<&str>, key: Option<&str>, limits: Limits) -> Result<Option<Fetched>> {
    let first: Uri = url.parse().context("this is not a URL")?;
    let mut uri = first.clone();
    for _ in 0..=MOST_REDIRECTS {
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
        // An error may quote what was sent, and what was sent may be a key.
        let mut response = request.call().map_err(|error| anyhow::anyhow!(without(&error.to_string(), key)))?;
        let header = |name: &str| response.headers().get(name).and_then(|it| it.to_str().ok()).map(str::to_owned);
        match response.status().as_u16() {
            200 => {
                let etag = header("etag");
                let mut bytes = Vec::new();
                // Decompressed as it comes, so that this is what is counted.
                let body = response.body_mut().with_config().limit(u64::MAX).reader();
                body.take(limits.max_bytes + 1).read_to_end(&mut bytes).context("the catalog broke off")?;
                if bytes.len() as u64 > limits.max_bytes {
                    bail!("it is larger than {} bytes\nhelp: {RAISE}", limits.max_bytes);
                }
                return Ok(Some(Fetched { bytes, etag }));
            }
            304 if etag.is_some() => return Ok(None),
            301 | 302 | 307 | 308 => {
                let location = header("location").context("it leads elsewhere without saying where")?;
                uri = follow(&uri, &location)?;
                if uri.host() != first.host() || uri.port_u16() != first.port_u16() {
                    bail!(
                        "it leads to another host, {}\nhelp: if that is right, give that address",
                        uri.host().unwrap_or_default()
                    );
                }
            }
            status => bail!("the answer is {status}, not 200\nhelp: look at the address, and whether it needs a key"),
        }
    }
    bail!("it leads elsewhere more than {MOST_REDIRECTS} times")
}

/// Whether an address leads to this machine, where plain http is fine.
fn check(uri: &Uri) -> Result<bool> {
    let host = uri.host().unwrap_or_default();
    if uri.authority().is_some_and(|it| it.as_str().contains('@')) {
        bail!("the address holds credentials\nhelp: name an environment variable in sources.toml (`models.key_from`)");
    }
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    let local = host == "localhost" || address.is_ok_and(|it| it.is_loopback());
    match uri.scheme_str() {
        Some("https") => Ok(local),
        Some("http") if local => Ok(true),
        _ => bail!("the address must be https, or plain http to this machine"),
    }
}

/// Where a redirect leads: to an address, or to another path of the same host.
fn follow(from: &Uri, location: &str) -> Result<Uri> {
    let text = if location.contains("://") {
        location.to_owned()
    } else if location.starts_with('/') && !location.starts_with("//") {
        let (scheme, host) = (from.scheme_str().unwrap_or("https"), from.authority().map_or("", |it| it.as_str()));
        format!("{scheme}://{host}{location}")
    } else {
        bail!("it leads to `{location}`, which is no address");
    };
    text.parse().with_context(|| format!("it leads to `{location}`, which is no address"))
}

fn without(text: &str, key: Option<&str>) -> String {
    match key {
        Some(key) if !key.is_empty() => text.replace(key, "[key]"),
        _ => text.to_owned(),
    }
}
