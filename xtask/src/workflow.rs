//! `cargo xtask workflow`: checks workflow records.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use gatewright::files;

use crate::{generate, paths};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Report all errors in workflow records, with file, line and column
    Check(Check),
}

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Check {
    /// JSON files of the records
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask workflow check specs/workflow/examples/*.json   check the examples
  cargo xtask workflow check my-record.json                   check your own record

Exit status: 0 no errors, 1 errors in a record, 2 invalid arguments.";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let Command::Check(check) = &args.command;
    let mut bad = Vec::new();
    for file in &check.files {
        let name = paths::display(file);
        match files::read(file, files::MAX_SPEC_BYTES).with_context(|| format!("cannot read {name}")) {
            Ok(bytes) => {
                let report = gatewright::check_record(&name, &bytes);
                anstream::eprint!("{}", report.render(true));
                bad.extend((report.errors() > 0).then(|| (name, report.errors())));
            }
            // The remaining records are checked, too.
            Err(error) => {
                anstream::eprintln!("error: {}\n", gatewright::visible(&format!("{error:#}")));
                bad.push((name, 1));
            }
        }
    }
    let (all, wrong) = (check.files.len(), bad.len());
    if wrong == 0 {
        eprintln!("{all} record{} checked: no errors", generate::plural(all));
        return Ok(ExitCode::SUCCESS);
    }
    let errors: usize = bad.iter().map(|it| it.1).sum();
    bail!("{errors} error{} in {wrong} of {all} record{}", generate::plural(errors), generate::plural(all));
}
