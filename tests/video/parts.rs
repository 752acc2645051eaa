//! Parts of references, as requests of family B spell them.

use serde_json::{Value, json};

use super::traps::{PNG, refused, runs};

/// A request of family B with parts.
pub(super) fn with_parts(model: &str, parts: Value) -> Value {
    json!({ "model": model, "prompt": "tea", "metadata": { "content": parts, "ratio": "16:9" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_are_spelled_as_the_document_does_not_forbid() {
    let picture = json!({ "type": "image_url", "image_url": { "url": PNG }, "role": "my_role" });
    let with_more =
        json!({ "type": "image_url", "image_url": { "url": PNG, "detail": "high" }, "role": "r", "name": "x" });
    let clip = json!({ "type": "video", "video": { "url": PNG }, "role": "reference" });
    let recording = json!({ "type": "audio_url", "audio_url": { "url": PNG }, "role": "voice" });
    for parts in [json!([picture]), json!([with_more]), json!([clip]), json!([picture, clip, recording])] {
        for model in ["video-b-2.5", "video-b-2.0"] {
            runs(with_parts(model, parts.clone())).await;
        }
    }
    // Recordings by another name, or more of something than there can be of clips: nobody can tell which it is.
    runs(with_parts("video-b-2.0", json!(vec![clip; 20]))).await;
    let clip = json!({ "url": PNG, "refer_type": "feature" });
    let metadata = json!({ "mode": "std", "aspect_ratio": "1:1", "video_list": [clip] });
    runs(json!({ "model": "video-c-multi-image", "metadata": metadata })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_the_document_forbids_are_refused_by_name() {
    let recording = json!({ "type": "audio_url", "audio_url": { "url": PNG }, "role": "voice" });
    let picture = json!({ "type": "image_url", "image_url": { "url": PNG }, "role": "my_role", "name": "x" });
    let bare = json!({ "type": "image_url", "image_url": PNG, "role": "reference_image" });
    let multi = |item: Value| {
        let metadata = json!({ "mode": "std", "aspect_ratio": "1:1", "image_list": [item] });
        json!({ "model": "video-c-multi-image", "prompt": "tea", "metadata": metadata })
    };
    for (body, words) in [
        (with_parts("video-b-2.0", json!([recording])), "0 of image, video, where at least 1 must be"),
        (with_parts("video-b-2.0", json!(vec![picture; 31])), "31 of image, where at most 30 can be"),
        (with_parts("video-b-2.0", json!(vec![bare])), "`metadata.content[].image_url.url` is required"),
        (multi(json!({ "url": PNG })), "`metadata.image_list[].image_url` is required"),
    ] {
        let said = refused(body).await;
        assert!(said.contains(words), "{said}");
    }
}
