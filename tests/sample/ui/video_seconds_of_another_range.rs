//! Seconds that were checked for another request, which has two of them, are not those of a first frame.

use sample_client::gateway::B25FirstFrameArgs;
use sample_client::video::Seconds;
use sample_client::{Client, models};

const TWO: Seconds<1, 30> = Seconds::of::<2>();

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let args = B25FirstFrameArgs { prompt: "tea".into(), first_frame: "https://files.example/a.png".into() };
    let _ = videos.b25_first_frame(models::video::VIDEO_B_2_5, args).duration(TWO);
}
