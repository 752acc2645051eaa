use sample_client::gateway::AReferenceToVideoReferences;
use sample_client::video::VideoUrl;

fn main() {
    let _ = AReferenceToVideoReferences::image(VideoUrl::from("https://files.example/a.mp4"));
}
