//! Configuration file, and the profiles in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gatewright_client::{Usd, visible};
use serde::Deserialize;

use crate::exit::{Exit, Failure};
use crate::similar::did_you_mean;
use crate::spending::amount;

/// Name of the profile that needs no section in the configuration file.
pub(crate) const DEFAULT_PROFILE: &str = "default";

/// Configuration file: settings, and profiles that replace some of them.
#[derive(Default, Deserialize)]
pub(super) struct Config {
    #[serde(flatten)]
    settings: Section,
    #[serde(default)]
    profiles: BTreeMap<String, Section>,
}

/// Keys of the configuration file.
const KEYS: [&str; 9] = [
    "base_url",
    "dash_url",
    "key_file",
    "confirm_above_usd",
    "daily_budget_usd",
    "proxy",
    "ca_file",
    "allow_insecure_http",
    "profiles",
];

/// Settings of a profile.
#[derive(Clone, Default, Deserialize)]
pub(super) struct Section {
    pub(super) base_url: Option<String>,
    pub(super) dash_url: Option<String>,
    pub(super) key_file: Option<PathBuf>,
    #[serde(default, deserialize_with = "read_amount")]
    pub(super) confirm_above_usd: Option<Usd>,
    #[serde(default, deserialize_with = "read_amount")]
    pub(super) daily_budget_usd: Option<Usd>,
    pub(super) proxy: Option<String>,
    pub(super) ca_file: Option<PathBuf>,
    pub(super) allow_insecure_http: Option<bool>,
    /// Keys of the file that are no settings.
    #[serde(flatten)]
    unknown: BTreeMap<String, toml::Value>,
}

/// Reads an amount in US dollars, as a text or a number.
pub(crate) fn read_amount<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Usd>, D::Error> {
    let text = match toml::Value::deserialize(deserializer)? {
        toml::Value::String(text) => text,
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        _ => String::new(),
    };
    amount(&text).map(Some).map_err(serde::de::Error::custom)
}

impl Section {
    /// Adds the settings of another section that this one does not have. A section with its own gateway takes no key and no catalog
    /// of another one.
    fn or(self, other: Self) -> Self {
        let other = match self.base_url {
            Some(_) => Self { dash_url: None, key_file: None, ..other },
            None => other,
        };
        Self {
            base_url: self.base_url.or(other.base_url),
            dash_url: self.dash_url.or(other.dash_url),
            key_file: self.key_file.or(other.key_file),
            confirm_above_usd: self.confirm_above_usd.or(other.confirm_above_usd),
            daily_budget_usd: self.daily_budget_usd.or(other.daily_budget_usd),
            proxy: self.proxy.or(other.proxy),
            ca_file: self.ca_file.or(other.ca_file),
            allow_insecure_http: self.allow_insecure_http.or(other.allow_insecure_http),
            unknown: BTreeMap::new(),
        }
    }
}

/// Returns the settings of a profile.
pub(super) fn choose(profile: String, mut config: Config) -> Result<(String, Section), Failure> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if profile.is_empty() || profile.len() > 64 || !profile.chars().all(is_name) {
        let problem = format!("cannot use `{}` as the name of a profile", visible(&profile));
        return Err(Failure::new(Exit::Usage, format!("{problem}; help: use letters, digits, `-` and `_`")));
    }
    match config.profiles.remove(&profile) {
        Some(section) => Ok((profile, section.or(config.settings))),
        None if profile == DEFAULT_PROFILE => Ok((profile, config.settings)),
        None => {
            let problem = format!("unknown profile `{profile}`");
            let help = format!("add the section `[profiles.{profile}]` to the configuration file");
            Err(Failure::refused(format!("{problem}; help: {help}")))
        }
    }
}

pub(super) fn read_config(path: &Path, is_named: bool) -> Result<Config, Failure> {
    let problem = |why: &str| {
        Failure::refused(format!("cannot read the configuration `{}`: {why}", visible(&path.to_string_lossy())))
    };
    let config: Config = match std::fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map_err(|it| problem(it.message()))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !is_named => Config::default(),
        Err(error) => return Err(problem(&error.to_string())),
    };
    let sections = || std::iter::once(&config.settings).chain(config.profiles.values());
    if let Some(key) = sections().find_map(|it| it.unknown.keys().next()) {
        let help = did_you_mean(key, KEYS.into_iter()).unwrap_or_else(|| format!("the keys are {}", KEYS.join(", ")));
        return Err(problem(&format!("unknown key `{}`; help: {help}", visible(key))));
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"
        base_url = "https://a.example"
        dash_url = "https://dash.example"
        key_file = "a.key"
        daily_budget_usd = "5"
        [profiles.work]
        base_url = "https://b.example"
        [profiles.home]
        daily_budget_usd = "1"
    "#;

    fn of_profile(name: &str) -> Result<Section, String> {
        let config = toml::from_str(CONFIG).map_err(|it| it.to_string())?;
        choose(name.to_owned(), config).map(|it| it.1).map_err(|it| it.message)
    }

    #[test]
    fn wrong_settings_are_named() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("config.toml");
        let error = |text: &str| {
            std::fs::write(&path, text).expect("a file");
            read_config(&path, true).err().map(|it| it.message).unwrap_or_default()
        };
        assert!(error("base_ulr = \"https://a.example\"").ends_with("did you mean `base_url`?"));
        assert!(error("[profiles.work]\nzeppelin = 1").contains("the keys are base_url, "));
        for wrong in ["\"-1\"", "-0.5", "true", "\"a lot\""] {
            assert!(error(&format!("daily_budget_usd = {wrong}")).contains("such as 0.50"), "{wrong}");
        }
        assert_eq!(error("daily_budget_usd = 5\nconfirm_above_usd = 0.5"), "");
        let all = KEYS.iter().filter(|it| **it != "profiles").map(|it| format!("{it} = 1.5\n"));
        assert!(all.into_iter().all(|line| !error(&line).contains("unknown key")), "each key is known");
    }

    #[test]
    fn a_profile_replaces_some_settings() {
        let work = of_profile("work").expect("a profile");
        let found = (work.base_url.as_deref(), work.daily_budget_usd);
        assert_eq!(found, (Some("https://b.example"), Some(Usd::dollars(5))));
        assert_eq!(of_profile("default").expect("a profile").base_url.as_deref(), Some("https://a.example"));
        assert!(of_profile("other").is_err_and(|it| it.contains("[profiles.other]")));
        assert_eq!((work.key_file, work.dash_url), (None, None), "they belong to another gateway");
        let home = of_profile("home").expect("a profile");
        assert!(home.key_file.is_some() && home.dash_url.is_some());
        for wrong in ["", "..", "a/b", "a b", &"x".repeat(65)] {
            assert!(of_profile(wrong).is_err_and(|it| it.contains("cannot use")), "{wrong}");
        }
    }
}
