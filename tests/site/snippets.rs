//! The snippets of pages get a response from the mock gateway, in every language. `tests/programs` executes those in Rust.

use super::{pages, site};

/// Returns the code blocks of a language in a Markdown page.
fn blocks<'a>(markdown: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let behind = markdown.split(fence.as_str()).skip(1);
    behind.map(|it| it.split("\n```").next().unwrap_or_default()).collect()
}

/// Returns the pages of endpoints and models, as Markdown.
fn called() -> impl Iterator<Item = (&'static str, &'static str)> {
    let has_calls = |path: &str| ["social/", "interfaces/", "models/"].iter().any(|it| path.starts_with(it));
    pages(site(), ".md").filter(move |it| has_calls(it.0))
}

/// Returns true if the endpoint of a page is paused, so that calls are refused.
fn is_paused(markdown: &str) -> bool {
    markdown.contains("Status: paused")
}

/// An example has the same languages everywhere, except for sessions, which are no plain requests.
#[test]
fn examples_exist_in_every_language() {
    let mut counts = [0; 3];
    for (path, text) in called().filter(|it| !blocks(it.1, "rust").is_empty()) {
        let is_session = text.contains(".connect()");
        for (count, language) in counts.iter_mut().zip(["sh", "python", "js"]) {
            let found = blocks(text, language);
            assert_eq!(found.is_empty(), is_session, "{path}: {language}");
            *count += found.len();
            // Code has no words that need a translation.
            let chinese = site().get(&format!("zh/{path}.md")).expect("a page");
            assert_eq!(blocks(chinese, language), found, "{path}: {language}");
        }
    }
    assert!(counts.iter().all(|it| *it > 140), "{counts:?}");
}

mod slow {
    use std::path::Path;
    use std::process::Command;

    use gatewright_mock::Gateway;
    use gatewright_tests::programs::{fine, npm, python};
    use gatewright_tests::root;
    use serde_json::{Value, json};
    use tempfile::TempDir;

    use super::{blocks, called, is_paused};

    /// Returns a folder with the files to upload.
    fn folder() -> TempDir {
        let folder = TempDir::new().expect("a temporary folder");
        for name in ["recording.mp3", "recording.wav"] {
            std::fs::write(folder.path().join(name), "sound").expect("a file");
        }
        folder
    }

    /// Runs the snippets of a language with a program, which prints the error of each.
    async fn run(language: &'static str, command: impl FnOnce(&Path) -> Command + Send + 'static) {
        let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
        let (base, key) = (gateway.base_url(), gateway.key().to_owned());
        let checked = tokio::task::spawn_blocking(move || {
            let folder = folder();
            let all: Vec<_> = called()
                .flat_map(|it| blocks(it.1, language).into_iter().map(move |code| (it.0, it.1, code)))
                .collect();
            let list: Value = all.iter().map(|(path, _, code)| json!([path, code])).collect();
            let file = folder.path().join("snippets.json");
            std::fs::write(&file, list.to_string()).expect("a file");
            let mut command = command(&file);
            command.current_dir(folder.path()).envs([("GATEWAY_BASE_URL", base), ("GATEWAY_API_KEY", key)]);
            let said = fine(&mut command);
            let errors: Vec<Value> = serde_json::from_str(said.lines().next().unwrap_or_default()).expect("JSON");
            assert_eq!(errors.len(), all.len(), "{said}");
            for ((path, text, code), error) in all.iter().zip(errors) {
                let expected = if is_paused(text) { json!(503) } else { Value::Null };
                assert_eq!(error, expected, "{path}\n{code}");
            }
            all.len()
        });
        let count = checked.await.expect("no panic");
        eprintln!("{language}: {count} snippets executed");
        assert!(count > 140, "{count}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_python_snippet_gets_a_response() {
        run("python", |file| {
            let mut command =
                Command::new(python("snippets-venv", "tests/site/snippets/requirements.txt").join("python"));
            command.arg(root().join("tests/site/snippets/run.py")).arg(file);
            command
        })
        .await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_javascript_snippet_gets_a_response() {
        run("js", |file| {
            let mut command = Command::new("node");
            let program = root().join("tests/site/snippets/run.mjs");
            // A module finds SDKs in a folder above its own.
            command.arg("--no-warnings").arg(program).arg(file).arg(npm("sdks-node", "tests/sdks/node"));
            command
        })
        .await;
    }

    /// Executes a curl command, and returns its status and response.
    fn curl(block: &str, folder: &Path, base: &str, key: &str, task: &str) -> (String, Value) {
        let status = " --silent --show-error --output answer --write-out '%{http_code}'";
        let command = block.replace(" --output speech.mp3", "").replacen("curl", &format!("curl{status}"), 1);
        let output = Command::new("bash")
            .args(["-c", command.trim_end_matches([' ', '\\', '\n'])])
            .current_dir(folder)
            .envs([("GATEWAY_BASE_URL", base), ("GATEWAY_API_KEY", key), ("TASK_ID", task), ("no_proxy", "127.0.0.1")])
            .output()
            .expect("bash can be started");
        let answer = std::fs::read(folder.join("answer")).unwrap_or_default();
        (String::from_utf8_lossy(&output.stdout).into_owned(), serde_json::from_slice(&answer).unwrap_or_default())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn every_curl_snippet_gets_a_response() {
        let gateway: Gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
        let (base, key) = (gateway.base_url(), gateway.key().to_owned());
        let answered = tokio::task::spawn_blocking(move || {
            let folder = folder();
            let (mut answered, mut task) = (0, String::new());
            for (path, text) in called() {
                for block in blocks(text, "sh") {
                    let (code, answer) = curl(block, folder.path(), &base, &key, &task);
                    let wanted = if is_paused(text) { "503" } else { "200" };
                    assert_eq!(code, wanted, "{path}\n{block}");
                    answered += 1;
                    // The next block polls the submitted task.
                    if let Some(id) = answer["task_id"].as_str() {
                        task = id.to_owned();
                    }
                }
            }
            answered
        });
        let count = answered.await.expect("no panic");
        eprintln!("curl: {count} snippets executed");
        assert!(count > 150, "{count}");
    }
}
