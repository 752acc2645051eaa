use sample_client::gateway::B20FirstFrameArgs;
use sample_client::video::Ratio;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let args = B20FirstFrameArgs { prompt: "tea".into(), first_frame: "https://files.example/a.png".into() };
    let _ = videos.b20_first_frame(models::video::VIDEO_B_2_0, args).ratio(Ratio::LANDSCAPE);
}
