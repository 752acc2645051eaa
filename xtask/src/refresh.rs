//! Arguments of `cargo xtask refresh`.

use clap::builder::NonEmptyStringValueParser;

use crate::client_args::ClientArgs;
use crate::diff::Format;

/// Arguments of `cargo xtask refresh`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// URL of the dashboard or of the social catalog, or a catalog file; default: GATEWAY_DASH_URL, then specs/sources.toml
    #[arg(long, value_name = "URL|FILE", value_parser = NonEmptyStringValueParser::new())]
    pub social: Option<String>,
    /// URL or file of the model catalog; default: GATEWAY_MODELS_URL, then specs/sources.toml
    #[arg(long, value_name = "URL|FILE", value_parser = NonEmptyStringValueParser::new())]
    pub models: Option<String>,
    /// Print the changes without writing anything
    #[arg(long)]
    pub dry_run: bool,
    /// Same as --dry-run, for scheduled jobs: exit status 0 if nothing changed, 3 if something changed, 1 if
    /// refused or failed
    #[arg(long, conflicts_with = "dry_run")]
    pub check: bool,
    /// Accept changes that are refused by default; separate several values with commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub accept: Vec<Accept>,
    /// Output format of the changes
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Folders of the specs and the client, and its runtime.
    #[command(flatten)]
    pub client: ClientArgs,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask refresh --social https://dash.example --dry-run   print the changes
  cargo xtask refresh --accept renames                          update and accept new platform keys
  cargo xtask refresh --check --format markdown                 for scheduled jobs

Exit status: 0 success, 1 refused or failed, 2 invalid arguments, 3 with --check if something changed.";

/// Kind of change that a refresh makes only with `--accept`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Accept {
    /// Many endpoints or models were removed
    Shrink,
    /// Many endpoints or models were added
    Growth,
    /// A published or calculated price changed by a large factor, a new price is far from all others or the first of its
    /// kind, or many prices changed or are new
    Price,
    /// A billing unit or the tiers of a model changed
    Billing,
    /// Many endpoints became unavailable, or many models became unavailable to some accounts (`enable_groups`)
    Status,
    /// Many `require_one_of` groups of parameters were removed
    Groups,
    /// Many required parameters became optional
    Optional,
    /// Many models no longer support an endpoint type
    Types,
    /// `login_required` of a model changed, or the account groups in `auto_groups` changed
    Access,
    /// The name of an endpoint in the usage log changed
    LogName,
    /// Limits or upload formats of a model were removed or changed by a large factor, or those of many models changed
    Limits,
    /// A platform was removed
    Vanished,
    /// Platforms have new keys
    Renames,
}

impl Accept {
    /// Name as a value of `--accept`.
    pub fn name(self) -> String {
        clap::ValueEnum::to_possible_value(&self).map(|it| it.get_name().to_owned()).unwrap_or_default()
    }
}
