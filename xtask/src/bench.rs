//! Arguments of `cargo xtask bench`.

/// Arguments of `cargo xtask bench`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Install cargo-progenitor in target/ and benchmark it against Gatewright
    #[arg(long)]
    pub peers: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench           generation, builds of the generated crate, docs site, calls
  cargo xtask bench --peers   compare with cargo-progenitor on the same operations";
