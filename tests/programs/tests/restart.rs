//! A program that is killed while it waits: the next one resumes the task.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use super::program;

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_program_loses_nothing() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    gateway.tasks(|it| it.duration = None);
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let start = || {
        let mut command = program(env!("CARGO_BIN_EXE_restart"), &gateway);
        command.current_dir(folder.path()).stdout(Stdio::piped());
        command.spawn().expect("it can be started")
    };
    let mut first = start();
    let mut lines = BufReader::new(first.stdout.take().expect("it is piped")).lines();
    assert_eq!(lines.next().expect("a line").expect("text"), "waiting");
    first.kill().expect("it runs");
    first.wait().expect("it ended");
    gateway.end_tasks();
    let said = start().wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&said.stdout), "waiting\nsaved 100000\n");
    assert_eq!(std::fs::read(folder.path().join("clip.mp4")).expect("it is there"), gateway.video_file());
    let ledger = gateway.ledger();
    assert_eq!((ledger.charges.len(), ledger.refunds.len()), (1, 0), "paid once");
}
