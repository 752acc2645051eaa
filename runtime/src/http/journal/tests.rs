mod damage;

use std::fs;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use super::*;
use crate::http::shared_file::new_id;
use crate::{Charge, Error, Usd};

mod since;

const PRICE: Option<Usd> = Some(Usd::micros(20_000));

/// A folder that is removed at the end of a test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("gatewright-{name}-{}", new_id()));
        fs::create_dir(&path).expect("a temporary folder");
        Self(path)
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.join("spending.jsonl")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn open(file: BudgetFile) -> Arc<Budget> {
    file.open().expect("it is a journal")
}

fn start(budget: &Arc<Budget>) -> Result<Receipt> {
    budget.start("p1_search", "social-p1-search", PRICE, false)
}

fn settled(charge: Charge) -> Settled {
    let cost = PRICE.filter(|_| charge == Charge::Yes);
    Settled { charge, cost, request_id: Some("req-1".into()), task: None }
}

/// Simulates the end of the process of a call: the journal gets no further line.
fn kill(receipt: Receipt) {
    std::mem::forget(receipt);
}

#[test]
fn a_call_is_a_started_and_a_settled_line() {
    let folder = Folder::new("lines");
    let mut file = BudgetFile::new(folder.path(), Usd::micros(50_000));
    file.clock = || UNIX_EPOCH + Duration::from_millis(1_500);
    let budget = open(file);
    let receipt = start(&budget).expect("there is enough");
    let begun = fs::read_to_string(folder.path()).expect("text");
    assert_eq!(begun.lines().count(), 2, "{begun}");
    receipt.settle(settled(Charge::Yes));
    let text = fs::read_to_string(folder.path()).expect("text");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with(line::START), "{text}");
    let entries = Journal::read(folder.path()).expect("it is a journal");
    let id = &entries.entries()[0].id;
    assert_eq!(
        lines[1],
        format!(
            r#"{{"type":"started","at":"1970-01-01T00:00:01.5Z","id":"{id}","operation":"p1_search","usage_log_name":"social-p1-search","price":"0.02"}}"#
        )
    );
    assert_eq!(
        lines[2],
        format!(
            r#"{{"type":"settled","at":"1970-01-01T00:00:01.5Z","id":"{id}","charge":"yes","cost":"0.02","request_id":"req-1"}}"#
        )
    );
    #[cfg(unix)]
    for name in [folder.path(), folder.0.join("spending.jsonl.lock")] {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&name).expect("it exists").permissions().mode() & 0o777, 0o600, "{name:?}");
    }
}

#[test]
fn many_users_of_a_file_never_exceed_its_limit() {
    let folder = Folder::new("users");
    let started: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|number| {
                let budget = open(BudgetFile::new(folder.path(), Usd::micros(20 * 20_000)));
                scope.spawn(move || {
                    let mut started = 0;
                    for turn in 0..20 {
                        match start(&budget) {
                            // One in four is not charged, so its money is free again.
                            Ok(receipt) if (turn + number) % 4 == 0 => drop(receipt),
                            Ok(receipt) => {
                                started += 1;
                                receipt.settle(settled(Charge::Yes));
                            }
                            Err(error) => assert!(matches!(error, Error::OverBudget { .. }), "{error}"),
                        }
                    }
                    started
                })
            })
            .collect();
        threads.into_iter().map(|it| it.join().expect("no panic")).sum()
    });
    let journal = Journal::read(folder.path()).expect("it is a journal");
    assert_eq!(started, 20);
    assert_eq!((journal.total().calls, journal.total().charged), (20, Usd::micros(400_000)));
}

#[test]
fn a_call_of_a_killed_process_counts_as_unknown() {
    let folder = Folder::new("killed");
    let file = || BudgetFile::new(folder.path(), Usd::micros(40_000));
    kill(start(&open(file())).expect("there is enough"));
    let next = open(file());
    start(&next).expect("there is enough").settle(settled(Charge::Unknown));
    let refused = start(&next).expect_err("both count");
    assert!(matches!(refused, Error::OverBudget { left: Usd::ZERO, .. }), "{refused}");
    let total = Journal::read(folder.path()).expect("it is a journal").total();
    assert_eq!((total.calls, total.unknown_calls, total.unknown), (0, 2, Usd::micros(40_000)));
}

