//! Ctrl-C during calls.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use gatewright_client::Usd;
use gatewright_mock::{Fault, FaultKind};
use rustix::process::{Pid, Signal, kill_process};

use crate::pull::{pull, rows, write_list};
use crate::support::{GW, Home};

/// Time after which a process that does not end is an error.
const LONGEST: Duration = Duration::from_secs(30);

fn start(home: &Home, arguments: &[&str]) -> Child {
    let mut command = home.command(GW);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts")
}

fn interrupt(child: &Child) {
    signal(child, heeded(Signal::INT));
}

/// Returns the signal, or another one if the process that runs the tests ignores it, as `nohup` does: `gw` would ignore it, too.
fn heeded(signal: Signal) -> Signal {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|it| it.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|it| u64::from_str_radix(it.trim(), 16).ok()).unwrap_or_default();
    if ignored >> (signal.as_raw() - 1) & 1 == 1 { Signal::TERM } else { signal }
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("it runs");
}

/// Waits until the gateway has received a number of requests.
fn wait_for(home: &Home, requests: u64) {
    let start = Instant::now();
    while home.requests() < requests {
        assert!(start.elapsed() < LONGEST, "{} requests", home.requests());
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for a process. Returns its exit code.
fn code(mut child: Child) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a state") {
            return status.code().unwrap_or(-1);
        }
        assert!(start.elapsed() < LONGEST, "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn calls_in_progress_end_and_are_settled() {
    let home = Home::new();
    home.gateway.fault(Fault::new(FaultKind::Delay { millis: 400 }));
    write_list(&home, 20);
    let post = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];
    let pages = ["p2", "search", "--keyword", "tea", "--pages", "all", "--yes", "--resume", "state.json"];
    let list = pull("posts.ndjson");
    // A single call is complete, the others are not.
    let runs = [(&post[..], 1, 0, Signal::TERM), (&pages, 1, 7, Signal::INT), (&list, 4, 7, Signal::HUP)];
    for (arguments, requests, expected, sent) in runs {
        let before = home.requests();
        let child = start(&home, arguments);
        wait_for(&home, before + requests);
        signal(&child, heeded(sent));
        assert_eq!((code(child), home.requests()), (expected, before + requests), "{arguments:?}");
        assert_eq!(home.spent(), (home.gateway.ledger().total(), Usd::ZERO), "{arguments:?}");
    }
    assert_eq!(rows(&home, "posts.ndjson").len(), 4);
    home.gateway.reset();
    assert_eq!(home.gw(&list).code, 0);
    assert_eq!((rows(&home, "posts.ndjson").len(), home.requests()), (20, 16));
    let state = fs::read_to_string(home.path("state.json")).expect("text");
    assert!(state.contains("\"is_under_way\":false"), "{state}");
}

/// A signal that this program was started to ignore stays ignored, as `nohup` expects.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_does_not_interrupt() {
    let home = Home::new();
    home.gateway.fault(Fault::new(FaultKind::Delay { millis: 300 }));
    let run = "trap '' HUP; exec gw p2 search --keyword tea --pages 3";
    let mut command = home.command("/bin/sh");
    let child = command.args(["-c", run]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    wait_for(&home, 1);
    signal(&child, Signal::HUP);
    assert_eq!((code(child), home.requests()), (0, 3));
}

#[test]
fn an_interruption_of_the_last_page_changes_nothing() {
    let home = Home::new();
    home.gateway.fault(Fault::new(FaultKind::Delay { millis: 300 }));
    for (pages, requests) in [("1", 1), ("all", 1 + 3)] {
        let resume = format!("{pages}.json");
        let run = ["p2", "search", "--keyword", "tea", "--yes", "--pages", pages, "--resume", &resume];
        let child = start(&home, &run);
        wait_for(&home, requests);
        interrupt(&child);
        assert_eq!((code(child), home.requests()), (0, requests), "{pages}");
    }
}

#[test]
fn a_second_interruption_ends_the_call() {
    let home = Home::new();
    home.gateway.fault(Fault::new(FaultKind::Delay { millis: 20_000 }));
    let child = start(&home, &["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"]);
    wait_for(&home, 1);
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(code(child), 4);
    assert_eq!(home.spent(), (Usd::ZERO, Usd::cents(2)));
}

#[test]
fn a_video_continues_after_an_interruption() {
    let home = Home::new();
    home.gateway.tasks(|it| it.duration = None);
    let child = start(&home, &["video", "a-text-to-video", "A kettle begins to sing.", "--output", "kettle.mp4"]);
    wait_for(&home, 2);
    interrupt(&child);
    assert_eq!(code(child), 7);
    home.check_receipts();
}
