//! The mock gateway behaves as the documents say.

use sample_client::social::{p2, p7};
use sample_client::{Client, Error};

use super::{client, gateway};

/// Returns status and error code of a call with any parameters.
async fn call(client: &Client, platform: &str, capability: &str, params: &[(&str, &str)]) -> (u16, Option<String>) {
    let call = params
        .iter()
        .fold(client.social(platform, capability), |call, (name, value)| call.with((*name).to_owned(), *value));
    match call.settings(|it| it.max_attempts = 1).send().await {
        Ok(reply) => (reply.status, None),
        Err(error) => {
            let failure = error.failure().expect("it was answered");
            (failure.status.expect("it was answered"), failure.code.clone())
        }
    }
}

#[tokio::test]
async fn parameters_are_checked_as_the_documents_say() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let long = "x".repeat(3_000);
    let code = |code: &str| (400, Some(code.to_owned()));
    for (platform, capability, params, expected) in [
        ("p1", "search", &[("keyword", "tea")][..], (200, None)),
        ("p1", "search", &[], code("missing_parameter")),
        ("p1", "search", &[("keyword", "tea"), ("new", "1")], code("unknown_parameter")),
        ("p1", "search", &[("keyword", "tea"), ("cursor", "x")], (400, None)),
        ("p1", "search", &[("keyword", &long)], (200, None)),
        ("p7", "search", &[("keyword", &long)], (400, None)),
        ("p2", "post", &[], code("missing_parameter")),
        ("p2", "post", &[("note_id", "")], code("missing_parameter")),
        ("p2", "post", &[("share_text", "x")], (200, None)),
        ("p4", "user-posts", &[("uid", "1"), ("pn", "101")], (400, None)),
        ("p7", "search", &[("keyword", "")], (400, None)),
        ("p7", "user", &[("username", "u"), ("raw", "yes")], (400, None)),
        ("p1", "nothing", &[], (404, None)),
        ("p99", "search", &[], (404, None)),
        ("p1", "search", &[("keyword", "find-nothing")], (404, Some("social_data_no_result".into()))),
    ] {
        assert_eq!(call(&client, platform, capability, params).await, expected, "{platform}/{capability} {params:?}");
    }
    assert_eq!(gateway.ledger().charges.len(), 3, "only what returned data is charged");
}

#[tokio::test]
async fn a_parameter_given_twice_is_refused() {
    let gateway = gateway().await;
    let call = client(&gateway).p1().search("tea").request().expect("valid");
    let client = super::builder(&gateway)
        .before_attempt(move |request| {
            let twice = format!("{0}&{0}", call.url.query().unwrap_or_default());
            request.url.set_query(Some(&twice));
        })
        .build()
        .expect("valid");
    assert!(matches!(client.p1().search("tea").send().await, Err(Error::BadParameter(_))));
}

#[tokio::test]
async fn accounts_capacity_and_pauses() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let trending = || call(&client, "p1", "trending", &[]);

    gateway.set_topped_up(false);
    assert_eq!(trending().await, (403, Some("model_requires_topup".into())));
    gateway.set_topped_up(true);
    gateway.capacity(Some(1));
    assert_eq!(trending().await, (200, None));
    assert_eq!(trending().await, (429, Some("social_data_capacity_reached".into())));
    gateway.capacity(None);
    gateway.pause("/v1/social/p1/trending", true);
    assert_eq!(trending().await, (503, Some("social_data_unavailable".into())));
    gateway.pause("/v1/social/p1/trending", false);
    assert_eq!(trending().await, (200, None));
    assert_eq!(gateway.ledger().by_name()["social-p1-trending"], 2);
}

#[tokio::test]
async fn the_key_is_checked_and_kept_out_of_the_journal() {
    let gateway = gateway().await;
    let stranger = Client::new(&gateway.base_url(), "canary").expect("valid");
    let error = stranger.p1().trending().send().await.expect_err("it is another key");
    assert!(matches!(error, Error::Unauthorized(_)), "{error}");
    client(&gateway).p1().trending().send().await.expect("the right one");
    let journal = gateway.journal();
    let authorized: Vec<_> = journal.requests.iter().map(|it| it.authorized).collect();
    assert_eq!(authorized, [false, true]);
    assert!(!format!("{journal:?}").contains("canary"));
}

