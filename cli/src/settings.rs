//! Settings of `gw`: options, configuration file and folders.

mod config;

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, ValueHint, value_parser};
use gatewright_client::{SERVICE, Usd, visible};

use crate::exit::{Exit, Failure};
use crate::private_file;
use config::{Config, choose, read_config};

pub(crate) use config::{DEFAULT_PROFILE, read_amount};

pub(crate) const BASE_URL: &str = "base-url";
pub(crate) const DASH_URL: &str = "dash-url";
pub(crate) const KEY_FILE: &str = "key-file";
const CONFIG: &str = "config";
pub(crate) const PROFILE: &str = "profile";
const RECEIPTS: &str = "receipts-file";
const PROXY: &str = "proxy";
const CA_FILE: &str = "ca-file";
pub(crate) const CATALOG: &str = "catalog";

/// Environment variable with the name of the profile.
const PROFILE_VARIABLE: &str = "GW_PROFILE";

/// Cost of a run from which on `gw` asks for confirmation on a terminal.
const CONFIRM_ABOVE: Usd = Usd::dollars(1);

/// Returns the options about the connection and the files, which all commands have.
pub(crate) fn options() -> [Arg; 9] {
    let names = SERVICE.environment;
    let text = |name: &'static str, value: &'static str| Arg::new(name).long(name).value_name(value);
    let file = |name: &'static str| text(name, "FILE").value_parser(value_parser!(PathBuf));
    let base_url = format!("Base URL of the gateway [default: the variable {}]", names.base_url);
    let dash_url = format!("Base URL of the live catalog [default: the variable {}]", names.dash_url);
    let key_file =
        format!("File that contains the key [default: the variable {}, or the key of `gw login`]", names.key);
    let profile = format!("Profile of the configuration file [default: the variable {PROFILE_VARIABLE}]");
    let options = [
        text(BASE_URL, "URL").help(base_url),
        text(DASH_URL, "URL").help(dash_url),
        file(KEY_FILE).help(key_file),
        text(PROFILE, "NAME").help(profile),
        text(PROXY, "URL").help("Proxy for encrypted requests [default: the proxy of the environment]"),
        file(CA_FILE).help("Certificates in PEM format to trust in addition to those of the operating system"),
        file(CONFIG).help("Configuration file [default: gw/config.toml in your configuration folder]"),
        text(CATALOG, "FILE|live")
            .value_hint(ValueHint::FilePath)
            .help("Newer social catalog, to call operations that this program does not know"),
        file(RECEIPTS).help("Receipts of calls [default: gw/receipts.jsonl in the user's folder for state]"),
    ];
    options.map(|it| it.global(true).help_heading("Connection and files"))
}

/// Settings of `gw`.
pub(crate) struct Settings {
    pub(crate) profile: String,
    /// True if an option or a variable names the profile. Its settings then replace the variables of the environment, so that its
    /// key is not sent to another gateway.
    pub(crate) is_profile_named: bool,
    /// True if the configuration file has a base URL for a named profile. The key and the URLs of the environment can belong to
    /// another gateway, so it does not use them.
    pub(crate) has_own_gateway: bool,
    pub(crate) base_url: Option<String>,
    /// URL of the dashboard.
    pub(crate) dash_url: Option<String>,
    pub(crate) key_file: Option<PathBuf>,
    /// Cost from which on a run is confirmed on a terminal.
    pub(crate) confirm_above: Usd,
    /// Spending limit of a day in UTC, for all processes.
    pub(crate) daily_budget: Option<Usd>,
    pub(crate) proxy: Option<String>,
    /// File with more certificates to trust.
    pub(crate) ca_file: Option<PathBuf>,
    /// True if the gateway may be a host in the user's own network, without encryption.
    pub(crate) allow_insecure_http: bool,
    /// File with the receipts.
    pub(crate) receipts: PathBuf,
    /// Configuration file, if it exists.
    pub(crate) config: Option<PathBuf>,
}

