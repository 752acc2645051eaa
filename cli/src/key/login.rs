//! `gw login` and `gw logout`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use gatewright_client::visible;

use super::{keyring, parse_key, read_file};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::private_file;
use crate::settings::{KEY_FILE, Settings};

const STORE: &str = "store";

/// Creates the command `login`.
pub(crate) fn login_command() -> Command {
    let store =
        Arg::new(STORE).long(STORE).value_name("PLACE").value_parser(PossibleValuesParser::new(["keyring", "file"]));
    let store = store.help("Place of the key [default: the keyring, or a file if there is none]");
    Command::new("login")
        .about("Stores the key of a profile in the keyring, or in a file that only you can read")
        .arg(store)
        .after_help(
            "The key is read from the terminal without showing it, from the standard input, or from the file of\n\
             --key-file.",
        )
}

/// Creates the command `logout`.
pub(crate) fn logout_command() -> Command {
    Command::new("logout").about("Removes the key of a profile that `gw login` has stored")
}

/// Stores the key.
pub(crate) fn login(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let settings = Settings::read(matches)?;
    let store = matches.get_one::<String>(STORE).map(String::as_str);
    let key = match matches.get_one::<PathBuf>(KEY_FILE) {
        Some(path) => read_file(path)?,
        None => read_key(console)?,
    };
    if store != Some("file") && keyring::set(&settings.profile, &key)? {
        remove_file(&login_file(&settings)?)?;
        console.say(&format!("stored the key of the profile {} in the keyring", settings.profile));
        return Ok(Exit::Success);
    }
    if store == Some("keyring") {
        let help = format!("install `{}` and unlock the keyring, or use `--store file`", keyring::NAME);
        return Err(Failure::refused(format!("cannot store the key in the keyring; help: {help}")));
    }
    let path = login_file(&settings)?;
    let folder = path.parent().map_or(Ok(()), private_file::create_folder);
    let written = folder.and_then(|()| private_file::replace(&path, &format!("{key}\n")));
    written.map_err(|it| Failure::refused(format!("cannot write `{}`: {it}", shown(&path))))?;
    // A key in the keyring would come first.
    keyring::remove(&settings.profile)?;
    console.say(&format!("stored the key of the profile {} in {}", settings.profile, shown(&path)));
    if let Some(other) = &settings.key_file {
        console.say(&format!(
            "`key_file` in the configuration comes first: remove it to use this key, not {}",
            shown(other)
        ));
    }
    Ok(Exit::Success)
}

/// Removes the key.
pub(crate) fn logout(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let settings = Settings::read(matches)?;
    let in_keyring = keyring::remove(&settings.profile)?;
    let in_file = remove_file(&login_file(&settings)?)?;
    if !in_keyring && !in_file {
        let problem = format!("the profile {} has no stored key", settings.profile);
        return Err(Failure::new(Exit::NothingFound, problem));
    }
    console.say(&format!("removed the key of the profile {}", settings.profile));
    Ok(Exit::Success)
}

/// Reads the key from the terminal, or else from the standard input.
fn read_key(console: &mut Console<'_>) -> Result<String, Failure> {
    let mut line = String::new();
    let read = if console.is_interactive {
        rpassword::prompt_password("Key: ").map(|it| line = it)
    } else {
        console.input.read_line(&mut line).map(drop)
    };
    read.map_err(|it| Failure::refused(format!("cannot read the key: {it}")))?;
    parse_key(&line, "the key")
}

fn login_file(settings: &Settings) -> Result<std::path::PathBuf, Failure> {
    let problem = || Failure::refused("cannot find your configuration folder; help: set the variable `HOME`");
    settings.login_file().ok_or_else(problem)
}

fn remove_file(path: &Path) -> Result<bool, Failure> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(problem) if problem.kind() == ErrorKind::NotFound => Ok(false),
        Err(problem) => Err(Failure::refused(format!("cannot remove `{}`: {problem}", shown(path)))),
    }
}

fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}
