//! Crates made for one test, built with the workspace's versions and without the network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::programs::cargo;
use crate::root;

/// A crate below `target/scratch`. Dependencies come from the workspace's own build.
pub struct Scratch {
    folder: PathBuf,
}

impl Scratch {
    /// An empty folder.
    pub fn new(name: &str) -> Self {
        let folder = root().join("target/scratch").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("target/ can be written");
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has a lock file");
        Self { folder }
    }

    /// A crate with these dependencies, as they stand in a manifest.
    pub fn with_manifest(name: &str, dependencies: &str) -> Self {
        let scratch = Self::new(name);
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\n{dependencies}\n"
        );
        scratch.write("Cargo.toml", &manifest);
        scratch
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("target/ can be written");
        fs::write(path, text).expect("target/ can be written");
    }

    /// Runs cargo in it.
    pub fn cargo(&self, args: &[&str]) -> Output {
        self.cargo_with(args, &[])
    }

    fn cargo_with(&self, args: &[&str], environment: &[(&str, String)]) -> Output {
        cargo()
            .args(&args[..1])
            .arg("--offline")
            .args(&args[1..])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", root().join("target"))
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .output()
            .expect("cargo can be started")
    }

    /// Runs cargo in it and expects success; gives what it printed.
    pub fn cargo_fine(&self, args: &[&str]) -> String {
        self.cargo_fine_with(args, &[])
    }

    /// The same, in an environment.
    pub fn cargo_fine_with(&self, args: &[&str], environment: &[(&str, String)]) -> String {
        let output = self.cargo_with(args, environment);
        let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert!(output.status.success(), "cargo {args:?} failed:\n{out}\n{err}");
        out
    }

    /// Expects it to compile with warnings of the compiler and of clippy denied.
    pub fn compiles_cleanly(&self) {
        self.cargo_fine(&["clippy", "--all-targets", "--", "-D", "warnings"]);
    }
}
