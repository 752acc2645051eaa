//! What models answer at, through the generated client and the mock gateway.

mod chat;
mod lenient;
mod media;
mod realtime;
mod rules;
mod sdk;
mod social_tools;
mod streams;

use gatewright_client::{Client, ClientBuilder};
use gatewright_mock::Gateway;

async fn gateway() -> Gateway {
    Gateway::start().await.expect("loopback")
}

fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder(&gateway.base_url(), gateway.key())
}

fn client(gateway: &Gateway) -> Client {
    builder(gateway).build().expect("valid")
}
