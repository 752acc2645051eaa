//! Runs the Rust examples of the docs site, and prints the errors of each that failed and, at the end, their number.
#![forbid(unsafe_code)]

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// Starts an example.
type Example = fn() -> Pin<Box<dyn Future<Output = sample_client::Result<()>>>>;

/// Limit for one example.
const LIMIT: Duration = Duration::from_secs(120);

/// Time for the example of a session, which reads frames until the session is closed.
const SESSION: Duration = Duration::from_secs(10);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let tasks = tokio::task::LocalSet::new();
    // Tasks wait between polls: all examples run at the same time.
    let limit = |is_session: bool| if is_session { SESSION } else { LIMIT };
    let all: Vec<_> =
        EXAMPLES.iter().map(|it| (it, tasks.spawn_local(tokio::time::timeout(limit(it.2), (it.3)())))).collect();
    tasks.await;
    for ((page, is_paused, is_session, _), result) in all {
        let outcome = match result.await {
            Ok(Ok(Ok(()))) => None,
            Ok(Ok(Err(sample_client::Error::Paused(_)))) if *is_paused => None,
            Ok(Ok(Err(error))) => Some(error.to_string()),
            // No error until then: it was connected, and the frame was sent.
            Ok(Err(_)) if *is_session => None,
            Ok(Err(_)) => Some("no end".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(error) = outcome {
            println!("failed: {page}: {error}");
        }
    }
    println!("{} examples", EXAMPLES.len());
}
