//! Builds the test binaries with one cargo invocation and executes them.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::report::Report;
use super::{Size, with_all};
use crate::progress::Progress;
use crate::tools;

/// Tests that run at once in a binary. More than cores: many tests wait for timers, servers or downloads.
const THREADS: &str = "4";

/// Crates that a full run optimizes: it puts a hundred thousand catalogs through them.
const OPTIMIZED: [&str; 6] = ["gatewright", "prettyplease", "proc-macro2", "quote", "serde_json", "syn"];

/// A test binary.
pub(super) struct Binary {
    program: PathBuf,
    /// Package and target.
    name: String,
    package: String,
    /// Folder of the package, in which cargo would run it.
    folder: PathBuf,
}

/// A test that has passed.
pub(super) struct Passed {
    pub(super) name: String,
    pub(super) time: Duration,
}

/// Builds all test binaries.
pub(super) fn build(report: &mut Report) -> Result<()> {
    let mut command = tools::cargo();
    command.args(with_all(&["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"], &[]));
    if report.size == Size::Full {
        command.args(
            OPTIMIZED.iter().flat_map(|it| ["--config".to_owned(), format!("profile.dev.package.{it}.opt-level=2")]),
        );
    }
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    for line in BufReader::new(child.stdout.take().context("cargo has no output")?).lines() {
        let message: Value = serde_json::from_str(&line?).unwrap_or_default();
        let is_test = message["profile"]["test"] == true;
        if let (true, Some(program)) = (is_test, message["executable"].as_str()) {
            report.binaries.push(binary(program, &message)?);
        }
    }
    if !child.wait()?.success() {
        bail!("the tests do not compile\nhelp: run `cargo test --workspace --all-features --no-run`");
    }
    report.binaries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(())
}

fn binary(program: &str, message: &Value) -> Result<Binary> {
    let manifest = message["manifest_path"].as_str().map(Path::new).and_then(Path::parent);
    let folder = manifest.context("cargo names no manifest")?.to_owned();
    let short = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // As in `path+file:///project/tests#gatewright-tests@0.0.0`; without a name it is the folder's.
    let id = message["package_id"].as_str().unwrap_or_default().rsplit('#').next().unwrap_or_default();
    let package = id.split_once('@').map_or(short.as_str(), |it| it.0).to_owned();
    let target = message["target"]["name"].as_str().unwrap_or_default();
    Ok(Binary { program: program.into(), name: format!("{short}/{target}"), package, folder })
}

/// Executes all test binaries, one after another, and fails if a test failed.
pub(super) fn run(report: &mut Report) -> Result<()> {
    let mut failed = Vec::new();
    for binary in std::mem::take(&mut report.binaries) {
        let (passed, success) = execute(&binary, report)?;
        if !success {
            failed.push(binary.name.clone());
        }
        report.passed.extend(passed);
    }
    if !failed.is_empty() {
        bail!("tests failed in {}\nhelp: run one alone with `cargo test -p PACKAGE NAME`", failed.join(", "));
    }
    Ok(())
}

/// Executes one binary; returns the tests that passed, and whether all did.
fn execute(binary: &Binary, report: &Report) -> Result<(Vec<Passed>, bool)> {
    let progress = Progress::new(&binary.name);
    let mut command = Command::new(&binary.program);
    // Times per test are an unstable option of the test harness; this variable allows it and changes nothing else.
    command.args(["-Zunstable-options", "--report-time"]).env("RUSTC_BOOTSTRAP", "1");
    command.args(report.size.skipped_modules().iter().flat_map(|it| ["--skip", it]));
    command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder);
    command.env("CARGO", tools::cargo().get_program()).env("CARGO_PKG_NAME", &binary.package);
    command.env("RUST_TEST_THREADS", std::env::var("RUST_TEST_THREADS").unwrap_or_else(|_| THREADS.into()));
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start a test binary")?;
    let (mut passed, mut rest) = (Vec::new(), Vec::new());
    for line in BufReader::new(child.stdout.take().context("the tests have no output")?).lines() {
        let line = line?;
        match passed_test(&line) {
            Some((name, time)) => {
                passed.push(Passed { name: format!("{} {name}", binary.name), time });
                progress.say(&format!("{}: {} tests passed", binary.name, passed.len()));
            }
            None => rest.push(line),
        }
    }
    let success = child.wait()?.success();
    drop(progress);
    if !success {
        rest.iter().for_each(|it| eprintln!("{it}"));
    }
    Ok((passed, success))
}

/// Reads a line such as `test names::casing ... ok <0.013s>`.
fn passed_test(line: &str) -> Option<(&str, Duration)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ok")?;
    let seconds = rest.trim().strip_prefix('<')?.strip_suffix("s>")?.parse().ok()?;
    Some((name.trim_end_matches(" - should panic"), Duration::try_from_secs_f64(seconds).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_test_harness_are_read() {
        assert_eq!(passed_test("test a::b ... ok <0.250s>"), Some(("a::b", Duration::from_millis(250))));
        for other in ["test a::b ... FAILED <0.250s>", "test a::b ... ok", "running 3 tests", ""] {
            assert_eq!(passed_test(other), None, "{other}");
        }
    }
}
