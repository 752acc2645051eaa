//! Servers as child processes, and clients of them.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::Once;

use gatewright_client::reqwest;
use rmcp::model::{CallToolRequestParams, ClientConfig, ProtocolVersion};
use rmcp::service::RunningService;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use rmcp::{ClientLifecycleMode, ClientServiceExt as _, RoleClient};
use serde_json::{Value, json};

use crate::support::{GW, Home};

/// Runs a test. The gateway has a runtime of its own, so it is started and stopped outside of this one.
pub(super) fn block_on(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("threads").block_on(test);
}

/// Arguments of a call that costs 0.02 USD.
pub(super) fn post() -> Value {
    json!({ "operation": "p2_post", "arguments": { "note_id": "64a1f0c2000000001203a5b7" } })
}

/// Connected client.
pub(super) struct Agent {
    pub(super) client: RunningService<RoleClient, ClientConfig>,
    /// Process id of a server on the standard input and output.
    pub(super) process: Option<u32>,
}

/// Version of the protocol that a client uses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Version {
    /// With a handshake.
    Handshake,
    /// The newest one, without a handshake.
    Newest,
}

impl Version {
    pub(super) const ALL: [Self; 2] = [Self::Handshake, Self::Newest];

    fn lifecycle(self) -> ClientLifecycleMode {
        match self {
            Self::Handshake => ClientLifecycleMode::Initialize,
            Self::Newest => ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::LATEST] },
        }
    }
}

/// Result of a tool.
#[derive(Debug)]
pub(super) struct ToolResult {
    pub(super) is_error: bool,
    pub(super) content: Value,
    pub(super) text: String,
}

impl Agent {
    /// Starts a server on the standard input and output.
    pub(super) async fn start(home: &Home, arguments: &[&str], version: Version) -> Self {
        let mut command = home.command(GW);
        command.arg("mcp").args(arguments);
        let builder = TokioChildProcess::builder(tokio::process::Command::from(command));
        let (transport, _) = builder.stderr(Stdio::null()).spawn().expect("the program starts");
        let process = transport.id();
        let client = ClientConfig::default().serve_with_lifecycle(transport, version.lifecycle()).await;
        Self { client: client.expect("a connection"), process }
    }

    /// Connects to a server over HTTP.
    pub(super) async fn connect(server: &HttpServer, version: Version) -> Self {
        let config = StreamableHttpClientTransportConfig::with_uri(server.url.as_str()).auth_header(&server.token);
        let transport = StreamableHttpClientTransport::with_client(http_client(), config);
        let client = ClientConfig::default().serve_with_lifecycle(transport, version.lifecycle()).await;
        Self { client: client.expect("a connection"), process: None }
    }

    /// Calls a tool, whose result always has the money of the session.
    pub(super) async fn call(&self, tool: &'static str, arguments: Value) -> ToolResult {
        let arguments = arguments.as_object().expect("an object").clone();
        let request = CallToolRequestParams::new(tool).with_arguments(arguments);
        let result = self.client.call_tool(request).await.unwrap_or_else(|error| panic!("{tool}: {error}"));
        let content = result.structured_content.unwrap_or_default();
        let text = result.content[0].as_text().expect("text").text.clone();
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), content);
        for name in ["charge", "price_usd", "remaining_usd"] {
            assert!(content.get(name).is_some(), "{tool} has {name}: {content}");
        }
        ToolResult { is_error: result.is_error == Some(true), content, text }
    }

    /// Ends the connection, and with it a server on the standard input and output.
    pub(super) async fn stop(self) {
        self.client.cancel().await.expect("it ends");
    }
}

/// Server over HTTP.
pub(super) struct HttpServer {
    child: Child,
    pub(super) url: String,
    pub(super) token: String,
}

impl HttpServer {
    pub(super) fn start(home: &Home, arguments: &[&str]) -> Self {
        let mut command = home.command(GW);
        command.args(["mcp", "--http", "127.0.0.1:0"]).args(arguments).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let mut next = |start: &str| {
            let line = lines.next().expect("a line").expect("text");
            line.strip_prefix(start).unwrap_or_else(|| panic!("{line}")).to_owned()
        };
        let (url, token) = (next("listening on "), next("bearer token: "));
        Self { child, url, token }
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates an HTTP client that ignores the proxy of the environment.
pub(super) fn http_client() -> reqwest::Client {
    static TLS: Once = Once::new();
    // A client cannot be created without it, also if it uses no TLS.
    TLS.call_once(|| drop(gatewright_client::rustls::crypto::ring::default_provider().install_default()));
    reqwest::Client::builder().no_proxy().build().expect("a client")
}
