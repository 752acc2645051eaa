//! Guarantees of the client, tested against a gateway with every kind of fault.

mod budget;
mod budget_file;
mod catalog;
mod charges;
mod connecting;
mod deadlines;
mod encodings;
mod foreign;
mod hooks;
mod lenient;
mod mock;
mod next_page;
mod observability;
mod paging;
mod retries;
mod secrets;
mod sizes;

use std::sync::Mutex;

use gatewright_mock::Gateway;
use sample_client::{Client, ClientBuilder, HttpReply, HttpRequest, Transport, TransportError, TransportFuture};

async fn gateway() -> Gateway {
    gatewright_tests::fixture_gateway().start().await.expect("loopback")
}

fn builder(gateway: &Gateway) -> ClientBuilder<Client> {
    Client::builder(&gateway.base_url(), gateway.key()).dash_url(&gateway.base_url())
}

fn client(gateway: &Gateway) -> Client {
    builder(gateway).build().expect("valid")
}

/// Transport that returns these responses in order and repeats the last one. It needs no network, so tests can pause
/// the clock.
struct Script(Mutex<Vec<Reply>>);

#[derive(Clone)]
enum Reply {
    Status(u16, Vec<(&'static str, String)>),
    Data,
    Json(serde_json::Value),
    NotConnected,
    Lost,
    Never,
}

impl Script {
    fn of(replies: impl IntoIterator<Item = Reply>) -> Self {
        let mut replies: Vec<_> = replies.into_iter().collect();
        replies.reverse();
        Self(Mutex::new(replies))
    }
}

impl Transport for Script {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let mut left = self.0.lock().expect("no test panics with it");
        let reply = if left.len() > 1 { left.pop() } else { left.last().cloned() };
        Box::pin(async move {
            match reply.expect("a script has replies") {
                Reply::Status(status, headers) => {
                    let header = |(name, value): &(&str, String)| {
                        (name.parse().expect("a name"), value.parse().expect("a value"))
                    };
                    Ok(HttpReply::new(status, headers.iter().map(header).collect(), ""))
                }
                Reply::Data => Ok(HttpReply::json(200, &serde_json::json!({ "data": { "id": 7 } }))),
                Reply::Json(body) => Ok(HttpReply::json(200, &body)),
                Reply::NotConnected => Err(TransportError::not_sent("refused")),
                Reply::Lost => Err(TransportError::lost("reset")),
                Reply::Never => std::future::pending().await,
            }
        })
    }
}

fn scripted(replies: impl IntoIterator<Item = Reply>) -> Client {
    Client::builder("https://gateway.example", "canary").transport(Script::of(replies)).build().expect("valid")
}
