//! Makes the call that its argument names, and prints the growth of its memory and the outcome of the call.
#![forbid(unsafe_code)]

use std::time::Duration;

use sample_client::gateway::SpeechArgs;
use sample_client::{Client, models};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let client = Client::from_env().expect("the environment names a gateway");
    let call = std::env::args().nth(1).expect("the name of a call");
    // Loads the code, which counts as memory, too; its outcome does not matter.
    let _ = client.p1().trending().send().await;
    let before = peak();
    let outcome = run(&client, &call).await;
    println!("{}\t{outcome}", peak() - before);
}

async fn run(client: &Client, call: &str) -> String {
    match call {
        "search" => {
            // The gateway has to compress the body first.
            let search = client.p1().search("tea").settings(|it| it.head_timeout = Duration::from_secs(300));
            search.send().await.map_or_else(|error| error.to_string(), |it| it.data.to_string())
        }
        "speech" => {
            let args = SpeechArgs { input: "tea".into(), voice: "one".into() };
            let speech = client.speech(models::speech::SPEECH_STANDARD, args).send().await.expect("it begins");
            format!("{} bytes", speech.bytes().await.expect("it arrives").len())
        }
        _ => panic!("search or speech, not {call}"),
    }
}

/// The most memory that this process has held so far, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find(|it| it.starts_with("VmHWM:")).expect("Linux has it");
    line.split_whitespace().nth(1).expect("a number").parse::<usize>().expect("a number") * 1024
}
