//! Tests of the cache.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::super::fake::{Fake, data};
use super::*;
use crate::{Charge, Client, Error, Usd};

fn minute() -> Cache {
    Cache::new(Duration::from_secs(60))
}

/// Sends a call and returns the number in its data, and if it came from the cache.
async fn call(client: &Client, keyword: &str) -> Result<(u64, bool), Error> {
    let reply = client.social("p1", "search").with("keyword", keyword).send().await?;
    assert_eq!(reply.cost == Some(Usd::ZERO), reply.from_cache);
    Ok((reply.data["number"].as_u64().unwrap_or_default(), reply.from_cache))
}

#[tokio::test(start_paused = true)]
async fn a_response_is_kept_for_its_time_and_is_free() {
    let fake = Fake::data();
    let client = fake.client(minute());
    assert_eq!(call(&client, "tea").await.expect("data"), (1, false));
    assert_eq!(call(&client, "tea").await.expect("data"), (1, true));
    assert_eq!(call(&client, "coffee").await.expect("data"), (2, false));
    assert_eq!(client.spent().by_name["p1-search"].calls, 2, "{:?}", client.spent());
    tokio::time::sleep(Duration::from_secs(59)).await;
    assert_eq!(call(&client, "coffee").await.expect("data"), (2, true));
    assert_eq!(call(&client, "tea").await.expect("data"), (3, false));
}

#[tokio::test(start_paused = true)]
async fn identical_requests_in_flight_share_one_exchange() {
    let fake = Fake::data();
    let client = fake.client(minute());
    let results = join_all((0..50).map(|_| call(&client, "tea"))).await;
    let cached = results.into_iter().filter(|it| it.as_ref().is_ok_and(|it| *it == (1, true))).count();
    assert_eq!((cached, fake.count(), client.spent().by_name["p1-search"].calls), (49, 1, 1));
}

#[tokio::test(start_paused = true)]
async fn if_the_request_in_flight_fails_a_waiting_one_takes_its_place() {
    let fake = Fake::new(|number, _| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            match number {
                1 => Err(TransportError::lost("reset")),
                2 => Ok(HttpReply::json(404, &json!({}))),
                3 => Ok(HttpReply::json(200, &json!({ "error": { "code": "busy" } }))),
                _ => Ok(data(number)),
            }
        })
    });
    let client = fake.client(minute());
    let results = join_all((0..6).map(|_| call(&client, "tea"))).await;
    let shown: Vec<_> = results.iter().map(|it| it.as_ref().ok()).collect();
    assert_eq!(shown, [None, None, None, Some(&(4, false)), Some(&(4, true)), Some(&(4, true))]);
    assert_eq!(fake.count(), 4, "errors are not cached");
}

#[tokio::test(start_paused = true)]
async fn if_the_request_in_flight_is_dropped_a_waiting_one_takes_its_place() {
    let fake = Fake::data();
    let (client, other) = (fake.client(minute()), fake.client(minute()));
    let first = tokio::spawn({
        let client = client.clone();
        async move { call(&client, "tea").await }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { call(&client, "tea").await })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(300)).await;
    waiting[0].abort();
    first.abort();
    for (task, expected) in waiting.into_iter().skip(1).zip([(2, false), (2, true)]) {
        assert_eq!(task.await.expect("it is not aborted").expect("data"), expected);
    }
    let of = &client.spent().by_name["p1-search"];
    assert_eq!((of.calls, of.unknown_calls), (1, 1), "a call that only waited is not counted");
    assert!(other.spent().by_name.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_waiting_call_that_reaches_its_deadline_is_not_charged() {
    let fake = Fake::new(|_, _| Box::pin(std::future::pending()));
    let client = fake.client(minute());
    let first = tokio::spawn({
        let client = client.clone();
        async move { call(&client, "tea").await }
    });
    tokio::task::yield_now().await;
    let late = client.social("p1", "search").with("keyword", "tea");
    let late = late.settings(|it| {
        (it.deadline, it.head_timeout) = (Duration::from_secs(20), Duration::from_secs(5));
    });
    let error = late.send().await.expect_err("the first request gets no response");
    assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No), "{error}");
    first.abort();
}

