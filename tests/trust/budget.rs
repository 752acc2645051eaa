//! Budget: calls cannot exceed it, and an unknown charge stays reserved.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::social::p2::PostTarget;
use sample_client::{Error, Usd};

use super::{builder, gateway};

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_tasks_cannot_exceed_a_budget() {
    let gateway = gateway().await;
    // At 0.02 USD per call, the budget allows exactly fifty calls.
    let client = builder(&gateway).budget(Usd::micros(1_010_000)).build().expect("valid");
    let tasks: Vec<_> = (0..1_000)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.p1().search("tea").send().await })
        })
        .collect();
    let (mut done, mut refused) = (0, 0);
    for task in tasks {
        match task.await.expect("no task panics") {
            Ok(reply) => {
                assert_eq!(reply.cost, Some(Usd::micros(20_000)));
                done += 1;
            }
            Err(Error::OverBudget { price, .. }) if price == Some(Usd::micros(20_000)) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!((done, refused), (50, 950));
    assert_eq!(gateway.ledger().total(), Usd::micros(1_000_000));
    assert_eq!((client.spent().charged, client.spent().unknown), (Usd::micros(1_000_000), Usd::ZERO));
}

#[tokio::test]
async fn a_call_by_name_has_the_price_that_the_client_knows() {
    let gateway = gateway().await;
    let client = builder(&gateway).budget(Usd::micros(20_000)).build().expect("valid");
    let reply = client.social("p1", "search").with("keyword", "tea").send().await.expect("data");
    assert_eq!((reply.cost, client.spent().charged), (Some(Usd::micros(20_000)), gateway.ledger().total()));
    let again = client.social("p1", "search").with("keyword", "tea").send().await;
    assert!(matches!(again, Err(Error::OverBudget { .. })));
    assert!(matches!(client.social("p99", "search").send().await, Err(Error::PriceUnknown(_))));
}

#[tokio::test]
async fn calls_that_were_not_charged_are_not_spent() {
    let gateway = gateway().await;
    let client = builder(&gateway).budget(Usd::micros(20_000)).build().expect("valid");
    for nothing in 0..3 {
        let error = client.p1().search("find-nothing").send().await.expect_err("nothing is there");
        assert!(matches!(error, Error::NoResult(_)), "{nothing}: {error}");
    }
    client.p1().search("tea").send().await.expect("the budget is still there");
    assert!(matches!(client.p1().trending().send().await, Err(Error::OverBudget { left: Usd::ZERO, .. })));
}

#[tokio::test]
async fn a_charge_that_is_unknown_stays_reserved() {
    let gateway = gateway().await;
    let client = builder(&gateway).budget(Usd::micros(30_000)).build().expect("valid");
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }).times(1));
    let error = client.p2().post(PostTarget::note_id("1")).send().await.expect_err("the reply is lost");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.usage_log_name.as_deref() == Some("social-p2-post")));
    assert!(matches!(client.p2().post(PostTarget::note_id("1")).send().await, Err(Error::OverBudget { .. })));
    assert_eq!(client.spent().unknown, Usd::micros(20_000));
}

#[tokio::test]
async fn a_cancelled_call_counts_as_charge_unknown() {
    let gateway = gateway().await;
    gateway.fault(Fault::new(FaultKind::Delay { millis: 60_000 }));
    let client = builder(&gateway).build().expect("valid");
    let call = client.p1().search("tea").send();
    assert!(tokio::time::timeout(Duration::from_millis(300), call).await.is_err());
    assert_eq!((client.spent().charged, client.spent().unknown), (Usd::ZERO, Usd::micros(20_000)));
    assert_eq!(gateway.ledger().charges.len(), 1, "it was charged, which the client cannot know");
}

#[tokio::test]
async fn an_unknown_price_needs_permission() {
    let gateway = gateway().await;
    let strict = builder(&gateway).budget(Usd::micros(1)).build().expect("valid");
    assert!(
        matches!(strict.p16().search().send().await, Err(Error::PriceUnknown(name)) if name == "social-p16-search")
    );
    assert!(matches!(strict.social("p99", "trending").send().await, Err(Error::PriceUnknown(_))));
    let lenient = builder(&gateway).budget(Usd::micros(1)).allow_unknown_prices().build().expect("valid");
    let reply = lenient.p16().search().keyword("tea").send().await.expect("it is allowed");
    assert_eq!(reply.cost, None);
    assert_eq!(lenient.spent().by_name["social-p16-search"].calls, 1);
}
