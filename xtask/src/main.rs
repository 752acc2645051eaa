//! The project's commands. `cargo xtask --help` lists them.
#![forbid(unsafe_code)]

/// Generation is millions of small allocations: this takes two fifths off its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod bench;
mod diff;
mod docs;
mod generate;
mod journal;
mod mock;
mod parts_file;
mod paths;
mod progress;
mod refresh;
mod serve;
mod test;
mod tools;
mod tree;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Gatewright: specs in, client out.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask generate           write the client anew from specs/
  cargo xtask generate --check   see whether it is up to date
  cargo xtask docs --serve       the docs site, to be looked at
  cargo xtask test --quick       the tests that take seconds

Exit status: 0 fine, 1 the specs or a check have complaints, 2 the call was wrong.";

#[derive(Subcommand)]
enum Command {
    /// Specs to client crate and OpenAPI documents
    Generate(generate::Args),
    /// Specs to docs site
    Docs(docs::Args),
    /// Live catalogs to specs, client, changelog and version
    Refresh(refresh::Args),
    /// What changed from one catalog to another, and what that means for the version
    Diff(diff::Args),
    /// The mock gateway on this machine; prints its address and key once it answers
    #[command(disable_help_flag = true)]
    Mock(mock::Args),
    /// Everything that must hold; installs what it needs
    Test(test::Args),
    /// The measurements, as a table
    Bench(bench::Args),
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let done = recover(&command).and_then(|()| match command {
        Command::Generate(args) => generate::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Refresh(args) => refresh::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Mock(args) => mock::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Bench(args) => bench::run(&args),
    });
    match done {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// What a command before this one could not complete comes first.
fn recover(command: &Command) -> anyhow::Result<()> {
    let specs = match command {
        Command::Generate(args) => args.specs(),
        Command::Docs(args) => args.specs(),
        Command::Refresh(args) => args.specs(),
        _ => paths::root().join("specs"),
    };
    if let Some(what) = journal::recover(&specs)? {
        eprintln!("completed {what}, which an earlier command had begun");
    }
    Ok(())
}
