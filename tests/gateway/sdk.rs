//! The official SDKs of the two formats against the mock gateway.

mod slow {
    use std::process::Command;

    use gatewright_tests::programs::{fine, python};
    use gatewright_tests::root;

    #[tokio::test(flavor = "multi_thread")]
    async fn the_official_sdks_complete_their_conversations() {
        let gateway = super::super::gateway().await;
        let python = python("sdk-venv", "tests/gateway/requirements.txt").join("python");
        let script = root().join("tests/gateway/conversations.py");
        let (base_url, key) = (gateway.base_url(), gateway.key().to_owned());
        let said = tokio::task::spawn_blocking(move || {
            fine(Command::new(python).arg(script).env("BASE_URL", base_url).env("API_KEY", key))
        });
        let said = said.await.expect("no panic");
        for conversation in [
            "chat",
            "chat streamed",
            "chat tools",
            "responses",
            "responses streamed",
            "images",
            "image edit",
            "speech",
            "transcription",
            "translation",
            "messages",
            "messages streamed",
            "messages tools",
        ] {
            assert!(said.lines().any(|it| it == format!("{conversation}: fine")), "{conversation} is missing:\n{said}");
        }
        assert_eq!(gateway.ledger().charges.len() as u64, gateway.journal().count, "each was answered and charged");
    }
}
