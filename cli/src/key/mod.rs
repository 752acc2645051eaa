//! Key of the gateway: where it comes from, and where `gw login` stores it.

mod keyring;
mod login;

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use gatewright_client::{SERVICE, visible};

use crate::exit::Failure;
use crate::settings::{self, KEY_FILE, Settings};

pub(crate) use login::{login, login_command, logout, logout_command};

/// Key, and its source in words.
pub(crate) struct Key {
    pub(crate) secret: String,
    pub(crate) source: String,
}

/// Finds the key: in the file that an option names, the environment, the keyring, the file of the configuration, or the file of
/// `gw login`. If the profile is named, the environment comes last, and not at all if the profile has a gateway of its own.
pub(crate) fn find(matches: &ArgMatches, settings: &Settings) -> Result<Key, Failure> {
    let name = SERVICE.environment.key;
    if let Some(path) = matches.get_one::<PathBuf>(KEY_FILE) {
        return of_file(path);
    }
    let of_environment = || {
        let secret = settings::variable(name)?;
        Some(Key { secret, source: format!("the variable {name}") })
    };
    if let Some(key) = of_environment().filter(|_| !settings.is_profile_named) {
        return Ok(key);
    }
    if let Some(secret) = keyring::get(&settings.profile) {
        return Ok(Key { secret, source: format!("the keyring ({})", keyring::NAME) });
    }
    let files = [settings.key_file.clone(), settings.login_file().filter(|it| it.exists())];
    match files.into_iter().flatten().next() {
        Some(path) => of_file(&path),
        None => of_environment().filter(|_| !settings.has_own_gateway).ok_or_else(|| missing(name, settings)),
    }
}

fn missing(variable: &str, settings: &Settings) -> Failure {
    let Settings { profile, has_own_gateway, .. } = settings;
    if !has_own_gateway {
        let help = format!("run `gw login`, set the variable `{variable}`, or use `--{KEY_FILE}`");
        return Failure::refused(format!("cannot find the key; help: {help}"));
    }
    let unused = match settings::variable(variable) {
        Some(_) => format!(", and the variable `{variable}` can be the key of another gateway"),
        None => String::new(),
    };
    let help = format!("run `gw --profile {profile} login`, or use `--{KEY_FILE}`");
    Failure::refused(format!("cannot find the key of the profile {profile}{unused}; help: {help}"))
}

fn of_file(path: &Path) -> Result<Key, Failure> {
    Ok(Key { secret: read_file(path)?, source: format!("the file {}", visible(&path.to_string_lossy())) })
}

/// Reads a key from a file that other users cannot read.
fn read_file(path: &Path) -> Result<String, Failure> {
    let shown = visible(&path.to_string_lossy()).into_owned();
    let cannot_read =
        |problem: std::io::Error| Failure::refused(format!("cannot read the key file `{shown}`: {problem}"));
    #[cfg(unix)]
    {
        let metadata = std::fs::metadata(path).map_err(cannot_read)?;
        if std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o077 != 0 {
            let problem = format!("cannot use the key file `{shown}`: other users can read it");
            return Err(Failure::refused(format!("{problem}; help: run `chmod 600` on it")));
        }
    }
    let text = std::fs::read_to_string(path).map_err(cannot_read)?;
    parse_key(&text, &format!("the key file `{shown}`"))
}

/// Returns the key in a text, without the space around it. `of` names the text in the error.
fn parse_key(text: &str, of: &str) -> Result<String, Failure> {
    match text.trim() {
        "" => Err(Failure::refused(format!("cannot use {of}: it is empty"))),
        key if key.contains(|it: char| it.is_whitespace() || it.is_control()) => {
            Err(Failure::refused(format!("cannot use {of}: it contains spaces or control characters")))
        }
        key => Ok(key.to_owned()),
    }
}
