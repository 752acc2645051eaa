//! Running a workflow against the mock gateway: agreement before sending, resuming, no automatic second task.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatewright_mock::{Fault, FaultKind, Gateway};
use sample_client::video::TaskHandle;
use sample_client::workflow::{
    self, Executable, Mismatch, NextStep, Outcome, Preflight, PrepareError, Run, UnmetRequirement,
};
use sample_client::{Client, Error, Usd, models};
use serde_json::{Value, json};

use super::{changed, example, read};

async fn gateway() -> Gateway {
    gatewright_tests::sample_gateway().start().await.expect("loopback")
}

fn client(gateway: &Gateway) -> Client {
    let units = models::units().with_price(Usd::micros(1_000_000));
    Client::builder(&gateway.base_url(), gateway.key()).units(units).build().expect("valid")
}

fn executable(record: &Value) -> Executable {
    workflow::executable(&read(record)).unwrap_or_else(|error| panic!("{error}"))
}

fn prepare(record: &Value, client: &Client, model: &str, values: Value) -> Result<Preflight, PrepareError> {
    let executable = executable(record);
    let inputs = executable.inputs(values.as_object().expect("an object").clone()).expect("they will do");
    executable.prepare(client, model, inputs)
}

/// Creates an agreed run for a video, with short polling intervals.
fn clip(client: &Client) -> Run {
    let preflight = prepare(&example("clip-from-text"), client, "video-a-text", json!({ "prompt": "tea" }));
    impatient(preflight.expect("it can be prepared").approve().run())
}

