//! How quick the generated client is beside reqwest by hand, with the same checks, against the same gateway.
//!
//! Prints one line of JSON for each measure; `cargo xtask bench` makes a table of them.
#![forbid(unsafe_code)]

use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

use gatewright_client::{Client, social::p1};
use gatewright_mock::Gateway;
use serde::Deserialize;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Calls of one turn; ours and theirs take turns, so that a disturbance meets both.
const CALLS: usize = 64;
const TURNS: usize = 201;

fn main() {
    // The gateway has threads of its own; the clients share one.
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
    let gateway = server.block_on(Gateway::start()).expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid");
    let by_hand = ByHand::new(&gateway.base_url(), gateway.key());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");

    for (name, at_once) in [("one after another", 1), ("64 at once", 64)] {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            ours.push(runtime.block_on(turn(at_once, || {
                let client = client.clone();
                async move { client.p1().search("tea").cursor(20).send().await.expect("data").data.is_object() }
            })));
            theirs.push(runtime.block_on(turn(at_once, || {
                let by_hand = by_hand.clone();
                async move { by_hand.search("tea", 20).await.data.is_object() }
            })));
            gateway.reset();
        }
        print(&format!("calls a second, {name}"), "rate", rate(ours), Some(rate(theirs)));
    }

    building(&client);
    queued(&client);
}

/// The middle one: a turn can be lucky as well as disturbed.
fn rate(mut turns: Vec<Duration>) -> f64 {
    turns.sort();
    CALLS as f64 / turns[turns.len() / 2].as_secs_f64()
}

async fn turn<F: Future<Output = bool> + Send + 'static>(at_once: usize, call: impl Fn() -> F) -> Duration {
    let begun = Instant::now();
    let mut running: tokio::task::JoinSet<bool> = tokio::task::JoinSet::new();
    for _ in 0..CALLS {
        if running.len() == at_once {
            assert!(running.join_next().await.expect("one is running").expect("no call panics"));
        }
        running.spawn(call());
    }
    while let Some(done) = running.join_next().await {
        assert!(done.expect("no call panics"));
    }
    begun.elapsed()
}

/// What the client does, written out: no redirects, limits of time and size, the key on one origin.
#[derive(Clone)]
struct ByHand {
    http: reqwest::Client,
    base_url: reqwest::Url,
    authorization: reqwest::header::HeaderValue,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is decoded as the client decodes it")]
struct Envelope {
    object: String,
    platform: String,
    capability: String,
    data: serde_json::Value,
}

impl ByHand {
    fn new(base_url: &str, key: &str) -> Self {
        let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy();
        let mut authorization: reqwest::header::HeaderValue = format!("Bearer {key}").parse().expect("a header");
        authorization.set_sensitive(true);
        Self {
            http: builder.connect_timeout(Duration::from_secs(5)).build().expect("valid"),
            base_url: base_url.parse().expect("a URL"),
            authorization,
        }
    }

    async fn search(&self, keyword: &str, cursor: i64) -> Envelope {
        let mut url = self.base_url.clone();
        url.set_path("/v1/social/p1/search");
        url.query_pairs_mut().append_pair("keyword", keyword).append_pair("cursor", &cursor.to_string());
        assert_eq!(url.origin(), self.base_url.origin());
        let request = self.http.get(url).header(reqwest::header::AUTHORIZATION, self.authorization.clone()).send();
        let mut reply =
            tokio::time::timeout(Duration::from_secs(30), request).await.expect("in time").expect("a reply");
        assert_eq!(reply.status(), 200);
        let mut body = Vec::new();
        while let Some(piece) =
            tokio::time::timeout(Duration::from_secs(300), reply.chunk()).await.expect("in time").expect("a piece")
        {
            assert!(body.len() + piece.len() <= 32 << 20);
            body.extend_from_slice(&piece);
        }
        serde_json::from_slice(&body).expect("an envelope")
    }
}

/// A call with three parameters, up to the finished request.
fn building(client: &Client) {
    let build = || client.p1().search("tea").cursor(20).sort_type(p1::SearchSortType::Latest).request().expect("valid");
    let runs = 20_000;
    let best = (0..20).map(|_| {
        let begun = Instant::now();
        (0..runs).for_each(|_| drop(black_box(build())));
        begun.elapsed().as_secs_f64() / f64::from(runs)
    });
    print("building a request", "nanoseconds", best.fold(f64::INFINITY, f64::min) * 1e9, None);
    let region = Region::new(ALLOCATOR);
    black_box(build());
    print("allocations of it", "count", region.change().allocations as f64, None);
}

/// Calls that are ready to be sent and wait for their turn.
fn queued(client: &Client) {
    let region = Region::new(ALLOCATOR);
    let calls: Vec<_> = (0..10_000).map(|_| client.p1().search("tea").cursor(20).send()).collect();
    let change = region.change();
    print("memory of 10,000 queued calls", "bytes", (change.bytes_allocated - change.bytes_deallocated) as f64, None);
    drop(calls);
}

#[expect(clippy::print_stdout, reason = "the measures are data")]
fn print(name: &str, unit: &str, ours: f64, theirs: Option<f64>) {
    println!("{}", serde_json::json!({ "name": name, "unit": unit, "ours": ours, "theirs": theirs }));
}
