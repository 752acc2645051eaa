//! Command line of `gw`, built at run time.

use clap::{ArgMatches, Command};

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::operation::{Options, find, platform_command};
use crate::platforms::platforms;
use crate::{
    agent, call, catalog, changes, completions, doctor, key, man, mcp, mock, model, output, pages, pull, receipts,
    settings, spending,
};

const ABOUT: &str = "The gateway on the command line: social data and AI models, with the price of each call";

const HELP: &str = "\
Platforms are commands, too: `gw p2 post` is short for `gw social p2 post`.

Examples:
  gw search comments                        find an operation
  gw p2 comments --help                     show its parameters, price and an example
  gw p2 search --keyword tea --pages 3      print the items of three pages
  gw spent --by operation                   show what was charged";

/// Command that reaches all platforms, also one that is named like another command.
const SOCIAL: &str = "social";

/// Function that runs a command.
type Run = fn(&ArgMatches, &mut Console<'_>) -> Result<Exit, Failure>;

/// Commands besides operations and models.
const COMMANDS: [(fn() -> Command, Run); 16] = [
    (catalog::search_command, catalog::search),
    (catalog::price_command, catalog::price),
    (catalog::models_command, catalog::list_models),
    (receipts::spent_command, receipts::spent),
    (receipts::receipts_command, receipts::receipts),
    (pull::command, pull::run),
    (pull::purge_command, pull::purge),
    (key::login_command, key::login),
    (key::logout_command, key::logout),
    (doctor::command, doctor::run),
    (changes::command, changes::run),
    (mock::command, mock::run),
    (completions::command, completions::run),
    (man::command, |matches, console| man::write(command(), matches, console)),
    (mcp::command, mcp::run),
    (agent::command, agent::run),
];

/// Creates the command line.
pub(crate) fn command() -> Command {
    let root = Command::new("gw")
        .about(ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .after_help(format!("{HELP}\n\n{}", Exit::HELP))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(settings::options())
        .subcommand(social_command())
        .subcommands(model::commands(&model_options()))
        .subcommands(COMMANDS.iter().map(|(command, _)| command()));
    let is_command = |root: &Command, name: &str| name == "help" || root.find_subcommand(name).is_some();
    let options = options();
    platforms().iter().fold(root, |root, it| match is_command(&root, it.key) {
        true => root,
        false => root.subcommand(platform_command(it, &options).hide(true)),
    })
}

fn social_command() -> Command {
    let options = options();
    Command::new(SOCIAL)
        .about("Calls an operation of a platform, such as `gw social p2 post`")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("PLATFORM")
        .subcommand_help_heading("Platforms")
        .subcommands(platforms().iter().map(|it| platform_command(it, &options)))
}

/// Returns the options that operations have besides their parameters.
fn options() -> Options {
    let own = spending::options().into_iter().chain(output::options()).collect();
    Options { global: settings::options().into(), own, paging: pages::options().into() }
}

/// Returns the options that operations with a model have besides their parameters.
fn model_options() -> Options {
    Options { global: settings::options().into(), own: model::options(), paging: Vec::new() }
}

/// Runs the command that the user has chosen.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let usage = || Failure::new(Exit::Usage, "unknown command; help: `gw --help` lists the commands");
    let (name, matches) = matches.subcommand().ok_or_else(usage)?;
    if let Some((_, run)) = COMMANDS.iter().find(|(command, _)| command().get_name() == name) {
        return run(matches, console);
    }
    if let Some(result) = model::run(name, matches, console) {
        return result;
    }
    let (inner, matches) = matches.subcommand().ok_or_else(usage)?;
    if name == SOCIAL {
        let (operation, matches) = matches.subcommand().ok_or_else(usage)?;
        return call::run(find(inner, operation).ok_or_else(usage)?, matches, console);
    }
    call::run(find(name, inner).ok_or_else(usage)?, matches, console)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
