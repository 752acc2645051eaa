//! `cargo xtask bench`: measures speed and size in one run.
//!
//! On a shared machine only times of the same run are comparable. So the peer is measured in the same run, with the
//! same operations.

mod builds;
mod calls;
mod catalogs;
mod command_line;
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

/// Endpoints of the measured catalogs: this repository's catalog, and copies of it under other keys. The largest
/// similar service has about 1,100.
const SIZES: [usize; 2] = [101, 1_000];

/// Records of the measured model catalog.
const MODELS: usize = 5_000;

/// Numbers of learned shapes; the last one is all endpoints of this repository's catalog.
const SHAPES: [usize; 2] = [20, 101];

/// Number of runs. The best one counts, since other load on the machine only adds time.
const RUNS: usize = 9;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let bench = Bench::new()?;
    let mut table = Table::new();
    let peer = if args.peers { Some(tools::cargo_progenitor()?) } else { None };

    for cells in SIZES {
        let ours = bench.generate(cells)?;
        let theirs = peer.as_ref().map(|program| bench.progenitor(program, cells)).transpose()?;
        let time =
            Row::time(format!("generation, {cells} endpoints"), ours.seconds, theirs.as_ref().map(|it| it.seconds));
        let memory =
            Row::memory(format!("peak memory, {cells} endpoints"), ours.peak, theirs.as_ref().map(|it| it.peak));
        let is_large = cells == SIZES[1];
        table.add(&if is_large { time.at_most(1.0) } else { time });
        table.add(&if is_large { memory.at_most(500.0) } else { memory });
        let lines = |folder: &str| bench.lines_per_endpoint(folder, cells);
        table.add(&Row::lines(
            format!("lines of code per endpoint, {cells} endpoints"),
            lines("ours")?,
            theirs.as_ref().map(|_| lines("peer")).transpose()?,
        ));
    }
    let refreshed = bench.refresh(SIZES[1])?;
    table.add(&Row::time(format!("refresh, {} endpoints", SIZES[1]), refreshed.seconds, None).at_most(3.0));

    bench.progress.say("cargo check and release build");
    let whose = if peer.is_some() { &["ours", "peer"][..] } else { &["ours"] };
    let folders: Vec<_> = whose.iter().map(|whose| bench.folder(whose, SIZES[0])).collect();
    let builds = builds::measure(&folders, &bench.root)?;
    let row = |what: &str, time: fn(&Builds) -> f64| {
        Row::time(format!("{what}, 101 endpoints"), time(&builds[0]), builds.get(1).map(time))
    };
    table.add(&row("cargo check", |it| it.check).target(0.30));
    table.add(&row("release build", |it| it.release));
    let models = bench.models(MODELS)?;
    table.add(&Row::time(format!("generation, {MODELS} models"), models.seconds, None));
    let builds = builds::measure(&[bench.folder("ours-models", MODELS)], &bench.root)?;
    table.add(&Row::time(format!("cargo check, {MODELS} models"), builds[0].check, None));
    bench.check_shapes(&mut table)?;
    site::measure(&bench, &mut table)?;
    consumer::measure(&bench, &mut table)?;
    command_line::measure(&bench, &mut table)?;
    bench.progress.say("calls of the client");
    calls::measure(&mut table)?;
    if args.peers {
        bench.progress.say("streams of the client, and of async-openai");
        calls::streams(&mut table)?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Bench {
    /// Folder of all measured crates.
    root: PathBuf,
    /// Optimized build of this program.
    program: PathBuf,
    progress: Progress,
}

impl Bench {
    fn new() -> Result<Self> {
        let progress = Progress::new("building the generator with optimizations");
        let status = tools::cargo()
            .args(["build", "--release", "--quiet", "--package", "xtask", "--package", "xtask-on-demand"])
            .args(["--features", "xtask-on-demand/refresh"])
            .status()
            .context("cannot start cargo")?;
        if !status.success() {
            bail!("cannot build the generator");
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

    /// Measures complete runs.
    fn generate(&self, cells: usize) -> Result<Measured> {
        self.progress.say(&format!("generation, {cells} endpoints"));
        catalogs::write(&self.folder("specs", cells), cells)?;
        self.in_new_folders("ours", cells, RUNS, |out| self.generate_command(cells, out))
    }

    /// Measures complete runs with a large model catalog.
    fn models(&self, count: usize) -> Result<Measured> {
        self.progress.say(&format!("generation, {count} models"));
        let specs = self.folder("specs-models", count);
        catalogs::write_models(&specs, count)?;
        self.in_new_folders("ours-models", count, RUNS, |out| self.command(&specs, out))
    }

    /// Measures `cargo check` of the client with learned shapes, compared with the client without them.
    fn check_shapes(&self, table: &mut Table) -> Result<()> {
        let mut folders = Vec::new();
        for count in [0].into_iter().chain(SHAPES) {
            self.progress.say(&format!("cargo check, {count} learned shapes"));
            let (specs, out) = (self.folder("specs-shapes", count), self.folder("ours-shapes", count));
            catalogs::write_shapes(&specs, count)?;
            measure::command(&mut self.command(&specs, &out))?;
            folders.push(out);
        }
        let checks = builds::check(&folders, &self.root)?;
        let (without, with) = checks.split_first().context("nothing was checked")?;
        for (count, check) in SHAPES.iter().zip(with) {
            let name = format!("cargo check, {count} learned shapes; peer: none");
            table.add(&Row::time(name, *check, Some(*without)));
        }
        Ok(())
    }

    /// Measures a refresh in which every tenth cell has changed. The live catalog is a file: the network is not
    /// measured.
    fn refresh(&self, cells: usize) -> Result<Measured> {
        self.progress.say("refresh");
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

    /// Measures the peer with the OpenAPI document of the same operations.
    fn progenitor(&self, program: &Path, cells: usize) -> Result<Measured> {
        self.progress.say(&format!("cargo-progenitor, {cells} endpoints"));
        self.in_new_folders("peer", cells, 3, |out| {
            let mut command = Command::new(program);
            command.args(["progenitor", "--name", "peer", "--version", "0.1.0", "--license-name", "MIT"]);
            command.arg("--input").arg(self.folder("ours", cells).join("openapi-3.0.json")).arg("--output").arg(out);
            command
        })
    }

    /// Runs a command several times, each with a new output folder: file systems are slow to create files in a folder
    /// from which many were just removed. Later measurements use the folder of the last run.
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

    /// Counts lines of code: documentation may be as long as it is useful.
    fn lines_per_endpoint(&self, whose: &str, cells: usize) -> Result<f64> {
        let mut lines = 0;
        let mut folders = vec![self.folder(whose, cells).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let text = fs::read_to_string(&path)?;
                    lines += text.lines().filter(|it| !it.trim().is_empty() && !it.trim().starts_with("//")).count();
                }
            }
        }
        Ok(lines as f64 / cells as f64)
    }
}
