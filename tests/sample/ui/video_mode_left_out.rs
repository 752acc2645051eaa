use sample_client::gateway::CMultiImageReferences;
use sample_client::video::Ratio;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let references = CMultiImageReferences::image("https://files.example/a.png");
    let _ = videos.c_multi_image(models::video::VIDEO_C_MULTI_IMAGE, "tea", Ratio::SQUARE, references);
}
