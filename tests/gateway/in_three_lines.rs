use gatewright_client::{Client, Usd};
use gatewright_mock::Gateway;

#[tokio::test]
async fn a_search_costs_two_cents() {
    let gateway = Gateway::start().await.expect("a free port");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid settings");
    assert_eq!(client.p1().search("tea").send().await.expect("data").cost, Some(Usd::cents(2)));
}
