//! Sources of the live catalogs and limits of a refresh, from `sources.toml`, the environment and the command line.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use gatewright::files;
use gatewright::model::Service;
use toml_edit::{DocumentMut, Item};

/// Sources of the catalogs, and limits of a refresh.
#[derive(Debug)]
pub(super) struct Sources {
    pub(super) social: Option<Source>,
    pub(super) models: Option<Source>,
    /// Environment variable with the key for the model catalog.
    pub(super) models_key: Option<String>,
    pub(super) limits: Limits,
    pub(super) guards: Guards,
}

/// Source of a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Url(String),
    File(PathBuf),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) max_bytes: u64,
    pub(super) timeout: Duration,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Guards {
    pub(super) max_shrink_percent: u64,
    pub(super) max_growth_percent: u64,
    pub(super) max_change_percent: u64,
    pub(super) max_price_factor: u32,
    pub(super) max_limit_factor: u32,
}

impl Sources {
    /// Reads the sources. The command line takes precedence over the environment, and the environment over the file.
    pub(super) fn read(specs: &Path, service: &Service, social: Option<&str>, models: Option<&str>) -> Result<Self> {
        let (names, catalog) = (&service.environment, &service.catalog_path);
        let path = specs.join("sources.toml");
        let text = match files::read_spec(specs, "sources.toml") {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            read => read.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let text = String::from_utf8(text).with_context(|| format!("{} is not UTF-8", path.display()))?;
        let file: DocumentMut = text.parse().with_context(|| format!("{} is not TOML", path.display()))?;
        for (table, keys) in KNOWN {
            check_keys(file.get(table), table, keys).with_context(|| format!("in {}", path.display()))?;
        }
        if let Some((key, _)) = file.iter().find(|(key, _)| KNOWN.iter().all(|it| it.0 != *key)) {
            bail!(
                "unknown table `{key}` in {}\nhelp: the tables are `social`, `models`, `limits` and `guards`",
                path.display()
            );
        }
        let text_of = |table: &str, key: &str| -> Result<Option<String>> {
            let Some(item) = file.get(table).and_then(|it| it.get(key)) else { return Ok(None) };
            let text = item.as_str().filter(|it| !it.is_empty()).map(str::to_owned);
            Ok(Some(text.with_context(|| format!("`{table}.{key}` in {} must be a string", path.display()))?))
        };
        let number = |table: &str, key: &str, default: u64| -> Result<u64> {
            let Some(item) = file.get(table).and_then(|it| it.get(key)) else { return Ok(default) };
            let number = item.as_integer().and_then(|it| u64::try_from(it).ok()).filter(|it| *it > 0);
            number.with_context(|| format!("`{table}.{key}` in {} must be a whole number above zero", path.display()))
        };
        let from_env = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
        let dash = from_env(&names.dash_url).or(text_of("social", "dash_url")?);
        let social = social
            .map(|it| Source::of(it, catalog))
            .or_else(|| dash.as_deref().map(|it| Source::of_dashboard(it, catalog)));
        let models = models.map(str::to_owned).or_else(|| from_env(&names.models_url)).or(text_of("models", "url")?);
        Ok(Self {
            social,
            models: models.map(|it| Source::plain(&it)),
            models_key: text_of("models", "key_from")?,
            limits: Limits {
                max_bytes: number("limits", "max_bytes", 16 << 20)?.min(files::MAX_SPEC_BYTES),
                timeout: Duration::from_secs(number("limits", "timeout_seconds", 60)?),
            },
            guards: Guards {
                max_shrink_percent: number("guards", "max_shrink_percent", 20)?,
                max_growth_percent: number("guards", "max_growth_percent", 100)?,
                max_change_percent: number("guards", "max_change_percent", 33)?,
                max_price_factor: u32::try_from(number("guards", "max_price_factor", 5)?).unwrap_or(u32::MAX),
                max_limit_factor: u32::try_from(number("guards", "max_limit_factor", 20)?).unwrap_or(u32::MAX),
            },
        })
    }
}

const KNOWN: [(&str, &[&str]); 4] = [
    ("social", &["dash_url"]),
    ("models", &["url", "key_from"]),
    ("limits", &["max_bytes", "timeout_seconds"]),
    (
        "guards",
        &["max_shrink_percent", "max_growth_percent", "max_change_percent", "max_price_factor", "max_limit_factor"],
    ),
];

/// Refuses unknown keys: a misspelt guard would have no effect.
fn check_keys(item: Option<&Item>, table: &str, keys: &[&str]) -> Result<()> {
    let Some(item) = item else { return Ok(()) };
    let Some(entries) = item.as_table_like() else { bail!("`{table}` must be a table") };
    match entries.iter().find(|(key, _)| !keys.contains(key)) {
        Some((key, _)) => bail!("unknown key `{table}.{key}`\nhelp: the keys are `{}`", keys.join("`, `")),
        None => Ok(()),
    }
}

impl Source {
    /// Creates the source of the social catalog from its URL or file, or from a dashboard URL without a path.
    fn of(text: &str, catalog: &str) -> Self {
        match Self::plain(text) {
            Self::Url(url) if url.splitn(4, '/').nth(3).is_none_or(str::is_empty) => Self::of_dashboard(&url, catalog),
            other => other,
        }
    }

    /// Creates the source of the social catalog from a dashboard URL of the environment or sources.toml.
    fn of_dashboard(text: &str, catalog: &str) -> Self {
        match Self::plain(text) {
            Self::Url(url) if !url.ends_with(catalog) => Self::Url(format!("{}{catalog}", url.trim_end_matches('/'))),
            other => other,
        }
    }

    /// Returns the name for files that are shared with others: of a local file without its folder.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Url(_) => self.to_string(),
        }
    }

    fn plain(text: &str) -> Self {
        if text.contains("://") { Self::Url(text.to_owned()) } else { Self::File(text.into()) }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // A query may contain secrets, and so may the part in front of the host.
            Self::Url(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or_default();
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                let host = rest.split('/').next().unwrap_or_default();
                write!(f, "{scheme}://{}", rest[host.rfind('@').map_or(0, |at| at + 1)..].trim_end())
            }
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATALOG: &str = "/api/social/catalog";

    #[test]
    fn a_source_is_a_url_or_a_file() {
        for (given, expected) in [
            ("https://dash.example", "https://dash.example/api/social/catalog"),
            ("https://dash.example/", "https://dash.example/api/social/catalog"),
            ("https://dash.example/other?key=secret", "https://dash.example/other"),
            ("https://me:secret@dash.example/other", "https://dash.example/other"),
            ("live/catalog.json", "live/catalog.json"),
        ] {
            assert_eq!(Source::of(given, CATALOG).to_string(), expected);
        }
    }

    #[test]
    fn a_dashboard_url_may_have_a_path() {
        for dash in
            ["https://host.example/dash", "https://host.example/dash/", "https://host.example/dash/api/social/catalog"]
        {
            assert_eq!(Source::of_dashboard(dash, CATALOG).to_string(), "https://host.example/dash/api/social/catalog");
        }
    }

    #[test]
    fn only_the_social_catalog_has_a_known_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let sources =
            Sources::read(folder.path(), &Service::default(), None, Some("https://host.example")).expect("it is fine");
        assert_eq!(sources.models.expect("it was given").to_string(), "https://host.example");
    }

    #[test]
    fn a_misspelt_guard_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("sources.toml"), "[guards]\nmax_shrink = 5\n").expect("a file");
        let error = Sources::read(folder.path(), &Service::default(), None, None).expect_err("there is no such guard");
        assert!(format!("{error:#}").contains("max_shrink_percent"), "{error:#}");
    }
}
