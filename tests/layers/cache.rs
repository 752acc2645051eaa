//! The client never pays twice for the same request, and its books agree with the gateway's.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::{Cache, Client, Error, Usd, models};

use super::{builder, gateway};

fn cache() -> Cache {
    Cache::new(Duration::from_secs(600))
}

/// Makes the same call several times at once. Returns the number of responses from the cache.
async fn at_once(client: &Client, count: usize) -> usize {
    let calls: Vec<_> = (0..count)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.p1().search("tea").send().await })
        })
        .collect();
    let mut cached = 0;
    for call in calls {
        let reply = call.await.expect("no panic").expect("data");
        assert!(reply.data.is_object());
        assert_eq!(reply.from_cache, reply.cost == Some(Usd::ZERO));
        cached += usize::from(reply.from_cache);
    }
    cached
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_identical_calls_are_paid_once() {
    let gateway = gateway().await;
    let client = builder(&gateway).layer(cache()).build().expect("valid");
    assert_eq!(at_once(&client, 50).await, 49);
    assert_eq!(at_once(&client, 50).await, 50);
    let (spent, ledger) = (client.spent(), gateway.ledger());
    assert_eq!((ledger.charges.len(), gateway.journal().count), (1, 1));
    assert_eq!((spent.charged, spent.unknown), (ledger.total(), Usd::ZERO));
    assert_eq!(spent.by_name["social-p1-search"].calls, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_are_not_cached_and_the_books_agree() {
    let gateway = gateway().await;
    let client = builder(&gateway).layer(cache()).build().expect("valid");
    gateway.fault(Fault::status(502).times(2));
    assert_eq!(at_once(&client, 20).await, 19, "retries of one call, then its response");
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }).times(1));
    let lost = client.p1().trending().send().await;
    assert!(matches!(lost, Err(Error::ChargeUnknown(_))), "{lost:?}");
    assert!(!client.p1().trending().send().await.expect("data").from_cache);
    let (spent, ledger) = (client.spent(), gateway.ledger());
    assert_eq!(spent.charged + spent.unknown, ledger.total());
    assert_eq!(ledger.charges.len(), 3);
}

#[tokio::test]
async fn a_budget_covers_only_what_is_paid() {
    let gateway = gateway().await;
    let price = builder(&gateway).build().expect("valid").p1().search("tea").estimate().expect("a price").usd;
    let client = builder(&gateway).layer(cache()).budget(price + price).build().expect("valid");
    for _ in 0..5 {
        client.p1().search("tea").send().await.expect("one of them is paid");
    }
    assert_eq!((client.spent().charged, gateway.ledger().charges.len()), (price, 1));
    client.p1().search("coffee").send().await.expect("there is enough");
    // The client does not know in advance that a response is in the cache.
    assert!(matches!(client.p1().search("tea").send().await, Err(Error::OverBudget { .. })));
    assert_eq!(client.spent().charged, gateway.ledger().total());
}

// One thread: all calls are cancelled before any of them can take over the request.
#[tokio::test]
async fn cancelled_calls_leave_the_books_in_order() {
    let gateway = gateway().await;
    let client = builder(&gateway).layer(cache()).build().expect("valid");
    gateway.fault(Fault::new(FaultKind::Delay { millis: 60_000 }).times(1));
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.p1().search("tea").send().await })
        })
        .collect();
    while gateway.journal().count == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The call that was sent is among them, and all others wait for it.
    calls.iter().for_each(tokio::task::JoinHandle::abort);
    for call in calls {
        assert!(call.await.is_err());
    }
    let spent = client.spent();
    assert_eq!((spent.charged, spent.by_name["social-p1-search"].unknown_calls), (Usd::ZERO, 1));
    gateway.clear_faults();
    assert!(!client.p1().search("tea").send().await.expect("data").from_cache);
}

#[tokio::test]
async fn polls_of_a_task_are_not_cached() {
    let gateway = gateway().await;
    let client = builder(&gateway).layer(cache()).build().expect("valid");
    let task = client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "tea").submit().await.expect("a task");
    let pause = Duration::from_millis(20);
    let waiting = task.wait().poll_interval(pause, pause).deadline(Duration::from_secs(60));
    let outcome = waiting.await.expect("it is polled");
    assert!(matches!(outcome, sample_client::video::WaitOutcome::Done(_)), "{outcome:?}");
    assert!(gateway.journal().count > 2, "it was polled more than once");
}
