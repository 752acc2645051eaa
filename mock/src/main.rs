//! The mock gateway as a program: `cargo xtask mock`.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use gatewright::Specs;
use gatewright_mock::Gateway;

/// A gateway on this machine that behaves as the service's documents say
#[derive(Parser)]
#[command(name = "cargo xtask mock", bin_name = "cargo xtask mock", max_term_width = 100, after_help = EXAMPLES)]
struct Args {
    /// The port; any that is free by default
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// The key it takes
    #[arg(long, value_name = "KEY", default_value = "mock-key", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    key: String,
    /// Folder laid out like specs/; those of this repository by default
    #[arg(long, value_name = "DIR")]
    specs: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask mock                          any port; prints what to set in the environment
  cargo xtask mock --port 8080 --key test   a port and a key of your own

Try it:
  curl -H \"Authorization: Bearer $GATEWAY_API_KEY\" \"$GATEWAY_BASE_URL/v1/social/p1/search?keyword=tea\"
  curl \"$GATEWAY_BASE_URL/_mock/ledger\"     what it charged
  curl \"$GATEWAY_BASE_URL/_mock/faults\" -H 'content-type: application/json' \\
    -d '{\"fault\": \"status\", \"status\": 502, \"times\": 1}'";

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "the address and the key are data")]
async fn run(args: &Args) -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = Gateway::builder().port(args.port).key(&args.key);
    if let Some(folder) = &args.specs {
        builder = builder.specs(Specs::open(folder)?);
    }
    let gateway = builder.start().await?;
    println!("GATEWAY_BASE_URL={}", gateway.base_url());
    println!("GATEWAY_API_KEY={}", gateway.key());
    println!("GATEWAY_DASH_URL={}", gateway.base_url());
    eprintln!("the mock gateway answers; Ctrl-C stops it");
    told_to_stop().await?;
    let (requests, ledger) = (gateway.journal().count, gateway.ledger());
    gateway.stop();
    let plural = if requests == 1 { "" } else { "s" };
    let (charged, total) = (ledger.charges.len(), ledger.total());
    eprintln!("\nstopped after {requests} request{plural}, {charged} of them charged: {total} USD");
    Ok(())
}

/// By Ctrl-C, or as a service manager does it.
async fn told_to_stop() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            told = tokio::signal::ctrl_c() => told,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
