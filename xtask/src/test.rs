//! `cargo xtask test`: everything that must hold, in one command.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, Result, bail};

use crate::{paths, tools};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Leave out what takes minutes
    #[arg(long)]
    quick: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask test           everything, as continuous integration runs it
  cargo xtask test --quick   what to run while working";

struct Step {
    name: &'static str,
    slow: bool,
    command: fn() -> Result<Command>,
}

const fn step(name: &'static str, command: fn() -> Result<Command>) -> Step {
    Step { name, slow: false, command }
}

const fn slow(name: &'static str, command: fn() -> Result<Command>) -> Step {
    Step { name, slow: true, command }
}

const STEPS: [Step; 12] = [
    // Some tests build without the network, and need what other systems would.
    step("dependencies", || Ok(cargo(&["fetch", "--locked", "--quiet"]))),
    step("formatting", || Ok(cargo(&["fmt", "--all", "--check"]))),
    step("the generated client is up to date", || {
        Ok(cargo(&["run", "--quiet", "--package", "xtask", "--", "generate", "--check"]))
    }),
    step("clippy", || Ok(cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]))),
    slow("what compares the surfaces of crates", || {
        let mut command = Command::new(tools::cargo_semver_checks()?);
        command.args(["semver-checks", "--version"]);
        Ok(command)
    }),
    slow("a browser", || {
        let mut command = Command::new(tools::chromium()?);
        command.arg("--version");
        Ok(command)
    }),
    slow("what drives it", || {
        let mut command = Command::new(tools::node()?);
        command.arg("--version");
        Ok(command)
    }),
    step("tests", || Ok(cargo(&["test", "--workspace", "--all-features"]))),
    slow("documentation", || {
        let mut command = cargo(&["doc", "--workspace", "--no-deps", "--all-features", "--document-private-items"]);
        command.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private-intra-doc-links");
        Ok(command)
    }),
    slow("packages", || {
        let mut command = cargo(&["package", "--quiet", "--allow-dirty", "-p", "gatewright-runtime"]);
        command.args(["-p", "gatewright-client", "--target-dir"]).arg(new_folder()?);
        Ok(command)
    }),
    slow("the example of a build script", || Ok(cargo(&["run", "--quiet", "--package", "own-catalog"]))),
    slow("licences, bans and sources of dependencies", || {
        let mut command = Command::new(tools::cargo_deny()?);
        command.args(["check", "bans", "licenses", "sources"]).current_dir(paths::root());
        Ok(command)
    }),
];

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let steps: Vec<_> = STEPS.iter().filter(|it| !args.quick || !it.slow).collect();
    let begun = Instant::now();
    for (number, step) in (1..).zip(&steps) {
        eprintln!("\n[{number}/{}] {}", steps.len(), step.name);
        let mut command = (step.command)()?;
        if args.quick && step.name == "tests" {
            command.args(["--", "--skip", "slow::"]);
        }
        let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
        if !status.success() {
            bail!("{} failed\nhelp: run it alone with `{}`", step.name, spelled(&command));
        }
    }
    eprintln!("\nall {} steps passed in {} s", steps.len(), begun.elapsed().as_secs());
    Ok(ExitCode::SUCCESS)
}

fn cargo(args: &[&str]) -> Command {
    let mut command = tools::cargo();
    command.args(args);
    command
}

/// A folder that was never there. Cargo keeps what it unpacked from a package by the folder it was packed in, and
/// takes it for unchanged from then on: in a folder of the same name it would check the client with an old runtime.
fn new_folder() -> Result<PathBuf> {
    let all = paths::target().join("packages");
    if all.exists() {
        std::fs::remove_dir_all(&all).with_context(|| format!("cannot empty {}", all.display()))?;
    }
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(all.join(since.as_nanos().to_string()))
}

/// The command as one would type it.
fn spelled(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let args = command.get_args().map(|it| it.to_string_lossy().into_owned());
    [name].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}
