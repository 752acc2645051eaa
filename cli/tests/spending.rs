//! Money: estimates, limits, and receipts.

use std::fs;
use std::process::Stdio;

use gatewright_client::Usd;
use gatewright_mock::Fault;
use serde_json::Value;

use crate::support::{GW, Home};

const POST: [&str; 4] = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];

#[test]
fn an_estimate_sends_nothing() {
    let home = Home::new();
    let ran = home.gw(&[&POST[..], &["--estimate"]].concat());
    let estimate: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((ran.code, &estimate["price_usd"], &estimate["calls"]), (0, &"0.02".into(), &1.into()));
    let ran = home.gw(&["p2", "search", "--keyword", "tea", "--pages", "3", "--estimate", "--select", ".total_usd"]);
    assert_eq!((ran.code, ran.out.trim()), (0, "\"0.06\""), "{}", ran.err);
    let chat = ["chat", "What is tea?", "--model", "atlas-chat-mini-2026-03"];
    let ran = home.gw(&[&chat[..], &["--max-tokens", "100", "--estimate"]].concat());
    let estimate: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(estimate["price_usd"].is_string() && estimate["is_upper_bound"] == true, "{estimate}");
    assert_eq!(home.requests(), 0);
    assert_eq!(home.spent(), (Usd::ZERO, Usd::ZERO));
}

#[test]
fn a_run_never_exceeds_its_limit() {
    let home = Home::new();
    let ran = home.gw(&[&POST[..], &["--max-usd", "0.019"]].concat());
    assert_eq!((ran.code, home.requests()), (5, 0), "{}", ran.err);
    assert_eq!(home.gw(&[&POST[..], &["--max-usd", "0.02"]].concat()).code, 0);
    assert_eq!(home.gw(&[&POST[..], &["--max-usd", "-1"]].concat()).code, 2);
    let chat = ["chat", "What is tea?", "--model", "atlas-chat-mini-2026-03", "--max-usd", "1"];
    let ran = home.gw(&chat);
    assert_eq!((ran.code, home.requests()), (1, 1), "{}", ran.err);
    assert_eq!(home.gw(&[&chat[..], &["--max-tokens", "50"]].concat()).code, 0);
}

#[test]
fn processes_share_the_budget_of_a_day() {
    let home = Home::new();
    fs::write(home.path("gw.toml"), "daily_budget_usd = \"0.05\"\n").expect("a file");
    let post = [&POST[..], &["--config", "gw.toml"]].concat();
    let children: Vec<_> = (0..6)
        .map(|_| home.command(GW).args(&post).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts"))
        .collect();
    let mut codes: Vec<_> = children.into_iter().map(|mut it| it.wait().expect("it ends").code()).collect();
    codes.sort();
    assert_eq!(codes, [Some(0), Some(0), Some(5), Some(5), Some(5), Some(5)]);
    assert_eq!(home.gateway.ledger().total(), Usd::cents(4));
    fs::write(home.path("gw.toml"), "dayly_budget_usd = \"0.05\"\n").expect("a file");
    let wrong = home.gw(&post);
    assert!(wrong.code == 1 && wrong.err.contains("dayly_budget_usd"), "{}", wrong.err);
    assert_eq!(home.gw(&[&POST[..], &["--config", "none.toml"]].concat()).code, 1);
}

#[test]
fn spending_is_grouped_and_limited_to_a_time() {
    let home = Home::new();
    home.gw(&POST);
    home.gw(&["p1", "trending"]);
    home.gateway.fault(Fault::cut_in_body(10).times(1));
    assert_eq!(home.gw(&POST).code, 4);
    let by_operation = home.gw(&["spent", "--by", "operation", "--format", "csv"]).out;
    let rows: Vec<_> = by_operation.lines().collect();
    assert_eq!(rows[0], "operation,calls,charged_usd,unpriced_calls,unknown_calls,unknown_usd");
    assert_eq!(rows[1..], ["p1_trending,1,0.002,0,0,0", "p2_post,1,0.02,0,1,0.02"]);
    assert_eq!(home.gw(&["spent", "--by", "day", "--format", "csv"]).out.lines().count(), 2);
    let since = |time: &str| home.gw(&["spent", "--since", time, "--select", ".calls"]).out.trim().to_owned();
    assert_eq!((since("1h"), since("2999-01-01")), ("2".to_owned(), "0".to_owned()));
    assert_eq!(home.gw(&["spent", "--since", "soon"]).code, 2);
}

#[test]
fn a_receipt_names_the_file_and_only_its_owner_reads_it() {
    let home = Home::new();
    home.gw(&[&POST[..], &["--output", "post.json"]].concat());
    let receipt = home.gw(&["receipts", "--format", "ndjson"]).out;
    let receipt: Value = serde_json::from_str(&receipt).expect("one receipt");
    assert_eq!((&receipt["output"], &receipt["charge"]), (&"post.json".into(), &"yes".into()));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &str| fs::metadata(home.path(path)).expect("it exists").permissions().mode() & 0o777;
        assert_eq!((mode(".local/state/gw"), mode(".local/state/gw/receipts.jsonl")), (0o700, 0o600));
    }
    fs::write(home.path("broken.jsonl"), "no journal\n").expect("a file");
    let requests = home.requests();
    let refused = home.gw(&[&POST[..], &["--receipts-file", "broken.jsonl"]].concat());
    assert_eq!((refused.code, home.requests()), (1, requests), "{}", refused.err);
}