#[test]
fn a_daily_budget_starts_anew_at_midnight_in_utc() {
    thread_local! {
        static NOW: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
    let folder = Folder::new("days");
    let mut file = BudgetFile::new(folder.path(), Usd::micros(20_000)).per_day();
    file.clock = || UNIX_EPOCH + Duration::from_secs(NOW.get());
    let budget = open(file);
    NOW.set(86_399);
    let first = start(&budget).expect("there is enough");
    assert!(start(&budget).is_err());
    NOW.set(86_400);
    let second = start(&budget).expect("a new day");
    // A call counts on the day on which it was started.
    first.settle(settled(Charge::Yes));
    assert!(start(&budget).is_err());
    drop(second);
    start(&budget).expect("the money is free again").settle(settled(Charge::Yes));
    let by_day = Journal::read(folder.path()).expect("it is a journal").by_day();
    let days: Vec<_> = by_day.iter().map(|(day, of)| (day.as_str(), of.calls)).collect();
    assert_eq!(days, [("1970-01-01", 1), ("1970-01-02", 1)]);
}

#[cfg(feature = "video")]
#[test]
fn a_task_is_refunded_once_by_any_process() {
    let folder = Folder::new("refund");
    let file = || BudgetFile::new(folder.path(), Usd::micros(20_000));
    let task = Settled { task: Some("task-7".into()), ..settled(Charge::Yes) };
    start(&open(file())).expect("there is enough").settle(task);
    let other = open(file());
    assert!(start(&other).is_err());
    other.refund("task-8");
    assert!(start(&other).is_err());
    other.refund("task-7");
    open(file()).refund("task-7");
    start(&other).expect("the task was refunded").settle(settled(Charge::Yes));
    assert!(start(&other).is_err());
    assert_eq!(fs::read_to_string(folder.path()).expect("text").matches("refunded").count(), 1);
}

#[test]
fn a_compacted_journal_has_the_same_sums() {
    let folder = Folder::new("compacted");
    let file = |size| BudgetFile::new(folder.path(), Usd::micros(1_000_000_000)).max_size(size);
    let (long, other) = (open(file(u64::MAX)), open(file(u64::MAX)));
    kill(start(&long).expect("there is enough"));
    let receipt = start(&long).expect("there is enough");
    // Written at once: waiting for the disk after each call takes seconds.
    let many = (0..2_100).flat_map(|number| {
        let (at, id) = (std::time::SystemTime::now(), number.to_string());
        let (operation, usage_log_name) = ("p1_search".into(), "social-p1-search".into());
        let charge = [Charge::Yes, Charge::No, Charge::Unknown][number % 3];
        let Settled { charge, cost, request_id, task } = settled(charge);
        let started = line::Line::Started { at, id: id.clone(), operation, usage_log_name, price: PRICE, output: None };
        [started, line::Line::Settled { at, id, charge, cost, request_id, task }]
    });
    JournalFile::new(folder.path(), u64::MAX).append(|_| Ok(many.collect())).expect("written");
    let before = Journal::read(folder.path()).expect("it is a journal");
    let size = fs::metadata(folder.path()).expect("it exists").len();
    let compacting = open(file(1));
    drop(start(&compacting).expect("there is enough"));
    let after = Journal::read(folder.path()).expect("it is a journal");
    assert!(fs::metadata(folder.path()).expect("it exists").len() < size * 2 / 3);
    assert_eq!((after.by_operation(), after.by_day()), (before.by_operation(), before.by_day()));
    // The two calls that are not settled, the newest 1,000, and the call itself.
    assert_eq!((after.entries().len(), after.entries()[0].settled_at), (1_003, None));
    // Others notice it, and calls that were under way can be settled.
    receipt.settle(settled(Charge::Yes));
    drop(start(&other).expect("there is enough"));
    let total = Journal::read(folder.path()).expect("it is a journal").total();
    assert_eq!((total.calls, total.unknown_calls), (701, 701));
    assert!(!folder.0.join("spending.jsonl.new").exists());
}

#[test]
fn an_end_that_could_not_be_written_is_written_later() {
    let folder = Folder::new("later");
    let budget = open(BudgetFile::new(folder.path(), Usd::micros(40_000)));
    let receipt = start(&budget).expect("there is enough");
    let away = folder.0.with_extension("away");
    fs::rename(&folder.0, &away).expect("moved");
    receipt.settle(settled(Charge::No));
    assert!(matches!(start(&budget), Err(Error::Journal(_))), "nothing can be recorded, so nothing is sent");
    fs::rename(&away, &folder.0).expect("moved back");
    drop(start(&budget).expect("there is enough"));
    let journal = Journal::read(folder.path()).expect("it is a journal");
    assert!(journal.entries().iter().all(|it| it.settled_at.is_some()), "{journal:?}");
    assert_eq!(journal.total(), SpentOn::default());
}

#[test]
fn a_key_in_an_id_is_not_recorded() {
    const KEY: &str = "canary-key-51d0a7";
    let client: crate::Client = crate::Client::new("https://gateway.example", KEY).expect("valid");
    let folder = Folder::new("key");
    let budget = open(BudgetFile::without_limit(folder.path()));
    let ids = Settled { request_id: Some(format!("r-{KEY}\u{1b}[2J")), task: Some(KEY.into()), ..settled(Charge::Yes) };
    start(&budget).expect("there is no limit").settle(ids);
    let text = fs::read_to_string(folder.path()).expect("text");
    assert!(!text.contains(KEY) && text.contains("r-") && !text.contains("\\u001b"), "{text}");
    drop(client);
}

/// Also if its stream was dropped, which leaves the charge of other responses unknown.
#[tokio::test]
async fn a_response_from_a_cache_is_recorded_as_free() {
    let folder = Folder::new("cached");
    let budget = open(BudgetFile::new(folder.path(), Usd::micros(50_000)));
    let ledger = Arc::new(crate::http::spending::Ledger::new(None, false).with_file(Some(budget)));
    for from_cache in [true, false] {
        let mut call = ledger.start("p1_search".into(), "".into(), PRICE).await.expect("enough is left");
        call.set(Charge::Unknown);
        call.waive(from_cache);
    }
    let total = Journal::read(folder.path()).expect("a journal").total();
    assert_eq!((total.unknown_calls, total.unknown), (1, Usd::micros(20_000)));
}

#[cfg(unix)]
#[test]
fn a_device_is_no_journal() {
    let error = Journal::read("/dev/zero").err().map(|it| it.to_string()).unwrap_or_default();
    assert!(error.contains("not a regular file"), "{error}");
}
