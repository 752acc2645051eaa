//! Layers, custom transports and proxies, against the mock gateway.

mod cache;
mod cassette;
mod proxy;
mod rate_limit;
mod sessions;

use gatewright_mock::Gateway;
use sample_client::{Client, ClientBuilder};

async fn gateway() -> Gateway {
    gatewright_tests::sample_gateway().start().await.expect("loopback")
}

fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder(&gateway.base_url(), gateway.key()).dash_url(&gateway.base_url())
}
