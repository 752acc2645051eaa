//! Budget in a file: it works together with the budget of the client, and records every call that can be charged.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::{BudgetFile, Charge, Client, Error, Journal, Usd, models};

use super::{Reply, Script, builder, gateway};

const PRICE: Usd = Usd::micros(20_000);

fn path(folder: &tempfile::TempDir) -> std::path::PathBuf {
    folder.path().join("spending.jsonl")
}

fn folder() -> tempfile::TempDir {
    tempfile::TempDir::new().expect("a temporary folder")
}

#[tokio::test]
async fn a_call_must_fit_into_both_budgets() {
    let (gateway, folder) = (gateway().await, folder());
    let file = || BudgetFile::new(path(&folder), Usd::micros(50_000));
    let small = builder(&gateway).budget(PRICE).budget_file(file()).build().expect("valid");
    small.p1().search("tea").send().await.expect("data");
    let refused = small.p1().search("tea").send().await;
    assert!(matches!(refused, Err(Error::OverBudget { left: Usd::ZERO, .. })), "the budget of the client");
    let next = builder(&gateway).budget(Usd::micros(1_000_000)).budget_file(file()).build().expect("valid");
    next.p1().search("tea").send().await.expect("data");
    let refused = next.p1().search("tea").send().await;
    assert!(matches!(&refused, Err(Error::OverBudget { left, .. }) if *left == Usd::micros(10_000)), "{refused:?}");
    assert_eq!(next.spent().charged, PRICE, "a refused call reserves nothing");
    let journal = Journal::read(path(&folder)).expect("it is a journal");
    assert_eq!((journal.total().charged, gateway.ledger().charges.len()), (Usd::micros(40_000), 2));
    let call = &journal.entries()[0];
    assert_eq!((call.operation.as_str(), call.usage_log_name.as_str()), ("p1_search", "social-p1-search"));
    assert_eq!(call.request_id.as_ref(), Some(&gateway.ledger().charges[0].request_id));
}

#[tokio::test]
async fn free_and_lost_and_cancelled_calls_are_recorded_as_such() {
    let (gateway, folder) = (gateway().await, folder());
    let file = BudgetFile::new(path(&folder), Usd::micros(60_000));
    let client = builder(&gateway).budget_file(file).build().expect("valid");
    client.p1().search("find-nothing").send().await.expect_err("nothing is there");
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }).times(1));
    client.p1().search("tea").send().await.expect_err("the response is lost");
    gateway.fault(Fault::new(FaultKind::Delay { millis: 60_000 }));
    let call = client.p1().search("tea").send();
    assert!(tokio::time::timeout(Duration::from_millis(500), call).await.is_err());
    let journal = Journal::read(path(&folder)).expect("it is a journal");
    let charges: Vec<_> = journal.entries().iter().map(|it| (it.charge, it.settled_at.is_some())).collect();
    assert_eq!(charges, [(Charge::No, true), (Charge::Unknown, true), (Charge::Unknown, true)]);
    assert_eq!((journal.total().unknown, journal.total().calls), (Usd::micros(40_000), 0));
}

#[tokio::test]
async fn unknown_prices_need_permission() {
    let (gateway, folder) = (gateway().await, folder());
    let file = || BudgetFile::new(path(&folder), Usd::micros(1)).per_day();
    let strict = builder(&gateway).budget_file(file()).build().expect("valid");
    assert!(matches!(strict.p16().search().keyword("tea").send().await, Err(Error::PriceUnknown(_))));
    let lenient = builder(&gateway).budget_file(file()).allow_unknown_prices().build().expect("valid");
    lenient.p16().search().keyword("tea").send().await.expect("data");
    let free = builder(&gateway).budget_file(BudgetFile::without_limit(path(&folder))).build().expect("valid");
    free.p16().search().keyword("tea").send().await.expect("there is no limit");
    let of = &Journal::read(path(&folder)).expect("it is a journal").by_operation()["p16_search"];
    assert_eq!((of.calls, of.unpriced_calls, of.charged), (2, 2, Usd::ZERO));
}

#[tokio::test]
async fn nothing_is_sent_if_nothing_can_be_recorded() {
    let (gateway, folder) = (gateway().await, folder());
    std::fs::write(path(&folder), "my notes\n").expect("written");
    let file = || BudgetFile::new(path(&folder), Usd::micros(1_000_000));
    let error = builder(&gateway).budget_file(file()).build().map(drop).expect_err("it is no journal");
    assert!(error.to_string().contains("spending.jsonl`, line 1: it is not a journal"), "{error}");
    std::fs::remove_file(path(&folder)).expect("it exists");
    let client = builder(&gateway).budget_file(file()).build().expect("valid");
    std::fs::write(path(&folder), "my notes\n").expect("written");
    let error = client.p1().search("tea").send().await.expect_err("nothing can be recorded");
    assert!(matches!(error, Error::Journal(_)) && error.charge() == Charge::No, "{error}");
    assert_eq!((gateway.journal().count, client.spent().unknown), (0, Usd::ZERO));
    assert_eq!(std::fs::read_to_string(path(&folder)).expect("text"), "my notes\n");
}

#[tokio::test]
async fn a_failed_task_is_refunded_by_another_client() {
    let folder = folder();
    let client = |replies| -> Client {
        let builder = Client::builder("https://gateway.example", "canary").transport(Script::of(replies));
        let file = BudgetFile::new(path(&folder), Usd::micros(100_000_000));
        builder.budget_file(file).allow_unknown_prices().build().expect("valid")
    };
    let first = client([Reply::Json(serde_json::json!({ "id": "task-7", "status": "queued" }))]);
    let task = first.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "tea").submit().await.expect("a task");
    let read = || Journal::read(path(&folder)).expect("it is a journal");
    assert_eq!((read().total().calls, read().entries()[0].task.as_deref()), (1, Some("task-7")));
    let second = client([Reply::Json(serde_json::json!({ "id": "task-7", "status": "failed" }))]);
    let failed = second.videos().resume(task.handle().clone()).poll().await;
    assert!(matches!(failed, Err(Error::TaskFailed(_))), "{failed:?}");
    assert_eq!((read().total().calls, read().entries()[0].is_refunded), (0, true));
}
