//! Table of the times of a run and of the previous run.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Size;
use crate::artifacts::Artifacts;
use crate::paths;

/// Goal for a run from a fresh clone on two cores, in seconds.
const GOAL: f64 = 15.0 * 60.0;

/// Number of tests in the list of the slowest tests.
const SLOWEST: usize = 12;

/// Duration of a step or a run.
#[derive(Clone, Copy, Default)]
pub(super) struct Time {
    /// Seconds on the clock.
    pub(super) wall: f64,
    /// CPU seconds of the started programs. On a shared machine only these are comparable.
    cpu: Option<f64>,
}

/// Start of a measurement.
pub(super) struct Start {
    clock: Instant,
    cpu: Option<f64>,
}

impl Start {
    pub(super) fn now() -> Self {
        Self { clock: Instant::now(), cpu: cpu_of_children() }
    }

    pub(super) fn elapsed(&self) -> Time {
        let cpu = self.cpu.zip(cpu_of_children()).map(|(start, end)| end - start);
        Time { wall: self.clock.elapsed().as_secs_f64(), cpu }
    }
}

/// Returns the CPU seconds of all child processes that have ended; `None` on systems other than Linux.
fn cpu_of_children() -> Option<f64> {
    /// Clock ticks per second, the same on every architecture that Rust runs on.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in brackets, which may contain spaces. `cutime` and `cstime` are fields 16 and 17.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    Some((ticks(16)? + ticks(17)?) / TICKS)
}

/// A test binary.
pub(super) struct Binary {
    pub(super) program: PathBuf,
    /// Package and target.
    pub(super) name: String,
    pub(super) package: String,
    /// Folder of the package, the working directory of its tests.
    pub(super) folder: PathBuf,
}

/// A test that has passed.
pub(super) struct PassedTest {
    pub(super) name: String,
    pub(super) time: Duration,
}

/// Results of a run so far.
pub(super) struct Report {
    pub(super) size: Size,
    pub(super) binaries: Vec<Binary>,
    /// Libraries of the test build.
    pub(super) artifacts: Artifacts,
    pub(super) passed: Vec<PassedTest>,
    steps: Vec<(&'static str, Time)>,
}

impl Report {
    pub(super) fn new(size: Size) -> Self {
        Self { size, binaries: Vec::new(), artifacts: Artifacts::default(), passed: Vec::new(), steps: Vec::new() }
    }

    pub(super) fn step(&mut self, name: &'static str, time: Time) {
        self.steps.push((name, time));
    }

    /// Prints the table and saves the times for the next run.
    pub(super) fn finish(mut self, total: Time) {
        let before = self.times_before();
        self.steps.push(("total", total));
        let width = self.steps.iter().map(|it| it.0.len()).max().unwrap_or_default();
        eprintln!("\n{:width$}  seconds  CPU seconds  previous run: seconds  CPU seconds", "step");
        for (name, time) in &self.steps {
            let before = before.get(*name).copied().unwrap_or_default();
            let [cpu, wall_before, cpu_before] = [time.cpu, Some(before.wall).filter(|it| *it > 0.0), before.cpu]
                .map(|it| it.map_or_else(|| "–".to_owned(), |it| format!("{it:.1}")));
            eprintln!("{name:width$}  {:7.1}  {cpu:>11}  {wall_before:>21}  {cpu_before:>11}", time.wall);
        }
        self.passed.sort_by_key(|it| std::cmp::Reverse(it.time));
        eprintln!("\nslowest tests");
        for it in self.passed.iter().take(SLOWEST) {
            eprintln!("{:7.1} s  {}", it.time.as_secs_f64(), it.name);
        }
        self.list_full_tests();
        let met = if total.wall <= GOAL { "met" } else { "MISSED" };
        let goal = if self.size == Size::Test { format!(" (goal {GOAL} s: {met})") } else { String::new() };
        let (steps, tests) = (self.steps.len() - 1, self.passed.len());
        eprintln!(
            "\nall {steps} steps passed, {tests} tests among them, in {:.0} s without the build of xtask{goal}",
            total.wall
        );
        self.store();
    }

    fn list_full_tests(&self) {
        if self.size == Size::Full {
            eprintln!("\ntests that only --full runs");
            for it in self.passed.iter().filter(|it| it.name.contains("full::")) {
                eprintln!("{:7.1} s  {}", it.time.as_secs_f64(), it.name);
            }
        }
    }

    fn path(&self) -> PathBuf {
        paths::target().join(format!("test-times-{}", self.size.name()))
    }

    fn times_before(&self) -> BTreeMap<String, Time> {
        let text = fs::read_to_string(self.path()).unwrap_or_default();
        let time = |line: &str| {
            let mut fields = line.split('\t');
            let name = fields.next()?.to_owned();
            let wall = fields.next()?.parse().ok()?;
            Some((name, Time { wall, cpu: fields.next().and_then(|it| it.parse().ok()) }))
        };
        text.lines().filter_map(time).collect()
    }

    fn store(&self) {
        let cpu = |it: &Time| it.cpu.map(|it| it.to_string()).unwrap_or_default();
        let lines = self.steps.iter().map(|(name, time)| format!("{name}\t{}\t{}\n", time.wall, cpu(time)));
        // An error is ignored: it only costs the next table its column for the previous run.
        let _ = fs::write(self.path(), lines.collect::<String>());
    }
}
