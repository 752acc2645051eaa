//! Arguments of `cargo xtask refresh`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;

use crate::diff::Format;
use crate::{generate, paths};

/// Arguments of `cargo xtask refresh`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where the social catalog is; else GATEWAY_DASH_URL, else what specs/sources.toml says
    #[arg(long, value_name = "URL|FILE", value_parser = NonEmptyStringValueParser::new())]
    pub social: Option<String>,
    /// Where the model catalog is; else GATEWAY_MODELS_URL, else what specs/sources.toml says
    #[arg(long, value_name = "URL|FILE", value_parser = NonEmptyStringValueParser::new())]
    pub models: Option<String>,
    /// Say what would change, and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The same for a timer: exit status 0 if nothing changed, 3 if something did, 1 if it is refused
    #[arg(long, conflicts_with = "dry_run")]
    pub check: bool,
    /// Take over what would be refused
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub accept: Vec<Accept>,
    /// How to say what changed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Folder laid out like specs/, which is the default; another one needs --out
    #[arg(long, value_name = "DIR", requires = "out")]
    specs: Option<PathBuf>,
    /// Folder that receives the client crate; generated-client/ by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Fail instead of waiting for another command that uses the same folders
    #[arg(long)]
    pub no_wait: bool,
    /// Take the runtime as published, in this version, instead of this workspace's by its path
    #[arg(long, value_name = "VERSION", value_parser = generate::version)]
    pub runtime_version: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask refresh --social https://dash.example --dry-run   what changed?
  cargo xtask refresh --accept renames                          take it over; platforms got their real keys
  cargo xtask refresh --check --format markdown                 for a timer

Exit status: 0 fine, 1 refused, 2 the call was wrong; with --check 3 when something changed.";

impl Args {
    /// Folder of the specs.
    pub fn specs(&self) -> PathBuf {
        self.specs.clone().unwrap_or_else(|| paths::root().join("specs"))
    }

    /// Folder that receives the client crate.
    pub fn out(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| paths::root().join("generated-client"))
    }
}

/// A change that `--accept` lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Accept {
    /// Many endpoints or models were removed
    Shrink,
    /// The number of endpoints or models more than doubled
    Growth,
    /// A price changed many times over, or many prices changed
    Price,
    /// A billing unit changed
    Billing,
    /// Many endpoints are no longer available
    Status,
    /// Many at-least-one-of groups were removed
    Groups,
    /// Many required parameters became optional
    Optional,
    /// Many endpoint types of models were removed
    Types,
    /// A platform was removed
    Vanished,
    /// Platforms have new keys
    Renames,
}

impl Accept {
    /// Value of `--accept` that stands for it.
    pub fn name(self) -> String {
        clap::ValueEnum::to_possible_value(&self).map(|it| it.get_name().to_owned()).unwrap_or_default()
    }
}
