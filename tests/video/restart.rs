//! A program that is killed while it waits: another one finds the task again.

mod slow {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    use gatewright_tests::{Scratch, sample_dependency};

    use super::super::gateway;

    const PROGRAM: &str = r#"
use std::time::Duration;

use sample_client::video::{TaskHandle, Waited};
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
    match task.wait().every(pause, pause).await? {
        Waited::Done(video) => println!("saved {}", video.download("clip.mp4").await?.bytes),
        other => println!("{other:?}"),
    }
    Ok(())
}
"#;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_killed_program_loses_nothing() {
        let gateway = gateway().await;
        gateway.tasks(|it| it.takes = None);
        let dependencies = format!(
            "{}\ntokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}",
            sample_dependency("")
        );
        let scratch = Scratch::with_manifest("restart", &dependencies);
        scratch.write("src/main.rs", PROGRAM);
        scratch.cargo_fine(&["build", "--quiet"]);
        let start = || {
            let mut command = Command::new(gatewright_tests::root().join("target/debug/restart"));
            command.current_dir(scratch.folder()).stdout(Stdio::piped()).env("no_proxy", "127.0.0.1");
            command.env("GATEWAY_BASE_URL", gateway.base_url()).env("GATEWAY_API_KEY", gateway.key());
            command.spawn().expect("it can be started")
        };
        let mut first = start();
        let mut lines = BufReader::new(first.stdout.take().expect("it is piped")).lines();
        assert_eq!(lines.next().expect("a line").expect("text"), "waiting");
        first.kill().expect("it runs");
        first.wait().expect("it ended");
        gateway.end_tasks();
        let said = start().wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&said.stdout), "waiting\nsaved 100000\n");
        assert_eq!(std::fs::read(scratch.folder().join("clip.mp4")).expect("it is there"), gateway.video_file());
        let ledger = gateway.ledger();
        assert_eq!((ledger.charges.len(), ledger.refunds.len()), (1, 0), "paid once");
    }
}
