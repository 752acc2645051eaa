//! Submits a video task and waits for it, or resumes the one that an earlier run has stored.
#![forbid(unsafe_code)]

use std::time::Duration;

use sample_client::video::{TaskHandle, WaitOutcome};
use sample_client::{Client, models};

#[tokio::main]
async fn main() -> sample_client::Result<()> {
    let client = Client::from_env()?;
    let kept = std::path::Path::new("handle.json");
    let task = match std::fs::read_to_string(kept) {
        Ok(text) => client.videos().resume(sample_client::serde_json::from_str::<TaskHandle>(&text).expect("a handle")),
        Err(_) => {
            let task = client.videos().a_text_to_video(models::video::VIDEO_A_TEXT, "tea").submit().await?;
            std::fs::write(kept, sample_client::serde_json::to_string(task.handle()).expect("JSON")).expect("a file");
            task
        }
    };
    println!("waiting");
    let pause = Duration::from_millis(50);
    match task.wait().poll_interval(pause, pause).await? {
        WaitOutcome::Done(video) => println!("saved {}", video.download("clip.mp4").await?.bytes),
        other => println!("{other:?}"),
    }
    Ok(())
}
