//! Request schemas of the OpenAPI document: a third-party validator accepts the requests of the client, and refuses
//! requests that the gateway would drop, fold or refuse.

use serde_json::{Value, json};

const PNG: &str = "https://files.example/a.png";
const MP4: &str = "https://files.example/a.mp4";
const MP3: &str = "https://files.example/a.mp3";

/// Returns at least one request of each variant, as the client writes it, and some that are only documented.
fn good() -> Vec<Value> {
    let part = |kind: &str, url: &str| json!({ "type": format!("{kind}_url"), format!("{kind}_url"): { "url": url }, "role": format!("reference_{kind}") });
    let multi = |metadata: Value| json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": metadata });
    vec![
        json!({ "model": "video-a-text", "prompt": "tea" }),
        json!({ "model": "video-a-text", "prompt": "tea", "size": "832*480", "duration": 7 }),
        json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG, "size": "1920*1080", "duration": 4 }),
        json!({ "model": "video-a-reference", "prompt": "tea", "images": [PNG, PNG, PNG, PNG], "video_url": MP4, "size": "1280*720" }),
        json!({ "model": "video-a-reference", "prompt": "tea", "images": [PNG, PNG, PNG, PNG, PNG] }),
        json!({ "model": "video-a-reference", "prompt": "tea", "input_reference": PNG }),
        json!({ "model": "video-a-edit", "prompt": "tea", "video_url": MP4, "size": "1280*720" }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "seconds": "5", "metadata": { "content": first_frame(), "resolution": "480p", "generate_audio": false } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "input_reference": PNG, "seconds": "2", "metadata": { "ratio": "16:9" } }),
        json!({ "model": "video-b-2.0-mini", "prompt": "tea", "seconds": "3", "metadata": { "content": first_frame() } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "seconds": "30", "metadata": { "ratio": "16:9", "content": [part("audio", MP3)] } }),
        json!({ "model": "video-b-2.0", "prompt": "tea", "seconds": "2", "metadata": { "content": [part("image", PNG), part("video", MP4), part("audio", MP3)] } }),
        json!({ "model": "video-b-2.0", "prompt": "tea", "images": [PNG], "input_reference": PNG, "duration": 5 }),
        json!({ "model": "video-c-standard", "prompt": "tea", "size": "720x1280", "duration": 5 }),
        json!({ "model": "video-c-standard", "prompt": "tea", "image": PNG, "duration": 10, "metadata": { "aspect_ratio": "1:1",
            "image_tail": PNG, "sound": "on", "negative_prompt": "rain", "cfg_scale": 0.5, "camera_control": { "type": "simple" } } }),
        json!({ "model": "video-c-value", "prompt": "tea", "image": PNG, "metadata": { "settings": { "resolution": "1080p", "duration": 3, "aspect_ratio": "1:1" } } }),
        multi(json!({ "prompt": "tea", "mode": "4k", "duration": "10", "image_list": [
            { "image_url": PNG, "type": "first_frame" }, { "image_url": PNG, "type": "end_frame" }, { "image_url": PNG },
        ], "video_list": [{ "video_url": MP4, "refer_type": "feature" }] })),
        multi(json!({ "mode": "pro", "duration": "3", "aspect_ratio": "9:16", "image_list": [{ "image_url": PNG }] })),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "size": "2K", "duration": 15, "metadata": { "ratio": "16:9" } }),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "image": PNG, "images": [PNG], "video_url": MP4, "size": "768P",
            "duration": 4, "metadata": { "ratio": "adaptive" } }),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "input_reference": PNG }),
        json!({ "model": "video-d-legacy-one", "prompt": "tea", "size": "1280*720", "duration": 6, "metadata": {
            "first_frame_image": PNG, "last_frame_image": PNG, "subject_reference": [1] } }),
        json!({ "model": "video-e-text", "prompt": "tea", "size": "832*480", "duration": 5 }),
        json!({ "model": "video-e-image", "prompt": "tea", "input_reference": PNG, "size": "832*480", "duration": 5 }),
        json!({ "model": "video-e-reference", "prompt": "tea", "input_reference": PNG, "duration": 5 }),
        json!({ "model": "video-e-reference", "prompt": "tea", "metadata": { "input": { "media": [{ "url": PNG }, { "url": MP4 }] } } }),
        json!({ "model": "video-other-per-call", "prompt": "tea", "images": [PNG], "size": "large", "metadata": { "mood": "calm" } }),
    ]
}

