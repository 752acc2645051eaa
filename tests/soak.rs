//! Thousands of calls with all faults at once: the client's spending equals the gateway's ledger.
//!
//! This is a separate test binary because it measures its own memory.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gatewright_mock::{Fault, FaultKind, Gateway, Shape};
use sample_client::social::p2::PostTarget;
use sample_client::{Charge, Client, Response};

const TASKS: u64 = 64;

fn faults(gateway: &Gateway) {
    let location = format!("{}/v1/social/p1/search", gateway.base_url());
    let kinds = [
        FaultKind::CutBeforeHead { charged: false },
        FaultKind::CutBeforeHead { charged: true },
        FaultKind::CutInBody { after: 30 },
        FaultKind::Delay { millis: 700 },
        FaultKind::SlowBytes { millis: 1 },
        FaultKind::Html,
        FaultKind::Gzip,
        FaultKind::ContentType { content_type: "text/html".into() },
        FaultKind::Oversize { bytes: 300_000, gzip: false },
        FaultKind::Oversize { bytes: 300_000, gzip: true },
        FaultKind::Redirect { status: 302, location },
    ];
    kinds.into_iter().for_each(|kind| gateway.fault(Fault::new(kind).one_in(60)));
    for status in [400, 401, 403, 404, 408, 429, 500, 502, 503, 504] {
        for shape in Shape::ALL {
            let kind = FaultKind::Status { status, code: None, retry_after: None, shape };
            gateway.fault(Fault::new(kind).one_in(600));
        }
    }
    let (code, retry_after) = (None, Some("1".to_owned()));
    let busy = FaultKind::Status { status: 429, code, retry_after, shape: Shape::Nested };
    gateway.fault(Fault::new(busy).one_in(300));
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find(|it| it.starts_with("VmRSS:")).expect("it has this line");
    line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).expect("a number of kilobytes")
}

/// Makes the calls of one task. Each call has other parameters, so that a second charge for it is visible.
async fn call_all(client: &Client, numbers: Range<u64>, calls: &Arc<AtomicU64>, unknown: &Arc<AtomicU64>) {
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| {
            let (client, calls, unknown, numbers) = (client.clone(), calls.clone(), unknown.clone(), numbers.clone());
            tokio::spawn(async move {
                for number in numbers {
                    let word = format!("{task}-{number}");
                    let ended = match task % 3 {
                        0 => client.p1().search(word).send().await.map(Response::into_untyped),
                        1 => client.p2().post(PostTarget::note_id(word)).send().await.map(Response::into_untyped),
                        _ => client.p3().search(word).pages().next().await.expect("a page").map(Response::into_untyped),
                    };
                    calls.fetch_add(1, Ordering::Relaxed);
                    if ended.is_err_and(|error| error.charge() == Charge::Unknown) {
                        unknown.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no task panics");
    }
}

/// Makes a number of calls per task and compares the client's spending with the ledger.
async fn books_agree_after(calls_per_task: u64) {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    faults(&gateway);
    let client = Client::builder(&gateway.base_url(), gateway.key())
        .settings(|it| {
            it.head_timeout = Duration::from_millis(400);
            it.max_body = 100_000;
        })
        .build()
        .expect("valid");
    let (calls, unknown) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    call_all(&client, 0..calls_per_task / 4, &calls, &unknown).await;
    let early = resident();
    call_all(&client, calls_per_task / 4..calls_per_task, &calls, &unknown).await;
    let late = resident();

    let (spent, ledger) = (client.spent(), gateway.ledger());
    let charges = ledger.charges.len() as u64;
    let calls = calls.load(Ordering::Relaxed);
    let known: u64 = spent.by_name.values().map(|it| it.calls).sum();
    let unknown_calls: u64 = spent.by_name.values().map(|it| it.unknown_calls).sum();
    assert_eq!(calls, TASKS * calls_per_task, "a task ended early");
    assert!(charges <= calls, "{charges} charges of {calls} calls");
    let mut charged = BTreeSet::new();
    let twice = ledger.charges.iter().find(|it| !charged.insert((&it.usage_log_name, &it.query)));
    assert_eq!(twice, None, "a call was charged a second time");
    for (name, of) in &spent.by_name {
        let charges = ledger.by_name().get(name.as_str()).copied().unwrap_or_default() as u64;
        assert!(of.calls <= charges && charges <= of.calls + of.unknown_calls, "{name}: {charges} of {of:?}");
    }
    assert!(spent.charged <= ledger.total(), "{:?} of {:?}", spent.charged, ledger.total());
    assert!(ledger.total() <= spent.charged + spent.unknown, "{:?} of {spent:?}", ledger.total());
    assert!(known <= charges && charges <= known + unknown_calls);
    assert_eq!(unknown_calls, unknown.load(Ordering::Relaxed), "each of them was said");
    // The ledger and the journal grow a little with each call; the client must not.
    assert!(late < early + 32 * 1024, "memory grew from {early} kB to {late} kB in {calls} calls");

    // Both sides are equal where no fault can hide a charge.
    gateway.reset();
    let before = client.spent();
    gateway.fault(Fault::status(502).one_in(3));
    gateway.fault(Fault::status(503).one_in(5));
    for _ in 0..200 {
        let _ = client.p1().trending().settings(|it| it.max_attempts = 1).send().await;
    }
    let after = client.spent();
    assert_eq!(after.charged - before.charged, gateway.ledger().total());
    assert_eq!(after.unknown, before.unknown);
}

mod slow {
    #[tokio::test(flavor = "multi_thread")]
    async fn client_and_ledger_agree_after_thousands_of_faults() {
        super::books_agree_after(40).await;
    }
}

mod full {
    #[tokio::test(flavor = "multi_thread")]
    async fn client_and_ledger_agree_after_a_hundred_thousand_calls() {
        super::books_agree_after(1_600).await;
    }
}
