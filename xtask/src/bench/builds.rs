//! How long a generated crate takes to check and to build, its dependencies being built.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::measure::{self, best};

pub(super) struct Builds {
    pub(super) check: f64,
    pub(super) release: f64,
}

pub(super) fn measure(folder: &Path, root: &Path) -> Result<Builds> {
    // A workspace of its own, wherever it lies.
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).with_context(|| format!("cannot read {}", manifest.display()))?;
    if !text.contains("[workspace]") {
        fs::write(&manifest, text + "\n[workspace]\n")?;
    }
    let time = |args: &[&str]| -> Result<f64> {
        measure::command(&mut cargo(folder, root, args))?; // builds the dependencies
        let timed = best(3, || {
            let lib = folder.join("src/lib.rs");
            let text = fs::read(&lib)?;
            fs::write(&lib, text)?; // newer than what was built
            measure::command(&mut cargo(folder, root, args))
        })?;
        Ok(timed.seconds)
    };
    Ok(Builds { check: time(&["check"])?, release: time(&["build", "--release"])? })
}

fn cargo(folder: &Path, root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).arg("--quiet").current_dir(folder);
    command.env("CARGO_TARGET_DIR", root.join("builds"));
    // Without it the second run would only look up the first one's results.
    command.env("CARGO_INCREMENTAL", "0");
    command
}
