use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let _ = videos.d_legacy(models::video::VIDEO_D_LEGACY_ONE, "tea").image("https://files.example/a.png");
    let _ = videos.d_legacy(models::video::VIDEO_D_LEGACY_ONE, "tea").input_reference("https://files.example/a.png");
    let _ = videos.d_legacy(models::video::VIDEO_D_LEGACY_ONE, "tea").images("https://files.example/a.png");
}
