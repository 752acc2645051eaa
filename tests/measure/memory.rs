//! What calls of the generated client take of memory. The time they take is measured elsewhere: counting costs some.
//!
//! Prints one line of JSON for each measure; `cargo xtask bench` makes a table of them.
#![forbid(unsafe_code)]

use std::alloc::System;

use gatewright_client::{Client, social::p1};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn main() {
    let client = Client::new("https://gateway.example", "key").expect("valid");

    let region = Region::new(ALLOCATOR);
    let request = client.p1().search("tea").cursor(20).sort_type(p1::SearchSortType::Latest).request();
    print("allocations of building a request", "count", region.change().allocations);
    drop(request);

    // Ready to be sent, and waiting for their turn.
    let region = Region::new(ALLOCATOR);
    let calls: Vec<_> = (0..10_000).map(|_| client.p1().search("tea").cursor(20).send()).collect();
    let change = region.change();
    print("memory of 10,000 queued calls", "bytes", change.bytes_allocated - change.bytes_deallocated);
    drop(calls);
}

#[expect(clippy::print_stdout, reason = "the measures are data")]
fn print(name: &str, unit: &str, ours: usize) {
    println!("{}", serde_json::json!({ "name": name, "unit": unit, "ours": ours }));
}
