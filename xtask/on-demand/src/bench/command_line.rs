//! `gw`: size of the released program, and its time to start.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use xtask::{paths, tools};

use super::measure::{self, best};
use super::table::{Row, Table};
use super::{Bench, RUNS};

pub(super) fn measure(bench: &Bench, table: &mut Table) -> Result<()> {
    bench.progress.say("building gw as it is released");
    let target = host()?;
    let mut build = tools::cargo();
    build.args([
        "build",
        "--quiet",
        "--locked",
        "--profile",
        "dist",
        "--package",
        "gatewright-cli",
        "--target",
        &target,
    ]);
    if cfg!(target_os = "linux") {
        build.env("RUSTFLAGS", "-C target-feature=+crt-static");
    }
    measure::command(&mut build)?;
    let program = paths::target().join(target).join("dist/gw").with_extension(std::env::consts::EXE_EXTENSION);
    let size = fs::metadata(&program).with_context(|| format!("cannot read {}", program.display()))?.len();
    table.add(&Row::memory("gw, size of the released program".into(), size, None));
    for arguments in [&["--help"][..], &["p2", "post", "--help"]] {
        let started = best(RUNS * 3, || measure::command(Command::new(&program).args(arguments)))?;
        let name = format!("gw {}", arguments.join(" "));
        table.add(&Row::time(name, started.seconds, None).at_most(0.020));
    }
    Ok(())
}

/// Returns the target of this machine.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match text.lines().find_map(|it| it.strip_prefix("host: ")) {
        Some(host) => Ok(host.to_owned()),
        None => bail!("rustc does not report its target"),
    }
}
