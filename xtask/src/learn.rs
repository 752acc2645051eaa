//! Arguments of `cargo xtask learn`.

use std::path::PathBuf;

use crate::{generate, paths};

/// Arguments of `cargo xtask learn`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders that clients have recorded to
    #[arg(required = true, value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Print what would be learned, without writing anything
    #[arg(long)]
    pub dry_run: bool,
    /// Learn the operations in these folders anew, from these folders only
    #[arg(long)]
    pub replace: bool,
    /// Specs folder, with the same layout as specs/; for a folder other than specs/, also set --out
    #[arg(long, value_name = "DIR", requires = "out")]
    specs: Option<PathBuf>,
    /// Output folder of the client crate; generated-client/ by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Fail instead of waiting for another command that uses the same folders
    #[arg(long)]
    pub no_wait: bool,
    /// Depend on this published version of the runtime instead of the one in this workspace
    #[arg(long, value_name = "VERSION", value_parser = generate::version)]
    pub runtime_version: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask learn recordings --dry-run      print what would be learned
  cargo xtask learn mei/rec tom/rec           add the recordings of two people
  cargo xtask learn mei/rec tom/rec --replace count all responses of both folders anew

A client with the feature `record` writes recordings: `.record(\"recordings\")`, or GATEWAY_RECORD=recordings.
A recording is counted once. After you have learned from a folder, record to a new one.

Exit status: 0 success, 1 errors in recordings or specs, 2 invalid arguments.";

impl Args {
    /// Folder of the specs.
    pub fn specs(&self) -> PathBuf {
        self.specs.clone().unwrap_or_else(|| paths::root().join("specs"))
    }

    /// Output folder of the client crate.
    pub fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| paths::root().join("generated-client"))
    }
}
