//! Time to check and to build a generated crate whose dependencies are already built.

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

/// Measures several crates in turn, so that other load on the machine affects all of them.
pub(super) fn measure(folders: &[PathBuf], root: &Path) -> Result<Vec<Builds>> {
    let check = check(folders, root)?;
    let release = time(folders, root, &["build", "--release"])?;
    Ok(check.into_iter().zip(release).map(|(check, release)| Builds { check, release }).collect())
}

/// Measures only the checks of several crates, in turn.
pub(super) fn check(folders: &[PathBuf], root: &Path) -> Result<Vec<f64>> {
    folders.iter().try_for_each(|folder| apart(folder))?;
    time(folders, root, &["check"])
}

/// Makes a crate its own workspace.
fn apart(folder: &Path) -> Result<()> {
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    if !text.contains("[workspace]") {
        fs::write(&manifest, text + "\n[workspace]\n")?;
    }
    Ok(())
}

/// Returns the best time of several runs of each crate. The first run, which builds the dependencies, is not measured.
fn time(folders: &[PathBuf], root: &Path, args: &[&str]) -> Result<Vec<f64>> {
    for folder in folders {
        measure::command(&mut cargo(folder, root, args))?;
    }
    let mut best = vec![f64::INFINITY; folders.len()];
    for _ in 0..RUNS {
        for (folder, best) in folders.iter().zip(&mut best) {
            let lib = folder.join("src/lib.rs");
            let text = fs::read(&lib)?;
            fs::write(&lib, text)?; // newer than the last build
            *best = best.min(measure::command(&mut cargo(folder, root, args))?.seconds);
        }
    }
    Ok(best)
}

fn cargo(folder: &Path, root: &Path, args: &[&str]) -> Command {
    let mut command = tools::cargo();
    command.args(args).arg("--quiet").current_dir(folder);
    command.env("CARGO_TARGET_DIR", root.join("builds"));
    // With incremental compilation the second run would reuse the results of the first.
    command.env("CARGO_INCREMENTAL", "0");
    command
}
