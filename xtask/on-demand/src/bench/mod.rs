//! `cargo xtask bench`: how long things take and how large they get, measured in one run.
//!
//! Times on a shared machine are only good for comparing within a run, so the peer is measured in the same
//! one, on the same operations.

mod builds;
mod calls;
mod catalogs;
mod consumer;
mod measure;
mod site;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};

use xtask::bench::Args;
use xtask::progress::Progress;
use xtask::{paths, tools};

use builds::Builds;
use measure::{Measured, best};
use table::{Row, Table};

/// Endpoints of the measured catalogs: our own, and copies of it under other keys. The largest relative of the service has
/// about 1,100.
const SIZES: [usize; 2] = [101, 1_000];

/// Records of the model catalog that is measured.
const MODELS: usize = 5_000;

/// Of so many runs the best counts: a machine has other things to do, and a generator has not.
const RUNS: usize = 9;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let bench = Bench::new()?;
    let mut table = Table::default();
    let peer = if args.peers { Some(tools::cargo_progenitor()?) } else { None };

    for cells in SIZES {
        let ours = bench.generate(cells)?;
        let theirs = peer.as_ref().map(|program| bench.progenitor(program, cells)).transpose()?;
        table.rows.push(Row::time(
            format!("generation, {cells} cells"),
            ours.seconds,
            theirs.as_ref().map(|it| it.seconds),
        ));
        table.rows.push(Row::memory(
            format!("peak memory, {cells} cells"),
            ours.peak,
            theirs.as_ref().map(|it| it.peak),
        ));
        let lines = |folder: &str| bench.lines_a_cell(folder, cells);
        table.rows.push(Row::lines(
            format!("lines a cell, {cells} cells"),
            lines("ours")?,
            theirs.as_ref().map(|_| lines("peer")).transpose()?,
        ));
    }
    let refreshed = bench.refresh(SIZES[1])?;
    table.rows.push(Row::time(format!("refresh, {} cells", SIZES[1]), refreshed.seconds, None).at_most(3.0));
    table.targets();

    bench.progress.say("cargo check and release build");
    let whose = if peer.is_some() { &["ours", "peer"][..] } else { &["ours"] };
    let folders: Vec<_> = whose.iter().map(|whose| bench.folder(whose, SIZES[0])).collect();
    let builds = builds::measure(&folders, &bench.root)?;
    let row = |what: &str, time: fn(&Builds) -> f64| {
        Row::time(format!("{what}, 101 cells"), time(&builds[0]), builds.get(1).map(time))
    };
    table.rows.push(row("cargo check", |it| it.check).target(0.30));
    table.rows.push(row("release build", |it| it.release));
    let models = bench.models(MODELS)?;
    table.rows.push(Row::time(format!("generation, {MODELS} models"), models.seconds, None));
    let builds = builds::measure(&[bench.folder("ours-models", MODELS)], &bench.root)?;
    table.rows.push(Row::time(format!("cargo check, {MODELS} models"), builds[0].check, None));
    site::measure(&bench, &mut table)?;
    consumer::measure(&bench, &mut table)?;
    bench.progress.say("calls of the client");
    calls::measure(&mut table)?;
    drop(bench);
    table.print();
    Ok(ExitCode::SUCCESS)
}

struct Bench {
    /// Everything that is measured is below it.
    root: PathBuf,
    /// This program, optimised.
    program: PathBuf,
    progress: Progress,
}

impl Bench {
    fn new() -> Result<Self> {
        let progress = Progress::new("building the generator with optimisation");
        let status = tools::cargo()
            .args(["build", "--release", "--quiet", "--package", "xtask", "--package", "xtask-on-demand"])
            .args(["--features", "xtask-on-demand/refresh"])
            .status()
            .context("cannot start cargo")?;
        if !status.success() {
            bail!("the generator could not be built");
        }
        let root = paths::target().join("bench");
        if root.exists() {
            fs::remove_dir_all(&root).with_context(|| format!("cannot empty {}", root.display()))?;
        }
        let program = paths::target().join("release/xtask").with_extension(std::env::consts::EXE_EXTENSION);
        Ok(Self { root, program, progress })
    }

    fn folder(&self, whose: &str, cells: usize) -> PathBuf {
        self.root.join(format!("{whose}-{cells}"))
    }

    /// Full runs.
    fn generate(&self, cells: usize) -> Result<Measured> {
        self.progress.say(&format!("generation, {cells} cells"));
        catalogs::write(&self.folder("specs", cells), cells)?;
        self.in_new_folders("ours", cells, RUNS, |out| self.generate_command(cells, out))
    }

    /// Full runs with a large model catalog.
    fn models(&self, count: usize) -> Result<Measured> {
        self.progress.say(&format!("generation, {count} models"));
        let specs = self.folder("specs-models", count);
        catalogs::write_models(&specs, count)?;
        self.in_new_folders("ours-models", count, RUNS, |out| self.command(&specs, out))
    }

    /// A live catalog in which one cell in ten has changed, from a file: the network is not measured.
    fn refresh(&self, cells: usize) -> Result<Measured> {
        self.progress.say("a refresh");
        let (specs, live) = (self.folder("specs", cells), self.root.join("live.json"));
        let mut paused = false;
        best(RUNS.min(3), || {
            paused = !paused;
            catalogs::write_live(&specs, &live, paused)?;
            let mut command = Command::new(self.program.with_file_name("xtask-refresh"));
            command.arg("refresh").arg("--social").arg(&live).arg("--specs").arg(&specs);
            command.arg("--out").arg(self.folder("ours", cells));
            measure::command(&mut command)
        })
    }

    fn generate_command(&self, cells: usize, out: &Path) -> Command {
        self.command(&self.folder("specs", cells), out)
    }

    fn command(&self, specs: &Path, out: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("generate").arg("--specs").arg(specs).arg("--out").arg(out);
        command
    }

    /// The peer on the OpenAPI document of the same operations.
    fn progenitor(&self, program: &Path, cells: usize) -> Result<Measured> {
        self.progress.say(&format!("cargo-progenitor, {cells} cells"));
        self.in_new_folders("peer", cells, 3, |out| {
            let mut command = Command::new(program);
            command.args(["progenitor", "--name", "peer", "--version", "0.1.0", "--license-name", "MIT"]);
            command.arg("--input").arg(self.folder("ours", cells).join("openapi-3.0.json")).arg("--output").arg(out);
            command
        })
    }

    /// Each run goes into a folder that was never there: file systems are slow to make files where many were
    /// removed a moment ago. The last one is kept for what is measured next.
    fn in_new_folders(
        &self,
        whose: &str,
        cells: usize,
        runs: usize,
        command: impl Fn(&Path) -> Command,
    ) -> Result<Measured> {
        let mut run = 0;
        best(runs, || {
            run += 1;
            let out =
                if run == runs { self.folder(whose, cells) } else { self.folder(&format!("{whose}-{run}"), cells) };
            measure::command(&mut command(&out))
        })
    }

    fn lines_a_cell(&self, whose: &str, cells: usize) -> Result<f64> {
        let mut lines = 0;
        let mut folders = vec![self.folder(whose, cells).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    lines += fs::read_to_string(&path)?.lines().count();
                }
            }
        }
        Ok(lines as f64 / cells as f64)
    }
}
