//! A program that may open only a few files makes many calls at once.

use gatewright_mock::{Fault, FaultKind, Gateway};

use super::{program, run};

/// Runs the program with at most 64 open files.
async fn with_few_files(gateway: &Gateway, in_flight: &str) -> String {
    let mut command = program("sh", gateway);
    command.args(["-c", "ulimit -n 64; exec \"$0\" \"$1\"", env!("CARGO_BIN_EXE_many_calls"), in_flight]);
    run(command).await
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_wait_instead_of_running_out_of_files() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    gateway.fault(Fault::new(FaultKind::Delay { millis: 20 }).one_in(1));
    assert_eq!(with_few_files(&gateway, "32").await, "300 done, 0 without a socket\n");
    let charges = gateway.ledger().charges.len();
    assert_eq!(charges, 300);
    // Without a fitting limit, the error names the cause, and nothing was sent.
    let said = with_few_files(&gateway, "1000").await;
    let (done, rest) = said.split_once(" done, ").expect("both numbers");
    assert!(!rest.starts_with("0 "), "{said}");
    assert_eq!(gateway.ledger().charges.len() - charges, done.parse::<usize>().expect("a number"));
}
