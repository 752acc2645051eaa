//! Arguments of `cargo xtask learn`.

use std::path::PathBuf;

use crate::client_args::ClientArgs;

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
    /// Folders of the specs and the client, and its runtime.
    #[command(flatten)]
    pub client: ClientArgs,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask learn recordings --dry-run      print what would be learned
  cargo xtask learn mei/rec tom/rec           add the recordings of two people
  cargo xtask learn mei/rec tom/rec --replace count all responses of both folders anew

A client with the feature `record` writes recordings: `.record(\"recordings\")`, or GATEWAY_RECORD=recordings.
A recording is counted once. After you have learned from a folder, record to a new one.

Exit status: 0 success, 1 errors in recordings or specs, 2 invalid arguments.";
