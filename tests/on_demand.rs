//! `mock`, `docs --serve` and `refresh`: in the binary of the tests, and built on demand as for a user.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, ExitStatus, Stdio};

use gatewright_tests::{root, sample_folder};

/// Running command and its printed lines.
struct Running {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Running {
    fn start(mut command: Command, args: &[&str]) -> Self {
        command.args(args).current_dir(root()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it can be started");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        match self.lines.next() {
            Some(line) => line.expect("text"),
            None => panic!("it ended early: {}", self.stderr()),
        }
    }

    fn stderr(&mut self) -> String {
        let mut text = String::new();
        self.child.stderr.take().expect("it is piped").read_to_string(&mut text).expect("text");
        text
    }

    /// Sends the signal of Ctrl-C. Returns the exit status and the standard error of the command.
    fn interrupt(mut self) -> (ExitStatus, String) {
        let sent = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status();
        assert!(sent.expect("kill is there").success());
        let stderr = self.stderr();
        (self.child.wait().expect("it ends"), stderr)
    }
}

/// Stops the command even if the test fails.
impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the mock as in the README, calls it with a client, and stops it.
fn mock_serves_a_program(command: Command) {
    let mut mock = Running::start(command, &["mock", "--sample"]);
    let mut value = |name: &str| {
        let line = mock.line();
        line.split_once('=').filter(|(key, _)| key.ends_with(name)).expect("a variable").1.trim_matches('"').to_owned()
    };
    let (base_url, key) = (value("GATEWAY_BASE_URL"), value("GATEWAY_API_KEY"));

    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let client = sample_client::Client::new(&base_url, &key).expect("valid");
    runtime.block_on(client.p1().search("find-nothing").send()).map(drop).expect_err("nothing is there");
    runtime.block_on(client.p1().search("tea").send()).expect("data");
    let learned = runtime.block_on(client.p3().search("tea").send()).expect("data").typed();
    assert!(format!("{learned:?}").contains("caption: Some"), "{learned:?}");
    let image = client.image(sample_client::models::image::IMAGE_4K, "a cup of tea");
    runtime.block_on(image.send()).expect("an image of unknown price");

    let (status, stderr) = mock.interrupt();
    let last = "stopped after 4 requests; charged: 3 calls: 2 for 0.04 USD, 1 with an unknown price";
    assert!(status.success() && stderr.contains(last), "{status} {stderr}");
}

/// Serves the docs site and reads a page of it.
fn docs_serve_pages(command: Command) {
    let out = tempfile::tempdir().expect("a temporary folder");
    let path = out.path().to_string_lossy().into_owned();
    let specs = sample_folder();
    let args = ["docs", "--serve", "--specs", &specs.path().to_string_lossy(), "--out", &path];
    let mut docs = Running::start(command, &args);
    let url = docs.line();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let get = |path: &str| runtime.block_on(reqwest::get(format!("{url}{path}"))).expect("loopback");
    let page = get("index.html");
    assert_eq!(page.status(), 200);
    let policy = page.headers()["content-security-policy"].to_str().expect("text").to_owned();
    let text = |page: reqwest::Response| runtime.block_on(page.text()).expect("text");
    let html = text(page);
    assert!(html.contains("</html>") && html.contains("src=\"/.reload.js\""), "{html}");
    let own = html
        .split_once("Content-Security-Policy\" content=\"")
        .and_then(|it| it.1.split_once('"'))
        .expect("a policy")
        .0;
    assert_eq!(policy, format!("{own}; frame-ancestors 'none'"), "the header is as strict as the page");
    assert_eq!(get("nowhere.html").status(), 404);
    // A changed spec is shown, and open pages reload.
    let before = text(get(".build"));
    let client = specs.path().join("client.toml");
    let changed = std::fs::read_to_string(&client).expect("a file").replace("version = \"", "version = \"9");
    std::fs::write(&client, changed).expect("a file");
    let is_rebuilt = |_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        text(get(".build")) != before
    };
    assert!((0..2_400).any(is_rebuilt), "the site is rebuilt");
    assert!(text(get("index.html")).contains("sample-client 9"), "the footer names the version");
}

fn in_one_binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_xtask-all"))
}

#[test]
fn the_mock_prints_its_url_serves_a_program_and_stops_cleanly() {
    mock_serves_a_program(in_one_binary());
}

#[test]
fn the_docs_server_serves_pages() {
    docs_serve_pages(in_one_binary());
}

mod full {
    use gatewright_tests::programs::cargo;
    use gatewright_tests::sample_gateway;

    use super::*;

    fn built_on_demand() -> Command {
        let mut command = cargo();
        command.arg("xtask");
        command
    }

    #[test]
    fn mock_docs_server_and_refresh_are_built_on_first_use() {
        mock_serves_a_program(built_on_demand());
        docs_serve_pages(built_on_demand());

        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let gateway = runtime.block_on(sample_gateway().start()).expect("loopback");
        let out = tempfile::tempdir().expect("a temporary folder");
        let (social, models, out) = (gateway.base_url(), gateway.models_url(), out.path().to_string_lossy());
        let specs = sample_folder();
        let args = ["refresh", "--dry-run", "--specs", &specs.path().to_string_lossy(), "--out", &out];
        let refresh = built_on_demand().args(args).args(["--social", &social, "--models", &models]).output();
        let refresh = refresh.expect("cargo can be started");
        let stderr = String::from_utf8_lossy(&refresh.stderr);
        assert!(refresh.status.success() && stderr.contains("nothing changed"), "{stderr}");
    }
}
