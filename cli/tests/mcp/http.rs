//! HTTP transport: token, origin and host.

use gatewright_client::reqwest::{Method, Response, StatusCode};
use serde_json::json;

use super::server::{HttpServer, block_on, http_client};
use crate::support::{Home, run};

/// Sends a request to a server, as a program with a token would, with other headers.
async fn send(server: &HttpServer, token: Option<&str>, headers: &[(&str, &str)]) -> Response {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        },
    });
    let request = http_client().request(Method::POST, &server.url).body(body.to_string());
    let request = request.header("content-type", "application/json");
    let request = request.header("accept", "application/json, text/event-stream");
    let request = token.iter().fold(request, |request, it| request.bearer_auth(it));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    request.send().await.expect("a response")
}

#[test]
fn only_programs_with_the_token_are_served() {
    let home = Home::new();
    block_on(async {
        let server = HttpServer::start(&home, &[]);
        assert_eq!(send(&server, Some(&server.token), &[]).await.status(), StatusCode::OK);
        for wrong in [None, Some(""), Some("wrong"), Some(&server.token[1..])] {
            let refused = send(&server, wrong, &[]).await;
            assert_eq!(refused.status(), StatusCode::UNAUTHORIZED, "{wrong:?}");
            assert_eq!(refused.headers()["www-authenticate"], "Bearer");
        }
    });
}

#[test]
fn a_foreign_origin_or_host_is_refused() {
    let home = Home::new();
    block_on(async {
        let server = HttpServer::start(&home, &["--allow-origin", "https://app.example:443"]);
        let status = async |headers: &[(&str, &str)]| send(&server, Some(&server.token), headers).await.status();
        for origin in ["https://evil.example", "http://127.0.0.1:1", "http://localhost", "null"] {
            assert_eq!(status(&[("origin", origin)]).await, StatusCode::FORBIDDEN, "{origin}");
        }
        assert_eq!(status(&[("origin", "https://app.example")]).await, StatusCode::OK);
        let own = server.url.trim_end_matches("/mcp");
        assert_eq!(status(&[("origin", own)]).await, StatusCode::OK, "{own}");
        assert_eq!(status(&[("host", "evil.example")]).await, StatusCode::FORBIDDEN);
        let server = HttpServer::start(&home, &[]);
        let refused = send(&server, Some(&server.token), &[("origin", "http://127.0.0.1")]).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    });
}

#[test]
fn only_addresses_of_this_machine_and_long_tokens_are_accepted() {
    let home = Home::new();
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:8931"] {
        let refused = home.gw(&["mcp", "--http", address]);
        assert!(refused.code == 2 && refused.err.contains("other machines"), "{}", refused.err);
    }
    let mut command = home.command(crate::support::GW);
    let refused = run(command.args(["mcp", "--http", "127.0.0.1:0"]).env("GW_MCP_TOKEN", "short"));
    assert!(refused.code == 1 && refused.err.contains("16 random characters"), "{}", refused.err);
}
