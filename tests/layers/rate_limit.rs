//! Rate limits against the mock gateway.

use std::time::Duration;

use sample_client::{Charge, Error, RateLimit, Usd, models};

use super::{builder, gateway};

#[tokio::test(flavor = "multi_thread")]
async fn calls_above_the_limit_wait_and_all_are_sent() {
    let gateway = gateway().await;
    let limit = RateLimit::per_second(100).burst(5);
    let client = builder(&gateway).layer(limit).build().expect("valid");
    let calls: Vec<_> = (0..40)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.p1().trending().send().await.map(|it| it.attempts) })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.expect("no panic").expect("data"), 1);
    }
    assert_eq!(client.spent().charged, gateway.ledger().total());
    assert_eq!(gateway.ledger().charges.len(), 40);
}

#[tokio::test]
async fn a_deadline_while_waiting_is_not_charged() {
    let gateway = gateway().await;
    let client = builder(&gateway).layer(RateLimit::per_minute(1)).build().expect("valid");
    client.p1().trending().send().await.expect("data");
    let hurried = client.p1().trending().settings(|it| it.deadline = Duration::from_millis(100));
    let error = hurried.send().await.expect_err("its turn is in a minute");
    assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No), "{error:?}");
    let session = client.realtime(models::realtime::REALTIME_VOICE).settings(|it| {
        it.deadline = Duration::from_millis(100);
    });
    let error = session.connect().await.expect_err("its turn is in a minute");
    assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No), "{error:?}");
    let spent = client.spent();
    assert_eq!((gateway.journal().count, spent.charged, spent.unknown), (1, gateway.ledger().total(), Usd::ZERO));
    assert!(!spent.by_name.contains_key("realtime-voice"), "{spent:?}");
}
