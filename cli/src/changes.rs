//! `gw catalog`: changes of the live catalog since this program was built.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use gatewright::shell::quoted;
use gatewright_client::{CatalogChange, SERVICE, visible};
use serde::Serialize;

use crate::connection::Connection;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::output::{self, json};
use crate::runtime::runtime;
use crate::settings::Settings;

/// Option to store the catalog.
const SAVE: &str = "save";

/// Creates the command.
pub(crate) fn command() -> Command {
    let name = SERVICE.environment.dash_url;
    let save = Arg::new(SAVE).long(SAVE).value_name("FILE").value_parser(value_parser!(PathBuf));
    Command::new("catalog")
        .about("Lists the changes of the live catalog since this program was built")
        .arg(save.help("Store the live catalog, for `gw --catalog FILE`, and list no changes"))
        .args(output::options())
        .after_help(format!(
            "The URL of the dashboard comes from `--dash-url`, the variable {name}, or `dash_url` in the configuration."
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
    if let Some(path) = matches.get_one::<PathBuf>(SAVE) {
        let text = runtime()?.block_on(client.catalog_text())?;
        let shown = visible(&path.to_string_lossy()).into_owned();
        let written = std::fs::write(path, text);
        written.map_err(|it| Failure::refused(format!("cannot write `{shown}`: {it}")))?;
        console.say(&format!("stored the catalog; `gw --catalog {}` uses it", quoted(&shown)));
        return Ok(Exit::Success);
    }
    let catalog = runtime()?.block_on(client.catalog())?;
    let row = |it: &CatalogChange| Change { path: it.path.clone(), change: it.kind.to_string() };
    let rows: Vec<_> = catalog.changes().iter().map(|it| json::from(&row(it))).collect::<Result<_, _>>()?;
    if rows.is_empty() {
        console.say("no changes");
    }
    output::print(rows.into_iter().collect(), matches, console)
}
