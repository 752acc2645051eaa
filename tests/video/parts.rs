//! Parts of references in requests of family B.

use serde_json::{Value, json};

use super::traps::{PNG, refused, runs};

/// Returns a request of family B with parts.
pub(super) fn with_parts(model: &str, parts: Value) -> Value {
    json!({ "model": model, "prompt": "tea", "metadata": { "content": parts, "ratio": "16:9" } })
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_the_document_allows_are_accepted() {
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
    // Parts with another type name, or more of them than the limit of videos: the mock cannot know their kind.
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
        (with_parts("video-b-2.0", json!([recording])), "expected at least 1 of image, video, found 0"),
        (with_parts("video-b-2.0", json!(vec![picture; 31])), "expected at most 30 of image, found 31"),
        (with_parts("video-b-2.0", json!(vec![bare])), "`metadata.content[].image_url.url` is required"),
        (multi(json!({ "url": PNG })), "`metadata.image_list[].image_url` is required"),
    ] {
        let said = refused(body).await;
        assert!(said.contains(words), "{said}");
    }
}
