use sample_client::video::RatioOrAdaptive;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let _ = videos.d_native_audio_text(models::video::VIDEO_D_NATIVE_AUDIO, "tea", RatioOrAdaptive::Adaptive);
}
