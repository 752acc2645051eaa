//! Model endpoints, with the generated client and the mock gateway.

mod agent;
mod chat;
mod in_tests;
mod lenient;
mod media;
mod mock;
mod mock_streams;
mod odd_replies;
mod realtime;
mod rules;
mod samples;
mod sdk;
mod social_tools;
mod streams;
mod typed;

use gatewright_mock::Gateway;
use sample_client::{Client, ClientBuilder};

async fn gateway() -> Gateway {
    gatewright_tests::sample_gateway().start().await.expect("loopback")
}

fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder(&gateway.base_url(), gateway.key())
}

fn client(gateway: &Gateway) -> Client {
    builder(gateway).build().expect("valid")
}