/// Returns requests that only an assumption would refuse: the documents do not say that the gateway refuses them.
fn undecided() -> Vec<Value> {
    let multi = |metadata: Value| json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": metadata });
    let mixed = json!([{ "type": "image_url", "image_url": { "url": PNG } }, { "type": "video", "video": MP4, "role": "clip" }]);
    vec![
        json!({ "model": "video-a-image", "input_reference": PNG }),
        json!({ "model": "video-a-image", "prompt": "tea" }),
        json!({ "model": "video-a-edit", "prompt": "tea" }),
        // The limits of the full reference mode, in which every part has a role.
        json!({ "model": "video-b-2.5", "prompt": "tea", "images": vec![PNG; 31] }),
        json!({ "model": "video-b-2.0", "prompt": "tea", "images": [PNG], "seconds": "31" }),
        json!({ "model": "video-b-2.0", "prompt": "tea", "input_reference": PNG, "duration": 31 }),
        json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG, "size": "720*1280", "duration": 5 }),
        json!({ "model": "video-a-reference", "prompt": "tea" }),
        json!({ "model": "video-a-edit", "prompt": "tea", "video_url": MP4, "duration": 5 }),
        json!({ "model": "video-b-2.5", "prompt": "tea" }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "metadata": { "content": mixed } }),
        // A parameter of the provider, which the document does not list.
        json!({ "model": "video-b-2.5", "prompt": "tea", "metadata": { "content": first_frame(), "seed": 7 } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "seconds": "1", "metadata": { "content": first_frame() } }),
        json!({ "model": "video-c-standard", "prompt": "tea" }),
        json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280x720", "metadata": { "aspect_ratio": "1:1" } }),
        json!({ "model": "video-c-standard", "prompt": "tea", "metadata": { "image_tail": PNG } }),
        json!({ "model": "video-c-value", "prompt": "tea", "metadata": { "settings": { "duration": "5" } } }),
        multi(json!({ "aspect_ratio": "1:1" })),
        multi(json!({ "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG }] })),
        multi(json!({ "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG, "type": "end_frame" }] })),
        multi(
            json!({ "aspect_ratio": "1:1", "video_list": [{ "url": MP4, "refer_type": "feature" }], "sound": "auto" }),
        ),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "image": PNG, "metadata": { "ratio": "auto" } }),
        json!({ "model": "video-d-legacy-one", "prompt": "tea", "size": "768P" }),
        json!({ "model": "video-e-image", "prompt": "tea" }),
        json!({ "model": "video-e-reference", "prompt": "tea", "metadata": { "input": { "media": [PNG] } } }),
    ]
}

/// Returns a request of family B with a first frame.
fn first_frame() -> Value {
    json!([{ "type": "image_url", "image_url": { "url": PNG } }])
}

/// Returns requests that the gateway would drop, fold, bill otherwise or refuse.
fn bad() -> Vec<Value> {
    let multi = |metadata: Value| json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": metadata });
    let references = |count: usize| vec![PNG; count];
    let part = json!({ "type": "image_url", "image_url": { "url": PNG }, "role": "reference_image" });
    let parts = |count: usize| vec![part.clone(); count];
    vec![
        json!({ "model": "video-d-legacy-one", "prompt": "tea", "images": [PNG] }),
        json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG, "size": "832*480", "duration": 5 }),
        json!({ "model": "video-a-reference", "prompt": "tea", "images": references(9) }),
        json!({ "model": "video-a-reference", "prompt": "tea", "images": references(5), "video_url": MP4 }),
        json!({ "model": "video-a-reference", "prompt": "tea", "images": [PNG], "input_reference": PNG }),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "duration": 99, "metadata": { "ratio": "1:1" } }),
        json!({ "model": "video-d-native-audio", "prompt": "tea" }),
        json!({ "model": "video-d-native-audio", "prompt": "tea", "metadata": { "ratio": "adaptive" } }),
        multi(
            json!({ "mode": "std", "aspect_ratio": "1:1", "duration": "99", "video_list": [{ "video_url": MP4, "refer_type": "base" }] }),
        ),
        multi(
            json!({ "mode": "std", "aspect_ratio": "1:1", "video_list": [{ "video_url": MP4, "refer_type": "base" }] }),
        ),
        multi(json!({ "mode": "std", "aspect_ratio": "1:1", "duration": "99", "image_list": [{ "image_url": PNG }] })),
        multi(json!({ "mode": "std", "aspect_ratio": "1:1", "image_list": [{ "image_url": PNG, "type": "middle" }] })),
        multi(json!({ "mode": "std", "image_list": [{ "image_url": PNG }] })),
        json!({ "model": "video-a-text", "prompt": "tea", "size": "1280x720" }),
        json!({ "model": "video-a-image", "prompt": "tea", "input_reference": PNG, "size": "1280x720", "duration": 5 }),
        json!({ "model": "video-a-edit", "prompt": "tea", "video_url": MP4, "size": "480*832" }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "metadata": { "content": first_frame(), "ratio": "16:9" } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "seconds": "2", "metadata": { "content": first_frame() } }),
        json!({ "model": "video-b-2.0", "prompt": "tea" }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "metadata": { "content": parts(31) } }),
        json!({ "model": "video-b-2.5", "prompt": "tea", "seconds": "31", "metadata": { "content": parts(1) } }),
        json!({ "model": "video-b-2.0", "prompt": "tea", "duration": 31, "metadata": { "content": parts(1) } }),
        json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280*720" }),
        json!({ "model": "video-c-standard", "prompt": "tea", "size": "1280x720", "input_reference": PNG }),
        json!({ "model": "video-e-reference", "prompt": "tea", "images": [PNG] }),
    ]
}

