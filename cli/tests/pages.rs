//! Pagination: items of many pages, and resuming.

use std::fs;

use gatewright_client::Usd;
use gatewright_mock::{Fault, FaultKind};
use serde_json::Value;

use crate::support::{GW, Home};

const SEARCH: [&str; 4] = ["p2", "search", "--keyword", "tea"];

fn pages(home: &Home, options: &[&str]) -> (i32, Vec<Value>) {
    let ran = home.gw(&[&SEARCH[..], &["--format", "ndjson"], options].concat());
    let items = ran.out.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    (ran.code, items)
}

#[test]
fn the_items_of_the_pages_are_printed() {
    let home = Home::new();
    let unlimited = home.gw(&[&SEARCH[..], &["--pages", "all"]].concat());
    assert!(unlimited.code == 1 && unlimited.err.contains("cost of this run is unknown"), "{}", unlimited.err);
    let (code, one) = pages(&home, &["--pages", "1"]);
    assert_eq!((code, one.len(), home.requests()), (0, 3, 1));
    let (code, all) = pages(&home, &["--pages", "all", "--yes"]);
    assert!(code == 0 && all.len() > 3 && all[..3] == one[..], "{all:?}");
    let list = home.gw(&[&SEARCH[..], &["--pages", "all", "--yes", "--format", "json"]].concat()).out;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&list).expect("JSON"), all);
    let titles = home.gw(&[&SEARCH[..], &["--pages", "all", "--max-usd", "1", "--select", ".title"]].concat()).out;
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
    let (_, all) = pages(&home, &["--pages", "all", "--yes"]);
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
fn a_page_whose_charge_is_unknown_is_requested_again_only_if_asked() {
    let home = Home::new();
    let resume = ["--pages", "1", "--resume", "state.json"];
    let (_, first) = pages(&home, &resume);
    home.gateway.fault(Fault::cut_in_body(10).times(1));
    assert_eq!(pages(&home, &resume), (4, Vec::new()));
    let requests = home.requests();
    assert_eq!(pages(&home, &resume), (1, Vec::new()));
    assert_eq!(home.requests(), requests);
    let (code, second) = pages(&home, &[&resume[..], &["--retry-unknown"]].concat());
    assert!(code == 0 && !second.is_empty() && second != first, "{code} {second:?}");
    home.check_receipts();
}

#[test]
fn a_page_that_was_received_is_written_after_a_crash_without_another_call() {
    let home = Home::new();
    let all = pages(&home, &["--pages", "2"]).1;
    let run = ["--pages", "1", "--resume", "state.json", "--output", "notes.ndjson"];
    assert_eq!(pages(&home, &run).0, 0);
    let requests = home.requests();
    // As if the process was killed while it wrote the items of the page.
    let mut state: Value =
        serde_json::from_str(&fs::read_to_string(home.path("state.json")).expect("text")).expect("JSON");
    state["items"] = all[1..3].into();
    let line = |item: &Value| serde_json::to_string(item).expect("JSON").len() as u64 + 1;
    state["output_bytes"] = line(&all[0]).into();
    fs::write(home.path("state.json"), state.to_string()).expect("a file");
    assert_eq!(pages(&home, &run).0, 0);
    assert_eq!(home.requests(), requests + 1);
    let text = fs::read_to_string(home.path("notes.ndjson")).expect("text");
    let written: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(written, all);
    let csv = home.gw(&[&SEARCH[..], &run[..], &["--format", "csv"]].concat());
    assert!(csv.code == 2 && csv.err.contains("--format ndjson"), "{}", csv.err);
    assert_eq!(home.requests(), requests + 1);
}

#[test]
fn a_run_resumes_only_into_the_output_of_the_earlier_run() {
    let home = Home::new();
    let run = ["--pages", "1", "--resume", "state.json", "--output", "notes.ndjson"];
    let csv = home.gw(&[&SEARCH[..], &run[..], &["--format", "csv"]].concat());
    assert!(csv.code == 2 && csv.err.contains("--format ndjson"), "the first run says so: {}", csv.err);
    assert!(home.requests() == 0 && !home.path("notes.ndjson").exists() && !home.path("state.json").exists());
    assert_eq!(pages(&home, &run).0, 0);
    fs::remove_file(home.path("notes.ndjson")).expect("a file");
    let lost = home.gw(&[&SEARCH[..], &["--format", "ndjson"], &run[..]].concat());
    assert!(lost.code == 1 && lost.err.contains("restore it"), "{}: {}", lost.code, lost.err);
    assert!(home.requests() == 1 && !home.path("notes.ndjson").exists());
    let table = home.gw(&[&SEARCH[..], &run[..4], &["--format", "table"]].concat());
    assert!(table.code == 2 && table.err.contains("--format ndjson"), "a table is printed at the end: {}", table.err);
    let printed = home.gw(&[&SEARCH[..], &run[..4]].concat());
    assert!(printed.code == 1 && printed.err.contains("the standard output"), "{}: {}", printed.code, printed.err);
    let other = ["--pages", "1", "--resume", "printed.json"];
    assert_eq!(home.gw(&[&SEARCH[..], &other[..]].concat()).code, 0);
    let again = home.gw(&[&SEARCH[..], &other[..]].concat());
    assert!(again.code == 0 && again.err.contains("after page 1"), "{}: {}", again.code, again.err);
    fs::write(home.path("notes.ndjson"), "x".repeat(10_000)).expect("a file");
    let foreign = home.gw(&[&SEARCH[..], &run[..]].concat());
    assert!(foreign.code == 1 && foreign.err.contains("has 10000 bytes"), "{}: {}", foreign.code, foreign.err);
    assert_eq!(fs::read_to_string(home.path("notes.ndjson")).expect("text").len(), 10_000);
}

