//! Other programs, and the environments that they need.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::root;

/// Runs a program that must succeed; gives what it printed, both ways.
pub fn fine(command: &mut Command) -> String {
    // A proxy of the machine has no business between two programs on it.
    command.env("no_proxy", "127.0.0.1").env("NO_PROXY", "127.0.0.1");
    xtask::tools::with_certificates(command);
    let output = command.output().unwrap_or_else(|error| {
        panic!("{command:?} cannot be started ({error}): `cargo xtask test` installs what is missing")
    });
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{command:?} failed:\n{out}\n{err}");
    out + &err
}

/// cargo at the root of the workspace. It builds nothing again that `cargo xtask test` has built.
pub fn cargo() -> Command {
    let mut command = xtask::tools::cargo();
    // `cargo xtask test` sets it for the test harness; cargo would build everything again because of it.
    command.env_remove("RUSTC_BOOTSTRAP");
    command
}

/// A tool that `cargo xtask test` has installed in `target/tools`, or one of the same name in the path.
pub fn installed(name: &str) -> PathBuf {
    let own = root().join("target/tools/bin").join(name);
    if own.exists() { own } else { name.into() }
}

/// Says what is installed. The test harness does not capture it.
fn installing(what: &str, listed_in: &Path, into: &Path) {
    let [listed_in, into] = [listed_in, into].map(xtask::paths::display);
    let _ = writeln!(std::io::stderr(), "installing {what} of {listed_in} into {into}, for tests");
}

/// Waits until no other test installs anything, in this process or another. Others wait until the file is dropped.
fn alone() -> File {
    let lock = File::create(root().join("target/installing.lock")).expect("target/ can be written");
    lock.lock().expect("a lock");
    lock
}

/// The programs of a Python environment below `target/`, with what a list of requirements names installed.
pub fn python(name: &str, requirements: &str) -> PathBuf {
    let folder = root().join("target").join(name);
    let requirements = root().join(requirements);
    let wanted = fs::read(&requirements).expect("it is there");
    let _alone = alone();
    if fs::read(folder.join("installed")).ok().as_ref() != Some(&wanted) {
        installing("Python packages", &requirements, &folder);
        fine(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        fine(Command::new(folder.join("bin/python")).args(install).arg(requirements));
        fs::write(folder.join("installed"), wanted).expect("target/ can be written");
    }
    folder.join("bin")
}

/// The programs of npm below `target/`, installed as a folder's lock file says; the folder's own files are copied along.
pub fn npm(name: &str, from: &str) -> PathBuf {
    let folder = root().join("target").join(name);
    let _alone = alone();
    fs::create_dir_all(&folder).expect("target/ can be written");
    for entry in fs::read_dir(root().join(from)).expect("it is there").flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).expect("target/ can be written");
    }
    let wanted = fs::read(folder.join("package-lock.json")).expect("it is there");
    if fs::read(folder.join("node_modules/installed")).ok().as_ref() != Some(&wanted) {
        installing("npm packages", &root().join(from), &folder);
        fine(Command::new("npm").args(["ci", "--silent"]).current_dir(&folder));
        fs::write(folder.join("node_modules/installed"), wanted).expect("target/ can be written");
    }
    folder
}
