//! The project's commands. `cargo xtask --help` lists them.
//!
//! Commands that need a network, a server or a compressor are in `on-demand/` and are built on first use.
#![forbid(unsafe_code)]

pub mod artifacts;
pub mod bench;
pub mod client_args;
pub mod diff;
pub mod docs;
mod folder;
mod fuzz;
pub mod generate;
pub mod journal;
pub mod learn;
pub mod lock;
pub mod mock;
pub mod on_demand;
mod parallel;
pub mod paths;
pub mod progress;
pub mod refresh;
mod test;
pub mod tools;
pub mod tree;
mod workflow;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use gatewright::visible;
use on_demand::OnDemand;

/// Gatewright: generate a typed client from the catalogs of a model gateway
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask generate           regenerate the client from specs/
  cargo xtask generate --check   check that it is up to date
  cargo xtask docs --serve       build and serve the docs site
  cargo xtask test --quick       run the tests that take seconds

Exit status: 0 success, 1 errors in the specs or a failed check, 2 invalid arguments,
3 `refresh --check` found changes.";

#[derive(Subcommand)]
enum Command {
    /// Generate the client crate and OpenAPI documents from the specs
    Generate(generate::Args),
    /// Build the docs site
    Docs(docs::Args),
    /// Update specs, client, changelog and version from the live catalogs
    Refresh(refresh::Args),
    /// Add recorded shapes of responses to the specs, and regenerate the client
    Learn(learn::Args),
    /// Compare two catalogs and show the semver level of each change
    Diff(diff::Args),
    /// Start the mock gateway on this machine and print its URL and key
    Mock(mock::Args),
    /// Check workflow records
    Workflow(workflow::Args),
    /// Run the test suite (installs missing tools)
    Test(test::Args),
    /// Fuzz all parsers of untrusted input (coverage-guided)
    Fuzz(fuzz::Args),
    /// Measure speed and size
    Bench(bench::Args),
}

/// Runs the command of the command line. `launch` runs the commands that are built on demand.
pub fn main(launch: fn(&OnDemand) -> Result<ExitCode>) -> ExitCode {
    if let Some(code) = fuzz::compile() {
        return code;
    }
    let command = Cli::parse().command;
    let result = match command {
        Command::Generate(args) => generate::run(&args),
        Command::Docs(args) if args.serve => launch(&OnDemand::Serve(args)),
        Command::Docs(args) => docs::run(&args),
        Command::Refresh(args) => launch(&OnDemand::Refresh(args)),
        Command::Learn(args) => launch(&OnDemand::Learn(args)),
        Command::Diff(args) => diff::run(&args),
        Command::Mock(args) => launch(&OnDemand::Mock(args)),
        Command::Workflow(args) => workflow::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Bench(args) => launch(&OnDemand::Bench(args)),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("error: {}", describe(&error));
            ExitCode::FAILURE
        }
    }
}

/// Formats an error and its causes in one line, followed by the `help:` lines.
fn describe(error: &anyhow::Error) -> String {
    let causes: Vec<_> = error.chain().map(ToString::to_string).collect();
    let (messages, help): (Vec<_>, Vec<_>) = causes
        .iter()
        .map(|it| it.split_once("\nhelp: ").map_or((&**it, None), |(message, help)| (message, Some(help))))
        .unzip();
    let help: String = help.into_iter().flatten().map(|it| format!("\nhelp: {it}")).collect();
    // File names are untrusted text.
    let lines = messages.join(": ") + &help;
    lines.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_follows_an_error_and_its_causes() {
        let error = anyhow::anyhow!("it is not TOML").context("cannot read the lock\nhelp: remove it");
        assert_eq!(describe(&error), "cannot read the lock: it is not TOML\nhelp: remove it");
    }
}
