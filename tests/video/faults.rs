//! Connections that break at any stage: at most one charge per submission, and correct refunds.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind};
use sample_client::gateway::task_path;
use sample_client::models::video as models;
use sample_client::video::{TaskHandle, WaitOutcome};
use sample_client::{Charge, Client, Error, HttpReply, HttpRequest, Transport, TransportFuture, Usd};

use super::{client, gateway, video, waited};

/// Returns every fault that loses a response, with true if the gateway has executed the request.
fn losses() -> Vec<(FaultKind, bool)> {
    vec![
        (FaultKind::CutBeforeHead { charged: false }, false),
        (FaultKind::CutBeforeHead { charged: true }, true),
        (FaultKind::CutInBody { after: 0 }, true),
        (FaultKind::CutInBody { after: 10 }, true),
        (FaultKind::Html, true),
    ]
}

/// Transport that returns the same response to every request.
struct Always(u16, serde_json::Value);

impl Transport for Always {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = HttpReply::json(self.0, &self.1);
        Box::pin(async { Ok(reply) })
    }
}

fn answering(status: u16, body: serde_json::Value) -> Client {
    Client::builder("https://gateway.example", "key").transport(Always(status, body)).build().expect("valid")
}

#[tokio::test]
async fn a_submission_with_status_201_or_202_is_a_task() {
    for status in [200, 201, 202] {
        let client = answering(status, serde_json::json!({ "id": "paid", "status": "queued" }));
        let task = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect("it is taken");
        assert_eq!(task.handle().id, "paid", "{status}");
        let waited = task.wait().deadline(Duration::from_millis(50)).await.expect("no failure");
        assert!(matches!(waited, WaitOutcome::StillRunning(_, None)), "{status}: {waited:?}");
    }
    let client = answering(202, serde_json::json!({ "code": "invalid_request", "message": "no", "data": null }));
    let refused = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect_err("no task");
    assert!(refused.to_string().contains("HTTP 202"), "{refused}");
    let client = answering(202, serde_json::json!({ "id": "chatcmpl-1", "choices": [] }));
    let chat = client.chat(sample_client::models::chat::CHAT_LARGE, "?").send().await;
    assert!(matches!(chat, Err(Error::ChargeUnknown(_))), "nothing else is begun and asked about later: {chat:?}");
}

