//! Times of a run, as a table that shows next to them those of the run before.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::Size;
use super::suite::{Binary, Passed};
use crate::paths;

/// Time within which a run from a fresh clone shall end on two cores.
const GOAL: Duration = Duration::from_secs(15 * 60);

/// Tests that the table of the slowest has.
const SLOWEST: usize = 12;

/// Results of a run so far.
pub(super) struct Report {
    pub(super) size: Size,
    pub(super) binaries: Vec<Binary>,
    pub(super) passed: Vec<Passed>,
    steps: Vec<(&'static str, Duration)>,
}

impl Report {
    pub(super) fn new(size: Size) -> Self {
        Self { size, binaries: Vec::new(), passed: Vec::new(), steps: Vec::new() }
    }

    pub(super) fn step(&mut self, name: &'static str, time: Duration) {
        self.steps.push((name, time));
    }

    /// Prints the table and stores the times for the next run.
    pub(super) fn finish(mut self, total: Duration) {
        let before = self.times_before();
        self.steps.push(("total", total));
        let width = self.steps.iter().map(|it| it.0.len()).max().unwrap_or_default();
        eprintln!("\n{:width$}  seconds  run before", "step");
        for (name, time) in &self.steps {
            let before = before.get(*name).map_or_else(|| "–".to_owned(), |it| format!("{it:.1}"));
            eprintln!("{name:width$}  {:7.1}  {before:>10}", time.as_secs_f64());
        }
        self.passed.sort_by_key(|it| std::cmp::Reverse(it.time));
        eprintln!("\nslowest tests");
        for it in self.passed.iter().take(SLOWEST) {
            eprintln!("{:7.1} s  {}", it.time.as_secs_f64(), it.name);
        }
        self.list_full_tests();
        let met = if total <= GOAL { "met" } else { "MISSED" };
        let goal = if self.size == Size::Test { format!(" (goal {} s: {met})", GOAL.as_secs()) } else { String::new() };
        let (steps, tests) = (self.steps.len() - 1, self.passed.len());
        eprintln!("\nall {steps} steps passed, {tests} tests among them, in {:.0} s{goal}", total.as_secs_f64());
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

    fn times_before(&self) -> BTreeMap<String, f64> {
        let text = fs::read_to_string(self.path()).unwrap_or_default();
        let time = |line: &str| line.split_once('\t').and_then(|(name, it)| Some((name.to_owned(), it.parse().ok()?)));
        text.lines().filter_map(time).collect()
    }

    fn store(&self) {
        let lines = self.steps.iter().map(|(name, time)| format!("{name}\t{}\n", time.as_secs_f64()));
        // Without the file the next table has no column to compare with, which is no reason to fail.
        let _ = fs::write(self.path(), lines.collect::<String>());
    }
}