impl Settings {
    /// Reads the settings. A missing configuration file is an error only if an option names it.
    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let text = |name: &str| matches.get_one::<String>(name).cloned();
        let path = |name: &str| matches.get_one::<PathBuf>(name).cloned();
        let named = path(CONFIG);
        let config_path = named.clone().or_else(|| Some(folder(Folder::Config)?.join("config.toml")));
        let config = config_path.as_deref().map_or(Ok(Config::default()), |it| read_config(it, named.is_some()))?;
        let profile = text(PROFILE).or_else(|| variable(PROFILE_VARIABLE));
        let is_profile_named = profile.is_some();
        let (profile, section) = choose(profile.unwrap_or_else(|| DEFAULT_PROFILE.to_owned()), config)?;
        let has_own_gateway = is_profile_named && section.base_url.is_some();
        let or_variable = |set: Option<String>, name: &str| match is_profile_named {
            true => set.or_else(|| variable(name).filter(|_| !has_own_gateway)),
            false => variable(name).or(set),
        };
        let receipts = path(RECEIPTS).or_else(|| Some(folder(Folder::State)?.join(receipts_name(&profile))));
        let help = format!("cannot find a folder for receipts; help: set the variable `HOME`, or use `--{RECEIPTS}`");
        Ok(Self {
            profile,
            is_profile_named,
            has_own_gateway,
            base_url: text(BASE_URL).or_else(|| or_variable(section.base_url, SERVICE.environment.base_url)),
            dash_url: text(DASH_URL).or_else(|| or_variable(section.dash_url, SERVICE.environment.dash_url)),
            key_file: section.key_file,
            confirm_above: section.confirm_above_usd.unwrap_or(CONFIRM_ABOVE),
            daily_budget: section.daily_budget_usd,
            proxy: text(PROXY).or(section.proxy),
            ca_file: path(CA_FILE).or(section.ca_file),
            allow_insecure_http: section.allow_insecure_http.unwrap_or(false),
            receipts: receipts.ok_or_else(|| Failure::refused(help))?,
            config: config_path.filter(|it| it.exists()),
        })
    }

    /// Refuses an output that would replace the receipts.
    pub(crate) fn check_output(&self, output: &Path) -> Result<(), Failure> {
        if !private_file::is_same(output, &self.receipts) {
            return Ok(());
        }
        let problem = format!("cannot write `{}`: it has the receipts", shown(output));
        Err(Failure::new(Exit::Usage, format!("{problem}; help: name another file")))
    }

    /// Creates the folder of the receipts, which only this user can read, and returns the path of the receipts.
    pub(crate) fn create_receipts(&self) -> Result<&Path, Failure> {
        let folder = self.receipts.parent().filter(|it| !it.as_os_str().is_empty());
        let created = folder.map_or(Ok(()), private_file::create_folder);
        created
            .map_err(|it| Failure::refused(format!("cannot create the folder of `{}`: {it}", shown(&self.receipts))))?;
        Ok(&self.receipts)
    }

    /// Returns the file that `gw login` writes the key to if there is no keyring.
    pub(crate) fn login_file(&self) -> Option<PathBuf> {
        Some(folder(Folder::Config)?.join("keys").join(&self.profile))
    }
}

/// Returns the name of the file with the receipts. Profiles can be different accounts, so each has its own.
fn receipts_name(profile: &str) -> String {
    match profile {
        DEFAULT_PROFILE => "receipts.jsonl".to_owned(),
        other => format!("receipts-{other}.jsonl"),
    }
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// Returns the value of an environment variable. An empty variable counts as unset, as in a shell.
pub(crate) fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|it| !it.is_empty())
}

/// Folder of `gw`.
#[derive(Clone, Copy)]
enum Folder {
    Config,
    State,
}

/// Returns the folder for files of `gw` that are not settings.
pub(crate) fn state_folder() -> Option<PathBuf> {
    folder(Folder::State)
}

/// Returns the folder of this user, where the platform expects it.
fn folder(folder: Folder) -> Option<PathBuf> {
    let (xdg, in_home, on_windows) = match folder {
        Folder::Config => ("XDG_CONFIG_HOME", ".config", "APPDATA"),
        Folder::State => ("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA"),
    };
    let in_home = if cfg!(target_os = "macos") { "Library/Application Support" } else { in_home };
    let parent = match cfg!(windows) {
        true => PathBuf::from(variable(on_windows)?),
        false => match variable(xdg) {
            Some(path) => PathBuf::from(path),
            None => Path::new(&variable("HOME")?).join(in_home),
        },
    };
    Some(parent.join("gw"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_profile_has_its_own_receipts() {
        assert_eq!([receipts_name("default"), receipts_name("work")], ["receipts.jsonl", "receipts-work.jsonl"]);
    }
}
