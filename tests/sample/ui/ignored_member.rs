//! The service ignores `video_url` when `video_id` is given, so that it cannot be added.

use sample_client::social::p15::PostTarget;

fn main() {
    let _ = PostTarget::video_id("a").and_video_url("b");
}