#[tokio::test]
async fn a_task_that_does_not_exist_is_an_error_with_any_status() {
    for status in [200, 400] {
        let body = serde_json::json!({ "code": "task_not_exist", "message": "no", "data": null });
        let task = answering(status, body).videos().resume(TaskHandle::new("gone", task_path::VIDEOS));
        let waited = task.wait().await;
        assert!(matches!(waited, Err(Error::NoSuchTask(_))), "{status}: {waited:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_submission_is_never_retried() {
    for path in [task_path::VIDEOS, task_path::GENERATIONS] {
        for (kind, charged) in losses() {
            let gateway = gateway().await;
            gateway.fault(Fault::new(kind.clone()).on(path.as_str()));
            let client = client(&gateway);
            let error = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit_to(path.clone()).await;
            let error = error.expect_err("the answer is lost");
            assert!(matches!(&error, Error::ChargeUnknown(_)), "{kind:?}: {error}");
            assert_eq!(error.charge(), Charge::Unknown);
            assert_eq!(gateway.journal().count, 1, "{kind:?}: sent once");
            assert_eq!(gateway.ledger().charges.len(), usize::from(charged), "{kind:?}");
            assert_eq!(client.spent().unknown, Usd::micros(500_000));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_poll_is_retried() {
    for path in [task_path::VIDEOS, task_path::GENERATIONS] {
        for (kind, _) in losses() {
            let gateway = gateway().await;
            let client = client(&gateway);
            let request = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea");
            let task = request.submit_to(path.clone()).await.expect("it is taken");
            gateway.fault(Fault::new(kind.clone()).on(&format!("{}/", path.as_str())).times(5));
            video(&task).await;
            let ledger = gateway.ledger();
            assert_eq!((ledger.charges.len(), ledger.refunds.len()), (1, 0), "{kind:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_task_is_refunded_despite_lost_polls() {
    for (kind, _) in losses() {
        let gateway = gateway().await;
        gateway.tasks(|it| it.failure = Some(("InvalidParameter".into(), "no".into())));
        let client = client(&gateway);
        let task = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect("it is taken");
        gateway.fault(Fault::new(kind.clone()).on("/v1/videos/").times(3));
        let error = waited(&task).await.expect_err("it fails");
        assert!(matches!(error, Error::TaskFailed(_)), "{kind:?}: {error}");
        let ledger = gateway.ledger();
        assert_eq!((ledger.charges.len(), ledger.refunds.len(), ledger.total()), (1, 1, Usd::ZERO), "{kind:?}");
        assert_eq!(client.spent().charged, Usd::ZERO);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_survives_network_faults() {
    for (kind, _) in losses().into_iter().filter(|it| it.0 != FaultKind::Html) {
        let gateway = gateway().await;
        let client = client(&gateway);
        let task = client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect("it is taken");
        let video = video(&task).await;
        gateway.fault(Fault::new(kind.clone()).on("/files/").times(2));
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        let saved = video.download(folder.path().join("a.mp4")).await.unwrap_or_else(|it| panic!("{kind:?}: {it}"));
        assert_eq!(std::fs::read(saved.path).expect("it is there"), gateway.video_file(), "{kind:?}");
    }
}

#[tokio::test]
async fn an_error_with_a_task_id_is_an_error_that_names_the_task() {
    let error = serde_json::json!({ "message": "quota", "code": "rate_limited" });
    for body in [
        serde_json::json!({ "id": "t1", "error": error }),
        serde_json::json!({ "code": "c", "message": "m", "data": { "task_id": "t1" }, "error": error }),
    ] {
        let client = answering(200, body.clone());
        let refused =
            client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.expect_err("an error");
        assert_eq!(refused.charge(), Charge::Unknown, "{body}: {refused}");
        let about = refused.failure().and_then(|it| it.about.as_deref()).unwrap_or_default();
        let handle: TaskHandle = about.trim_start_matches("task ").parse().expect("a handle");
        assert_eq!((handle.id.as_str(), handle.path), ("t1", task_path::VIDEOS), "{body}");
        assert!(refused.to_string().contains("quota"), "{body}: {refused}");
    }
    // An accepted task that also has an error field is still a task.
    for status in ["queued", "failed"] {
        let client = answering(200, serde_json::json!({ "id": "t1", "status": status, "error": error }));
        assert!(client.videos().a_text_to_video(models::VIDEO_A_TEXT, "tea").submit().await.is_ok(), "{status}");
    }
}

#[tokio::test]
async fn a_poll_that_returns_an_error_or_nothing_is_an_error() {
    for (is_running, body) in [
        (false, serde_json::json!({ "code": "task_busy", "message": "m", "data": {} })),
        (false, serde_json::json!({ "code": "task_busy", "message": "m", "data": "" })),
        (false, serde_json::json!({ "code": "task_busy", "message": "m", "data": [] })),
        (false, serde_json::json!({ "success": false, "message": "m" })),
        (false, serde_json::json!({})),
        (true, serde_json::json!({ "code": "success", "message": "", "data": {} })),
        (true, serde_json::json!({ "id": "t1", "error": null })),
        (true, serde_json::json!({ "status": "unknown", "error": { "code": "", "message": "" } })),
    ] {
        let task = answering(200, body.clone()).videos().resume(TaskHandle::new("t1", task_path::VIDEOS));
        let polled = task.poll().await;
        assert_eq!(polled.is_ok(), is_running, "{body}: {polled:?}");
    }
}
