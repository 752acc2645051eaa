//! Video tasks: polling, timeouts, resuming, failures.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use gatewright_mock::{Fault, FaultKind, Gateway, Shape};
use sample_client::gateway::AVideoEditArgs;
use sample_client::gateway::task_path;
use sample_client::models::video as models;
use sample_client::video::{Task, TaskHandle, TaskState, WaitOutcome};
use sample_client::{Charge, Client, Error, Usd};
use serde_json::{Value, json};

use super::{SOON, builder, client, gateway, priced_gateway, video, waited};

async fn submitted(client: &Client) -> Task {
    client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect("it is taken")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeout_returns_the_task_and_the_handle_resumes_it() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.duration = None);
    let task = submitted(&client(&gateway)).await;
    let waited = task.wait().poll_interval(SOON, SOON).deadline(Duration::from_millis(80)).await.expect("no failure");
    let WaitOutcome::StillRunning(task, None) = waited else { panic!("{waited:?}") };
    let kept = serde_json::to_string(task.handle()).expect("JSON");
    gateway.end_tasks();
    let other = client(&gateway);
    let found = other.videos().resume(serde_json::from_str::<TaskHandle>(&kept).expect("a handle"));
    assert_eq!(video(&found).await.handle(), task.handle());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_handle_can_still_be_read() {
    let gateway = gateway().await;
    for (path, stored) in [
        (task_path::VIDEOS, ""),
        (task_path::VIDEOS, r#", "path": "videos""#),
        (task_path::GENERATIONS, r#", "path": "generations""#),
        (task_path::GENERATIONS, r#", "path": "/v1/video/generations", "something": "new""#),
    ] {
        let request = client(&gateway).videos().a_text_to_video(models::VIDEO_A_TEXT, "tea");
        let task = request.submit_to(path.clone()).await.expect("it is taken");
        let text = format!(r#"{{"id": "{}"{stored}}}"#, task.handle().id);
        let handle: TaskHandle = serde_json::from_str(&text).expect("a handle");
        client(&gateway).videos().resume(handle).poll().await.expect("it is found");
        let asked = gateway.journal().requests.last().cloned().expect("a request");
        assert_eq!(asked.path, format!("{}/{}", path.as_str(), task.handle().id));
    }
    let elsewhere: TaskHandle = serde_json::from_str(r#"{"id": "t", "path": "/admin"}"#).expect("a handle");
    let refused = client(&gateway).videos().resume(elsewhere).poll().await.expect_err("no such path");
    assert!(refused.to_string().contains("`/admin`"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_reported_on_both_paths() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.polls = Some(4));
    for path in [task_path::VIDEOS, task_path::GENERATIONS] {
        let request = client(&gateway).videos().a_text_to_video(models::VIDEO_A_TEXT, "tea");
        let task = request.submit_to(path.clone()).await.expect("it is taken");
        let told = Arc::new(Mutex::new(Vec::new()));
        let seen = told.clone();
        let wait = task.wait().poll_interval(SOON, SOON).on_progress(move |it| seen.lock().expect("whole").push(it));
        wait.await.expect("it ends").done().expect("it is done");
        let told = told.lock().expect("whole").clone();
        assert!(told.windows(2).all(|it| it[0] <= it[1]), "{told:?}");
        assert!(told.len() > 2 && told.last() == Some(&Some(100)), "{told:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_task_callback_gets_the_progress() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let told = Arc::new(Mutex::new(Vec::new()));
    let note = |who: usize| {
        let told = told.clone();
        move |percent: Option<u8>| told.lock().expect("whole").push((who, percent))
    };
    let wait = submitted(&client).await.wait().poll_interval(SOON, SOON).on_progress(note(0)).on_progress(note(1));
    wait.await.expect("it ends").done().expect("it is done");
    let ends = told.lock().expect("whole").iter().rev().take(2).copied().collect::<Vec<_>>();
    assert_eq!(ends, [(1, Some(100)), (0, Some(100))]);

    let tasks = vec![submitted(&client).await, submitted(&client).await];
    let told = Arc::new(Mutex::new([None, None]));
    let seen = told.clone();
    let all = client.videos().wait_all(tasks).poll_interval(SOON, SOON).deadline(Duration::from_secs(20));
    let all = all.on_progress(move |task, percent| seen.lock().expect("whole")[task] = percent).await;
    assert!(all.iter().all(|it| matches!(it, Ok(WaitOutcome::Done(_)))), "{all:?}");
    assert_eq!(*told.lock().expect("whole"), [Some(100), Some(100)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_task_is_refunded_once() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.failure = Some(("InvalidParameter".into(), "too dark".into())));
    let client = builder(&gateway).budget(Usd::micros(600_000)).build().expect("valid");
    let task = submitted(&client).await;
    // A handle from elsewhere may contain only the id.
    let found = client.videos().resume(TaskHandle::new(&task.handle().id, task_path::VIDEOS));
    assert_eq!(found.cost(), task.cost());
    assert!(matches!(waited(&found).await, Err(Error::TaskFailed(_))));
    assert_eq!(client.spent().charged, Usd::ZERO);
    assert_eq!(client.spent().by_name[&task.handle().model].calls, 0);
    waited(&task).await.expect_err("it stays so");
    assert_eq!(client.spent().charged, Usd::ZERO, "given back, once");
    submitted(&client).await;
    let elsewhere = builder(&gateway).build().expect("valid");
    waited(&elsewhere.videos().resume(task.handle().clone())).await.expect_err("it stays so");
    assert_eq!(elsewhere.spent(), Default::default(), "its charge stands in other books");
}

#[tokio::test(flavor = "multi_thread")]
async fn polling_errors_name_the_task() {
    let gateway = gateway().await;
    let client = builder(&gateway).settings(|it| it.max_attempts = 1).build().expect("valid");
    let task = submitted(&client).await;
    for status in [401, 403, 404, 429, 500, 502] {
        gateway.fault(Fault::status(status).on("/v1/videos/").times(1));
        let error = task.poll().await.expect_err("it fails");
        assert!(error.to_string().contains(&task.handle().to_string()), "{error}");
        assert_eq!(matches!(error, Error::NoSuchTask(_)), status == 404, "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_task_has_a_reason_and_is_refunded() {
    for path in [task_path::VIDEOS, task_path::GENERATIONS] {
        let gateway = gateway().await;
        gateway.tasks(|it| it.failure = Some(("InvalidParameter".into(), "too dark".into())));
        let client = client(&gateway);
        let request = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea");
        let task = request.submit_to(path.clone()).await.expect("it is taken");
        assert_eq!(client.spent().charged, Usd::micros(500_000));
        let error = waited(&task).await.expect_err("it fails");
        assert_eq!(error.charge(), Charge::No);
        assert!(error.to_string().contains("too dark") && error.to_string().contains("refunded"), "{error}");
        let Error::TaskFailed(failed) = error else { panic!("{error}") };
        assert_eq!(failed.handle, *task.handle());
        let code = (path == task_path::VIDEOS).then(|| "InvalidParameter".to_owned());
        assert_eq!(failed.code, code, "the older shape has no place for it");
        task.poll().await.expect_err("it stays so");
        assert_eq!(client.spent().charged, Usd::ZERO, "given back, once");
        let ledger = gateway.ledger();
        assert_eq!((ledger.charges.len(), ledger.refunds.len(), ledger.total()), (1, 1, Usd::ZERO));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_task_without_a_file_is_an_error() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.hides_url = true);
    let error = waited(&submitted(&client(&gateway)).await).await.expect_err("there is no file");
    assert!(matches!(&error, Error::NoFile(_)) && error.charge() == Charge::Yes, "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_is_polled_on_the_path_of_its_submission() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let task = submitted(&client).await;
    let elsewhere = client.videos().resume(TaskHandle::new(&task.handle().id, task_path::GENERATIONS));
    let error = elsewhere.poll().await.expect_err("it is not known there");
    assert!(matches!(&error, Error::NoSuchTask(failure) if failure.status == Some(400)), "{error}");
    assert_eq!(error.charge(), Charge::No);
    for id in ["", ".", ".."] {
        let nowhere = client.videos().resume(TaskHandle::new(id, task_path::VIDEOS));
        assert!(matches!(nowhere.poll().await, Err(Error::Request(_))), "{id:?}");
    }
    let strange = client.videos().resume(TaskHandle::new("a/../b?c", task_path::VIDEOS));
    strange.poll().await.expect_err("it is not known");
    let journal = gateway.journal();
    let paths: Vec<_> = journal.requests.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths.last(), Some(&"/v1/videos/a%2F..%2Fb%3Fc"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_task_state_means_running() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.duration = None);
    let state = submitted(&client(&gateway)).await.poll().await.expect("an answer");
    assert!(matches!(state, TaskState::Running { status: Some(_), .. }), "{state:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_tasks_are_returned_in_order() {
    let gateway = priced_gateway().await;
    gateway.tasks(|it| it.file_size = 2_000);
    let client = builder(&gateway).budget(Usd::micros(100_000_000)).build().expect("valid");
    let submissions = (0..200).map(|it| {
        let path = if it % 2 == 0 { task_path::VIDEOS } else { task_path::GENERATIONS };
        client.videos().a_text_to_video(models::VIDEO_A_TEXT, format!("tea {it}")).submit_to(path)
    });
    let tasks: Vec<_> = join_all(submissions).await.into_iter().map(|it| it.expect("it is taken")).collect();
    let handles: Vec<_> = tasks.iter().map(|it| it.handle().clone()).collect();
    // Each handle belongs to the task of its own request, on its own path.
    let seen = gateway.submitted_tasks();
    for (number, handle) in handles.iter().enumerate() {
        let task = seen.iter().find(|it| it.id == handle.id).expect("it is known");
        assert_eq!(task.runs["prompt"], format!("tea {number}"));
        assert_eq!((task.path.as_str(), number % 2 == 0), (handle.path.as_str(), handle.path == task_path::VIDEOS));
    }
    let all = client.videos().wait_all(tasks).concurrency(50).poll_interval(SOON, SOON).await;
    let videos: Vec<_> = all.into_iter().map(|it| it.expect("it ends").done().expect("it is done")).collect();
    assert_eq!(videos.iter().map(|it| it.handle().clone()).collect::<Vec<_>>(), handles);
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let downloads = videos.iter().map(|it| it.download(folder.path().join(format!("{}.mp4", it.handle().id))).start());
    for (saved, handle) in join_all(downloads).await.into_iter().zip(&handles) {
        let saved = saved.expect("it comes");
        assert!(saved.path.ends_with(format!("{}.mp4", handle.id)), "{:?}", saved.path);
        assert_eq!(std::fs::read(saved.path).expect("it is there"), gateway.video_file());
    }
    let ledger = gateway.ledger();
    assert_eq!((ledger.charges.len(), ledger.refunds.len()), (200, 0));
    assert_eq!((client.spent().charged, ledger.total()), (gateway_total(200), gateway_total(200)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_task_does_not_delay_others() {
    let gateway = Arc::new(gateway().await);
    let client = client(&gateway);
    gateway.tasks(|it| it.duration = None);
    let mut tasks = vec![submitted(&client).await];
    gateway.tasks(|it| it.duration = Some(Duration::ZERO));
    for _ in 0..4 {
        tasks.push(submitted(&client).await);
    }
    // The first ends when the last is done.
    let end = gateway.clone();
    let all =
        client.videos().wait_all(tasks).concurrency(2).poll_interval(SOON, SOON).deadline(Duration::from_secs(10));
    let all = all
        .on_progress(move |task, percent| {
            if (task, percent) == (4, Some(100)) {
                end.end_tasks()
            }
        })
        .await;
    assert!(all.into_iter().all(|it| it.expect("an answer").done().is_some()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_ends_before_the_deadline_is_not_missed() {
    let gateway = Arc::new(gateway().await);
    gateway.tasks(|it| it.duration = None);
    let task = submitted(&client(&gateway)).await;
    let long = Duration::from_secs(60);
    // The task ends after the first poll; the next poll is due long after the deadline.
    let end = gateway.clone();
    let wait =
        task.wait().poll_interval(long, long).deadline(Duration::from_secs(4)).on_progress(move |_| end.end_tasks());
    assert!(wait.await.expect("no failure").done().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_without_any_response_returns_the_last_error() {
    let gateway = gateway().await;
    let task = submitted(&client(&gateway)).await;
    let (code, retry_after, shape) = (None, Some("3".into()), Shape::default());
    gateway.fault(Fault::new(FaultKind::Status { status: 429, code, retry_after, shape }).times(100));
    let waited = task.wait().poll_interval(SOON, SOON).deadline(Duration::from_millis(300)).await.expect("no failure");
    assert!(matches!(waited, WaitOutcome::StillRunning(_, Some(Error::Timeout(_)))), "{waited:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn polling_intervals_are_clamped() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.duration = None);
    let task = submitted(&client(&gateway)).await;
    let deadline = Duration::from_millis(200);
    task.wait().poll_interval(Duration::MAX, Duration::MAX).deadline(deadline).await.expect("no failure").done();
    let before = gateway.journal().count;
    task.wait().poll_interval(Duration::ZERO, Duration::ZERO).deadline(deadline).await.expect("no failure").done();
    // The actual interval is at least half of the minimum of 10 ms.
    assert!(gateway.journal().count - before <= 41, "{}", gateway.journal().count - before);
}

fn gateway_total(tasks: i64) -> Usd {
    Usd::micros(500_000 * tasks)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_budget_applies_to_videos_and_refuses_unknown_prices() {
    let gateway = gateway().await;
    let client = builder(&gateway).budget(Usd::micros(600_000)).build().expect("valid");
    let first = submitted(&client).await;
    let second = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await;
    assert!(matches!(second, Err(Error::OverBudget { .. })), "{second:?}");
    let args = AVideoEditArgs { prompt: "tea".into(), source: "https://files.example/a.mp4".into() };
    let unknown = client.videos().a_video_edit(models::VIDEO_A_EDIT, args).submit().await;
    assert!(matches!(unknown, Err(Error::PriceUnknown(_))), "{unknown:?}");
    video(&first).await;
    assert_eq!(gateway.ledger().charges.len(), 1);
}

#[test]
fn tasks_work_without_async_code() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let gateway = runtime.block_on(gateway());
    let client = client(&gateway);
    let task = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().blocking().expect("it is taken");
    let waited = task.wait().poll_interval(SOON, SOON).start().blocking().expect("it ends");
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let saved =
        waited.done().expect("it is done").download(folder.path().join("a.mp4")).start().blocking().expect("it comes");
    assert_eq!(saved.bytes, 100_000);
}

/// Sends a hand-written request and returns the response.
async fn by_hand(gateway: &Gateway, request: reqwest::RequestBuilder) -> Value {
    let reply = request.bearer_auth(gateway.key()).send().await.expect("a reply");
    serde_json::from_slice(&reply.bytes().await.expect("a body")).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submitted_task_starts_queued_on_both_paths() {
    let gateway = gateway().await;
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let body = json!({ "model": "video-a-text", "prompt": "tea" }).to_string();
    let base = gateway.base_url();
    for value_type in [Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(60)] {
        gateway.tasks(|it| it.duration = Some(value_type));
        for path in [task_path::VIDEOS, task_path::GENERATIONS] {
            let submit = http.post(format!("{base}{}", path.as_str())).body(body.clone());
            let taken = by_hand(&gateway, submit).await;
            assert_eq!((&taken["status"], &taken["progress"]), (&json!("queued"), &json!(0)), "{taken}");
            assert!(taken["task_id"].is_string() && taken.get("metadata").is_none(), "{taken}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_older_path_has_upper_case_statuses_and_an_empty_reason() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.polls = Some(9));
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let older = ("/v1/video/generations", "/data/status", "IN_PROGRESS", Some(json!("")));
    for (path, status, running, reason) in [("/v1/videos", "/status", "in_progress", None), older] {
        let url = format!("{}{path}", gateway.base_url());
        let body = json!({ "model": "video-a-text", "prompt": "tea" }).to_string();
        let taken = by_hand(&gateway, http.post(&url).body(body)).await;
        let id = format!("{url}/{}", taken["task_id"].as_str().expect("an id"));
        let answer = by_hand(&gateway, http.get(id)).await;
        assert_eq!(answer.pointer(status), Some(&json!(running)), "{answer}");
        assert_eq!(answer.pointer("/data/fail_reason"), reason.as_ref(), "{answer}");
    }
}
