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
        table.add(&row(&measured));
    }
    Ok(())
}

/// Returns the row of a measurement: `name`, `unit`, `ours`, the target `at_most`, and the `peer` with the target of the ratio.
fn row(measured: &Value) -> Row {
    let (peer, ours) = (&measured["peer"], measured["ours"].as_f64().unwrap_or_default());
    let theirs = peer["value"].as_f64();
    let name = measured["name"].as_str().unwrap_or_default();
    let name = peer["name"].as_str().map_or_else(|| name.to_owned(), |peer| format!("{name}; peer: {peer}"));
    let row = match measured["unit"].as_str() {
        Some("rate") => Row::rate(name, ours, theirs),
        Some("seconds") => Row::time(name, ours, theirs),
        Some("nanoseconds") => Row::nanoseconds(name, ours, theirs),
        Some("bytes") => Row::memory(name, ours as u64, None),
        _ => Row::count(name, ours),
    };
    match [&measured["at_most"], &peer["at_least"], &peer["at_most"]].map(Value::as_f64) {
        [Some(most), ..] => row.at_most(most),
        [_, Some(least), _] => row.at_least_of_peer(least),
        [.., Some(most)] => row.target(most),
        _ => row,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn measurements_become_rows_with_their_targets() {
        let shown = |measured: &Value| row(measured).cells().join(" | ");
        let peer = json!({ "name": "without it", "value": 100.0, "at_least": 0.909 });
        let slow = json!({ "name": "calls", "unit": "rate", "ours": 90, "peer": peer });
        assert_eq!(shown(&slow), "calls; peer: without it | 90/s | 100/s | 0.900 | ≥ 0.909 of peer: MISSED");
        let quick =
            json!({ "name": "streams", "unit": "nanoseconds", "ours": 9, "peer": { "value": 10, "at_most": 1 } });
        assert_eq!(shown(&quick), "streams | 9 ns | 10 ns | 0.900 | ≤ 1.000 of peer: met");
        let alone = json!({ "name": "building", "unit": "nanoseconds", "ours": 2000, "at_most": 1000 });
        assert_eq!(shown(&alone), "building | 2000 ns | – | – | ≤ 1000: MISSED");
        let plain =
            json!({ "name": "types", "unit": "seconds", "ours": 1.5, "peer": { "value": 1, "at_least": null } });
        assert_eq!(shown(&plain), "types | 1.500 s | 1.000 s | 1.500 | ");
    }
}
