//! Processes that share a budget file.

use std::process::{Command, Stdio};
use std::time::Duration;

use gatewright_mock::{Fault, FaultKind, Gateway};
use sample_client::{Journal, Usd};

use super::{program, run};

/// Price of a call.
const PRICE: i64 = 20_000;

fn spend(gateway: &Gateway, file: &std::path::Path, limit: i64, calls: u32) -> Command {
    let mut command = program(env!("CARGO_BIN_EXE_spend"), gateway);
    command.arg(file).args([limit.to_string(), calls.to_string()]);
    command
}

/// Runs two processes at once, and returns their numbers of successful, refused and failed calls together.
async fn two(gateway: &Gateway, file: &std::path::Path, limit: i64, calls: u32) -> [u32; 3] {
    let start = || run(spend(gateway, file, limit, calls));
    let (first, second) = tokio::join!(start(), start());
    let mut sums = [0; 3];
    for numbers in [first, second] {
        for (sum, number) in sums.iter_mut().zip(numbers.split_whitespace()) {
            *sum += number.parse::<u32>().expect("a number");
        }
    }
    sums
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_never_exceed_a_budget() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let file = folder.path().join("spending.jsonl");
    // Enough for 30 calls, and half of another one.
    let limit = 30 * PRICE + PRICE / 2;
    assert_eq!(two(&gateway, &file, limit, 40).await, [30, 50, 0]);
    let total = Journal::read(&file).expect("it is a journal").total();
    assert_eq!((total.charged, total.unknown), (gateway.ledger().total(), Usd::ZERO));
    assert_eq!(gateway.ledger().charges.len(), 30);
    // The next day, or the next processes, find nothing left.
    assert_eq!(two(&gateway, &file, limit, 5).await, [0, 10, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn journal_and_ledger_agree_under_faults() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }).one_in(5));
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let file = folder.path().join("spending.jsonl");
    let [done, refused, failed] = two(&gateway, &file, 60 * PRICE, 50).await;
    assert_eq!((done + failed, done + refused + failed), (60, 100));
    let total = Journal::read(&file).expect("it is a journal").total();
    assert_eq!((total.calls, total.unknown_calls), (done.into(), failed.into()));
    assert!(failed > 0 && total.charged + total.unknown == Usd::micros(60 * PRICE), "{total:?}");
    let ledger = gateway.ledger().total();
    assert!(total.charged <= ledger && ledger <= total.charged + total.unknown, "{ledger} {total:?}");
    let journal = Journal::read(&file).expect("it is a journal");
    let ids: Vec<_> = gateway.ledger().charges.iter().map(|it| it.request_id.clone()).collect();
    let recorded = journal.entries().iter().filter_map(|it| it.request_id.as_ref());
    assert!(recorded.clone().count() >= done as usize && recorded.clone().all(|it| ids.contains(it)), "{journal:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_processes_lose_no_charge() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    gateway.fault(Fault::new(FaultKind::Delay { millis: 10 }).one_in(2));
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let file = folder.path().join("spending.jsonl");
    let limit = 400 * PRICE;
    for round in 0..20 {
        let start = || {
            let mut command = spend(&gateway, &file, limit, 60);
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be started")
        };
        let mut both = [start(), start()];
        // From before the first call until after the last one.
        tokio::time::sleep(Duration::from_millis(15 * round)).await;
        for process in &mut both {
            process.kill().expect("it can be killed");
            process.wait().expect("it ended");
        }
        let total = Journal::read(&file).expect("it is a journal").total();
        let ledger = gateway.ledger().total();
        assert!(total.charged <= ledger, "{round}: {ledger} {total:?}");
        assert!(ledger <= total.charged + total.unknown, "{round}: {ledger} {total:?}");
        assert!(total.charged + total.unknown <= Usd::micros(limit), "{round}: {total:?}");
    }
    // A process after them completes, within the rest of the budget.
    two(&gateway, &file, limit, 60).await;
    let total = Journal::read(&file).expect("it is a journal").total();
    assert!(total.calls > 0 && total.charged + total.unknown <= Usd::micros(limit), "{total:?}");
    assert!(gateway.ledger().total() <= total.charged + total.unknown, "{total:?}");
}
