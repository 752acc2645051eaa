//! Arguments of all commands that generate a client.

use std::path::PathBuf;

use gatewright::shell::quoted;

use crate::lock::WhenLocked;
use crate::paths;

/// Arguments of all commands that generate a client.
#[derive(clap::Args, Clone)]
pub struct ClientArgs {
    /// Specs folder, with the same layout as specs/; for a folder other than specs/, also set --out
    #[arg(long, value_name = "DIR", requires = "out")]
    specs: Option<PathBuf>,
    /// Output folder of the client crate; generated-client/ by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Fail instead of waiting for another command that uses the same folders
    #[arg(long)]
    no_wait: bool,
    /// Depend on this published version of the runtime instead of the one in this workspace
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub runtime_version: Option<String>,
}

impl ClientArgs {
    /// Folder of the specs.
    pub fn specs(&self) -> PathBuf {
        self.specs.clone().unwrap_or_else(|| paths::root().join("specs"))
    }

    /// Output folder of the client crate.
    pub fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| paths::root().join("generated-client"))
    }

    /// What to do while another command uses the folders.
    pub fn when_locked(&self) -> WhenLocked {
        WhenLocked::from_flag(self.no_wait)
    }

    /// Returns the folders as options for a shell, each after a space.
    pub(crate) fn for_shell(&self) -> String {
        let options = [("--specs", &self.specs), ("--out", &self.out)];
        options
            .iter()
            .filter_map(|(name, value)| Some(format!(" {name} {}", quoted(&value.as_ref()?.to_string_lossy()))))
            .collect()
    }
}

/// Parses the value of `--runtime-version`.
fn version(text: &str) -> Result<String, String> {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let fits = text.split('.').count() <= 3 && text.split('.').all(number);
    if fits { Ok(text.to_owned()) } else { Err("expected a version such as 0.1 or 0.1.0".into()) }
}
