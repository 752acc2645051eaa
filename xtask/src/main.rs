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
mod workflow;

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
    /// Workflow records: what is wrong with them
    Workflow(workflow::Args),
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
        Command::Workflow(args) => workflow::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Bench(args) => bench::run(&args),
    });
    match done {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("error: {}", in_words(&error));
            ExitCode::FAILURE
        }
    }
}

/// An error and its causes in one line, and what helps below it.
fn in_words(error: &anyhow::Error) -> String {
    let causes: Vec<_> = error.chain().map(ToString::to_string).collect();
    let (says, help): (Vec<_>, Vec<_>) = causes
        .iter()
        .map(|it| it.split_once("\nhelp: ").map_or((&**it, None), |(says, help)| (says, Some(help))))
        .unzip();
    let help: String = help.into_iter().flatten().map(|it| format!("\nhelp: {it}")).collect();
    says.join(": ") + &help
}

/// What a command before this one could not complete comes first.
fn recover(command: &Command) -> anyhow::Result<()> {
    let folders = match command {
        Command::Generate(args) => vec![args.specs()],
        Command::Docs(args) => vec![args.specs()],
        Command::Refresh(args) => vec![args.specs()],
        Command::Diff(args) => args.folders(),
        Command::Mock(args) => vec![args.specs()],
        Command::Workflow(args) => vec![args.specs()],
        Command::Test(_) | Command::Bench(_) => vec![paths::root().join("specs")],
    };
    for specs in folders {
        if let Some(what) = journal::recover(&specs)? {
            eprintln!("completed {what}, which an earlier command had begun");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_helps_stands_below_an_error_and_its_causes() {
        let error = anyhow::anyhow!("it is not TOML").context("the lock is of no use\nhelp: remove it");
        assert_eq!(in_words(&error), "the lock is of no use: it is not TOML\nhelp: remove it");
    }
}
