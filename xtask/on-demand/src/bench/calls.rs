//! Overhead of the client in a call, measured by separate programs with a client and a gateway.

use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::table::{Row, Table};
use xtask::{paths, tools};

pub(super) fn measure(table: &mut Table) -> Result<()> {
    ["measure-calls", "measure-memory"].into_iter().try_for_each(|program| measure_by(program, table))
}

/// Measures the CPU time of streams next to async-openai, by a program that is no member of the workspace.
pub(super) fn streams(table: &mut Table) -> Result<()> {
    let manifest = paths::root().join("tests/sdks/streams/Cargo.toml");
    let mut command = tools::cargo();
    command.args(["run", "--release", "--quiet", "--locked", "--manifest-path"]).arg(manifest);
    run(command.arg("--target-dir").arg(paths::target().join("sdk-streams")), table)
}

fn measure_by(program: &str, table: &mut Table) -> Result<()> {
    let mut command = tools::cargo();
    run(command.args(["run", "--release", "--quiet", "--package", "gatewright-tests", "--example", program]), table)
}

/// Runs a program that prints measurements, and adds a row for each.
fn run(command: &mut Command, table: &mut Table) -> Result<()> {
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cannot measure the calls:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let measured: Value = serde_json::from_str(line).context("expected one line of JSON per measurement")?;
        let number = |key: &str| measured[key].as_f64();
        let (name, ours) = (measured["name"].as_str().unwrap_or_default(), number("ours").unwrap_or_default());
        table.rows.push(match measured["unit"].as_str() {
            // The peer is a handwritten loop; higher is better.
            Some("rate") => Row::rate(format!("{name}; peer: handwritten"), ours, number("theirs")),
            // The peer is the same client without the layer.
            Some("layer") => Row::layer(format!("{name}; peer: without it"), ours, number("theirs")),
            Some("nanoseconds") => Row::nanoseconds(name.to_owned(), ours, None).at_most(1_000.0),
            Some("stream") => Row::nanoseconds(name.to_owned(), ours, number("theirs")).target(1.0),
            Some("bytes") => Row::memory(name.to_owned(), ours as u64, None),
            _ => Row::count(name.to_owned(), ours),
        });
    }
    Ok(())
}
