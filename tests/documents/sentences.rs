//! Sentences of the gateway document that no other test keeps.

use gatewright_mock::Gateway;
use gatewright_tests::{sample_gateway, sample_specs};
use sample_client::models;
use serde_json::{Value, json};

/// Sends a body, or polls without one. Returns the status and the response.
async fn sent(gateway: &Gateway, path: &str, body: Option<Value>) -> (u16, Value) {
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let url = format!("{}{path}", gateway.base_url());
    let request = match body {
        Some(body) => http.post(url).header("content-type", "application/json").body(body.to_string()),
        None => http.get(url),
    };
    let response = request.bearer_auth(gateway.key()).send().await.expect("loopback");
    let status = response.status().as_u16();
    (status, serde_json::from_slice(&response.bytes().await.expect("a body")).expect("JSON"))
}

#[tokio::test]
async fn a_message_without_its_name_is_refused_with_the_documented_code() {
    let gateway = sample_gateway().start().await.expect("loopback");
    for role in ["user_system", "group", "sample_message_user", "sample_message_ai"] {
        let body = json!({ "model": "chat-roleplay", "messages": [{ "role": role, "content": "Hello." }] });
        let (status, refused) = sent(&gateway, "/v1/chat/completions", Some(body)).await;
        assert_eq!((status, &refused["error"]["code"]), (400, &json!("2013")), "{role}: {refused}");
    }
}

#[tokio::test]
async fn a_task_with_a_small_image_fails_with_the_documented_text() {
    let gateway = sample_gateway().start().await.expect("loopback");
    gateway.tasks(|it| it.small_images = true);
    let metadata =
        json!({ "mode": "std", "aspect_ratio": "1:1", "image_list": [{ "image_url": "https://files.example/a.png" }] });
    let body = json!({ "model": "video-c-multi-image", "metadata": metadata });
    let (_, task) = sent(&gateway, "/v1/videos", Some(body)).await;
    gateway.end_tasks();
    let path = format!("/v1/videos/{}", task["task_id"].as_str().expect("an id"));
    let (_, failed) = sent(&gateway, &path, None).await;
    assert_eq!(failed["status"], "failed", "{failed}");
    assert!(failed["error"]["message"].as_str().is_some_and(|it| it.contains("Image pixel is invalid")), "{failed}");
}

#[tokio::test]
async fn the_eleventh_video_or_recording_is_refused() {
    let gateway = sample_gateway().start().await.expect("loopback");
    for kind in ["video", "audio"] {
        let part = |kind: &str| {
            let (name, url) = (format!("{kind}_url"), json!({ "url": "https://files.example/a" }));
            json!({ "type": &name, &name: url, "role": format!("reference_{kind}") })
        };
        for (count, status) in [(10, 200), (11, 400)] {
            let mut content = vec![part(kind); count];
            content.push(part("image"));
            let body = json!({ "model": "video-b-2.0", "prompt": "tea", "metadata": { "content": content } });
            let (got, said) = sent(&gateway, "/v1/videos", Some(body)).await;
            assert_eq!(got, status, "{count} of {kind}: {said}");
        }
    }
}

#[test]
fn tags_are_separated_by_commas() {
    assert_eq!(models::find("chat-large").expect("a record").tags, ["flagship", "vision"]);
}

/// The catalogs are samples, so that the names of the models are not those of the document.
#[test]
fn the_limits_of_audio_models_are_those_of_the_document() {
    let (model, _) = gatewright::read(&sample_specs()).unwrap_or_else(|report| panic!("{}", report.render(false)));
    let mut limits: Vec<_> = model
        .models
        .iter()
        .map(|it| &it.rules)
        .map(|it| (it.max_audio_seconds, it.max_upload_bytes, it.max_characters, it.wav_bits))
        .filter(|it| *it != (None, None, None, None))
        .collect();
    limits.sort_unstable();
    let recording = |seconds, bytes| (Some(seconds), Some(bytes), None, None);
    let (pcm, speech) = ((None, None, None, Some(16)), (None, None, Some(1000), None));
    assert_eq!(limits, [pcm, speech, recording(30, 25 << 20), recording(5 * 60, 2 << 30)]);
}
