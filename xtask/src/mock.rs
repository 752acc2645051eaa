//! Arguments of `cargo xtask mock`.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;

use crate::paths;

/// Arguments of `cargo xtask mock`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// API key that the gateway accepts
    #[arg(long, value_name = "KEY", default_value = "mock-key", value_parser = NonEmptyStringValueParser::new())]
    pub key: String,
    /// Also accept the API key in an `x-api-key` header; by default it must be a bearer token
    #[arg(long)]
    pub accept_x_api_key: bool,
    /// Specs folder, with the same layout as specs/ (the default folder)
    #[arg(long, value_name = "DIR")]
    specs: Option<PathBuf>,
    /// Serve the sample specs of the tests, with invented response fields
    #[arg(long, conflicts_with = "specs")]
    pub sample: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask mock                          any free port; prints the environment variables to set
  cargo xtask mock --port 8080 --key test   your own port and key
  cargo xtask mock --sample                 responses with invented fields, for tests/sample

Try it:
  curl -H \"Authorization: Bearer $GATEWAY_API_KEY\" \"$GATEWAY_BASE_URL/v1/social/p1/search?keyword=tea\"
  curl \"$GATEWAY_BASE_URL/_mock/ledger\"     list the charges
  curl \"$GATEWAY_BASE_URL/_mock/faults\" -H 'content-type: application/json' \\
    -d '{\"fault\": \"status\", \"status\": 502, \"times\": 1}'";

impl Args {
    /// Folder of the specs that the gateway serves.
    pub fn specs(&self) -> PathBuf {
        self.specs.clone().unwrap_or_else(|| paths::root().join("specs"))
    }
}
