//! Executes the generated programs against the mock gateway.
#![forbid(unsafe_code)]

mod restart;
mod wire;

use std::process::{Command, Output};

use gatewright_mock::{Fault, FaultKind, Gateway};

/// A program with the gateway in its environment.
fn program(path: &str, gateway: &Gateway) -> Command {
    let mut command = Command::new(path);
    command.env("GATEWAY_BASE_URL", gateway.base_url()).env("GATEWAY_API_KEY", gateway.key());
    command.env("no_proxy", "127.0.0.1");
    command
}

/// Waits for a program while the gateway goes on answering; returns what it printed.
async fn run(mut command: Command) -> String {
    let output: Output =
        tokio::task::spawn_blocking(move || command.output()).await.expect("no panic").expect("it was built");
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{out}\n{err}");
    out
}

/// In a process of its own, so that its memory is its own: a megabyte that decompresses to a gigabyte.
#[tokio::test(flavor = "multi_thread")]
async fn a_decompression_bomb_takes_less_than_twice_the_limit() {
    const LIMIT: usize = 32 << 20;
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    gateway.fault(Fault::new(FaultKind::Oversize { bytes: 1 << 30, gzip: true }));
    let printed = run(program(env!("CARGO_BIN_EXE_bomb"), &gateway)).await;
    let (grown, error) = printed.split_once('\t').expect("both are printed");
    let grown: usize = grown.parse().expect("a number");
    assert!(error.contains("larger than is taken in"), "{error}");
    assert!(grown < 2 * LIMIT, "it grew by {grown} bytes");
}
