//! Tests of the rate limit.

use super::super::fake::{Fake, data};
use super::*;
use crate::{Charge, Client, Error, TransportError};

/// Returns the times at which `count` requests start, in milliseconds.
async fn starts(limit: &RateLimit, count: usize) -> Vec<u128> {
    let begun = Instant::now();
    let mut times = Vec::new();
    for _ in 0..count {
        limit.clone().turn().await;
        times.push(begun.elapsed().as_millis());
    }
    times
}

#[tokio::test(start_paused = true)]
async fn requests_start_at_equal_intervals() {
    assert_eq!(starts(&RateLimit::per_second(10), 4).await, [0, 100, 200, 300]);
    assert_eq!(starts(&RateLimit::per_minute(60), 3).await, [0, 1000, 2000]);
    assert_eq!(starts(&RateLimit::per_second(0), 2).await, [0, 1000]);
}

#[tokio::test(start_paused = true)]
async fn a_burst_counts_towards_the_average() {
    let limit = RateLimit::per_second(10).burst(3);
    assert_eq!(starts(&limit, 6).await, [0, 0, 0, 100, 200, 300]);
    tokio::time::sleep(Duration::from_millis(250)).await;
    // Two of the burst have come back.
    assert_eq!(starts(&limit, 3).await[..2], [0, 0]);
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(starts(&limit, 5).await, [0, 0, 0, 100, 200]);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_request_takes_no_turn_and_others_keep_their_order() {
    let limit = RateLimit::per_second(1);
    let begun = Instant::now();
    limit.clone().turn().await;
    let waiting: Vec<_> = (0..3)
        .map(|number| {
            let limit = limit.clone();
            tokio::spawn(async move {
                limit.turn().await;
                (number, begun.elapsed().as_millis())
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    waiting[0].abort();
    let mut ended = Vec::new();
    for task in waiting.into_iter().skip(1) {
        ended.push(task.await.expect("it is not aborted"));
    }
    assert_eq!(ended, [(1, 1000), (2, 2000)]);
}

#[tokio::test(start_paused = true)]
async fn high_rates_are_reached_with_a_burst() {
    let limit = RateLimit::per_second(10_000).burst(20);
    let last = starts(&limit, 5_000).await[4_999];
    assert!((490..=510).contains(&last), "{last} ms");
}

/// Sends a call with a head timeout of 5 s and a deadline in seconds.
async fn call(client: &Client, deadline: u64) -> Result<u64, Error> {
    let call = client.social("p1", "trending").settings(|it| {
        (it.head_timeout, it.deadline) = (Duration::from_secs(5), Duration::from_secs(deadline));
    });
    Ok(call.send().await?.data["number"].as_u64().unwrap_or_default())
}

#[tokio::test(start_paused = true)]
async fn waiting_is_not_silence_and_a_deadline_meanwhile_is_free() {
    let fake = Fake::data();
    let client = fake.client(RateLimit::per_minute(1));
    let begun = Instant::now();
    assert_eq!(call(&client, 600).await.expect("data"), 1);
    let error = call(&client, 20).await.expect_err("its turn is in a minute");
    assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No && it.attempts == 1), "{error:?}");
    assert!(error.to_string().contains("the deadline ended before the request was sent"), "{error}");
    assert_eq!((begun.elapsed().as_secs(), fake.count()), (21, 1));
    assert_eq!(call(&client, 600).await.expect("the wait is longer than the head timeout"), 2);
    let of = &client.spent().by_name["p1-trending"];
    assert_eq!((begun.elapsed().as_secs(), of.calls, of.unknown_calls), (61, 2, 0));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_while_it_waits_is_free() {
    let fake = Fake::data();
    let client = fake.client(RateLimit::per_minute(1));
    assert_eq!(call(&client, 600).await.expect("data"), 1);
    let second = Duration::from_secs(1);
    tokio::time::timeout(second, call(&client, 600)).await.expect_err("its turn is in a minute");
    assert_eq!(client.spent().by_name["p1-trending"].unknown_calls, 0);
    // While the request is under way, its charge is unknown.
    tokio::time::sleep(60 * second).await;
    tokio::time::timeout(second / 2, call(&client, 600)).await.expect_err("the response takes a second");
    assert_eq!((client.spent().by_name["p1-trending"].unknown_calls, fake.count()), (1, 2));
}

/// Layer that sends a request again if it was lost, which a layer should not do.
struct Again(Arc<dyn Transport>);

impl Transport for Again {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        let inner = self.0.clone();
        Box::pin(async move {
            match inner.send(request.clone()).await {
                Err(error) if error.may_have_been_sent => inner.send(request).await,
                reply => reply,
            }
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_was_sent_before_is_not_free_while_it_waits() {
    let fake = Fake::new(|_, _| Box::pin(async { Err(TransportError::lost("reset")) }));
    let builder = fake.builder(|inner: Arc<dyn Transport>| Again(inner)).layer(RateLimit::per_minute(1));
    let client = builder.build().expect("valid");
    let error = call(&client, 20).await.expect_err("the second turn is in a minute");
    assert!(matches!(&error, Error::ChargeUnknown(_)), "{error:?}");
    assert_eq!((fake.count(), client.spent().by_name["p1-trending"].unknown_calls), (1, 1));
    tokio::time::timeout(Duration::from_secs(70), call(&client, 600)).await.expect_err("the turn after the next");
    assert_eq!((fake.count(), client.spent().by_name["p1-trending"].unknown_calls), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn limits_can_be_combined_and_files_do_not_count() {
    let fake = Fake::new(|number, _| Box::pin(async move { Ok(data(number)) }));
    let client =
        fake.builder(RateLimit::per_second(1)).layer(RateLimit::per_minute(2).burst(2)).build().expect("valid");
    let begun = Instant::now();
    let mut times = Vec::new();
    for _ in 0..3 {
        client.download("https://files.example/a").await.expect("a file");
        call(&client, 600).await.expect("data");
        times.push(begun.elapsed().as_secs());
    }
    assert_eq!(times, [0, 1, 30]);
    // The inner limit is the one that makes this call wait.
    let error = call(&client, 20).await.expect_err("its turn is in half a minute");
    assert!(matches!(&error, Error::Timeout(it) if it.charge == Charge::No), "{error:?}");
}
