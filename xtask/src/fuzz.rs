//! `cargo xtask fuzz`: coverage-guided fuzzing of all parsers of untrusted input.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use crate::progress::Progress;
use crate::{parallel, paths, tools};

/// Arguments of `cargo xtask fuzz`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Targets; all if none is given
    targets: Vec<String>,
    /// Seconds that each target runs
    #[arg(long, value_name = "SECONDS", default_value_t = SECONDS)]
    seconds: u32,
    /// Number of inputs for each target, instead of a time
    #[arg(long, value_name = "COUNT", conflicts_with = "seconds")]
    runs: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask fuzz                          every target for two minutes
  cargo xtask fuzz events --seconds 600     one target for ten minutes
  cargo xtask fuzz --runs 1000000           a million inputs for every target

Targets are the folders of fuzz/corpus, which contain the seed inputs. An input that makes a target fail is saved in
target/fuzz/found. Add it to the folder of its target: `cargo xtask test` replays all files there.";

/// Compiler flags for coverage counters: those of cargo-fuzz without the address sanitizer, which needs a nightly
/// compiler.
const FLAGS: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// Environment variable that makes this program act as the compiler; see [`compile`].
const COMPILE: &str = "GATEWRIGHT_FUZZ_COMPILE";

/// Seconds that a target runs by default.
const SECONDS: u32 = 120;

/// Number of targets that run in parallel.
const AT_ONCE: usize = 2;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let known = targets()?;
    if let Some(unknown) = args.targets.iter().find(|it| !known.contains(it)) {
        bail!("unknown target `{unknown}`\nhelp: the targets are {}", known.join(", "));
    }
    let limit = match args.runs {
        Some(runs) => format!("-runs={runs}"),
        None => format!("-max_total_time={}", args.seconds),
    };
    fuzz(if args.targets.is_empty() { known } else { args.targets.clone() }, &limit)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs each target for two minutes.
pub(crate) fn all() -> Result<()> {
    fuzz(targets()?, &format!("-max_total_time={SECONDS}"))
}

/// Returns the names of all targets. Each has a folder with seed inputs.
fn targets() -> Result<Vec<String>> {
    let folder = corpus();
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", paths::display(&folder)))?;
    let mut names = entries
        .map(|it| Ok(it?.file_name().to_string_lossy().into_owned()))
        .collect::<std::io::Result<Vec<_>>>()
        .with_context(|| format!("cannot read {}", paths::display(&folder)))?;
    names.sort();
    Ok(names)
}

fn corpus() -> PathBuf {
    paths::root().join("fuzz/corpus")
}

#[expect(clippy::print_stdout, reason = "the table is data")]
fn fuzz(targets: Vec<String>, limit: &str) -> Result<()> {
    let program = build()?;
    let progress = Progress::new("fuzzing");
    let count = targets.len();
    let run = |(number, name): (usize, String)| {
        progress.say(&format!("fuzzing {name} ({} of {count})", number + 1));
        execute(&program, &name, limit)
    };
    let ended = parallel::map(targets.into_iter().enumerate(), AT_ONCE, run)?;
    drop(progress);
    println!("{:<16} {:>12} {:>12}  found", "target", "executions", "per second");
    for it in &ended {
        let found = it.found.as_deref().map_or("-".into(), paths::display);
        println!("{:<16} {:>12} {:>12}  {found}", it.name, it.executions, it.per_second);
    }
    if let Some(broken) = ended.iter().find(|it| it.failure.is_some()) {
        let failure = broken.failure.as_deref().unwrap_or_default();
        bail!("`{}` failed: {failure}\nhelp: the full output is in {}", broken.name, paths::display(&broken.log));
    }
    Ok(())
}