mod slow {
    use std::collections::BTreeSet;
    use std::fs;
    use std::process::Command;

    use gatewright_tests::programs::{fine, python};
    use gatewright_tests::{generate_fine, sample_specs};

    use super::*;

    /// Python program that lists the schemas that accept each body.
    const TAKEN_BY: &str = "\
import json, sys
from jsonschema import Draft202012Validator
schemas, bodies = (json.load(open(it, encoding='utf-8')) for it in sys.argv[1:])
for body in bodies:
    print(json.dumps([it['title'] for it in schemas if Draft202012Validator(it).is_valid(body)]))
";

    #[test]
    fn a_validator_accepts_requests_of_the_client_and_refuses_lossy_ones() {
        let document = generate_fine(&sample_specs()).output;
        let document: Value = serde_json::from_str(document.get("openapi.json").expect("it is there")).expect("JSON");
        for path in ["/v1/videos", "/v1/video/generations"] {
            let schema = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
            let schemas = schema["anyOf"].as_array().expect("one for each variant");
            let (good, bad) = ([good(), undecided()].concat(), bad());
            let bodies: Vec<_> = good.iter().chain(&bad).collect();
            let folder = tempfile::TempDir::new().expect("a temporary folder");
            let write = |name: &str, value: &Value| {
                let path = folder.path().join(name);
                fs::write(&path, value.to_string()).expect("a temporary folder");
                path
            };
            let python = python("validators", "tests/requirements.txt").join("python");
            let (schemas_file, bodies_file) = (write("schemas", &json!(schemas)), write("bodies", &json!(bodies)));
            let said = fine(Command::new(python).args(["-c", TAKEN_BY]).arg(schemas_file).arg(bodies_file));
            let taken: Vec<Vec<String>> = said.lines().map(|it| serde_json::from_str(it).expect("a list")).collect();
            assert_eq!(taken.len(), bodies.len());
            for (body, by) in bodies.iter().zip(&taken) {
                assert_eq!(!by.is_empty(), good.contains(body), "{body} is taken by {by:?}");
            }
            let all: BTreeSet<_> = schemas.iter().filter_map(|it| it["title"].as_str()).collect();
            assert_eq!(
                taken.iter().flatten().map(String::as_str).collect::<BTreeSet<_>>(),
                all,
                "each has its example"
            );
        }
    }
}
