//! How long a generated crate takes to check and to build, its dependencies being built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::measure;
use xtask::tools;

const RUNS: usize = 7;

pub(super) struct Builds {
    pub(super) check: f64,
    pub(super) release: f64,
}

/// Several crates, in turn: what disturbs the machine then disturbs them all.
pub(super) fn measure(folders: &[PathBuf], root: &Path) -> Result<Vec<Builds>> {
    folders.iter().try_for_each(|folder| apart(folder))?;
    let check = time(folders, root, &["check"])?;
    let release = time(folders, root, &["build", "--release"])?;
    Ok(check.into_iter().zip(release).map(|(check, release)| Builds { check, release }).collect())
}

/// A workspace of its own, wherever it lies.
fn apart(folder: &Path) -> Result<()> {
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    if !text.contains("[workspace]") {
        fs::write(&manifest, text + "\n[workspace]\n")?;
    }
    Ok(())
}

/// The best of several runs of each, its dependencies being built.
fn time(folders: &[PathBuf], root: &Path, args: &[&str]) -> Result<Vec<f64>> {
    for folder in folders {
        measure::command(&mut cargo(folder, root, args))?;
    }
    let mut best = vec![f64::INFINITY; folders.len()];
    for _ in 0..RUNS {
        for (folder, best) in folders.iter().zip(&mut best) {
            let lib = folder.join("src/lib.rs");
            let text = fs::read(&lib)?;
            fs::write(&lib, text)?; // newer than what was built
            *best = best.min(measure::command(&mut cargo(folder, root, args))?.seconds);
        }
    }
    Ok(best)
}

fn cargo(folder: &Path, root: &Path, args: &[&str]) -> Command {
    let mut command = tools::cargo();
    command.args(args).arg("--quiet").current_dir(folder);
    command.env("CARGO_TARGET_DIR", root.join("builds"));
    // Without it the second run would only look up the first one's results.
    command.env("CARGO_INCREMENTAL", "0");
    command
}
