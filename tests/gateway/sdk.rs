//! The official SDKs of the two formats, pointed at the mock gateway: what they complete, a gateway would serve.

mod slow {
    use std::path::Path;
    use std::process::{Command, Output};

    use gatewright_tests::root;

    fn run(program: &Path, args: &[&str], environment: &[(&str, &str)]) -> Output {
        let mut command = Command::new(program);
        command.args(args).envs(environment.iter().copied());
        // A proxy of the machine has no business between two programs on it.
        for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            if environment.iter().any(|(given, _)| *given == "BASE_URL") {
                command.env_remove(name);
            }
        }
        command.output().unwrap_or_else(|error| panic!("{} cannot be started: {error}", program.display()))
    }

    fn fine(output: &Output) -> String {
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{out}\n{err}");
        out.into_owned()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_official_sdks_hold_their_conversations() {
        let gateway = super::super::gateway().await;
        let venv = root().join("target/sdk-venv");
        let python = venv.join("bin/python");
        if !venv.join("installed").exists() {
            fine(&run(Path::new("python3"), &["-m", "venv", "--clear", &venv.to_string_lossy()], &[]));
            let requirements = root().join("tests/gateway/requirements.txt");
            let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
            fine(&run(&python, &[&install[..], &[&requirements.to_string_lossy()]].concat(), &[]));
            std::fs::write(venv.join("installed"), "").expect("it can be written");
        }
        let script = root().join("tests/gateway/conversations.py");
        let (base_url, key) = (gateway.base_url(), gateway.key().to_owned());
        let said = tokio::task::spawn_blocking(move || {
            fine(&run(&python, &[&script.to_string_lossy()], &[("BASE_URL", &base_url), ("API_KEY", &key)]))
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
