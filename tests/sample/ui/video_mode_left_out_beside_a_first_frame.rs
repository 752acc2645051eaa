use sample_client::gateway::CMultiImageFirstFrameArgs;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let args = CMultiImageFirstFrameArgs { first_frame: "https://files.example/a.png".into(), prompt: "tea".into() };
    let _ = videos.c_multi_image_first_frame(models::video::VIDEO_C_MULTI_IMAGE, args);
}
