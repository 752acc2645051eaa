//! What calls of the generated client take of memory. The time they take is measured elsewhere: counting costs some.
//!
//! Prints one line of JSON for each measure; `cargo xtask bench` makes a table of them.
#![forbid(unsafe_code)]

use std::alloc::System;
use std::future::Future as _;
use std::pin::Pin;
use std::task::Poll;

use sample_client::{Client, HttpRequest, Transport, TransportFuture, social::p1};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let client = Client::new("https://gateway.example", "key").expect("valid");

    let region = Region::new(ALLOCATOR);
    let request = client.p1().search("tea").cursor(20).sort_type(p1::SearchSortType::Latest).request();
    print("allocations of building a request", "count", region.change().allocations);
    drop(request);

    // Made and waiting for their turn, then sent and waiting for a reply: that is the peak.
    let client = Client::builder("https://gateway.example", "key").transport(Never).build().expect("valid");
    let region = Region::new(ALLOCATOR);
    let held = || region.change().bytes_allocated - region.change().bytes_deallocated;
    let mut calls: Vec<_> = (0..10_000).map(|_| client.p1().search("tea").cursor(20).send()).collect();
    print("memory of 10,000 queued calls", "bytes", held());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    runtime.block_on(std::future::poll_fn(|context| {
        assert!(calls.iter_mut().all(|it| Pin::new(it).poll(context).is_pending()));
        Poll::Ready(())
    }));
    print("the same, sent", "bytes", held());
    drop(calls);
}

/// Takes requests, and never answers: what a connection takes of memory is not the client's.
struct Never;

impl Transport for Never {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        Box::pin(std::future::pending())
    }
}

#[expect(clippy::print_stdout, reason = "the measures are data")]
fn print(name: &str, unit: &str, ours: usize) {
    println!("{}", serde_json::json!({ "name": name, "unit": unit, "ours": ours }));
}
