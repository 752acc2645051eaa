use sample_client::gateway::B25FirstFrameArgs;
use sample_client::video::Ratio;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let args = B25FirstFrameArgs { prompt: "tea".into(), first_frame: "https://files.example/a.png".into() };
    let _ = videos.b25_first_frame(models::video::VIDEO_B_2_5, args).ratio(Ratio::LANDSCAPE);
}