#[tokio::test(start_paused = true)]
async fn the_number_and_the_size_of_responses_are_limited() {
    let fake = Fake::data();
    let client = fake.client(minute().max_entries(2));
    for keyword in ["a", "b", "c"] {
        call(&client, keyword).await.expect("data");
    }
    assert_eq!(call(&client, "b").await.expect("data"), (2, true));
    assert_eq!(call(&client, "a").await.expect("data"), (4, false), "the oldest was removed");

    let fake = Fake::data();
    let cache = minute().max_bytes(400);
    let client = fake.client(cache.clone());
    for number in 0..20 {
        call(&client, &number.to_string()).await.expect("data");
    }
    let store = cache.lock();
    assert!(store.bytes <= 400 && store.entries.len() > 1, "{} bytes", store.bytes);
    assert_eq!((store.order.len(), store.in_flight.len()), (store.entries.len(), 0));
}

#[tokio::test(start_paused = true)]
async fn large_responses_pass_through_without_waiting_for_each_other() {
    let large = |_, _| -> TransportFuture {
        Box::pin(async move {
            let chunks = (0..3).map(|_| Ok(Bytes::from(vec![b' '; 1000])));
            let end = [Ok(Bytes::from(json!({ "data": { "number": 7 } }).to_string()))];
            let body = futures_util::stream::iter(chunks.chain(end).collect::<Vec<_>>());
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok(HttpReply::streaming(200, HeaderMap::new(), Box::pin(body)))
        })
    };
    for cache in [minute().max_body(2500), minute().max_bytes(2500)] {
        let fake = Fake::new(large);
        let client = fake.client(cache);
        let begun = Instant::now();
        let results = join_all((0..10).map(|_| call(&client, "tea"))).await;
        assert!(results.iter().all(|it| it.as_ref().is_ok_and(|it| *it == (7, false))));
        assert_eq!((fake.count(), begun.elapsed().as_secs()), (10, 2), "one, then all others at once");
    }
}

#[tokio::test(start_paused = true)]
async fn different_keys_and_headers_never_share() {
    let (fake, cache) = (Fake::data(), minute().ignore_header("Traceparent"));
    let with_header = |name: &'static str| {
        let number = std::sync::atomic::AtomicU32::new(0);
        let hook = move |request: &mut HttpRequest| {
            let value = number.fetch_add(1, std::sync::atomic::Ordering::SeqCst).to_string();
            request.headers.insert(name, value.parse().expect("a value"));
        };
        fake.builder(cache.clone()).before_attempt(hook).build().expect("valid")
    };
    let other_key = Client::builder("https://gateway.example", "canary-9876543210").transport(fake.clone());
    let other_key = other_key.layer(cache.clone()).build().expect("valid");
    assert_eq!(call(&fake.client(cache.clone()), "tea").await.expect("data"), (1, false));
    assert_eq!(call(&fake.client(cache.clone()), "tea").await.expect("data"), (1, true), "clients share a cache");
    assert_eq!(call(&other_key, "tea").await.expect("data"), (2, false));
    let (tenant, traced) = (with_header("x-tenant"), with_header("traceparent"));
    assert_eq!(call(&tenant, "tea").await.expect("data"), (3, false));
    assert_eq!(call(&tenant, "tea").await.expect("data"), (4, false));
    assert_eq!(call(&traced, "tea").await.expect("data"), (1, true), "an ignored header does not count");
}

#[tokio::test(start_paused = true)]
async fn ranges_upgrades_files_and_the_catalog_are_not_cached() {
    for name in [RANGE, UPGRADE] {
        let fake = Fake::data();
        let hook = move |request: &mut HttpRequest| {
            request.headers.insert(&name, "x".parse().expect("a value"));
        };
        let client = fake.builder(minute()).before_attempt(hook).build().expect("valid");
        for number in 1..=2 {
            assert_eq!(call(&client, "tea").await.expect("data"), (number, false));
        }
    }
    let fake = Fake::data();
    let client = fake.builder(minute()).dash_url("https://dash.gateway.example").build().expect("valid");
    for _ in 0..2 {
        client.download("https://files.example/a").await.expect("a file");
        assert!(client.catalog().await.is_err(), "it is no catalog");
    }
    assert_eq!(fake.count(), 4);
}
