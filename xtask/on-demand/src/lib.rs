//! Commands of `cargo xtask` that are built on first use. Each is a feature, so that none builds the dependencies of
//! another.
#![forbid(unsafe_code)]

#[cfg(feature = "bench")]
mod bench;
#[cfg(feature = "learn")]
mod learn;
#[cfg(feature = "mock")]
mod mock;
#[cfg(feature = "refresh")]
mod refresh;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "update")]
mod update;

use std::process::ExitCode;

use xtask::on_demand::OnDemand;

/// Runs a command that this binary was built with.
pub fn run(command: &OnDemand) -> anyhow::Result<ExitCode> {
    match command {
        #[cfg(feature = "bench")]
        OnDemand::Bench(args) => bench::run(args),
        #[cfg(feature = "learn")]
        OnDemand::Learn(args) => learn::run(args),
        #[cfg(feature = "mock")]
        OnDemand::Mock(args) => mock::run(args),
        #[cfg(feature = "refresh")]
        OnDemand::Refresh(args) => refresh::run(args),
        #[cfg(feature = "serve")]
        OnDemand::Serve(args) => serve::run(args),
        #[cfg(not(all(
            feature = "bench",
            feature = "learn",
            feature = "mock",
            feature = "refresh",
            feature = "serve"
        )))]
        other => anyhow::bail!("this binary was built without `{}`", other.feature()),
    }
}
