//! Rust examples of the docs site.

use super::{program, run};

/// Each example of an endpoint or a model gets its response from the mock.
#[tokio::test(flavor = "multi_thread")]
async fn every_rust_example_gets_a_response() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    for name in ["recording.mp3", "recording.wav"] {
        std::fs::write(folder.path().join(name), "sound").expect("a file");
    }
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let mut command = program(env!("CARGO_BIN_EXE_page_examples"), &gateway);
    command.current_dir(folder.path());
    let printed = run(command).await;
    let failed: Vec<_> = printed.lines().filter(|it| it.starts_with("failed: ")).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    eprintln!("rust: {} executed", printed.lines().last().unwrap_or_default());
}
