//! `cargo xtask mock`: the mock gateway, a program of its own, so that nothing else has to build a server.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::{paths, tools};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// --port N, --key KEY, --specs DIR; --help says more
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

impl Args {
    /// The specs that the gateway will read.
    pub(crate) fn specs(&self) -> PathBuf {
        let given = (0..).zip(&self.args).find_map(|(index, it)| match it.to_str()? {
            "--specs" => self.args.get(index + 1).map(PathBuf::from),
            other => other.strip_prefix("--specs=").map(PathBuf::from),
        });
        given.unwrap_or_else(|| paths::root().join("specs"))
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let mut command = tools::cargo();
    command.current_dir("."); // where the caller is: paths are given from there
    command.args(["run", "--package", "gatewright-mock", "--manifest-path"]);
    command.arg(paths::root().join("Cargo.toml")).arg("--").args(&args.args);
    // In place of this process, so that Ctrl-C and the exit status are the gateway's own.
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let error = command.exec();
        Err(error).context("cannot start cargo")
    }
    #[cfg(not(unix))]
    {
        let status = command.status().context("cannot start cargo")?;
        Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
