//! Processes that record to one folder.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use gatewright_mock::Gateway;
use sample_client::shape::Recording;

use super::{program, run};

fn record(gateway: &Gateway, folder: &Path, calls: u32) -> Command {
    let mut command = program(env!("CARGO_BIN_EXE_record"), gateway);
    command.env("GATEWAY_RECORD", folder).arg(calls.to_string());
    command
}

/// Returns the number of responses, after a check that every part of the shape has it.
fn samples(folder: &Path) -> u64 {
    let all = Recording::read(folder).expect("recordings");
    let recording = all.into_iter().next().unwrap_or_default();
    assert_eq!(recording.data.count, recording.samples, "{recording}");
    recording.samples
}

#[tokio::test(flavor = "multi_thread")]
async fn four_processes_lose_no_response() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let start = || run(record(&gateway, folder.path(), 200));
    tokio::join!(start(), start(), start(), start());
    assert_eq!((samples(folder.path()), gateway.ledger().charges.len()), (800, 800));
    let recording = Recording::read(folder.path()).expect("recordings").remove(0).without_pending();
    assert_eq!(recording.operation, "p1_search");
    assert_eq!(recording.at("data.has_more").map(|it| it.count), Some(800), "{recording}");
    assert_eq!(recording.at("data.items").map(|it| it.count), Some(800), "{recording}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_loses_at_most_its_last_response() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let mut lines = 0;
    // On a busy machine, a process needs longer before its first call.
    for round in 0..60 {
        if round >= 10 && lines > 0 {
            break;
        }
        let before = samples(folder.path());
        let mut process = record(&gateway, folder.path(), 100_000).stdout(Stdio::piped()).spawn().expect("it starts");
        // From before the first call on.
        tokio::time::sleep(Duration::from_millis(10 + 35 * round)).await;
        process.kill().expect("it can be killed");
        process.wait().expect("it ended");
        let mut printed = String::new();
        process.stdout.take().expect("it has an output").read_to_string(&mut printed).expect("text");
        let completed = printed.matches('\n').count() as u64;
        let recorded = samples(folder.path()) - before;
        // The last response may wait for the next call. It can also be recorded, but not printed.
        let expected = completed.saturating_sub(1)..=completed + 1;
        assert!(expected.contains(&recorded), "{round}: {recorded} of {completed}");
        lines += completed;
    }
    assert!(lines > 0, "no process was fast enough");
    // The next process goes on.
    let before = samples(folder.path());
    run(record(&gateway, folder.path(), 10)).await;
    assert_eq!(samples(folder.path()), before + 10);
}
