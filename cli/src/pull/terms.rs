//! Rules about the use of the data, shown once, and the removal of what was stored.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command};
use gatewright_client::visible;

use super::store::path_of;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::private_file;
use crate::settings::state_folder;
use crate::spending::YES;

const ACCEPT: &str = "accept-terms";

/// Guide that contains the rules.
const GUIDE: &str = include_str!("../../../templates/languages/en/guides/use.md");

/// Returns the option that accepts the rules.
pub(super) fn option() -> Arg {
    let help = "Accept the rules of acceptable use, which the first run shows";
    Arg::new(ACCEPT).long(ACCEPT).action(ArgAction::SetTrue).help(help)
}

/// Returns the rules: the first section of the guide.
fn rules() -> &'static str {
    let text = GUIDE.split_once("## Acceptable use").map_or(GUIDE, |it| it.1);
    text.split("\n## ").next().unwrap_or_default().trim()
}

/// Shows the rules before the first run, and asks the user to accept them.
pub(super) fn check(matches: &ArgMatches, console: &mut Console<'_>) -> Result<(), Failure> {
    let file = folder()?.join("terms-accepted");
    if file.exists() {
        return Ok(());
    }
    console.say(&format!("Acceptable use of social data:\n\n{}\n", rules()));
    if !matches.get_flag(ACCEPT) && !console.asks("Do you accept these rules?") {
        let help = format!("`--{ACCEPT}` accepts them without a question");
        return Err(Failure::refused(format!("the rules of acceptable use are not accepted; help: {help}")));
    }
    private_file::replace(&file, rules()).map_err(|it| problem(&file, &it))
}

/// Adds an output to the list of files that `gw purge` removes.
pub(super) fn register(output: &Path) -> Result<(), Failure> {
    let (list, output) = (folder()?.join("pulled"), std::path::absolute(output).unwrap_or_else(|_| output.to_owned()));
    let known = fs::read_to_string(&list).unwrap_or_default();
    let line = serde_json::to_string(&output).map_err(|it| problem(&list, &it.into()))?;
    if known.lines().any(|it| it == line) {
        return Ok(());
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(&list).and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.map_err(|it| problem(&list, &it))
}

/// Creates the command `purge`.
pub(crate) fn purge_command() -> Command {
    let yes = Arg::new(YES).long(YES).short('y').action(ArgAction::SetTrue).help("Do not ask for confirmation");
    Command::new("purge")
        .about("Removes the output files of all your `gw pull` jobs, in any folder, and their state")
        .arg(yes)
}

/// Removes the outputs of all pulls and their states.
pub(crate) fn purge(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let list = folder()?.join("pulled");
    let text = fs::read_to_string(&list).unwrap_or_default();
    let outputs: Vec<PathBuf> = text.lines().filter_map(|it| serde_json::from_str(it).ok()).collect();
    let files: Vec<_> = outputs.iter().flat_map(|it| [it.clone(), path_of(it)]).filter(|it| it.exists()).collect();
    if files.is_empty() {
        return Err(Failure::new(Exit::NothingFound, "`gw pull` has stored nothing that still exists"));
    }
    files.iter().for_each(|it| console.say(&it.to_string_lossy()));
    if !matches.get_flag(YES) && !console.asks("Remove these files?") {
        return Err(Failure::refused("not confirmed; nothing was removed; help: `--yes` confirms without a question"));
    }
    for file in &files {
        fs::remove_file(file).map_err(|it| problem(file, &it))?;
    }
    fs::remove_file(&list).map_err(|it| problem(&list, &it))?;
    console.say(&format!("removed {} files", files.len()));
    Ok(Exit::Success)
}

fn folder() -> Result<PathBuf, Failure> {
    let none = || Failure::refused("cannot find a folder for state; help: set the variable `HOME`");
    let folder = state_folder().ok_or_else(none)?;
    private_file::create_folder(&folder).map_err(|it| problem(&folder, &it))?;
    Ok(folder)
}

fn problem(path: &Path, problem: &io::Error) -> Failure {
    Failure::refused(format!("cannot write `{}`: {problem}", visible(&path.to_string_lossy())))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_rules_are_the_first_section_of_the_guide() {
        let rules = super::rules();
        assert!(rules.starts_with("- Follow the terms") && rules.contains("profiles of individuals"), "{rules}");
        assert!(!rules.contains("##") && !rules.contains("Paid accounts"), "{rules}");
    }
}
