//! Settings of `gw`: options, configuration file and folders.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, value_parser};
use gatewright_client::{SERVICE, Usd, visible};
use serde::Deserialize;

use crate::exit::Failure;

pub(crate) const BASE_URL: &str = "base-url";
pub(crate) const KEY_FILE: &str = "key-file";
const CONFIG: &str = "config";
const RECEIPTS: &str = "receipts-file";

/// Cost of a run from which on `gw` asks for confirmation on a terminal.
const CONFIRM_ABOVE: Usd = Usd::dollars(1);

/// Returns the options about the connection and the files, which all commands have.
pub(crate) fn options() -> [Arg; 4] {
    let names = SERVICE.environment;
    let base_url = Arg::new(BASE_URL).long(BASE_URL).value_name("URL");
    let base_url = base_url.help(format!("Base URL of the gateway [default: the variable {}]", names.base_url));
    let file = |name: &'static str| Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf));
    let key_file = file(KEY_FILE).help(format!("File that contains the key [default: the variable {}]", names.key));
    let config =
        file(CONFIG).help("Configuration file [default: gw/config.toml in the user's folder for configuration]");
    let receipts = file(RECEIPTS).help("Receipts of calls [default: gw/receipts.jsonl in the user's folder for state]");
    [base_url, key_file, config, receipts].map(|it| it.global(true).help_heading("Connection and files"))
}

/// Settings of `gw`.
pub(crate) struct Settings {
    pub(crate) base_url: Option<String>,
    pub(crate) key_file: Option<PathBuf>,
    /// Cost from which on a run is confirmed on a terminal.
    pub(crate) confirm_above: Usd,
    /// Spending limit of a day in UTC, for all processes.
    pub(crate) daily_budget: Option<Usd>,
    /// File with the receipts.
    pub(crate) receipts: PathBuf,
}

/// Configuration file.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    base_url: Option<String>,
    key_file: Option<PathBuf>,
    confirm_above_usd: Option<Usd>,
    daily_budget_usd: Option<Usd>,
}

impl Settings {
    /// Reads the settings. A missing configuration file is an error only if an option names it.
    pub(crate) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let named = matches.get_one::<PathBuf>(CONFIG);
        let path = named.cloned().or_else(|| folder(Folder::Config).map(|it| it.join("config.toml")));
        let config = path.map_or(Ok(Config::default()), |it| read_config(&it, named.is_some()))?;
        let receipts = matches.get_one::<PathBuf>(RECEIPTS).cloned();
        let receipts = receipts.or_else(|| folder(Folder::State).map(|it| it.join("receipts.jsonl")));
        let help = format!("cannot find a folder for receipts; help: set the variable `HOME`, or use `--{RECEIPTS}`");
        Ok(Self {
            base_url: config.base_url,
            key_file: config.key_file,
            confirm_above: config.confirm_above_usd.unwrap_or(CONFIRM_ABOVE),
            daily_budget: config.daily_budget_usd,
            receipts: receipts.ok_or_else(|| Failure::refused(help))?,
        })
    }

    /// Creates the folder of the receipts, which only this user can read, and returns the path of the receipts.
    pub(crate) fn create_receipts(&self) -> Result<&Path, Failure> {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let folder = self.receipts.parent().filter(|it| !it.as_os_str().is_empty());
        let created = folder.map_or(Ok(()), |it| builder.create(it));
        created
            .map_err(|it| Failure::refused(format!("cannot create the folder of `{}`: {it}", shown(&self.receipts))))?;
        Ok(&self.receipts)
    }
}

fn read_config(path: &Path, is_named: bool) -> Result<Config, Failure> {
    let problem = |why: &str| Failure::refused(format!("cannot read the configuration `{}`: {why}", shown(path)));
    match std::fs::read_to_string(path) {
        Ok(text) => toml::from_str(&text).map_err(|it| problem(it.message())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !is_named => Ok(Config::default()),
        Err(error) => Err(problem(&error.to_string())),
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
