//! Models that can run a workflow, and the reasons why others cannot.

use sample_client::workflow::{Fit, Mismatch, Verdict, executors};
use serde_json::json;

use super::{changed, read, workflow};

fn names<'a>(fits: &'a [Fit<'_>], verdict: Verdict) -> Vec<&'a str> {
    fits.iter().filter(|it| it.verdict() == verdict).map(|it| it.model.name.as_str()).collect()
}

#[test]
fn matching_models_come_first() {
    let fits = executors(&workflow("picture-from-text"));
    assert_eq!(fits.len(), sample_client::models::RECORDS.iter().count(), "of every model something is said");
    assert_eq!(names(&fits, Verdict::Fits), ["image-standard"]);
    assert_eq!(names(&fits, Verdict::Unknown), ["image-4k", "image-by-tokens", "image-edit"]);
    assert!(fits.is_sorted_by_key(Fit::verdict));
}

#[test]
fn other_models_have_reasons_why_not() {
    let fits = executors(&workflow("clip-from-text"));
    let mismatches =
        |name: &str| fits.iter().find(|it| it.model.name == name).map(|it| it.mismatches.clone()).expect("it is there");
    // The catalog publishes the outputs of video models, but not their inputs.
    assert_eq!(mismatches("video-a-text"), [Mismatch::InputsNotPublished]);
    assert_eq!(mismatches("video-e-text"), [Mismatch::InputsNotPublished, Mismatch::NoOperation, Mismatch::NotBound]);
    assert_eq!(
        mismatches("chat-small"),
        [
            Mismatch::Output("video".into()),
            Mismatch::Capability("text-to-video".into()),
            Mismatch::Endpoint(vec!["openai-video".into()]),
            Mismatch::NotBound
        ]
    );
    assert_eq!(mismatches("chat-roleplay")[..2], [Mismatch::InputsNotPublished, Mismatch::OutputsNotPublished]);
    assert_eq!(mismatches("chat-small")[0].to_string(), "it does not produce `video` output");
}

#[test]
fn unpublished_capabilities_are_unknown() {
    let mismatches = |capability: &str| {
        let record = changed("clip-from-text", "/executor_query/required_capabilities", json!([capability]));
        let fits = executors(&read(&record));
        let fit = fits.into_iter().find(|it| it.model.name == "chat-audio").expect("it is there");
        assert!(fit.model.capabilities.is_empty() && !fit.model.tasks.is_empty(), "the catalog says its tasks alone");
        fit.mismatches
    };
    assert!(mismatches("made-up").contains(&Mismatch::CapabilitiesNotPublished));
    assert!(!mismatches("made-up").contains(&Mismatch::Capability("made-up".into())));
    assert!(!mismatches("chat").contains(&Mismatch::CapabilitiesNotPublished));
}

#[test]
fn a_record_that_names_no_models_is_bound_to_none() {
    let mut record = changed("clip-from-text", "/runtime_binding/model_ids", json!([]));
    record["runtime_binding"]["operation_id"] = json!(null);
    let fits = executors(&read(&record));
    assert!(fits.iter().all(|it| !it.mismatches.contains(&Mismatch::NotBound)));
    assert!(names(&fits, Verdict::Unknown).contains(&"video-e-text"));
}

#[test]
fn a_model_of_another_endpoint_does_not_fit() {
    let fits = executors(&workflow("picture-from-text"));
    let other = fits.iter().find(|it| it.model.name == "chat-vision-image").expect("it is there");
    assert_eq!(
        other.mismatches,
        [Mismatch::Endpoint(vec!["image-generation".into()])],
        "it draws pictures, in chats alone"
    );
}
