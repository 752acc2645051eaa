//! `gw man`: manual pages.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use gatewright_client::visible;

use crate::console::Console;
use crate::exit::{Exit, Failure};

const FOLDER: &str = "folder";

const HELP: &str = "\
Example:
  gw man ~/.local/share/man/man1     then `man gw`, or `man gw-social-p2-post`";

/// Creates the command.
pub(crate) fn command() -> Command {
    let folder = Arg::new(FOLDER).value_name("DIR").required(true).value_parser(value_parser!(PathBuf));
    Command::new("man")
        .about("Writes the manual pages of all commands to a folder")
        .arg(folder.help("Folder, which is created if it does not exist"))
        .after_help(HELP)
}

/// Writes the manual pages of a command line.
pub(crate) fn write(commands: Command, matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let folder = matches.get_one::<PathBuf>(FOLDER).cloned().unwrap_or_default();
    let written = std::fs::create_dir_all(&folder).and_then(|()| clap_mangen::generate_to(commands, &folder));
    let shown = visible(&folder.to_string_lossy()).into_owned();
    written.map_err(|it| Failure::refused(format!("cannot write the manual pages to `{shown}`: {it}")))?;
    console.say(&format!("wrote the manual pages to {shown}"));
    Ok(Exit::Success)
}
