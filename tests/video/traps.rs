//! Requests that the gateway changes silently. The request types prevent them; tests send them to the mock by hand.

use gatewright_mock::Gateway;
use serde_json::{Value, json};

use super::parts::with_parts;
use super::{gateway, priced_gateway};

pub(super) const PNG: &str = "https://files.example/a.png";

/// Sends a hand-written body. Returns the status and the response.
async fn sent(gateway: &Gateway, body: Value) -> (u16, Value) {
    let request = reqwest::Client::builder().no_proxy().build().expect("a client");
    let request = request.post(format!("{}/v1/videos", gateway.base_url())).bearer_auth(gateway.key());
    let reply =
        request.header("content-type", "application/json").body(body.to_string()).send().await.expect("a reply");
    let status = reply.status().as_u16();
    (status, serde_json::from_slice(&reply.bytes().await.expect("a body")).expect("JSON"))
}

/// Returns the effective request of an accepted body.
pub(super) async fn runs(body: Value) -> Value {
    let gateway = gateway().await;
    let (status, answer) = sent(&gateway, body).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(gateway.ledger().charges.len(), 1, "and it is charged");
    gateway.submitted_tasks()[0].runs.clone()
}

/// Returns the message of a refusal, which is not charged.
pub(super) async fn refused(body: Value) -> String {
    let gateway = gateway().await;
    let (status, answer) = sent(&gateway, body).await;
    assert_eq!(status, 400, "{answer}");
    assert_eq!(gateway.ledger().charges.len(), 0);
    answer.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_size_with_the_letter_x_is_refused() {
    let legacy = |size: &str| json!({ "model": "video-d-legacy-one", "prompt": "tea", "size": size });
    assert!(refused(legacy("1280x720")).await.contains("invalid size"));
    runs(legacy("768P")).await; // that it cannot be spelled so is an assumption
    for model in ["video-a-text", "video-e-text", "video-other-per-call"] {
        let said = refused(json!({ "model": model, "prompt": "tea", "size": "1280x720" })).await;
        assert!(said.contains("invalid size: 1280x720, example: 1280*720"), "{model}: {said}");
    }
    for size in ["1280*720", "768P"] {
        runs(json!({ "model": "video-other-per-call", "prompt": "tea", "size": size })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_size_with_the_letter_x_passes_where_it_is_the_spelling_or_not_read() {
    let standard = runs(json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280x720" })).await;
    assert_eq!(standard["size"], "1280x720");
    let value = runs(json!({ "model": "video-c-value", "prompt": "tea", "size": "1280x720" })).await;
    assert!(value.get("size").is_none(), "{value}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_refused_with_a_hint_to_use_json() {
    let gateway = gateway().await;
    let form = "--b\r\ncontent-disposition: form-data; name=\"model\"\r\n\r\nvideo-a-text\r\n--b--\r\n";
    let request = reqwest::Client::builder().no_proxy().build().expect("a client");
    let request = request.post(format!("{}/v1/videos", gateway.base_url())).bearer_auth(gateway.key());
    let reply = request.header("content-type", "multipart/form-data; boundary=b").body(form).send().await;
    let reply = reply.expect("a reply");
    assert_eq!(reply.status(), 400);
    let said = reply.text().await.expect("text");
    assert!(said.contains("must be JSON (`Content-Type: application/json`)"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_locations_for_references_is_dropped() {
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
    assert!(gateway.submitted_tasks()[0].refunded);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ratio_or_two_seconds_with_a_first_frame_are_refused() {
    let frame = json!([{ "type": "image_url", "image_url": { "url": PNG } }]);
    let with_ratio = json!({ "content": frame, "ratio": "16:9" });
    let said = refused(json!({ "model": "video-b-2.5", "prompt": "tea", "metadata": with_ratio })).await;
    assert!(said.contains("InvalidParameter.TaskTypeConstraint"), "{said}");
    for (field, two) in [("seconds", json!("2")), ("duration", json!(2))] {
        refused(json!({ "model": "video-b-2.5", "prompt": "tea", field: two, "metadata": { "content": frame } })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_without_a_role_is_the_first_frame() {
    let content = json!([{ "type": "image_url", "image_url": { "url": PNG } }]);
    runs(json!({ "model": "video-b-2.0", "prompt": "tea", "seconds": "5", "metadata": { "content": content } })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_reference_has_thirty_seconds_and_thirty_images() {
    let with = |seconds: &str, count: usize| {
        let part = json!({ "type": "image_url", "image_url": { "url": PNG }, "role": "reference_image" });
        json!({ "model": "video-b-2.0", "prompt": "tea", "seconds": seconds, "metadata": { "content": vec![part; count] } })
    };
    runs(with("30", 30)).await;
    assert!(refused(with("31", 1)).await.contains("`seconds` is out of range"));
    assert!(refused(with("30", 31)).await.contains("found 31"));
    let mut number = with("30", 1);
    (number["duration"], number["seconds"]) = (json!(31), Value::Null);
    assert!(refused(number).await.contains("out of range"));
    // The limits belong to the full reference mode, in which every part has a role.
    let images = json!({ "model": "video-b-2.0", "prompt": "tea", "images": vec![PNG; 31], "input_reference": PNG });
    let kept = runs(images).await;
    assert_eq!((kept["images"].as_array().map(Vec::len), &kept["input_reference"]), (Some(31), &json!(PNG)), "both");
    runs(json!({ "model": "video-b-2.5", "prompt": "tea", "images": [PNG], "seconds": "31" })).await;
    runs(json!({ "model": "video-b-2.0", "prompt": "tea", "input_reference": PNG, "duration": 31 })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parameters_of_the_provider_stay_in_the_metadata() {
    let part = json!({ "type": "image_url", "image_url": { "url": PNG }, "role": "reference_image" });
    let metadata = json!({ "content": [part], "seed": 7, "camera": { "fixed": true } });
    let kept = runs(json!({ "model": "video-b-2.5", "prompt": "tea", "seed": 1, "metadata": metadata })).await;
    assert_eq!(kept["metadata"], metadata);
    assert!(kept.get("seed").is_none(), "only there: {kept}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ignored_field_changes_nothing() {
    let six = json!({ "model": "video-a-reference", "prompt": "tea", "seed": 1, "images": vec![PNG; 6] });
    assert!(refused(six).await.contains("found 6"));
    let multi = json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": {
        "mode": "4k", "duration": "10", "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG }], "seed": 7,
    } });
    let value =
        json!({ "model": "video-c-value", "prompt": "tea", "seed": 7, "metadata": { "settings": { "duration": 15 } } });
    let standard = json!({ "model": "video-c-standard", "prompt": "tea", "duration": 10, "seed": 7 });
    for (body, seconds, cost) in [(multi, 10, "4.5"), (value, 15, "0.6"), (standard, 10, "0.8")] {
        let gateway = priced_gateway().await;
        assert_eq!(sent(&gateway, body).await.0, 200);
        let ledger = gateway.ledger();
        assert_eq!((ledger.charges[0].count, ledger.total()), (seconds, cost.parse().expect("an amount")));
        let runs = gateway.submitted_tasks()[0].runs.to_string();
        assert!(!runs.contains("seed"), "{runs}");
    }
}

/// The mock books a price only if the documents show the billed length and the factor, as the client's estimate does.
#[tokio::test(flavor = "multi_thread")]
async fn an_undocumented_length_or_factor_has_no_price() {
    let standard = |mode: &str| json!({ "model": "video-c-standard", "prompt": "tea", "mode": mode });
    for (body, cost) in [
        (standard("std"), Some("0.4")),
        (standard("pro"), None),
        (json!({ "model": "video-c-standard", "prompt": "tea", "metadata": { "mode": "pro" } }), None),
        (json!({ "model": "video-a-edit", "prompt": "tea", "video_url": PNG }), None),
        (json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG }), None),
        (json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG, "duration": 5 }), Some("0.5")),
        (json!({ "model": "video-e-text", "prompt": "tea" }), None),
        (json!({ "model": "video-e-text", "prompt": "tea", "duration": 5 }), Some("0.25")),
        (json!({ "model": "video-b-2.5", "prompt": "tea", "images": [PNG] }), None),
        (json!({ "model": "video-d-legacy-one", "prompt": "tea" }), Some("0.4")),
    ] {
        let gateway = priced_gateway().await;
        assert_eq!(sent(&gateway, body.clone()).await.0, 200, "{body}");
        let ledger = gateway.ledger();
        let booked = ledger.charges[0].price_usd.map(|it| it.to_string());
        assert_eq!(booked.as_deref(), cost, "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sizes_are_folded_into_a_tier_that_has_a_price() {
    let sized = |model: &str, size: &str| json!({ "model": model, "prompt": "tea", "input_reference": PNG, "video_url": PNG, "size": size });
    for model in ["video-a-image", "video-a-reference", "video-a-edit"] {
        for (size, folded) in [("1000*700", "1280*720"), ("720*1280", "1280*720"), ("1080*1920", "1920*1080")] {
            assert_eq!(runs(sized(model, size)).await["size"], folded, "{model} {size}");
        }
        for size in ["832*480", "480*832", "854*480"] {
            assert!(refused(sized(model, size)).await.contains("InvalidParameter"), "{model} {size}");
        }
    }
    let written = runs(sized("video-a-text", "1000*700")).await;
    assert_eq!(written["size"], "1000*700", "taken as written");
}

#[tokio::test(flavor = "multi_thread")]
async fn omitted_fields_of_text_to_video_get_defaults() {
    let runs = runs(json!({ "model": "video-a-text", "prompt": "tea" })).await;
    assert_eq!((&runs["size"], &runs["duration"]), (&json!("1280*720"), &json!(5)), "{runs}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_the_invalid_field() {
    let multi = |more: Value| {
        let mut metadata = json!({ "mode": "std", "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG }] });
        metadata.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": metadata })
    };
    for (body, words) in [
        (multi(json!({ "aspect_ratio": null })), "`metadata.aspect_ratio` is required"),
        (multi(json!({ "duration": 5 })), "`metadata.duration` has the wrong type"),
        (multi(json!({ "duration": "2" })), "`metadata.duration` is out of range"),
        (multi(json!({ "mode": "8k" })), "`metadata.mode` has an unsupported value"),
        (multi(json!({ "video_list": [{ "video_url": PNG }] })), "`metadata.video_list[].refer_type` is required"),
        (multi(json!({ "video_list": [{ "video_url": PNG, "refer_type": "no" }] })), "has an unsupported value"),
        (multi(json!({ "image_list": [{ "image_url": PNG, "type": "middle" }] })), "`first_frame` or `end_frame`"),
        (json!({ "model": "video-d-native-audio", "prompt": "tea" }), "`metadata.ratio` is required"),
        (
            json!({ "model": "video-b-2.5", "prompt": "tea", "input_reference": PNG, "duration": 5.5 }),
            "has the wrong type",
        ),
        (
            json!({ "model": "video-a-reference", "prompt": "tea", "size": "1280*720", "duration": 5, "images": PNG }),
            "`images` must be a list",
        ),
    ] {
        let said = refused(body).await;
        assert!(said.contains(words), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn family_c_silently_folds_drops_and_bills() {
    let runs_as = runs(json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280*720" })).await;
    assert_eq!(runs_as["metadata"]["aspect_ratio"], "1:1", "the asterisk is unknown there");
    let framed = json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280*720", "metadata": { "aspect_ratio": "16:9" } });
    assert_eq!(runs(framed).await["metadata"]["aspect_ratio"], "16:9", "said directly, it counts");
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
async fn images_that_are_too_small_fail_the_task() {
    let gateway = gateway().await;
    gateway.tasks(|it| it.small_images = true);
    let body = json!({ "model": "video-c-multi-image", "metadata": {
        "mode": "std", "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG }],
    } });
    assert_eq!(sent(&gateway, body).await.0, 200);
    gateway.end_tasks();
    assert!(gateway.submitted_tasks()[0].refunded);
}

#[tokio::test(flavor = "multi_thread")]
async fn family_d_drops_images_at_the_top_level_and_needs_a_ratio() {
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
async fn assumptions_are_not_enforced() {
    for body in [
        json!({ "model": "video-a-image", "input_reference": PNG }),
        json!({ "model": "video-a-image", "prompt": "tea" }),
        json!({ "model": "video-a-edit", "prompt": "tea" }),
        json!({ "model": "video-b-2.5", "prompt": "tea" }),
        json!({ "model": "video-c-standard", "prompt": "tea" }),
        json!({ "model": "video-e-image", "input_reference": PNG }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "images": [PNG], "metadata": { "ratio": "16:9" } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "input_reference": PNG, "metadata": { "ratio": "16:9" } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "input_reference": PNG, "seconds": "2" }),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "input_reference": PNG, "metadata": { "ratio": "adaptive" } }),
        json!({ "model": "video-c-multi-image", "metadata": {
            "mode": "std", "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG, "type": "end_frame" }],
        } }),
        with_parts("video-b-2.0", json!([{ "type": "image_url", "image_url": { "url": PNG }, "role": "my_role" }])),
        with_parts("video-b-2.0", json!([{ "type": "video", "video": { "url": PNG }, "role": "reference" }])),
    ] {
        runs(body).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closing_frame_needs_no_first_frame() {
    let end = json!({ "image_url": PNG, "type": "end_frame" });
    let multi = |metadata: Value| json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": metadata });
    runs(multi(json!({ "mode": "std", "aspect_ratio": "1:1", "image_list": [end] }))).await;
    let said = refused(multi(json!({ "mode": "std", "image_list": [end] }))).await;
    assert!(said.contains("`metadata.aspect_ratio` is required"), "{said}");
    let standard = json!({ "model": "video-c-standard", "prompt": "tea", "metadata": { "image_tail": PNG } });
    assert_eq!(runs(standard).await["metadata"]["image_tail"], PNG);
}
