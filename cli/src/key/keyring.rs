//! Keyring of the system, through the program that the system has for it: no library of a desktop is linked, and the key is
//! only in pipes, never in an argument that other users could list.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use crate::exit::Failure;

/// Name of the service in the keyring.
const SERVICE: &str = "gw";

#[cfg(target_os = "macos")]
mod system {
    pub(super) const PROGRAM: &str = "security";

    pub(super) fn get(account: &str) -> Vec<&str> {
        vec!["find-generic-password", "-s", super::SERVICE, "-a", account, "-w"]
    }

    /// `-i` reads commands from the standard input.
    pub(super) fn set(account: &str, key: &str) -> (Vec<&'static str>, String) {
        let key = key.replace('\\', "\\\\").replace('"', "\\\"");
        (vec!["-i"], format!("add-generic-password -U -s {} -a {account} -w \"{key}\"\n", super::SERVICE))
    }

    pub(super) fn remove(account: &str) -> Vec<&str> {
        vec!["delete-generic-password", "-s", super::SERVICE, "-a", account]
    }
}

#[cfg(not(target_os = "macos"))]
mod system {
    pub(super) const PROGRAM: &str = "secret-tool";

    pub(super) fn get(account: &str) -> Vec<&str> {
        vec!["lookup", "service", super::SERVICE, "account", account]
    }

    pub(super) fn set<'a>(account: &'a str, key: &str) -> (Vec<&'a str>, String) {
        (vec!["store", "--label=gw", "service", super::SERVICE, "account", account], key.to_owned())
    }

    pub(super) fn remove(account: &str) -> Vec<&str> {
        vec!["clear", "service", super::SERVICE, "account", account]
    }
}

/// Program that accesses the keyring.
pub(super) const NAME: &str = system::PROGRAM;

/// Returns the key of a profile; `None` if there is no keyring, or no key in it.
pub(super) fn get(profile: &str) -> Option<String> {
    let output = run(&system::get(profile), "").ok().flatten()?;
    Some(output.trim().to_owned()).filter(|it| !it.is_empty())
}

/// Stores the key of a profile. Returns false if there is no keyring.
pub(super) fn set(profile: &str, key: &str) -> Result<bool, Failure> {
    let (arguments, input) = system::set(profile, key);
    match run(&arguments, &input) {
        // Some keyrings report success and store nothing, for instance while they are locked.
        Ok(Some(_)) => Ok(get(profile).is_some_and(|it| it == key)),
        Ok(None) => Ok(false),
        Err(problem) => Err(Failure::refused(format!("cannot run `{NAME}`: {problem}"))),
    }
}

/// Removes the key of a profile, if the keyring has one.
pub(super) fn remove(profile: &str) -> Result<bool, Failure> {
    let has_key = get(profile).is_some();
    if has_key && !matches!(run(&system::remove(profile), ""), Ok(Some(_))) {
        return Err(Failure::refused(format!("cannot remove the key from the keyring with `{NAME}`")));
    }
    Ok(has_key)
}

/// Runs the program and returns its output; `None` if it does not exist or fails. Its messages are not for the user.
fn run(arguments: &[&str], input: &str) -> io::Result<Option<String>> {
    let mut command = Command::new(NAME);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = match command.spawn() {
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends before it has read everything also reports that by its status.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output()?;
    Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
}
