//! Requests all pages of every endpoint that pages, and prints their number, the number of items and the error, if any.
#![forbid(unsafe_code)]
#![expect(unused_imports, reason = "some platforms have no type to import")]

use sample_client::{Items, Pages};

fn walk<E: 'static>(id: &str, pages: Pages<E>, items: Items<E>) {
    let (mut received, mut items_seen, mut error) = (0, Vec::new(), String::new());
    for page in pages.blocking() {
        match page {
            Ok(_) => received += 1,
            Err(problem) => error = problem.to_string(),
        }
    }
    for item in items.blocking() {
        match item {
            Ok(item) => items_seen.push(item.to_string()),
            Err(problem) => assert_eq!(problem.to_string(), error, "{id}"),
        }
    }
    items_seen.sort();
    items_seen.dedup();
    println!("{id}\t{received}\t{}\t{error}", items_seen.len());
}

include!(concat!(env!("OUT_DIR"), "/pages.rs"));
