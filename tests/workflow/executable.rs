//! Requirements of executable records, such as a verified binding.

use sample_client::workflow::{BindingStatus, ContractStatus, RuntimeEvidence, UnmetRequirement, Workflow, executable};
use serde_json::{Value, json};

use super::{changed, files, read, workflow};

fn missing(record: &Value) -> Vec<UnmetRequirement> {
    executable(&read(record)).expect_err("something is missing").0
}

#[test]
fn only_verified_examples_can_be_executed() {
    for (name, text) in files("examples") {
        let workflow = Workflow::parse(&text).expect("it is fine");
        let verified = workflow.contract_status.as_str() == "verified";
        assert_eq!(executable(&workflow).is_ok(), verified, "{name}");
    }
}

#[test]
fn all_unmet_requirements_are_reported() {
    let error = executable(&workflow("clip-from-picture")).expect_err("it is not verified");
    expect_test::expect![[r#"
        cannot execute the workflow:
          the runtime binding is `contract_only_not_executable`; it must be `verified`
          the contract is `contract_locked_not_executable`; it must be `verified`
          the runtime evidence is `contract_only`; it must be `verified`
          the record is blocked: The workflow has not been run against the gateway.
          `request_field_map` does not map the input `sound` to a field
          `c-standard-image-to-video` requires one of `size`, `aspect_ratio`, but no input provides it"#]]
    .assert_eq(&error.to_string());
    let error = executable(&workflow("dub-a-clip")).expect_err("it is a draft");
    assert!(error.0.contains(&UnmetRequirement::Endpoint), "{error}");
}

#[test]
fn each_requirement_is_checked() {
    let verified = "clip-from-text";
    for (place, value, wanted) in [
        ("/runtime_binding/status", json!("unavailable"), UnmetRequirement::Binding(BindingStatus::Unavailable)),
        ("/contract_status", json!("draft_unverified"), UnmetRequirement::Contract(ContractStatus::DraftUnverified)),
        ("/provenance/runtime_evidence", json!("absent"), UnmetRequirement::Evidence(RuntimeEvidence::Absent)),
        ("/runtime_binding/blocking_reason", json!("No."), UnmetRequirement::Blocked("No.".into())),
        ("/runtime_binding/endpoint", json!(null), UnmetRequirement::Endpoint),
        ("/runtime_binding/endpoint", json!("/v1/dreams"), UnmetRequirement::NoOperation { path: "/v1/dreams".into() }),
        (
            "/runtime_binding/known_unimplemented_fields",
            json!(["size"]),
            UnmetRequirement::UnimplementedField { field: "size".into() },
        ),
        ("/runtime_binding/request_field_map/size", json!(7), UnmetRequirement::UnmappedInput { id: "size".into() }),
    ] {
        assert_eq!(missing(&changed(verified, place, value)), [wanted], "{place}");
    }
    for (place, value, wanted) in [
        (
            "/runtime_binding/operation_id",
            "no-such-operation",
            UnmetRequirement::UnknownOperation { id: "no-such-operation".into() },
        ),
        ("/runtime_binding/operation_id", "chat", UnmetRequirement::UnknownOperation { id: "chat".into() }),
        (
            "/runtime_binding/request_field_map/size",
            "prompt",
            UnmetRequirement::DuplicatePath { place: "prompt".into() },
        ),
        (
            "/runtime_binding/request_field_map/size",
            "",
            UnmetRequirement::UnknownPath { place: String::new(), operation: "a-text-to-video".into() },
        ),
        (
            "/runtime_binding/request_field_map/size",
            "model",
            UnmetRequirement::UnknownPath { place: "model".into(), operation: "a-text-to-video".into() },
        ),
    ] {
        assert_eq!(missing(&changed(verified, place, value)), [wanted], "{place} {value}");
    }
    let mut record = super::example(verified);
    record["runtime_binding"]["request_field_map"]["mood"] = json!("mood");
    assert_eq!(missing(&record), [UnmetRequirement::UnknownInput { id: "mood".into() }]);
    let mut record = super::example(verified);
    record["inputs"][2]["id"] = json!("size");
    record["runtime_binding"]["request_field_map"].as_object_mut().expect("a map").remove("seconds");
    assert_eq!(missing(&record), [UnmetRequirement::DuplicateInput { id: "size".into() }]);
}

#[test]
fn a_required_parameter_without_an_input_is_reported() {
    let mut record = changed("clip-from-text", "/runtime_binding/operation_id", "a-image-to-video");
    record["runtime_binding"]["model_ids"] = json!(["video-a-image"]);
    let frame =
        UnmetRequirement::RequiredParameter { operation: "a-image-to-video".into(), of: vec!["first_frame".into()] };
    assert!(missing(&record).contains(&frame), "{:?}", missing(&record));
}

#[test]
fn a_field_is_checked_against_its_own_operation() {
    let mut record = changed("clip-from-text", "/runtime_binding/operation_id", json!(null));
    record["runtime_binding"]["request_field_map"]["seconds"] = "seconds".into();
    let unread = UnmetRequirement::UnknownPath { place: "seconds".into(), operation: "a-text-to-video".into() };
    assert_eq!(missing(&record), [unread], "the models that it names are of one family");
}

#[test]
fn a_record_cannot_set_streaming() {
    let message = |place: &str| {
        let mut record = changed("clip-from-text", "/runtime_binding/endpoint", "/v1/chat/completions");
        record["runtime_binding"]["operation_id"] = "chat".into();
        record["runtime_binding"]["request_field_map"]["size"] = place.into();
        missing(&record).contains(&UnmetRequirement::UnknownPath { place: place.into(), operation: "chat".into() })
    };
    assert!(message("stream"));
    assert!(!message("temperature"));
}

#[test]
fn records_can_be_bound_to_both_video_paths() {
    let record = changed("clip-from-text", "/runtime_binding/endpoint", "/v1/video/generations");
    let executable = executable(&read(&record)).expect("it can be executed");
    let client = sample_client::Client::new("https://gateway.example", "key").expect("valid");
    let inputs = executable.inputs([("prompt", "tea")]).expect("they will do");
    let preflight = executable.prepare(&client, "video-a-text", inputs).expect("it can be prepared");
    assert_eq!(preflight.request().expect("a request").url.path(), "/v1/video/generations", "what is shown is sent");
}
