//! What the gateway does in silence with requests that the types cannot write, sent by hand to the mock: this is what
//! they prevent.

use gatewright_mock::Gateway;
use serde_json::{Value, json};

use super::gateway;

const PNG: &str = "https://files.example/a.png";

/// Sends a body by hand; gives the status and the answer.
async fn sent(gateway: &Gateway, body: Value) -> (u16, Value) {
    let request = reqwest::Client::builder().no_proxy().build().expect("a client");
    let request = request.post(format!("{}/v1/videos", gateway.base_url())).bearer_auth(gateway.key());
    let reply =
        request.header("content-type", "application/json").body(body.to_string()).send().await.expect("a reply");
    let status = reply.status().as_u16();
    (status, serde_json::from_slice(&reply.bytes().await.expect("a body")).expect("JSON"))
}

/// What runs of a body that is taken.
async fn runs(body: Value) -> Value {
    let gateway = gateway().await;
    let (status, answer) = sent(&gateway, body).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(gateway.ledger().charges.len(), 1, "and it is charged");
    gateway.tasks_seen()[0].runs.clone()
}

/// The words of a refusal, which costs nothing.
async fn refused(body: Value) -> String {
    let gateway = gateway().await;
    let (status, answer) = sent(&gateway, body).await;
    assert_eq!(status, 400, "{answer}");
    assert_eq!(gateway.ledger().charges.len(), 0);
    answer.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_size_with_the_letter_x_is_refused() {
    let said = refused(json!({ "model": "video-a-text", "prompt": "tea", "size": "1280x720" })).await;
    assert!(said.contains("invalid size: 1280x720, example: 1280*720"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_places_for_references_one_is_dropped() {
    let body = json!({ "model": "video-a-reference", "prompt": "tea", "input_reference": PNG, "images": [PNG] });
    let runs = runs(body).await;
    assert!(runs.get("images").is_none() && runs["input_reference"] == PNG, "{runs}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_size_without_a_price_is_refused_or_fails() {
    let body =
        json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG, "size": "832*480", "duration": 5 });
    assert!(refused(body.clone()).await.contains("InvalidParameter"));
    let gateway = gateway().await;
    gateway.tasks(|it| it.refuse_late = true);
    assert_eq!(sent(&gateway, body).await.0, 200);
    gateway.end_tasks();
    assert!(gateway.tasks_seen()[0].refunded);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ratio_or_two_seconds_beside_a_first_frame_are_refused() {
    let frame = |more: Value| {
        let mut body = json!({ "model": "video-b-2.5", "prompt": "tea", "input_reference": PNG });
        body.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        body
    };
    let said = refused(frame(json!({ "metadata": { "ratio": "16:9" } }))).await;
    assert!(said.contains("InvalidParameter.TaskTypeConstraint"), "{said}");
    refused(frame(json!({ "seconds": "2" }))).await;
    refused(frame(json!({ "duration": 2 }))).await;
    let without_role = json!({ "content": [{ "type": "image_url", "image_url": { "url": PNG } }], "ratio": "16:9" });
    let mut body = frame(json!({ "metadata": without_role }));
    body.as_object_mut().expect("an object").remove("input_reference");
    refused(body).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn family_c_folds_drops_and_bills_in_silence() {
    let runs_as = runs(json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280*720" })).await;
    assert_eq!(runs_as["metadata"]["aspect_ratio"], "1:1", "the asterisk is unknown there");
    let dropped =
        runs(json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280x720", "input_reference": PNG })).await;
    assert!(dropped.get("input_reference").is_none(), "{dropped}");
    let unset = json!({ "model": "video-c-multi-image", "metadata": { "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG }] } });
    assert_eq!(runs(unset).await["metadata"]["mode"], "pro", "billed at 1.33");
    let base = json!({ "model": "video-c-multi-image", "metadata": {
        "mode": "std", "aspect_ratio": "1:1", "video_list": [{ "video_url": PNG, "refer_type": "base" }],
    } });
    refused(base).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_that_are_too_small_fail_the_task() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.small_images = true);
    let body = json!({ "model": "video-c-multi-image", "metadata": {
        "mode": "std", "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG }],
    } });
    assert_eq!(sent(&gateway, body).await.0, 200);
    gateway.end_tasks();
    assert!(gateway.tasks_seen()[0].refunded);
}

#[tokio::test(flavor = "multi_thread")]
async fn family_d_drops_pictures_at_the_top_level_and_needs_a_ratio() {
    for place in ["image", "input_reference", "video_url"] {
        let mut body = json!({ "model": "video-d-legacy-one", "prompt": "tea" });
        body[place] = PNG.into();
        let runs = runs(body).await;
        assert!(runs.get(place).is_none(), "{runs}");
    }
    refused(json!({ "model": "video-d-native-audio", "prompt": "tea" })).await;
    refused(json!({ "model": "video-d-native-audio", "prompt": "tea", "metadata": { "ratio": "adaptive" } })).await;
    for (duration, status) in [(3, 400), (4, 200), (15, 200), (16, 400)] {
        let gateway = gateway().await;
        let body = json!({ "model": "video-d-native-audio", "prompt": "tea", "duration": duration, "metadata": { "ratio": "1:1" } });
        assert_eq!(sent(&gateway, body).await.0, status, "{duration}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readings_of_ours_are_not_enforced() {
    for body in [
        json!({ "model": "video-a-image", "input_reference": PNG }),
        json!({ "model": "video-b-2.5", "prompt": "tea" }),
        json!({ "model": "video-c-standard", "prompt": "tea" }),
        json!({ "model": "video-e-image", "input_reference": PNG }),
    ] {
        runs(body).await;
    }
}
