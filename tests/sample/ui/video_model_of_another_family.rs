use sample_client::gateway::CStandardTextToVideoFraming;
use sample_client::video::Ratio;
use sample_client::{Client, models};

fn main() {
    let client = Client::new("https://gateway.example", "key").unwrap();
    let framing = CStandardTextToVideoFraming::aspect_ratio(Ratio::SQUARE);
    let _ = client.videos().c_standard_text_to_video(models::video::VIDEO_A_TEXT, "tea", framing);
}
