//! `cargo xtask test`: runs the test suite, in three sizes.

mod report;
mod suite;

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::SystemTime;
use std::{env, fs, thread};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::artifacts::{self, Crate};
use crate::{fuzz, parallel, paths, tools};
use report::{Report, Start};

/// Arguments of `cargo xtask test`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Run the checks that take seconds, for use during development
    #[arg(long)]
    quick: bool,
    /// Run all checks, including those for nightly jobs and releases
    #[arg(long, conflicts_with = "quick")]
    full: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask test           the checks that CI runs for every change
  cargo xtask test --quick   formatting, clippy and the quick tests
  cargo xtask test --full    also all feature combinations, packages, cargo-semver-checks, cargo-deny,
                             100,000 catalogs with hostile text, fuzzing and every page of the docs site in a browser";

/// Size of a run. A step or test of one size also runs in all larger sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Quick,
    Test,
    Full,
}

impl Size {
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
    Step { name: "lints and build of the tests", size: Size::Quick, run: suite::build },
    Step { name: "lints of the client with its default features", size: Size::Test, run: |_| default_features() },
    Step { name: "tests", size: Size::Quick, run: suite::run },
    Step { name: "doctests", size: Size::Test, run: |_| doctests() },
    Step { name: "documentation", size: Size::Test, run: documentation },
    Step { name: "documentation of the tests", size: Size::Full, run: |_| documentation_of_all() },
    Step { name: "fuzzing, two minutes for each target", size: Size::Full, run: |_| fuzz::all() },
    Step { name: "packages build from what they contain", size: Size::Full, run: |_| packages() },
    Step { name: "bill of materials, by cargo-cyclonedx", size: Size::Full, run: |_| bill_of_materials() },
    Step { name: "licences, bans and sources, by cargo-deny", size: Size::Full, run: |_| deny() },
];

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let size = match args {
        Args { quick: true, .. } => Size::Quick,
        Args { full: true, .. } => Size::Full,
        _ => Size::Test,
    };
    if size == Size::Full {
        if env::var_os(OPT_LEVEL).is_none() {
            return run_optimized();
        }
        print_steps_of_full_runs();
    }
    let begun = Start::now();
    let steps: Vec<_> = STEPS.iter().filter(|it| it.size <= size).collect();
    let mut report = Report::new(size);
    // Tools are installed while the compiler runs.
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

/// Environment variable that makes cargo optimize.
const OPT_LEVEL: &str = "CARGO_PROFILE_DEV_OPT_LEVEL";

/// Runs this command again with optimized builds, including the builds that tests start: a full run generates code from
/// 100,000 catalogs.
fn run_optimized() -> Result<ExitCode> {
    let program = paths::program().context("cannot find this program")?;
    let status = Command::new(program).args(env::args_os().skip(1)).env(OPT_LEVEL, "1").status();
    let code = status.context("cannot start this program again")?.code().and_then(|it| u8::try_from(it).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn print_steps_of_full_runs() {
    eprintln!("steps that only --full runs:");
    for step in STEPS.iter().filter(|it| it.size == Size::Full) {
        eprintln!("  {}", step.name);
    }
    eprintln!("  tests in modules named `full`; they are listed at the end");
}

/// Installs the programs that tests of a size need.
fn install(size: Size) -> Result<()> {
    if size >= Size::Test {
        tools::chromium()?;
        tools::node()?;
    }
    if size >= Size::Full {
        tools::cargo_semver_checks()?;
        tools::cargo_progenitor()?;
        tools::shells()?;
    }
    Ok(())
}

fn generated_is_up_to_date() -> Result<()> {
    let program = paths::program().context("cannot find this program")?;
    check(Command::new(program).args(["generate", "--check"]).current_dir(paths::root()))
}

/// Most programs use these features. Code that only other features use is unused here.
fn default_features() -> Result<()> {
    check(tools::with_lints(tools::cargo().args(["check", "--quiet", "--package", "gatewright-client"])))
}

fn doctests() -> Result<()> {
    check(tools::with_lints(tools::cargo().args(with_all(&["test", "--doc", "--quiet"]))))
}

/// Crates that only a full run documents, with cargo: tests, and clients that a build script generates.
const UNDOCUMENTED: [&str; 5] =
    ["gatewright_fuzz", "gatewright_tests", "generated_programs", "own_catalog", "sample_client"];

/// Documents the libraries of the workspace, with the dependencies of the test build.
fn documentation(report: &mut Report) -> Result<()> {
    let out = paths::target().join("doc");
    let libraries = artifacts::crates()?.into_iter().filter(|it| !UNDOCUMENTED.contains(&it.name.as_str()));
    let document = |library: Crate| {
        let mut command = report.artifacts.rustdoc(&library);
        command.args(["--document-private-items", "-Dwarnings", "-Arustdoc::private-intra-doc-links", "--out-dir"]);
        check(command.arg(&out)).with_context(|| format!("cannot document {}", library.name))
    };
    parallel::map(libraries, 2, document).map(drop)
}

fn documentation_of_all() -> Result<()> {
    let mut command = tools::cargo();
    command.args(with_all(&["doc", "--no-deps", "--document-private-items", "--quiet"]));
    check(command.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private-intra-doc-links"))
}

fn packages() -> Result<()> {
    let mut command = tools::cargo();
    command.args(["package", "--quiet", "--allow-dirty", "-p", "gatewright-runtime", "-p", "gatewright-client"]);
    check(command.arg("--target-dir").arg(new_folder()?))
}

/// Writes a bill of materials of each crate to `target/sbom`.
fn bill_of_materials() -> Result<()> {
    const NAME: &str = "bill-of-materials";
    let out = paths::target().join("sbom");
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", paths::display(&out)))?;
    let mut command = Command::new(tools::cargo_cyclonedx()?);
    command.args(["cyclonedx", "--quiet", "--format", "json", "--all-features", "--spec-version", "1.5"]);
    check(command.args(["--override-filename", NAME]).current_dir(paths::root()))?;
    // The tool writes its files next to the manifest of each crate.
    for library in artifacts::crates()? {
        let written = library.folder().join(NAME).with_extension("json");
        fs::rename(&written, out.join(format!("{}.cdx.json", library.name)))
            .with_context(|| format!("cannot move {}", paths::display(&written)))?;
    }
    Ok(())
}

fn deny() -> Result<()> {
    let mut command = Command::new(tools::cargo_deny()?);
    check(command.args(["check", "bans", "licenses", "sources"]).current_dir(paths::root()))
}

/// Adds arguments for all crates and all features. With one set of features each crate is built once.
fn with_all<'a>(command: &[&'a str]) -> Vec<&'a str> {
    [command, &["--workspace", "--all-features"]].concat()
}

fn cargo<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Result<()> {
    check(tools::cargo().args(args))
}

/// Runs a command that must succeed.
fn check(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("the command ended with {status}\nhelp: run it alone with `{}`", command_line(command));
    }
    Ok(())
}

/// Returns the path of a new folder. Cargo caches the content of an unpacked package by its folder, and never checks it
/// for changes: in a folder of the same name cargo would check the client with an old runtime.
fn new_folder() -> Result<PathBuf> {
    let all = paths::target().join("packages");
    if all.exists() {
        fs::remove_dir_all(&all).with_context(|| format!("cannot empty {}", all.display()))?;
    }
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(all.join(since.as_nanos().to_string()))
}

/// Formats a command for a shell.
fn command_line(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let args = command.get_args().map(|it| it.to_string_lossy().into_owned());
    [name].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}
