//! `cargo xtask mock`: the mock gateway, a program of its own, so that nothing else has to build a server.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::{paths, tools};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// --port N, --key KEY, --specs DIR; --help says more
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
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