/// Runs the compiler with [`FLAGS`] for the crates under test if cargo has started this program as its compiler
/// wrapper.
///
/// Only crates of the workspace get coverage counters. The engine reads every counter after each input, and libraries
/// have far more code than the project.
pub(crate) fn compile() -> Option<ExitCode> {
    env::var_os(COMPILE)?;
    let args: Vec<_> = env::args_os().skip(1).collect();
    let mut command = Command::new(args.first()?);
    command.args(&args[1..]);
    // Build scripts are compiled without `--target` and need no counters.
    if args.iter().any(|it| it == "--target") {
        command.args(FLAGS);
    }
    let code = command.status().ok().and_then(|it| u8::try_from(it.code()?).ok());
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Builds the targets with the engine.
fn build() -> Result<PathBuf> {
    eprintln!("building the fuzz targets with libFuzzer");
    let host = host()?;
    let target = paths::target().join("fuzz");
    let mut command = tools::cargo();
    command.args(["build", "--quiet", "--profile", "fuzz", "-p", "gatewright-fuzz", "--bin", "fuzz"]);
    command.args(["--target", &host, "--target-dir"]).arg(&target);
    // This cfg selects the engine as a dependency.
    command.env("CARGO_ENCODED_RUSTFLAGS", "--cfg=fuzzing").env(COMPILE, "1");
    command.env("RUSTC_WORKSPACE_WRAPPER", paths::program().context("cannot find this program")?);
    let status = command.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("the fuzz targets do not compile\nhelp: the engine needs a C++ compiler, such as the package g++");
    }
    let name = format!("fuzz{}", env::consts::EXE_SUFFIX);
    Ok(target.join(host).join("fuzz").join(name))
}

fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|it| it.strip_prefix("host: "));
    host.map(str::to_owned).context("`rustc -vV` names no host")
}

/// Result of a target.
struct TargetResult {
    name: String,
    executions: u64,
    per_second: u64,
    /// Input that made the target fail.
    found: Option<PathBuf>,
    failure: Option<String>,
    log: PathBuf,
}

fn execute(program: &Path, name: &str, limit: &str) -> Result<TargetResult> {
    let folder = paths::target().join("fuzz");
    let [learned, found] = ["corpus", "found"].map(|it| folder.join(it).join(name));
    for it in [&learned, &found] {
        fs::create_dir_all(it).with_context(|| format!("cannot create {}", paths::display(it)))?;
    }
    let log = folder.join(format!("{name}.log"));
    let file = fs::File::create(&log).with_context(|| format!("cannot create {}", paths::display(&log)))?;
    let begun = Instant::now();
    let mut command = Command::new(program);
    command.env("FUZZ_TARGET", name).args([limit, "-print_final_stats=1", "-timeout=25", "-rss_limit_mb=2048"]);
    command.arg(format!("-artifact_prefix={}/", found.display())).arg(learned).arg(corpus().join(name));
    command.stdout(Stdio::null()).stderr(file).current_dir(paths::root());
    let status = command.status().with_context(|| format!("cannot start {}", paths::display(program)))?;
    let text = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
    let executions = number(&text, "stat::number_of_executed_units:").unwrap_or_default();
    let per_second = (executions as f64 / begun.elapsed().as_secs_f64().max(0.001)) as u64;
    let kept = text.lines().find_map(|it| it.split_once("Test unit written to ")).map(|it| it.1.into());
    let failure = (!status.success()).then(|| reason(&text));
    Ok(TargetResult { name: name.to_owned(), executions, per_second, found: kept, failure, log })
}

fn number(text: &str, label: &str) -> Option<u64> {
    text.lines().rev().find_map(|it| it.trim().strip_prefix(label))?.trim().parse().ok()
}

/// Returns the line of the output with the reason of a failure.
fn reason(text: &str) -> String {
    let is_reason = |it: &&str| it.contains("panicked at") || it.starts_with("==");
    let mut lines = text.lines().skip_while(|it| !is_reason(it));
    let first = lines.next().unwrap_or("unknown reason");
    let second = if first.contains("panicked at") { lines.next().unwrap_or_default() } else { "" };
    format!("{first} {second}").trim().replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_the_engine_is_read() {
        let text = "#2 pulse\nthread '<unnamed>' panicked at src/a.rs:1:2:\nit is odd\n==7== ERROR: libFuzzer\n\
                    stat::number_of_executed_units: 4711\nstat::average_exec_per_sec: 3\n";
        assert_eq!(number(text, "stat::number_of_executed_units:"), Some(4711));
        assert_eq!(reason(text), "thread '<unnamed>' panicked at src/a.rs:1:2: it is odd");
        assert_eq!(reason("nothing"), "unknown reason");
    }
}
