//! `cargo xtask test`: the whole test suite in one command, in three sizes.

mod report;
mod suite;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::SystemTime;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::{paths, tools};
use report::{Report, Start};

/// Arguments of `cargo xtask test`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Run the checks that take seconds, for use while working
    #[arg(long)]
    quick: bool,
    /// Run everything, including the checks for nightly jobs and releases
    #[arg(long, conflicts_with = "quick")]
    full: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask test           everything a change can break, as continuous integration runs it
  cargo xtask test --quick   formatting, clippy and the quick tests
  cargo xtask test --full    also all feature combinations, packages, cargo-semver-checks, cargo-deny,
                             100,000 hostile catalogs and every page of the docs site in a browser";

/// Size of a run. A step or test of one size runs in all larger ones, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Quick,
    Test,
    Full,
}

impl Size {
    /// Modules whose tests are left out.
    fn skipped_modules(self) -> &'static [&'static str] {
        match self {
            Self::Quick => &["slow::", "full::"],
            Self::Test => &["full::"],
            Self::Full => &[],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Test => "test",
            Self::Full => "full",
        }
    }
}

/// One check of the suite.
struct Step {
    name: &'static str,
    size: Size,
    run: fn(&mut Report) -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "dependencies", size: Size::Quick, run: |_| cargo(&["fetch", "--locked", "--quiet"]) },
    Step { name: "formatting", size: Size::Quick, run: |_| cargo(&["fmt", "--all", "--check"]) },
    Step { name: "the generated client is up to date", size: Size::Quick, run: |_| generated_is_up_to_date() },
    Step { name: "OpenSSL headers, for the feature native-tls", size: Size::Quick, run: |_| tools::openssl() },
    Step {
        name: "clippy",
        size: Size::Quick,
        run: |_| cargo(&with_all(&["clippy", "--all-targets"], &["-D", "warnings"])),
    },
    Step { name: "build of the tests", size: Size::Quick, run: suite::build },
    Step { name: "tests", size: Size::Quick, run: suite::run },
    Step { name: "doctests", size: Size::Test, run: |_| cargo(&with_all(&["test", "--doc", "--quiet"], &[])) },
    Step { name: "documentation", size: Size::Test, run: documentation },
    Step { name: "packages build from what they contain", size: Size::Full, run: |_| packages() },
    Step { name: "licences, bans and sources, by cargo-deny", size: Size::Full, run: |_| deny() },
];

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let size = match args {
        Args { quick: true, .. } => Size::Quick,
        Args { full: true, .. } => Size::Full,
        _ => Size::Test,
    };
    if size == Size::Full {
        say_what_test_leaves_out();
    }
    let begun = Start::now();
    let steps: Vec<_> = STEPS.iter().filter(|it| it.size <= size).collect();
    let mut report = Report::new(size);
    // Downloads do not wait for the compiler, nor the compiler for them.
    let tools = thread::spawn(move || install(size));
    let mut tools = Some(tools);
    for (number, step) in (1..).zip(&steps) {
        if step.name == "tests" {
            let installed = tools.take().map(thread::JoinHandle::join);
            installed.unwrap_or(Ok(Ok(()))).map_err(|_| anyhow!("the installation of tools panicked"))??;
        }
        eprintln!("[{number}/{}] {}", steps.len(), step.name);
        let started = Start::now();
        (step.run)(&mut report).with_context(|| format!("{} failed", step.name))?;
        report.step(step.name, started.elapsed());
    }
    report.finish(begun.elapsed());
    Ok(ExitCode::SUCCESS)
}

fn say_what_test_leaves_out() {
    eprintln!("`cargo xtask test` leaves out:");
    for step in STEPS.iter().filter(|it| it.size == Size::Full) {
        eprintln!("  {}", step.name);
    }
    eprintln!("  tests in modules named `full`; they are listed when they have run");
}

/// Installs the programs that the tests of a size need.
fn install(size: Size) -> Result<()> {
    if size >= Size::Test {
        tools::chromium()?;
        tools::node()?;
    }
    if size >= Size::Full {
        tools::cargo_semver_checks()?;
        tools::cargo_progenitor()?;
    }
    Ok(())
}

fn generated_is_up_to_date() -> Result<()> {
    let program = std::env::current_exe().context("cannot find this program")?;
    check(Command::new(program).args(["generate", "--check"]).current_dir(paths::root()))
}

fn documentation(report: &mut Report) -> Result<()> {
    let mut command = tools::cargo();
    command.args(with_all(&["doc", "--no-deps", "--document-private-items", "--quiet"], &[]));
    if report.size < Size::Full {
        // The first is generated as the client is, from the same documents; the others are tests.
        command
            .args(["sample-client", "gatewright-tests", "generated-programs"].iter().flat_map(|it| ["--exclude", it]));
    }
    check(command.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private-intra-doc-links"))
}

fn packages() -> Result<()> {
    let mut command = tools::cargo();
    command.args(["package", "--quiet", "--allow-dirty", "-p", "gatewright-runtime", "-p", "gatewright-client"]);
    check(command.arg("--target-dir").arg(new_folder()?))
}

fn deny() -> Result<()> {
    let mut command = Command::new(tools::cargo_deny()?);
    check(command.args(["check", "bans", "licenses", "sources"]).current_dir(paths::root()))
}

/// Arguments for every crate of the workspace with every feature: one set of features, so crates are built once.
fn with_all<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let separator = if more.is_empty() { &[][..] } else { &["--"] };
    [command, &["--workspace", "--all-features"], separator, more].concat()
}

fn cargo<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Result<()> {
    check(tools::cargo().args(args))
}

/// Runs a command that must succeed.
fn check(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("the command ended with {status}\nhelp: run it alone with `{}`", spelled(command));
    }
    Ok(())
}

/// A folder that did not exist before. Cargo keeps what it unpacked from a package by the folder it was packed in, and
/// believes it unchanged from then on: in a folder of the same name it would check the client with an old runtime.
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
