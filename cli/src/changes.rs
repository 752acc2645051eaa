//! `gw catalog`: changes of the live catalog since this program was built.

use clap::{ArgMatches, Command};
use gatewright_client::{CatalogChange, SERVICE};
use serde::Serialize;

use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::{self, json};
use crate::paid::runtime;
use crate::settings::Settings;

/// Creates the command.
pub(crate) fn command() -> Command {
    let name = SERVICE.environment.dash_url;
    Command::new("catalog")
        .about("Lists the changes of the live catalog since this program was built")
        .args(output::options())
        .after_help(format!(
            "The URL of the dashboard comes from the variable {name} or from `dash_url` in the configuration."
        ))
}

/// A change, as a row.
#[derive(Serialize)]
struct Change {
    path: String,
    change: String,
}

/// Runs the command.
pub(crate) fn run(matches: &ArgMatches, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let settings = Settings::read(matches)?;
    let client = Connection::read(matches, &settings)?.builder(&settings)?.build()?;
    let catalog = runtime()?.block_on(client.catalog())?;
    let row = |it: &CatalogChange| Change { path: it.path.clone(), change: it.kind.to_string() };
    let rows: Vec<_> = catalog.changes().iter().map(|it| json::from(&row(it))).collect::<Result<_, _>>()?;
    if rows.is_empty() {
        console.say("no changes");
    }
    output::print(rows.into_iter().collect(), matches, console)
}
