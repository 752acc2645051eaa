//! `cargo xtask mock`: the mock gateway as a program.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use gatewright_mock::Gateway;
use xtask::mock::Args;
use xtask::{generate, paths};

#[path = "../../../tests/sample/specs.rs"]
mod sample;

#[expect(clippy::print_stdout, reason = "the address and the key are data")]
#[tokio::main]
pub(crate) async fn run(args: &Args) -> Result<ExitCode> {
    let specs = match args.sample {
        true => sample::sample_specs(&paths::root()).context("cannot read the sample specs")?,
        false => generate::read_specs_only(&args.specs())?,
    };
    let gateway = Gateway::builder().port(args.port).key(&args.key).accept_x_api_key(args.accept_x_api_key);
    let gateway = gateway.specs(specs).start().await?;
    println!("export GATEWAY_BASE_URL={}", gateway.base_url());
    println!("export GATEWAY_API_KEY={}", gateway.key());
    println!("export GATEWAY_DASH_URL={}", gateway.base_url());
    eprintln!("the mock gateway is running; Ctrl-C stops it");
    stop_signal().await?;
    let (requests, ledger) = (gateway.journal().count, gateway.ledger());
    gateway.stop();
    let plural = if requests == 1 { "" } else { "s" };
    eprintln!("\nstopped after {requests} request{plural}; charged: {}", ledger.summary());
    Ok(ExitCode::SUCCESS)
}

/// Waits for Ctrl-C or SIGTERM.
async fn stop_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
