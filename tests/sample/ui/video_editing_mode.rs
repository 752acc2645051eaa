use sample_client::gateway::{CMultiImageMode, CMultiImageReferences};
use sample_client::video::Ratio;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let references = CMultiImageReferences::video("https://files.example/a.mp4").refer_type("base");
    let (model, mode) = (models::video::VIDEO_C_MULTI_IMAGE, CMultiImageMode::Std);
    let _ = videos.c_multi_image(model, "tea", Ratio::SQUARE, mode, references);
}
