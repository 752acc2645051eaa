//! Programs that tests and measurements need: found, or installed below `target/`.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::paths;

/// The cargo that runs this command, at the workspace's root.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(paths::root());
    // What cargo said to this program is not for the next one: build scripts that look at it would run again.
    let said = |name: &str| ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|it| name.starts_with(it));
    for (name, _) in std::env::vars_os().filter(|it| it.0.to_str().is_some_and(said)) {
        command.env_remove(name);
    }
    command
}

/// Checks licences, bans and sources of dependencies.
pub fn cargo_deny() -> Result<PathBuf> {
    find_or_install("cargo-deny", "0.20.2", &[])
}

/// Compares the surfaces of two crates. It has little to do here, so that it is quicker to build it without optimisation.
pub fn cargo_semver_checks() -> Result<PathBuf> {
    find_or_install("cargo-semver-checks", "0.49.0", &["--debug", "--config", "profile.dev.debug=false"])
}

/// The generator to be compared with.
pub fn cargo_progenitor() -> Result<PathBuf> {
    install("cargo-progenitor", "0.15.1", &[])
}

/// A real browser: Debian's, found or installed.
pub fn chromium() -> Result<PathBuf> {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    if let Some(found) = known.into_iter().find(|it| answers(it)) {
        return Ok(found.into());
    }
    of_the_system(&["chromium"])?;
    Ok("chromium".into())
}

/// What drives the browser.
pub fn node() -> Result<PathBuf> {
    if !answers("node") || !answers("npm") {
        of_the_system(&["nodejs", "npm"])?;
    }
    Ok("node".into())
}

/// Headers of OpenSSL, which the feature `native-tls` needs on Linux.
pub fn openssl() -> Result<()> {
    let found = || Command::new("pkg-config").args(["--exists", "openssl"]).status().is_ok_and(|it| it.success());
    if cfg!(target_os = "linux") && !found() {
        of_the_system(&["libssl-dev", "pkg-config"])?;
    }
    Ok(())
}

fn answers(program: &str) -> bool {
    let asked = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|it| it.success())
}

/// Installs packages of the system, where it is one that has such.
fn of_the_system(packages: &[&str]) -> Result<()> {
    eprintln!("installing {}", packages.join(" and "));
    let run = |args: &[&str]| {
        let status = Command::new(args[0]).args(&args[1..]).env("DEBIAN_FRONTEND", "noninteractive").status();
        status.is_ok_and(|it| it.success())
    };
    let install = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends"];
    for sudo in [&[][..], &["sudo", "--non-interactive"]] {
        let update = run(&[sudo, &["apt-get", "update", "--quiet"]].concat());
        if update && run(&[sudo, &install[..], packages].concat()) {
            return Ok(());
        }
    }
    let packages = packages.join(" ");
    bail!("{packages} could not be installed\nhelp: install it by hand, as with `apt-get install {packages}`")
}

fn find_or_install(name: &str, version: &str, how: &[&str]) -> Result<PathBuf> {
    if answers(name) { Ok(name.into()) } else { install(name, version, how) }
}

fn install(name: &str, version: &str, how: &[&str]) -> Result<PathBuf> {
    let root = paths::target().join("tools");
    let program = root.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    if !program.exists() {
        eprintln!("installing {name} {version} into {}: this takes some minutes, once", paths::display(&root));
        let status = cargo()
            .args(["install", "--quiet", "--locked", "--version", version])
            .args(how)
            .arg("--root")
            .arg(&root)
            .arg(name)
            .current_dir(std::env::temp_dir())
            .status()
            .context("cannot start cargo")?;
        if !status.success() {
            bail!("{name} could not be installed\nhelp: `cargo install {name}` shows why");
        }
    }
    Ok(program)
}