/// A line that a full disk has cut off is not part of the output that the next run continues.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_broken_line() {
    let home = Home::new();
    let run = "gw p2 search --keyword tea --pages all --yes --resume state.json --output notes.ndjson \
               --select '(1, 2) as $line | {id, line: $line, pad: (\"x\" * 350)}'";
    let full = home.shell(&format!("trap '' XFSZ; ulimit -f 8; {run}"));
    assert!(full.code == 7 && full.err.contains("cannot write `notes.ndjson`"), "{}: {}", full.code, full.err);
    let rest = home.shell(run);
    assert_eq!(rest.code, 0, "{}", rest.err);
    let text = fs::read_to_string(home.path("notes.ndjson")).expect("text");
    let lines = text.lines().map(|it| serde_json::from_str::<Value>(it).expect(it));
    let lines: Vec<_> = lines.map(|it| (it["id"].clone(), it["line"].as_u64())).collect();
    let ids = ["7301", "7302", "7303", "7304", "7305", "7306", "7307"];
    assert_eq!(lines, ids.iter().flat_map(|it| [1, 2].map(|line| (Value::from(*it), Some(line)))).collect::<Vec<_>>());
}

/// Pages before the error were charged, so that the exit code is not that of a free error.
#[test]
fn an_error_after_paid_pages_is_7() {
    let home = Home::new();
    home.gateway.capacity(Some(1));
    let ran = home.gw(&[&SEARCH[..], &["--pages", "3"]].concat());
    assert_eq!((ran.code, home.gateway.ledger().total()), (7, Usd::cents(2)), "{}", ran.err);
    let free = home.gw(&[&SEARCH[..], &["--pages", "3"]].concat());
    assert_eq!((free.code, home.gateway.ledger().total()), (3, Usd::cents(2)), "{}", free.err);
}

#[test]
fn an_error_about_pages_names_the_option_to_use() {
    let home = Home::new();
    let run =
        |options: &[&str]| home.gw(&[&["p12", "user-posts", "--user-id", "5e8d", "--pages", "2"], options].concat());
    home.gateway.move_field("/v1/social/p12/user-posts", "cursor", &["cursor", "paging.cursor"]);
    let unclear = run(&[]);
    assert!(
        unclear.code == 7 && unclear.err.contains("help: choose a path with `--cursor-at data.cursor`"),
        "{}",
        unclear.err
    );
    assert!(!unclear.err.contains("cursor_at") && !unclear.err.contains("pages_by"), "{}", unclear.err);
    let chosen = run(&["--cursor-at", "data.cursor"]);
    assert_eq!((chosen.code, home.requests()), (0, 3), "{}", chosen.err);
}

#[test]
fn the_output_is_no_file_of_gw() {
    let home = Home::new();
    std::os::unix::fs::symlink("same.json", home.path("link.json")).expect("a link");
    let refused = |options: &[&str]| {
        let refused = home.gw(&[&SEARCH[..], &["--format", "ndjson"], options].concat());
        assert!(refused.code == 2 && refused.err.contains("cannot write"), "{options:?}: {}", refused.err);
        assert_eq!(home.requests(), 0);
        refused.err
    };
    for output in ["same.json", "./same.json", "link.json", "same.json.new", "same.json.lock"] {
        let pages = ["--pages", "2", "--resume", "same.json", "--output", output];
        assert!(refused(&pages).contains("`--resume` uses it"));
        assert!(!home.path("same.json").exists() && home.path("link.json").is_symlink());
        // Items of an earlier run.
        fs::write(home.path("same.json"), "{\"id\":1}\n").expect("a file");
        assert!(refused(&pages).contains("name another file"));
        fs::remove_file(home.path("same.json")).expect("a file");
    }
    for overwrite in [&[][..], &["--overwrite"]] {
        let receipts = ["--receipts-file", "receipts", "--output", "receipts"];
        assert!(refused(&[&receipts[..], overwrite].concat()).contains("receipts"));
        assert!(refused(&[&receipts[..], overwrite, &["--estimate"]].concat()).contains("receipts"));
    }
}

#[test]
fn an_item_that_a_filter_cannot_read_stays_for_the_next_run() {
    let home = Home::new();
    let run = |filter: &str| {
        let resume = ["--pages", "1", "--resume", "state.json", "--output", "ids.ndjson", "--select", filter];
        home.gw(&[&SEARCH[..], &resume].concat())
    };
    let failed = run(".id | error");
    assert!(failed.code == 7 && failed.err.contains("another filter"), "{}: {}", failed.code, failed.err);
    assert_eq!((home.requests(), run(".id").code, home.requests()), (1, 0, 2));
    let ids = fs::read_to_string(home.path("ids.ndjson")).expect("text");
    let ids: Vec<_> = ids.lines().collect();
    let unique: std::collections::BTreeSet<_> = ids.iter().collect();
    assert!(ids.len() > 3 && unique.len() == ids.len() && !ids.concat().contains('{'), "{ids:?}");
}

#[test]
fn two_processes_cannot_resume_from_one_file() {
    let home = Home::new();
    home.gateway.fault(Fault::new(FaultKind::Delay { millis: 500 }));
    let mut command = home.command(GW);
    let mut first = command.args(SEARCH).args(["--pages", "1", "--resume", "state.json"]).spawn().expect("it starts");
    while home.requests() == 0 {
        assert!(first.try_wait().expect("a state").is_none(), "it requests a page");
        std::thread::yield_now();
    }
    let second = home.gw(&[&SEARCH[..], &["--pages", "1", "--resume", "state.json"]].concat());
    assert!(second.code == 1 && second.err.contains("another process"), "{}: {}", second.code, second.err);
    assert!(first.wait().expect("it ends").success());
    assert_eq!(home.requests(), 1);
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