fn impatient(run: Run) -> Run {
    let pause = Duration::from_millis(10);
    run.configure_wait(move |it| it.poll_interval(pause, pause)).deadline(Duration::from_secs(20))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_before_the_caller_agrees() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let values = json!({ "prompt": "tea", "seconds": 10 });
    let preflight = prepare(&example("clip-from-text"), &client, "video-a-text", values).expect("it can be prepared");
    assert_eq!(preflight.privacy().training_use, "not published");
    assert_eq!(preflight.confirmations(), ["a second task", "another model"]);
    assert_eq!(preflight.operation().key, "a-text-to-video");
    assert_eq!(preflight.cost().expect("it is known").to_string(), "1 USD (published price)");
    let costly: Vec<_> = preflight.inputs().cost_sensitive().map(|it| it.0).collect();
    assert_eq!(costly, ["size", "seconds"]);
    let request = preflight.request().expect("a request");
    assert_eq!(request.url.path(), "/v1/videos");
    drop(preflight);
    assert_eq!(gateway.journal().count, 0);
    assert!(gateway.ledger().charges.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_video_is_created_as_the_record_says() {
    for path in ["/v1/videos", "/v1/video/generations"] {
        let gateway = gateway().await;
        let client = client(&gateway);
        let record = changed("clip-from-text", "/runtime_binding/endpoint", path);
        let preflight =
            prepare(&record, &client, "video-a-text", json!({ "prompt": "tea" })).expect("it can be prepared");
        let Outcome::Video(video) = impatient(preflight.approve().run()).start().await.expect("it is taken") else {
            panic!("no video");
        };
        assert_eq!(video.handle().path.as_str(), path);
        assert_eq!(gateway.ledger().charges.len(), 1);
        let seen = gateway.submitted_tasks();
        assert_eq!(seen.len(), 1);
        assert_eq!(
            seen[0].runs,
            json!({ "model": "video-a-text", "prompt": "tea", "size": "1280*720", "duration": 5 })
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn images_and_speech_take_one_call() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let values = json!({ "prompt": "tea", "count": 2 });
    let preflight =
        prepare(&example("picture-from-text"), &client, "image-standard", values).expect("it can be prepared");
    let Outcome::Reply(reply) = preflight.approve().run().start().await.expect("it is taken") else {
        panic!("no reply")
    };
    assert_eq!(reply.body["data"].as_array().map(Vec::len), Some(2));

    let preflight =
        prepare(&example("speech-from-text"), &client, "speech-standard", json!({ "text": "tea", "voice": "alloy" }));
    let Outcome::File(file) =
        preflight.expect("it can be prepared").approve().run().start().await.expect("it is taken")
    else {
        panic!("no file");
    };
    assert!(file.content_type().starts_with("audio/"), "{}", file.content_type());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_response_stops_the_run_with_charge_unknown() {
    for charged in [false, true] {
        let gateway = gateway().await;
        gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged }).on("/v1/videos"));
        let client = client(&gateway);
        let Outcome::Failed(stopped) = clip(&client).start().await.expect("an outcome") else { panic!("it went on") };
        assert!(matches!(stopped.error, Error::ChargeUnknown(_)), "{stopped}");
        assert_eq!(stopped.next, NextStep::CheckUsageLog);
        assert!(stopped.to_string().contains("check the usage log"), "{stopped}");
        assert_eq!(gateway.journal().count, 1, "it was sent once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_task_is_not_repeated_without_agreement() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.failure = Some(("InvalidParameter".into(), "no".into())));
    let client = client(&gateway);
    let Outcome::Failed(stopped) = clip(&client).start().await.expect("an outcome") else { panic!("it went on") };
    assert!(matches!(stopped.error, Error::TaskFailed(_)), "{stopped}");
    assert_eq!(stopped.next, NextStep::AskApproval(vec!["a second task".into(), "another model".into()]));
    let ledger = gateway.ledger();
    assert_eq!((ledger.charges.len(), ledger.refunds.len(), ledger.total()), (1, 1, Usd::ZERO));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_task_is_resumed() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.duration = None);
    let client = client(&gateway);
    let kept: Arc<Mutex<Option<TaskHandle>>> = Arc::default();
    let keep = Arc::clone(&kept);
    let run = clip(&client)
        .deadline(Duration::from_millis(50))
        .on_task(move |it| *keep.lock().expect("free") = Some(it.clone()));
    let Outcome::Running(task) = run.start().await.expect("an outcome") else { panic!("it ended") };
    let kept = kept.lock().expect("free").clone().expect("it was called");
    assert_eq!(task.handle(), &kept);

    gateway.end_tasks();
    let again = executable(&example("clip-from-text")).resume(&client, kept.clone());
    let Outcome::Video(video) = impatient(again).start().await.expect("an outcome") else { panic!("no video") };
    assert_eq!(video.handle(), &kept);
    assert_eq!(gateway.ledger().charges.len(), 1, "the same task");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_that_cannot_be_polled_is_resumed_first() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let handle = TaskHandle::new("no-such-task", sample_client::gateway::task_path::VIDEOS);
    let again = executable(&example("clip-from-text")).resume(&client, handle.clone());
    let Outcome::Failed(stopped) = impatient(again).start().await.expect("an outcome") else { panic!("it went on") };
    assert_eq!(stopped.next, NextStep::Resume(handle));
    assert!(gateway.ledger().charges.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_without_any_poll_response_stops_the_run() {
    let gateway = gateway().await;
    let client = client(&gateway);
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: false }).on("/v1/videos/"));
    let run = clip(&client).deadline(Duration::from_secs(5));
    let Outcome::Failed(stopped) = run.start().await.expect("an outcome") else { panic!("it went on") };
    let NextStep::Resume(handle) = stopped.next else { panic!("{:?}", stopped.next) };
    assert_eq!(handle.to_string().parse(), Ok(TaskHandle::new(handle.id.clone(), handle.path)), "{}", stopped.error);
    assert_eq!(gateway.ledger().charges.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_without_a_charge_is_an_error() {
    let gateway = gateway().await;
    let client = Client::builder(&gateway.base_url(), "another key").build().expect("valid");
    let error = clip(&client).start().await.expect_err("it is refused");
    assert!(matches!(error, Error::Unauthorized(_)), "{error}");
}

#[tokio::test]
async fn only_models_that_fit_the_record_can_run_it() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let refused = |record: &Value, model: &str, values: Value| {
        prepare(record, &client, model, values).expect_err("it does not suit")
    };
    let clip = example("clip-from-text");
    let tea = json!({ "prompt": "tea" });
    let PrepareError::Model { mismatches, .. } = refused(&clip, "video-e-text", tea.clone()) else {
        panic!("another reason")
    };
    assert_eq!(mismatches, [Mismatch::InputsNotPublished, Mismatch::NoOperation, Mismatch::NotBound]);
    let PrepareError::Model { mismatches, .. } = refused(&clip, "made-up", tea.clone()) else {
        panic!("another reason")
    };
    assert_eq!(mismatches, [Mismatch::NotBound]);
    // A record that names no models accepts those that fit by the catalog.
    let picture = example("picture-from-text");
    assert_eq!(refused(&picture, "made-up", tea.clone()), PrepareError::UnknownModel { model: "made-up".into() });
    let PrepareError::Model { mismatches, .. } = refused(&picture, "image-4k", tea.clone()) else {
        panic!("another reason")
    };
    assert_eq!(mismatches, [Mismatch::InputsNotPublished, Mismatch::OutputsNotPublished]);
    // A binding to a model that cannot run the record by the catalog is an error.
    let wrong = changed("clip-from-text", "/runtime_binding/model_ids", json!(["chat-small"]));
    let PrepareError::Model { mismatches, .. } = refused(&wrong, "chat-small", tea) else { panic!("another reason") };
    let video = Mismatch::Endpoint(vec!["openai-video".into()]);
    assert_eq!(mismatches, [Mismatch::Output("video".into()), Mismatch::Capability("text-to-video".into()), video]);
}

#[tokio::test]
async fn a_record_cannot_bypass_the_request_types() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let problems = |record: &Value, model: &str| match prepare(record, &client, model, json!({ "prompt": "tea" })) {
        Err(PrepareError::Request(problems)) => problems,
        other => panic!("{other:?}"),
    };
    // A field that the operation does not read.
    let record = changed("clip-from-text", "/runtime_binding/request_field_map/size", "metadata.size");
    let missing = workflow::executable(&read(&record)).expect_err("nothing is read there").0;
    assert_eq!(
        missing,
        [UnmetRequirement::UnknownPath { place: "metadata.size".into(), operation: "a-text-to-video".into() }]
    );
    // A size with the letter x.
    let mut record = changed("clip-from-text", "/inputs/1/default", "1280x720");
    record["inputs"][1]["allowed_values"] = json!(["1280x720"]);
    assert_eq!(problems(&record, "video-a-text"), ["size: expected two numbers separated by `*`, found \"1280x720\""]);
    // A size that would be folded into another one.
    let mut record = changed("clip-from-text", "/runtime_binding/model_ids", json!(["video-a-reference"]));
    record["executor_query"]["required_capabilities"] = json!(["reference-to-video"]);
    record["runtime_binding"]["operation_id"] = json!("a-reference-to-video");
    record["inputs"][1]["default"] = json!("854*480");
    record["inputs"][1]["allowed_values"] = json!(["854*480"]);
    record["inputs"][2]["type"] = json!("asset");
    record["inputs"][2]["default"] = json!("https://files.example/a.png");
    record["inputs"][2]["allowed_values"] = json!([]);
    record["runtime_binding"]["request_field_map"]["seconds"] = json!("image");
    let said = problems(&record, "video-a-reference");
    assert!(said.iter().any(|it| it.contains("size: expected one of `1280*720`, `1920*1080`")), "{said:?}");
    assert_eq!(gateway.journal().count, 0);
}

#[tokio::test]
async fn a_location_of_several_parameters_is_refused() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let mut record = changed("clip-from-text", "/runtime_binding/model_ids", json!(["video-b-2.5"]));
    record["runtime_binding"]["operation_id"] = json!("b25-full-reference");
    record["executor_query"]["required_capabilities"] = json!(["reference-to-video"]);
    record["inputs"].as_array_mut().expect("a list").truncate(2);
    record["inputs"][1] = json!({
        "id": "picture", "type": "asset", "required": true, "description": "To go by.", "evidence_status": "semantic_stable",
        "default": null, "allowed_values": [], "cost_sensitive": false,
    });
    let values = json!({ "prompt": "tea", "picture": "https://files.example/a.png" });
    record["runtime_binding"]["request_field_map"] = json!({ "prompt": "prompt", "picture": "metadata.content[]" });
    let refused = prepare(&record, &client, "video-b-2.5", values.clone()).expect_err("which of them?").to_string();
    assert!(
        refused.contains("has several parameters at `metadata.content[]`: use one of the names `image`"),
        "{refused}"
    );
    // The name of a parameter is unambiguous.
    record["runtime_binding"]["request_field_map"]["picture"] = json!("image");
    let preflight = prepare(&record, &client, "video-b-2.5", values).unwrap_or_else(|error| panic!("{error}"));
    let Outcome::Video(_) = impatient(preflight.approve().run()).start().await.expect("it is taken") else {
        panic!("no video");
    };
    let content = gateway.submitted_tasks()[0].runs["metadata"]["content"].clone();
    assert_eq!(content.as_array().map(Vec::len), Some(1), "{content}");
}

#[tokio::test]
async fn inputs_of_another_record_are_checked_again() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let loose = changed("clip-from-text", "/inputs/1/allowed_values", json!(["1280*720", "640*480"]));
    let inputs = executable(&loose).inputs([("prompt", "tea"), ("size", "640*480")]).expect("they will do there");
    let refused = executable(&example("clip-from-text")).prepare(&client, "video-a-text", inputs);
    let refused = refused.expect_err("and not here").to_string();
    assert!(refused.contains("size: expected one of"), "{refused}");
}

#[tokio::test]
async fn the_caller_can_state_the_expected_usage() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let values = json!({ "text": "tea", "voice": "one" });
    let preflight =
        prepare(&example("speech-from-text"), &client, "speech-standard", values).expect("it can be prepared");
    let expecting = preflight.expecting(sample_client::Usage::speech("tea"));
    assert_eq!(expecting.model(), "speech-standard");
}
