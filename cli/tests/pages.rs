//! Pagination: items of many pages, and resuming.

use std::fs;

use gatewright_client::Usd;
use serde_json::Value;

use crate::support::Home;

const SEARCH: [&str; 4] = ["p2", "search", "--keyword", "tea"];

fn pages(home: &Home, options: &[&str]) -> (i32, Vec<Value>) {
    let ran = home.gw(&[&SEARCH[..], &["--format", "ndjson"], options].concat());
    let items = ran.out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    (ran.code, items)
}

#[test]
fn the_items_of_the_pages_are_printed() {
    let home = Home::new();
    let (code, one) = pages(&home, &["--pages", "1"]);
    assert_eq!((code, one.len(), home.requests()), (0, 3, 1));
    let (code, all) = pages(&home, &["--pages", "all"]);
    assert!(code == 0 && all.len() > 3 && all[..3] == one[..], "{all:?}");
    let list = home.gw(&[&SEARCH[..], &["--pages", "all", "--format", "json"]].concat()).out;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&list).expect("JSON"), all);
    let titles = home.gw(&[&SEARCH[..], &["--pages", "all", "--select", ".title"]].concat()).out;
    assert_eq!(titles.lines().count(), all.len());
}

#[test]
fn a_limit_ends_the_pages_before_it_is_exceeded() {
    let home = Home::new();
    let (code, items) = pages(&home, &["--pages", "all", "--max-usd", "0.03", "--resume", "state.json"]);
    assert_eq!((code, items.len(), home.gateway.ledger().total()), (5, 3, Usd::cents(2)));
}

#[test]
fn a_run_resumes_after_the_last_page() {
    let home = Home::new();
    let (_, all) = pages(&home, &["--pages", "all"]);
    home.gateway.reset();
    let (mut resumed, mut runs) = (Vec::new(), 0);
    while resumed.len() < all.len() && runs < 9 {
        let (code, items) = pages(&home, &["--pages", "1", "--resume", "state.json"]);
        assert_eq!(code, 0);
        resumed.extend(items);
        runs += 1;
    }
    assert!(resumed == all && runs > 1, "{runs} {resumed:?}");
    assert_eq!(home.requests(), runs);
    fs::write(home.path("state.json"), "{").expect("a file");
    assert_eq!((pages(&home, &["--pages", "1", "--resume", "state.json"]).0, home.requests()), (1, runs));
    fs::remove_file(home.path("state.json")).expect("a file");
    pages(&home, &["--pages", "1", "--resume", "state.json"]);
    let other = home.gw(&["p1", "search", "--keyword", "tea", "--pages", "1", "--resume", "state.json"]);
    assert_eq!((other.code, home.requests()), (1, runs + 1), "{}", other.err);
}

#[test]
fn wrong_options_are_refused() {
    let home = Home::new();
    for wrong in [&["--pages", "0"][..], &["--pages", "some"], &["--resume", "state.json"]] {
        assert_eq!(pages(&home, wrong).0, 2, "{wrong:?}");
    }
    let single = home.gw(&["p2", "post", "--note-id", "64a1", "--pages", "2"]);
    assert_eq!((single.code, home.requests()), (2, 0), "{}", single.err);
}
