//! The curl snippets of pages and guides get a response. `tests/programs` compiles the Rust snippets.

use super::{pages, site};

/// Returns the code blocks of a language in a Markdown page.
fn blocks<'a>(markdown: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let behind = markdown.split(fence.as_str()).skip(1);
    behind.map(|it| it.split("\n```").next().unwrap_or_default()).collect()
}

mod slow {
    use std::process::Command;

    use super::{blocks, pages, site};

    #[tokio::test(flavor = "multi_thread")]
    async fn every_curl_snippet_gets_a_response() {
        let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
        let (base, key) = (gateway.base_url(), gateway.key().to_owned());
        let folder = tempfile::TempDir::new().expect("a temporary folder");
        std::fs::write(folder.path().join("recording.mp3"), "sound").expect("a file");
        let answered = tokio::task::spawn_blocking(move || {
            let site = site();
            let (mut answered, mut task) = (0, String::new());
            for (path, text) in
                pages(site, ".md").filter(|it| it.0.starts_with("social/") || it.0.starts_with("interfaces/"))
            {
                for block in blocks(text, "sh") {
                    let status = " --silent --show-error --output answer --write-out '%{http_code}'";
                    let command =
                        block.replace(" --output speech.mp3", "").replacen("curl", &format!("curl{status}"), 1);
                    let output = Command::new("bash")
                        .args(["-c", command.trim_end_matches([' ', '\\', '\n'])])
                        .current_dir(folder.path())
                        .envs([("GATEWAY_BASE_URL", &base), ("GATEWAY_API_KEY", &key)])
                        .envs([("TASK_ID", task.as_str()), ("no_proxy", "127.0.0.1")])
                        .output()
                        .expect("bash can be started");
                    let code = String::from_utf8_lossy(&output.stdout).into_owned();
                    let wanted = if text.contains("Status: paused") { "503" } else { "200" };
                    assert_eq!(code, wanted, "{path}\n{command}\n{}", String::from_utf8_lossy(&output.stderr));
                    answered += 1;
                    // The next block polls the submitted task.
                    let answer = std::fs::read(folder.path().join("answer")).unwrap_or_default();
                    let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap_or_default();
                    if let Some(id) = answer["task_id"].as_str() {
                        task = id.to_owned();
                    }
                }
            }
            answered
        });
        assert!(answered.await.expect("no panic") > 150);
    }
}
