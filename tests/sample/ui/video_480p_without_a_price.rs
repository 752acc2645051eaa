use sample_client::gateway::{AImageToVideoArgs, AReferenceToVideoReferences, AVideoEditArgs};
use sample_client::video::{Seconds, Size};
use sample_client::{Client, models};

fn main() {
    let videos = Client::new("https://gateway.example", "key").unwrap().videos();
    let (first_frame, source) = ("https://files.example/a.png".into(), "https://files.example/a.mp4".into());
    let args = AImageToVideoArgs { prompt: "tea".into(), first_frame, size: Size::P480, duration: Seconds::of::<5>() };
    let _ = videos.a_image_to_video(models::video::VIDEO_A_IMAGE, args);
    let references = AReferenceToVideoReferences::image("https://files.example/a.png");
    let _ = videos.a_reference_to_video(models::video::VIDEO_A_REFERENCE, "tea", references).size(Size::P480);
    let args = AVideoEditArgs { prompt: "tea".into(), source };
    let _ = videos.a_video_edit(models::video::VIDEO_A_EDIT, args).size(Size::P480);
}