#[tokio::test]
async fn the_mock_is_controlled_over_http() {
    let gateway = gateway().await;
    let client = client(&gateway);
    client.p2().post(p2::PostTarget::note_id("1")).send().await.expect("data");
    client.p7().post(p7::PostTarget::object_id("1")).send().await.expect("data");

    // Read over HTTP, as another program does.
    let ledger = fetch(&gateway, "GET", "/_mock/ledger", "").await;
    assert!(ledger.contains(r#""total_usd":"0.04""#) && ledger.contains("social-p7-post"), "{ledger}");
    let journal = fetch(&gateway, "GET", "/_mock/journal", "").await;
    assert!(journal.contains(r#""count":2"#) && journal.contains("note_id=1"), "{journal}");
    fetch(&gateway, "POST", "/_mock/faults", r#"{"fault":"status","status":400,"times":1}"#).await;
    assert!(matches!(client.p1().trending().send().await, Err(Error::BadParameter(_))));
    assert!(client.p1().trending().send().await.is_ok(), "it struck once");
    let refused = fetch(&gateway, "POST", "/_mock/faults", r#"{"fault":"no such thing"}"#).await;
    assert!(refused.contains("no such thing"), "{refused}");
}

/// Sends a hand-written request and returns the complete response.
async fn fetch(gateway: &gatewright_mock::Gateway, method: &str, path: &str, body: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address = gateway.base_url().replace("http://", "");
    let mut stream = tokio::net::TcpStream::connect(&address).await.expect("it listens");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it reads");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.expect("it answers text");
    reply
}

#[tokio::test]
async fn unknown_input_of_the_control_endpoints_is_refused() {
    let gateway = gateway().await;
    let http = reqwest::Client::new();
    for (method, path, body) in [
        ("POST", "faults", r#"{"fault": "status", "status": 502, "tims": 1}"#),
        ("POST", "faults", r#"{"fault": "status", "status": 99}"#),
        ("POST", "faults", r#"{"fault": "status", "status": 502, "times": 0}"#),
        ("POST", "faults", r#"{"fault": "oversize", "bytes": 100000000000000000}"#),
        ("POST", "faults", r#"{"fault": "redirect", "status": 302, "location": "a\nb"}"#),
        ("POST", "faults", r#"{"fault": "meteor"}"#),
        ("POST", "faults", "{"),
        ("PUT", "paused", r#"{"path": "/v1/social/p1/nothing", "paused": true}"#),
        ("PUT", "account", r#"{"topped": false}"#),
    ] {
        let method = method.parse().expect("a method");
        let reply = http.request(method, format!("{}/_mock/{path}", gateway.base_url())).body(body).send().await;
        let reply = reply.expect("it answers");
        assert_eq!(reply.status(), 400, "{body}");
        assert!(reply.text().await.expect("text").contains("message"), "{body}");
    }
    client(&gateway).p1().trending().send().await.expect("nothing of it was done");
}

#[tokio::test]
async fn no_number_of_a_page_is_too_large() {
    let gateway = gateway().await;
    let ended = client(&gateway).p2().search("tea").page(i64::MAX).send().await;
    assert!(matches!(ended, Err(Error::NoResult(_))), "{ended:?}");
}

/// Every path is checked: a page that has found the key could also spend, and fill the ledger.
#[tokio::test]
async fn a_web_page_cannot_drive_the_mock() {
    let gateway = gateway().await;
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    let own = gateway.base_url();
    let rebound = own.replace("http://127.0.0.1", "rebound.example");
    let rebound_origin = format!("http://{rebound}");
    let cases: [(&[(&str, &str)], bool); 9] = [
        (&[("accept", "*/*")], true),
        (&[("origin", &own)], true),
        (&[("origin", "https://evil.example")], false),
        (&[("origin", "http://127.0.0.1:1")], false),
        (&[("origin", "null")], false),
        (&[("origin", &own), ("origin", "https://evil.example")], false),
        (&[("host", "evil.example")], false),
        (&[("host", &rebound)], false),
        (&[("host", &rebound), ("origin", &rebound_origin)], false),
    ];
    for (headers, allowed) in cases {
        for (method, path, status) in [
            ("POST", "/_mock/reset", 204),
            ("GET", "/v1/social/p1/trending", 200),
            ("POST", "/v1/chat/completions", 400),
            ("GET", "/v1/realtime", 400),
            ("GET", "/api/social/catalog", 200),
            ("GET", "/elsewhere", 404),
        ] {
            let request =
                http.request(method.parse().expect("a method"), format!("{own}{path}")).bearer_auth("mock-key");
            let request = headers.iter().fold(request, |it, (name, value)| it.header(*name, *value));
            let status = if allowed { status } else { 403 };
            let reply = request.send().await.expect("an answer").status().as_u16();
            assert_eq!(reply, status, "{headers:?}: {path}");
        }
    }
    assert_eq!(gateway.ledger().charges.len(), 1, "only for the allowed request since the last reset");
}
