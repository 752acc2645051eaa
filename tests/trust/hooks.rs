//! Hooks, transports and HTTP settings of a caller.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatewright_mock::Fault;
use sample_client::{Client, Error};

use super::{builder, gateway};

#[tokio::test]
async fn hooks_see_every_attempt_and_can_add_a_header() {
    let gateway = gateway().await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let client = builder(&gateway)
        .before_attempt(|request| {
            request.headers.insert("x-trace", "7".parse().expect("a value"));
        })
        .after_attempt({
            let seen = seen.clone();
            move |attempt| {
                assert!(attempt.request.headers.get("authorization").is_none());
                seen.lock().expect("no test panics with it").push((
                    attempt.number,
                    attempt.status,
                    attempt.error.is_some(),
                ));
            }
        })
        .build()
        .expect("valid");
    gateway.fault(Fault::status(502).times(1));
    client.p1().trending().send().await.expect("the second attempt succeeds");
    assert_eq!(*seen.lock().expect("no test panics with it"), [(1, Some(502), true), (2, Some(200), false)]);
    let journal = gateway.journal();
    assert!(journal.requests.iter().all(|it| it.headers.contains(&("x-trace".into(), "7".into()))), "{journal:?}");
}

#[tokio::test]
async fn headers_go_to_the_gateway_and_to_no_other_host() {
    let (gateway, files) = (gateway().await, gateway().await);
    let client = builder(&gateway).dash_url(&files.base_url()).header("x-team", "tea").build().expect("valid");
    client.p1().trending().header("x-trace", "7").send().await.expect("data");
    client.download(&format!("{}/files/a", files.base_url())).await.expect("a file");
    client.catalog().await.expect("a catalog");
    let sent = &gateway.journal().requests[0].headers;
    assert!(
        sent.contains(&("x-team".into(), "tea".into())) && sent.contains(&("x-trace".into(), "7".into())),
        "{sent:?}"
    );
    let others = files.journal();
    assert_eq!(others.count, 2);
    assert!(others.requests.iter().all(|it| it.headers.iter().all(|(name, _)| name != "x-team")), "{others:?}");
}

#[tokio::test]
async fn a_hook_adds_nothing_to_requests_to_other_hosts() {
    let (gateway, files) = (gateway().await, gateway().await);
    let client = builder(&gateway).before_attempt(|it| {
        it.headers.insert("x-secret", "7".parse().expect("a value"));
    });
    let client = client.dash_url(&files.base_url()).build().expect("valid");
    client.download(&format!("{}/files/a", files.base_url())).await.expect("a file");
    client.catalog().await.expect("a catalog");
    let journal = files.journal();
    assert_eq!(journal.count, 2);
    assert!(journal.requests.iter().all(|it| it.headers.iter().all(|(name, _)| name != "x-secret")), "{journal:?}");
}

#[tokio::test]
async fn a_hook_cannot_send_the_key_elsewhere() {
    let (gateway, other) = (gateway().await, gateway().await);
    let elsewhere: sample_client::Url = other.base_url().parse().expect("a URL");
    let client = builder(&gateway)
        .before_attempt(move |request| request.url.set_port(elsewhere.port()).expect("http has ports"))
        .build()
        .expect("valid");
    assert!(matches!(client.p1().trending().send().await, Err(Error::Request(_))));
    assert_eq!((gateway.journal().count, other.journal().count), (0, 0));
}

#[tokio::test]
async fn reqwest_settings_apply_unless_the_client_overrides_them() {
    let (gateway, other) = (gateway().await, gateway().await);
    let client = builder(&gateway)
        .reqwest(|it| it.user_agent("mine/1").redirect(reqwest::redirect::Policy::limited(5)))
        .build()
        .expect("valid");
    client.p1().trending().send().await.expect("data");
    assert!(gateway.journal().requests[0].headers.contains(&("user-agent".into(), "mine/1".into())));

    let location = format!("{}/v1/social/p1/trending", other.base_url());
    gateway.fault(Fault::new(gatewright_mock::FaultKind::Redirect { status: 307, location }));
    let error = client.p1().trending().send().await.expect_err("it is no data");
    assert_eq!(error.failure().and_then(|it| it.status), Some(307));
    assert!(error.to_string().contains("HTTP 307, a redirect that the client does not follow"), "{error}");
    assert_eq!(other.journal().count, 0, "no redirect is followed, whatever is asked for");

    // The HTTP library does not retry by itself either.
    gateway.reset();
    let again = || {
        let host = reqwest::retry::for_host("127.0.0.1");
        host.classify_fn(|it| if it.error().is_some() { it.retryable() } else { it.success() })
    };
    let client = builder(&gateway).reqwest(move |it| it.retry(again())).build().expect("valid");
    gateway.fault(Fault::new(gatewright_mock::FaultKind::CutBeforeHead { charged: true }).times(2));
    assert!(matches!(client.p1().trending().send().await, Err(Error::ChargeUnknown(_))));
    assert_eq!(gateway.ledger().charges.len(), 1);

    gateway.reset();
    let proxy = reqwest::Proxy::all(other.base_url()).expect("a URL");
    let client = builder(&gateway).reqwest(move |it| it.proxy(proxy.clone())).build().expect("valid");
    client.p1().trending().send().await.expect("data");
    assert_eq!(other.journal().count, 0, "plain http to this machine takes no way over a proxy");
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_tasks_share_one_client() {
    let gateway = gateway().await;
    // Two thousand concurrent connections can be slow on a busy machine.
    let patient = builder(&gateway).settings(|it| {
        (it.connect_timeout, it.head_timeout) = (Duration::from_secs(120), Duration::from_secs(120));
    });
    let client: Client = patient.build().expect("valid");
    let tasks: Vec<_> = (0..2_000)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.p1().trending().send().await.map(|it| it.status) })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("no task panics").expect("data"), 200);
    }
    assert_eq!(gateway.ledger().charges.len(), 2_000);
}

#[tokio::test]
async fn plain_http_takes_no_way_over_a_proxy_next_to_an_https_base_url() {
    let (gateway, other) = (gateway().await, gateway().await);
    let proxy = reqwest::Proxy::all(other.base_url()).expect("a URL");
    let builder = Client::builder("https://gateway.example", gateway.key()).allow_internal_addresses();
    let builder = builder.allow_insecure_http().dash_url(&gateway.base_url()).settings(|it| it.max_attempts = 1);
    let client = builder.reqwest(move |it| it.proxy(proxy.clone())).build().expect("valid");
    let file = client.download(&format!("{}/files/a", gateway.base_url())).await;
    assert_eq!((file.is_ok(), other.journal().count), (true, 0), "a file: {file:?}");
    let catalog = client.catalog().await;
    assert_eq!((catalog.is_ok(), other.journal().count), (true, 0), "the catalog: {:?}", catalog.err());
    // An encrypted request goes through the proxy.
    let file = client.download("https://files.example/a").await;
    assert_eq!((file.is_ok(), other.journal().count), (false, 1), "{file:?}");
}
