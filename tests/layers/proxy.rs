//! Proxies and certificate authorities.

use gatewright_mock::Gateway;
use gatewright_tests::tls::{AUTHORITY, Proxy, encrypted};
use sample_client::reqwest::{Certificate, Proxy as ProxySettings};
use sample_client::{Charge, Client, ClientBuilder, Error, Frame, ReqwestTransport, models};

/// A gateway that a proxy reaches under other names.
async fn gateway() -> Gateway {
    let gateway = gatewright_tests::sample_gateway().accept_host("gateway.example").accept_host("files.example");
    gateway.start().await.expect("loopback")
}

/// A proxy that leads to the gateway over TLS.
fn proxy_to(gateway: &Gateway) -> Proxy {
    let address = gateway.base_url().trim_start_matches("http://").parse().expect("an address");
    Proxy::start(encrypted(address))
}

fn through(
    proxy: &Proxy,
    authority: Option<&str>,
) -> impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static {
    let settings = ProxySettings::https(proxy.url()).expect("a URL").basic_auth("user", "proxy-password");
    let authority = authority.map(|it| Certificate::from_pem(it.as_bytes()).expect("a certificate"));
    move |it| it.proxy(settings.clone()).tls_certs_merge(authority.clone())
}

fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder("https://gateway.example", gateway.key()).settings(|it| it.max_attempts = 1)
}

async fn use_client(client: &Client) {
    client.p1().trending().send().await.expect("data");
    let file = client.download("https://files.example/files/a").await.expect("a file");
    assert!(!file.raw.is_empty());
    let mut session = client.realtime(models::realtime::REALTIME_VOICE).connect().await.expect("it opens");
    session.send("hello").await.expect("it is taken");
    assert_eq!(session.next().await.expect("an answer").expect("a frame"), Frame::Text("hello".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_files_and_sessions_go_through_a_proxy_that_never_sees_the_key() {
    let gateway = gateway().await;
    let proxy = proxy_to(&gateway);
    let client = builder(&gateway).reqwest(through(&proxy, Some(AUTHORITY))).build().expect("valid");
    use_client(&client).await;
    // A transport of the caller's own has the same guarantees.
    let transport = ReqwestTransport::with(through(&proxy, Some(AUTHORITY))).expect("valid");
    use_client(&builder(&gateway).transport(transport).build().expect("valid")).await;
    let heads = proxy.heads();
    let first: Vec<_> = heads.iter().filter_map(|it| it.lines().next()).collect();
    let expected =
        ["gateway.example", "files.example", "gateway.example"].map(|it| format!("CONNECT {it}:443 HTTP/1.1"));
    assert_eq!(first, [&expected[..], &expected[..]].concat());
    for head in &heads {
        assert!(head.to_ascii_lowercase().contains("proxy-authorization: basic"), "{head}");
        assert!(!head.contains(gateway.key()), "{head}");
    }
    assert_eq!(gateway.ledger().charges.iter().filter(|it| it.usage_log_name == "social-p1-trending").count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_certificate_authority_is_refused() {
    let gateway = gateway().await;
    let proxy = proxy_to(&gateway);
    let client = builder(&gateway).reqwest(through(&proxy, None)).build().expect("valid");
    let error = client.p1().trending().send().await.expect_err("the certificate is unknown");
    assert!(matches!(&error, Error::Transport(it) if it.charge == Charge::No), "{error:?}");
    assert!(matches!(
        client.realtime(models::realtime::REALTIME_VOICE).connect().await,
        Err(Error::Transport(it)) if it.charge == Charge::No
    ));
    assert_eq!((proxy.heads().len(), gateway.journal().count), (2, 0));
}
