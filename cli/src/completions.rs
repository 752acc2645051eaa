//! `gw completions`: completions, which the shell asks this program for.

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use clap_complete::env::Shells;

use crate::console::Console;
use crate::exit::{Exit, Failure};

const SHELL: &str = "shell";

/// Environment variable with which the shell asks for completions.
pub(crate) const VARIABLE: &str = "GW_COMPLETE";

const HELP: &str = "\
Add one of these lines to the start-up file of your shell:
  bash, zsh:   source <(gw completions bash)    (or zsh)
  fish:        gw completions fish | source
  PowerShell:  gw completions powershell | Out-String | Invoke-Expression";

/// Returns the values that a shell offers for an argument.
pub(crate) fn candidates(names: fn() -> Vec<String>) -> ArgValueCandidates {
    ArgValueCandidates::new(move || names().into_iter().map(CompletionCandidate::new).collect())
}

/// Creates the command.
pub(crate) fn command() -> Command {
    let shells = PossibleValuesParser::new(Shells::builtins().names().map(str::to_owned));
    Command::new("completions")
        .about("Prints the code that lets a shell complete commands, options and values")
        .arg(Arg::new(SHELL).value_name("SHELL").required(true).value_parser(shells))
        .after_help(HELP)
}

/// Prints the code for a shell.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let name = matches.get_one::<String>(SHELL).map(String::as_str).unwrap_or_default();
    let shells = Shells::builtins();
    let unknown = || Failure::new(Exit::Usage, "unknown shell; help: `gw completions --help` lists the shells");
    let shell = shells.completer(name).ok_or_else(unknown)?;
    let problem = |it| Failure::refused(format!("cannot print the completions: {it}"));
    shell.write_registration(VARIABLE, "gw", "gw", "gw", console.out).map_err(problem)?;
    Ok(Exit::Success)
}

/// Answers the shell, if it asks for completions. Returns false if it does not.
pub(crate) fn complete(arguments: &[OsString], command: fn() -> Command, console: &mut Console<'_>) -> bool {
    let Some(name) = std::env::var(VARIABLE).ok().filter(|it| !it.is_empty()) else { return false };
    let shells = Shells::builtins();
    let Some(shell) = shells.completer(&name) else { return false };
    // The shell passes the words of its command line after `--`.
    let words: Vec<_> = arguments.iter().skip_while(|it| *it != "--").skip(1).cloned().collect();
    if !words.is_empty() {
        let folder = std::env::current_dir().ok();
        // Platforms are hidden in the help, where `social` lists them.
        let mut command = command().mut_subcommands(|it| it.hide(false));
        command.build();
        // Without completions, the shell goes on.
        let _ = shell.write_complete(&mut command, words, folder.as_deref(), console.out);
    }
    true
}
