use sample_client::gateway::CStandardTextToVideoFraming;
use sample_client::video::Ratio;
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let framing = CStandardTextToVideoFraming::aspect_ratio(Ratio::SQUARE);
    let request = videos.c_standard_text_to_video(models::video::VIDEO_C_STANDARD, "tea", framing);
    let _ = request.input_reference("https://files.example/a.png");
}
