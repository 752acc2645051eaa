//! Builds the test binaries with one cargo invocation and executes them.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::report::{Binary, PassedTest, Report};
use super::{Size, with_all};
use crate::progress::Progress;
use crate::{parallel, paths, tools};

/// Binary whose only test is the trybuild test.
const TRYBUILD: &str = "sample/ui";

/// Modules of long tests, and the smallest size of a run that executes them.
const LONG: [(&str, Size); 2] = [("slow::", Size::Test), ("full::", Size::Full)];

/// Number of processes with tests that run in parallel.
const PROCESSES: usize = 2;

/// Number of tests that run in parallel in a process. Larger than the number of cores, since many tests wait for timers,
/// servers or downloads.
const THREADS: &str = "4";

/// Builds all test binaries.
pub(super) fn build(report: &mut Report) -> Result<()> {
    let mut command = tools::cargo();
    command.args(with_all(&["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"]));
    tools::with_lints(&mut command);
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    for line in BufReader::new(child.stdout.take().context("cargo has no output")?).lines() {
        let message: Value = serde_json::from_str(&line?).unwrap_or_default();
        report.artifacts.add(&message);
        let is_test = message["profile"]["test"] == true;
        if let (true, Some(program)) = (is_test, message["executable"].as_str()) {
            report.binaries.push(binary(program, &message)?);
        }
    }
    if !child.wait()?.success() {
        bail!(
            "the tests do not compile without warnings\nhelp: run `cargo clippy --workspace --all-targets --all-features`"
        );
    }
    // The largest binary takes longest, so it starts first.
    report.binaries.sort_by_key(|it| Reverse(fs::metadata(&it.program).map_or(0, |it| it.len())));
    Ok(())
}

fn binary(program: &str, message: &Value) -> Result<Binary> {
    let manifest = message["manifest_path"].as_str().map(Path::new).and_then(Path::parent);
    let folder = manifest.context("cargo names no manifest")?.to_owned();
    let short = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // An id is like `path+file:///project/tests#gatewright-tests@0.0.0`. Without a name, the package has the folder's
    // name.
    let id = message["package_id"].as_str().unwrap_or_default().rsplit('#').next().unwrap_or_default();
    let package = id.split_once('@').map_or(short.as_str(), |it| it.0).to_owned();
    let target = message["target"]["name"].as_str().unwrap_or_default();
    Ok(Binary { program: program.into(), name: format!("{short}/{target}"), package, folder })
}

/// Executes all test binaries and fails if a test failed.
pub(super) fn run(report: &mut Report) -> Result<()> {
    let size = report.size;
    let binaries = std::mem::take(&mut report.binaries);
    let (progress, count) = (Progress::new("running the tests"), AtomicUsize::new(0));
    let tell = || {
        let passed = count.fetch_add(1, Ordering::Relaxed) + 1;
        progress.say(&format!("running the tests: {passed} passed"));
    };
    // Long tests start first. Otherwise the longest one would run alone at the end.
    let long = binaries.iter().filter(|_| size > Size::Quick).map(|it| (it, long(size)));
    let all: Vec<_> = long.chain(binaries.iter().map(|it| (it, short()))).collect();
    let ended = parallel::map(all, PROCESSES, |(binary, chosen)| execute(binary, &chosen, &tell))?;
    drop(progress);
    let mut failed = BTreeSet::new();
    for part in ended {
        report.passed.extend(part.passed);
        if let Some(output) = part.failure {
            eprintln!("{output}");
            failed.insert(part.binary);
        }
    }
    if !failed.is_empty() {
        let failed: Vec<_> = failed.into_iter().collect();
        bail!("tests failed in {}\nhelp: run one alone with `cargo test -p PACKAGE NAME`", failed.join(", "));
    }
    Ok(())
}

/// Arguments of a binary that choose the long tests of a run.
fn long(size: Size) -> Vec<&'static str> {
    LONG.iter().flat_map(|(module, from)| if size >= *from { vec![*module] } else { vec!["--skip", module] }).collect()
}

/// Arguments of a binary that choose the tests of all runs.
fn short() -> Vec<&'static str> {
    LONG.iter().flat_map(|(module, _)| ["--skip", module]).collect()
}

/// Result of some tests of a binary.
struct PartResult {
    binary: String,
    passed: Vec<PassedTest>,
    /// Output that names the tests that failed.
    failure: Option<String>,
}

/// Executes the chosen tests of a binary.
fn execute(binary: &Binary, chosen: &[&str], tell: &dyn Fn()) -> Result<PartResult> {
    let mut command = Command::new(&binary.program);
    if binary.name == TRYBUILD {
        // Reuses the build scripts and their dependencies of this build, and builds the rest once. With different flags
        // trybuild would build everything, and again for its test cases.
        command.env("CARGO_BUILD_BUILD_DIR", paths::target()).env("CARGO_ENCODED_RUSTFLAGS", "");
        tools::without_lints(&mut command);
    } else {
        // The time of each test is an unstable option of the test harness; this variable allows it.
        command.args(["-Zunstable-options", "--report-time"]).env("RUSTC_BOOTSTRAP", "1");
        // Programs that tests build share this build.
        tools::with_lints(&mut command);
    }
    tools::without_certificates(&mut command);
    command.args(chosen);
    command.current_dir(&binary.folder).env("CARGO_MANIFEST_DIR", &binary.folder);
    command.env("CARGO", tools::cargo().get_program()).env("CARGO_PKG_NAME", &binary.package);
    command.env("RUST_TEST_THREADS", std::env::var("RUST_TEST_THREADS").unwrap_or_else(|_| THREADS.into()));
    let started = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start a test binary")?;
    let (mut passed, mut rest) = (Vec::new(), String::new());
    for line in BufReader::new(child.stdout.take().context("the tests have no output")?).lines() {
        let line = line?;
        match passed_test(&line) {
            Some((name, time)) => {
                let time = time.unwrap_or_else(|| started.elapsed());
                passed.push(PassedTest { name: format!("{} {name}", binary.name), time });
                tell();
            }
            None => rest = rest + &line + "\n",
        }
    }
    let failure = if child.wait()?.success() { None } else { Some(rest) };
    Ok(PartResult { binary: binary.name.clone(), passed, failure })
}

/// Parses a line such as `test names::casing ... ok <0.013s>`. Some lines have no time.
fn passed_test(line: &str) -> Option<(&str, Option<Duration>)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ok")?;
    let seconds = rest.trim().strip_prefix('<').and_then(|it| it.strip_suffix("s>")?.parse().ok());
    let time = seconds.and_then(|it| Duration::try_from_secs_f64(it).ok());
    Some((name.trim_end_matches(" - should panic"), time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_test_of_a_run_is_chosen_once() {
        assert_eq!(long(Size::Test), ["slow::", "--skip", "full::"]);
        assert_eq!(long(Size::Full), ["slow::", "full::"]);
        assert_eq!(short(), ["--skip", "slow::", "--skip", "full::"]);
    }

    #[test]
    fn lines_of_the_test_harness_are_read() {
        assert_eq!(passed_test("test a::b ... ok <0.250s>"), Some(("a::b", Some(Duration::from_millis(250)))));
        assert_eq!(passed_test("test a::b ... ok"), Some(("a::b", None)));
        for other in ["test a::b ... FAILED <0.250s>", "test a::b ... ignored", "running 3 tests", ""] {
            assert_eq!(passed_test(other), None, "{other}");
        }
    }
}
