//! Commands of `on-demand/`: built on first use, then run in place of this process.

use std::io::{BufRead as _, BufReader, IsTerminal as _};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::progress::Progress;
use crate::{bench, docs, learn, mock, refresh, tools};

/// Command that is built on first use.
pub enum OnDemand {
    /// `cargo xtask bench`
    Bench(bench::Args),
    /// `cargo xtask learn`
    Learn(learn::Args),
    /// `cargo xtask mock`
    Mock(mock::Args),
    /// `cargo xtask refresh`
    Refresh(refresh::Args),
    /// `cargo xtask docs --serve`
    Serve(docs::Args),
}

/// Options of cargo that optimize the generator.
pub const OPTIMIZED: [&str; 2] = [
    "--config=profile.dev.package.gatewright.opt-level=2",
    "--config=profile.dev.package.gatewright-runtime.opt-level=2",
];

impl OnDemand {
    /// Feature of `on-demand/` that contains the command. The binary is named `xtask-` plus the feature.
    pub fn feature(&self) -> &'static str {
        match self {
            Self::Bench(_) => "bench",
            Self::Learn(_) => "learn",
            Self::Mock(_) => "mock",
            Self::Refresh(_) => "refresh",
            Self::Serve(_) => "serve",
        }
    }

    /// Options of the build. The docs server generates the whole site after each change, so its generator is optimized.
    fn build_options(&self) -> &'static [&'static str] {
        match self {
            Self::Serve(_) => &OPTIMIZED,
            _ => &[],
        }
    }

    /// Name for the progress line.
    fn title(&self) -> &'static str {
        match self {
            Self::Bench(_) => "the benchmarks",
            Self::Learn(_) => "learn",
            Self::Mock(_) => "the mock gateway (HTTP server)",
            Self::Refresh(_) => "refresh (HTTP client, TLS)",
            Self::Serve(_) => "the docs server",
        }
    }
}

/// Builds the command's binary if necessary and runs it with this process's arguments.
pub fn build_and_run(command: &OnDemand) -> Result<ExitCode> {
    let mut program = Command::new(build(command)?);
    program.args(std::env::args_os().skip(1));
    // Replaces this process, so that Ctrl-C and the exit status belong to the command itself.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let error = program.exec();
        Err(error).with_context(|| format!("cannot start {program:?}"))
    }
    #[cfg(not(unix))]
    {
        let status = program.status().with_context(|| format!("cannot start {program:?}"))?;
        Ok(ExitCode::from(status.code().and_then(|it| u8::try_from(it).ok()).unwrap_or(1)))
    }
}

/// Builds the binary of a command and returns its path.
fn build(command: &OnDemand) -> Result<PathBuf> {
    let (feature, title) = (command.feature(), command.title());
    let progress = Progress::new(&format!("building {title}"));
    let mut cargo = tools::cargo();
    cargo.arg("build").args(command.build_options());
    cargo.args(["--quiet", "--package", "xtask-on-demand", "--features", feature, "--bin"]);
    cargo.arg(format!("xtask-{feature}")).arg("--message-format=json-render-diagnostics").stdout(Stdio::piped());
    let mut cargo = cargo.spawn().context("cannot start cargo")?;
    let (mut program, mut compiled) = (None, 0);
    for line in BufReader::new(cargo.stdout.take().context("cargo has no output")?).lines() {
        let message: Value = serde_json::from_str(&line?).unwrap_or_default();
        if let Some(path) = message["executable"].as_str() {
            program = Some(PathBuf::from(path));
        }
        if message["fresh"] == false {
            compiled += 1;
            progress.say(&format!("building {title}: {compiled} crates compiled"));
            if compiled == 1 && !std::io::stderr().is_terminal() {
                eprintln!("building {title} (only on first use)");
            }
        }
    }
    match (cargo.wait()?.success(), program) {
        (true, Some(program)) => Ok(program),
        _ => bail!("cannot build {title}\nhelp: cargo's message above names the cause"),
    }
}
