//! Transport for the tests of layers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::{Client, ClientBuilder, HttpReply, HttpRequest, Layer, Transport, TransportFuture};

type Respond = dyn Fn(usize, HttpRequest) -> TransportFuture + Send + Sync;

/// Transport that counts requests, and responds to each by its number, which starts at 1.
#[derive(Clone)]
pub(super) struct Fake {
    count: Arc<AtomicUsize>,
    respond: Arc<Respond>,
}

impl Fake {
    pub(super) fn new(respond: impl Fn(usize, HttpRequest) -> TransportFuture + Send + Sync + 'static) -> Self {
        Self { count: Arc::default(), respond: Arc::new(respond) }
    }

    /// Creates a transport that responds with data after a second. The data contains the number of the request.
    pub(super) fn data() -> Self {
        Self::new(|number, _| {
            Box::pin(async move {
                tokio::time::sleep(Duration::from_secs(1)).await;
                Ok(data(number))
            })
        })
    }

    pub(super) fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }

    pub(super) fn builder(&self, layer: impl Layer + 'static) -> ClientBuilder {
        Client::builder("https://gateway.example", "canary-0123456789").transport(self.clone()).layer(layer)
    }

    pub(super) fn client(&self, layer: impl Layer + 'static) -> Client {
        self.builder(layer).build().expect("valid")
    }
}

pub(super) fn data(number: usize) -> HttpReply {
    HttpReply::json(200, &json!({ "data": { "number": number } }))
}

impl Transport for Fake {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        (self.respond)(self.count.fetch_add(1, Ordering::SeqCst) + 1, request)
    }
}
