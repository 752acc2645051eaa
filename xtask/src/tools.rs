//! Programs that tests and benchmarks need: found on this machine, or installed in `target/`.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, bail};

use crate::paths;

/// Creates a command for the cargo that runs this program, in the workspace's root.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(paths::root());
    // Variables that cargo set for this program are removed: build scripts that read them would run again.
    let is_set_by_cargo = |name: &str| ["CARGO_MANIFEST_", "CARGO_PKG_"].iter().any(|it| name.starts_with(it));
    for (name, _) in std::env::vars_os().filter(|it| it.0.to_str().is_some_and(is_set_by_cargo)) {
        command.env_remove(name);
    }
    with_certificates(&mut command);
    command
}

/// Makes cargo compile the workspace's crates with clippy. Warnings are errors.
///
/// `cargo clippy` would check every dependency in a separate build. Clippy is the compiler with more lints: with clippy
/// as the compiler, one build checks the lints and creates the programs.
pub fn with_lints(command: &mut Command) -> &mut Command {
    let next_to_cargo = std::env::var_os("CARGO").map(|it| PathBuf::from(it).with_file_name(CLIPPY));
    let driver = next_to_cargo.filter(|it| it.exists()).unwrap_or_else(|| CLIPPY.into());
    // Arguments of clippy, separated as `cargo clippy` does.
    command.env("RUSTC_WORKSPACE_WRAPPER", driver).env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__")
}

/// Reverts [`with_lints`] for a command that inherits its environment.
pub fn without_lints(command: &mut Command) -> &mut Command {
    command.env_remove("RUSTC_WORKSPACE_WRAPPER").env_remove("CLIPPY_ARGS")
}

/// Makes OpenSSL read no certificates: it would read them for every client, and tests only connect to loopback. Other
/// programs need [`with_certificates`].
pub fn without_certificates(command: &mut Command) -> &mut Command {
    let before = std::env::var_os(CERTIFICATES).unwrap_or_default();
    command.env(CERTIFICATES, "/dev/null").env(CERTIFICATES_BEFORE, before)
}

/// Reverts [`without_certificates`] for a command that inherits its environment.
pub fn with_certificates(command: &mut Command) -> &mut Command {
    match std::env::var_os(CERTIFICATES_BEFORE) {
        Some(before) if before.is_empty() => command.env_remove(CERTIFICATES),
        Some(before) => command.env(CERTIFICATES, before),
        None => command,
    }
}

const CERTIFICATES: &str = "SSL_CERT_FILE";
const CERTIFICATES_BEFORE: &str = "GATEWRIGHT_SSL_CERT_FILE";

const CLIPPY: &str = if cfg!(windows) { "clippy-driver.exe" } else { "clippy-driver" };

/// Returns cargo-deny, which checks licences, bans and sources of dependencies.
pub fn cargo_deny() -> Result<PathBuf> {
    find_or_install("cargo-deny", "0.20.2", "checks licences and sources of dependencies")
}

/// Returns cargo-semver-checks, which compares the public APIs of two crates.
pub fn cargo_semver_checks() -> Result<PathBuf> {
    find_or_install("cargo-semver-checks", "0.49.0", "finds breaking changes, to compare with those `refresh` reports")
}

/// Returns cargo-cyclonedx, which writes a bill of materials.
pub fn cargo_cyclonedx() -> Result<PathBuf> {
    find_or_install("cargo-cyclonedx", "0.5.9", "writes the bill of materials")
}

/// Returns cargo-progenitor, which generates a client from an OpenAPI document. It is optimized, because
/// `cargo xtask bench` measures its time.
pub fn cargo_progenitor() -> Result<PathBuf> {
    install("cargo-progenitor", "0.15.1", "generates clients to compare with ours", &[])
}

/// Returns a browser.
pub fn chromium() -> Result<PathBuf> {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    if let Some(found) = known.into_iter().find(|it| is_installed(it)) {
        return Ok(found.into());
    }
    install_packages(&["chromium"], "opens the docs site")?;
    Ok("chromium".into())
}

/// Returns Node.js; npm is installed, too.
pub fn node() -> Result<PathBuf> {
    if !is_installed("node") || !is_installed("npm") {
        install_packages(&["nodejs", "npm"], "drives the browser")?;
    }
    Ok("node".into())
}

/// Installs the shells that complete the commands of `gw`.
pub fn shells() -> Result<()> {
    if !is_installed("zsh") || !is_installed("fish") {
        install_packages(&["zsh", "fish"], "complete the commands of gw")?;
    }
    Ok(())
}

/// Installs the OpenSSL headers, which the feature `native-tls` needs on Linux.
pub fn openssl() -> Result<()> {
    let found = || Command::new("pkg-config").args(["--exists", "openssl"]).status().is_ok_and(|it| it.success());
    if cfg!(target_os = "linux") && !found() {
        install_packages(&["libssl-dev", "pkg-config"], "compiles the feature `native-tls`")?;
    }
    Ok(())
}

fn is_installed(program: &str) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|it| it.success())
}

/// Held during an installation of packages: only one can run at a time.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Installs packages with apt.
fn install_packages(packages: &[&str], purpose: &str) -> Result<()> {
    let _alone = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let packages = packages.join(" ");
    eprintln!("installing {packages} with apt: {purpose}");
    let script = format!(
        "export DEBIAN_FRONTEND=noninteractive; apt-get update --quiet && \
         apt-get install --yes --quiet --no-install-recommends -o DPkg::Lock::Timeout=300 {packages}"
    );
    let mut failures = String::new();
    for sudo in [&[][..], &["sudo", "--non-interactive"]] {
        let command = [sudo, &["sh", "-c", &script]].concat();
        match Command::new(command[0]).args(&command[1..]).output() {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => failures.push_str(&String::from_utf8_lossy(&output.stderr)),
            Err(error) => failures.push_str(&format!("{}: {error}\n", command[0])),
        }
    }
    bail!(
        "cannot install {packages}:\n{failures}help: install it manually, for example with `apt-get install {packages}`"
    )
}

fn find_or_install(name: &str, version: &str, purpose: &str) -> Result<PathBuf> {
    if is_installed(name) { Ok(name.into()) } else { install(name, version, purpose, UNOPTIMIZED) }
}

/// Options of `cargo install` for tools that take longer to compile than to run.
const UNOPTIMIZED: &[&str] = &["--debug", "--config", "profile.dev.debug=false"];

/// Compiles a tool into `target/tools`.
fn install(name: &str, version: &str, purpose: &str, options: &[&str]) -> Result<PathBuf> {
    let root = paths::target().join("tools");
    let program = root.join("bin").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    if !program.exists() {
        let folder = paths::display(&root);
        eprintln!("compiling {name} {version} into {folder} (once; takes some minutes): {purpose}");
        let status = cargo()
            .args(["install", "--quiet", "--locked", "--version", version])
            .args(options)
            .arg("--root")
            .arg(&root)
            .arg(name)
            // A full test run optimizes its own builds; a tool takes longer to optimize than to run.
            .env_remove("CARGO_PROFILE_DEV_OPT_LEVEL")
            .current_dir(std::env::temp_dir())
            .status()
            .context("cannot start cargo")?;
        if !status.success() {
            bail!("cannot install {name}\nhelp: `cargo install {name}` shows why");
        }
    }
    Ok(program)
}
