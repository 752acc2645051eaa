//! Proxies and certificates of the environment.

use gatewright_tests::tls::{AUTHORITY, Proxy, encrypted};

use super::{program, run};

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_and_certificates_of_the_environment_are_used() {
    let gateway = gatewright_tests::sample_gateway().accept_host("gateway.example").start().await.expect("loopback");
    let address = gateway.base_url().trim_start_matches("http://").parse().expect("an address");
    let proxy = Proxy::start(encrypted(address));
    let folder = tempfile::tempdir().expect("a folder");
    let authority = folder.path().join("authority.pem");
    std::fs::write(&authority, AUTHORITY).expect("a file");
    let mut command = program(env!("CARGO_BIN_EXE_many_calls"), &gateway);
    command.env("GATEWAY_BASE_URL", "https://gateway.example").arg("10");
    command.env("HTTPS_PROXY", proxy.url()).env("SSL_CERT_FILE", &authority).env_remove("SSL_CERT_DIR");
    assert_eq!(run(command).await.trim(), "300 done, 0 without a socket");
    assert_eq!(gateway.ledger().charges.len(), 300);
    assert!(proxy.heads().iter().all(|it| it.starts_with("CONNECT gateway.example:443 ")), "{:?}", proxy.heads());
}
