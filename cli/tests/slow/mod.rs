//! Receipts compared with the ledger of the gateway.

mod site;

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use gatewright_client::{Status, Usd, social};
use gatewright_mock::{Fault, FaultKind};
use serde_json::Value;

use crate::pull::{pull, write_list};
use crate::support::{GW, Home, example};

const POST: [&str; 4] = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];

#[test]
fn every_operation_runs_as_in_its_help_and_receipts_equal_the_ledger() {
    let home = Home::new();
    let (mut expected, mut called) = (Usd::ZERO, 0);
    for platform in social::PLATFORMS {
        for spec in platform.operations {
            let line = example(&home.gw(&[platform.key, spec.key, "--help"]).out);
            let ran = home.shell(&line);
            let is_paused = spec.status == Some(Status::Paused);
            assert_eq!(ran.code, if is_paused { 3 } else { 0 }, "{line}: {}", ran.err);
            assert!(is_paused || ran.out.starts_with(['{', '[']), "{line}: {}", ran.out);
            called += u64::from(!is_paused);
            expected += spec.billing.price().filter(|_| !is_paused).unwrap_or_default();
        }
    }
    let ledger = home.gateway.ledger();
    assert_eq!((ledger.total(), ledger.charges.len() as u64), (expected, called));
    assert!(expected > Usd::cents(50) && called > 90, "{expected} {called}");
    assert_eq!(home.spent(), (ledger.total(), Usd::ZERO));
    let receipts = home.gw(&["receipts", "--format", "ndjson"]).out;
    let receipts = receipts.lines().map(|it| serde_json::from_str::<Value>(it).expect("JSON"));
    let charged = receipts.filter(|it| it["charge"] == "yes").map(|it| it["request_id"].clone());
    let ids: Vec<_> = ledger.charges.iter().map(|it| Value::from(it.request_id.as_str())).collect();
    assert_eq!(charged.collect::<Vec<_>>(), ids);
}

fn start(home: &Home) -> Child {
    let mut command = home.command(GW);
    command.args(POST).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

#[test]
fn a_killed_process_loses_no_charge() {
    let home = Home::new();
    home.gateway.fault(Fault::new(FaultKind::Delay { millis: 60 }));
    for moment in 0..50_u64 {
        let before = home.requests();
        let mut children = [start(&home), start(&home)];
        // One moment in four is certainly in the middle of a call, another one after its end. The others are anywhere.
        match moment % 4 {
            0 => {
                let ended = |it: &mut Child| it.try_wait().expect("a state").is_some();
                while home.requests() == before && !children.iter_mut().all(ended) {
                    std::thread::yield_now();
                }
            }
            1 => drop(children[0].wait()),
            _ => std::thread::sleep(Duration::from_millis(moment * 4)),
        }
        for child in &mut children {
            child.kill().and_then(|()| child.wait()).expect("it ends");
        }
        home.check_receipts();
    }
    let (charged, unknown) = home.spent();
    assert!(charged > Usd::ZERO && unknown > Usd::ZERO, "{charged} {unknown}");
}

#[test]
fn receipts_cover_the_ledger_under_faults() {
    let home = Home::new();
    let status = |status| FaultKind::Status { status, code: None, retry_after: None, shape: Default::default() };
    let faults = [
        status(500),
        status(502),
        status(429),
        FaultKind::CutBeforeHead { charged: true },
        FaultKind::CutBeforeHead { charged: false },
        FaultKind::CutInBody { after: 10 },
        FaultKind::Html,
        FaultKind::ContentType { content_type: "text/plain".to_owned() },
        FaultKind::Gzip,
    ];
    for fault in faults {
        home.gateway.fault(Fault::new(fault).one_in(2));
        let children: Vec<_> = (0..4).map(|_| start(&home)).collect();
        for mut child in children {
            child.wait().expect("it ends");
        }
        home.gateway.clear_faults();
        home.check_receipts();
    }
}

#[test]
fn a_pull_that_is_killed_charges_no_row_twice() {
    kill_pull("posts.ndjson", |path| fs::read_to_string(path).expect("text"));
}

#[test]
fn a_killed_pull_into_csv_charges_no_row_twice() {
    kill_pull("posts.csv.csv", |path| fs::read_to_string(path).expect("text"));
}

#[cfg(feature = "sqlite")]
#[test]
fn a_killed_pull_into_a_database_charges_no_row_twice() {
    kill_pull("posts.sqlite", |path| {
        let database = rusqlite::Connection::open(path).expect("a database");
        let all = "SELECT group_concat(concat_ws(',', row, status, input, data, error), '\n' ORDER BY row) FROM pulled";
        database.query_row(all, (), |it| it.get(0)).expect("rows")
    });
}

/// Kills a pull ten times, and compares its output with that of a pull that was not killed.
fn kill_pull(output: &str, text: fn(&Path) -> String) {
    const ROWS: usize = 500;
    let home = Home::new();
    write_list(&home, ROWS);
    let arguments = [&pull(output)[..], &["--yes"]].concat();
    for kill in 1..=10 {
        let before = home.requests();
        let mut command = home.command(GW);
        let mut child =
            command.args(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let has_ended = |it: &mut Child| it.try_wait().expect("a state").is_some();
        while home.requests() < before + 20 + kill && !has_ended(&mut child) {
            std::thread::yield_now();
        }
        child.kill().and_then(|()| child.wait()).expect("it ends");
        home.check_receipts();
    }
    let ran = home.gw(&arguments);
    let summary: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}", ran.err));
    let count = |name: &str| summary[name].as_u64().expect("a number");
    assert_eq!(count("done") + count("unknown"), ROWS as u64, "{}", ran.err);
    let mut charged: Vec<_> = home.gateway.ledger().charges.into_iter().map(|it| it.query).collect();
    charged.sort();
    let all = charged.len();
    charged.dedup();
    assert_eq!(charged.len(), all, "no row is charged twice");
    if count("unknown") > 0 {
        assert_eq!(ran.code, 4, "{}", ran.err);
        let ran = home.gw(&[&arguments[..], &["--retry-unknown"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let undisturbed = format!("undisturbed-{output}");
    let ran = home.gw(&[&pull(&undisturbed)[..], &["--yes"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let [found, expected] = [output, &undisturbed].map(|it| text(&home.path(it)));
    assert!(found == expected && found.lines().count() >= ROWS, "{}", found.len());
    home.check_receipts();
}
