//! The client sends the key to the configured origin only and shows it nowhere.

use std::sync::{Arc, Mutex};

use gatewright_mock::{Fault, FaultKind};
use proptest::prelude::*;
use sample_client::{Charge, Client, Error, HttpReply, HttpRequest, Transport, TransportFuture};
use serde_json::json;

use super::{client, gateway};

#[tokio::test]
async fn no_redirect_carries_the_key_away() {
    let (gateway, other) = (gateway().await, gateway().await);
    let port = other.base_url().rsplit(':').next().expect("a port").to_owned();
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        for scheme in ["http", "https"] {
            for status in [301, 302, 307, 308] {
                gateway.reset();
                let location = format!("{scheme}://{host}:{port}/v1/social/p1/trending");
                gateway.fault(Fault::new(FaultKind::Redirect { status, location }));
                let error = client(&gateway).p1().trending().send().await.expect_err("it is no data");
                let failed = error.failure().expect("it was sent");
                assert_eq!((failed.status, failed.charge), (Some(status), Charge::Unknown), "{error}");
                assert_eq!(gateway.journal().count, 1, "not even to the same host");
            }
        }
    }
    assert_eq!(other.journal().count, 0);
}

#[tokio::test]
async fn a_transport_that_prints_its_requests_does_not_print_the_key() {
    struct Printing(Arc<Mutex<String>>);

    impl Transport for Printing {
        fn send(&self, request: HttpRequest) -> TransportFuture {
            *self.0.lock().expect("no test panics") = format!("{request:?}");
            Box::pin(async { Ok(HttpReply::json(200, &json!({ "data": { "id": 1 } }))) })
        }
    }

    let printed = Arc::new(Mutex::default());
    let client = Client::builder("https://gateway.example", "a-canary-key").transport(Printing(printed.clone()));
    client.build().expect("valid").p1().trending().send().await.expect("data");
    let printed = printed.lock().expect("no test panics");
    assert!(printed.contains("authorization") && !printed.contains("canary"), "{printed}");
}

#[tokio::test]
async fn an_error_does_not_repeat_the_request() {
    let gateway = gateway().await;
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }));
    let lost = client(&gateway).p1().search("a-private-word").send().await.expect_err("the reply is lost");
    drop(gateway);
    // The port is bound without a listener, so that no other program can respond there.
    let taken = tokio::net::TcpSocket::new_v4().expect("a socket");
    taken.bind(([127, 0, 0, 1], 0).into()).expect("loopback");
    let unreachable = format!("http://{}", taken.local_addr().expect("it is bound"));
    let refused = Client::new(&unreachable, "key").expect("valid").p1().search("a-private-word");
    let refused = refused.settings(|it| it.max_attempts = 1).send().await.expect_err("nothing listens there");
    // `Debug` of a lost call contains the request on purpose; a request that was not sent is not needed.
    let said = [lost.to_string(), refused.to_string(), format!("{refused:?}")].concat();
    assert!(!said.contains("private"), "{said}");
}

#[tokio::test]
async fn a_file_is_fetched_without_the_key() {
    let (gateway, files) = (gateway().await, gateway().await);
    let client = client(&gateway);
    // The gateway's own origin gets no key either: the URL may come from anywhere.
    for host in [&files, &gateway] {
        let file = client.download(&format!("{}/files/a?signature=1", host.base_url())).await.expect("it is there");
        assert_eq!(file.raw, "a file\n");
        let asked = &host.journal().requests[0];
        assert!(!asked.authorized && asked.headers.iter().all(|(name, _)| name != "authorization"), "{asked:?}");
        assert_eq!(asked.query, "signature=1");
    }
    for wrong in ["http://files.example/a", "ftp://files.example/a", "files/a", "https://me@files.example/a"] {
        assert!(matches!(client.download(wrong).await, Err(Error::Request(_))), "{wrong}");
    }
    assert_eq!(client.spent(), Default::default());
}

/// Transport that returns one body with a status.
struct Canned(u16, String);

impl Transport for Canned {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let reply = HttpReply::new(self.0, Default::default(), self.1.clone());
        Box::pin(async { Ok(reply) })
    }
}

pub(super) fn canned(key: &str, status: u16, body: impl ToString) -> Client {
    let builder = Client::builder("https://gateway.example", key).settings(|it| it.max_attempts = 1);
    builder.transport(Canned(status, body.to_string())).build().expect("valid")
}

#[tokio::test]
async fn the_key_is_hidden_where_a_response_is_used_without_its_client() {
    const KEY: &str = "sk-Repeated/42+Key";
    let shown = |error: Error| format!("{error} {error:?} {:?}", error.failure());
    let data = canned(KEY, 200, json!({ "data": KEY })).p1().trending().send().await.expect("data").body;
    let wrong_type = shown(data.data_as::<u32>().expect_err("it is a text"));
    let reply = json!({ "choices": [{ "message": { "content": KEY } }] });
    let reply = canned(KEY, 200, reply).chat(sample_client::models::chat::CHAT_LARGE, "words").send().await;
    let no_json = shown(reply.expect("a reply").body.parse::<u32>().expect_err("it is a text"));
    let model = sample_client::models::video::VIDEO_A_TEXT;
    let task = canned(KEY, 200, json!({ "id": format!("t-{KEY}"), "status": "queued" }));
    let task = task.videos().a_text_to_video(model, "words").submit().await.expect("it is accepted");
    let handle = task.handle().clone();
    assert!(handle.id.contains(KEY), "the id stays usable");
    for shown in [wrong_type, no_json, format!("{task:?}"), format!("{handle:?}"), handle.to_string()] {
        assert!(shown.contains("key") && !shown.contains("Repeated"), "{shown}");
    }
}

proptest! {
    #[test]
    fn no_platform_name_leads_away_from_the_origin(platform in ".*", capability in ".*", key in ".*") {
        let client = Client::builder("https://gateway.example/base", "key").platform_key("p1", &key).transport(super::Script::of([])).build().expect("valid");
        for call in [client.social(&platform, &capability), client.social("p1", &capability)] {
            let Ok(request) = call.with("a", "b").request() else { continue };
            prop_assert_eq!(request.url.origin(), client.base_url().origin());
            prop_assert!(request.url.path().starts_with("/base/v1/social/"), "{}", request.url);
            prop_assert_eq!(request.url.path().matches('/').count(), 5, "{}", request.url);
        }
        if let Ok(request) = client.p1().trending().request() {
            prop_assert_eq!(request.url.origin(), client.base_url().origin());
        }
    }
}

#[test]
fn a_platform_name_that_is_a_parent_path_is_refused() {
    let client = Client::new("https://gateway.example", "key").expect("valid");
    for name in ["..", ".", ""] {
        assert!(matches!(client.social(name, "search").request(), Err(Error::Request(_))), "{name}");
    }
    for base in ["//evil.example", "https://gateway.example@evil.example", "https://"] {
        assert!(matches!(Client::new(base, "key"), Err(Error::Config(_))), "{base}");
    }
}
