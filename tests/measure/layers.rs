//! How much each layer costs a call, next to a client without layers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gatewright_mock::Gateway;
use sample_client::{Cache, Cassette, Client, ClientBuilder, HttpRequest, RateLimit, Transport, TransportFuture};
use serde_json::json;
use tokio::runtime::Runtime;

use super::{CALLS, compare, print, rates, turn};

const TURNS: usize = 51;

/// Smallest rate of a client that records, as a share of the rate of one that does not: recording takes at most 10 % of a call.
const RECORDING: f64 = 1.0 / 1.1;

/// Layer that passes everything on.
struct PassThrough(Arc<dyn Transport>);

impl Transport for PassThrough {
    fn send(&self, request: HttpRequest) -> TransportFuture {
        self.0.send(request)
    }
}

type AddLayer = Box<dyn Fn(ClientBuilder<Client>) -> ClientBuilder<Client>>;

/// Compares clients with a layer and without one. Each call has another keyword and page, unless all are to be in the cache.
pub(crate) fn measure(gateway: &Gateway, runtime: &Runtime) {
    let folder = tempfile::tempdir().expect("a folder");
    let cassette = Cassette::record(folder.path().join("calls.jsonl")).expect("a file");
    let hour = Duration::from_secs(3600);
    let recordings = folder.path().join("recordings");
    let rows: [(&str, bool, Option<f64>, AddLayer); 6] = [
        ("a layer that does nothing", false, None, Box::new(|it| it.layer(PassThrough))),
        ("rate limit that is not reached", false, None, Box::new(|it| it.layer(RateLimit::per_second(u32::MAX)))),
        ("cache, no response in it", false, None, Box::new(move |it| it.layer(Cache::new(hour)))),
        ("cache, all responses in it", true, None, Box::new(move |it| it.layer(Cache::new(hour)))),
        ("cassette that records", false, None, Box::new(move |it| it.layer(cassette.clone()))),
        ("recording of shapes", false, Some(RECORDING), Box::new(move |it| it.record(recordings.clone()))),
    ];
    let number = Arc::new(AtomicU64::new(0));
    for (name, is_repeated, at_least, add_layer) in rows {
        let builder = || Client::builder(&gateway.base_url(), gateway.key());
        let with = add_layer(builder()).build().expect("valid");
        let without = builder().build().expect("valid");
        let calls = |client: &Client| {
            gateway.reset();
            runtime.block_on(turn(CALLS, 1, || {
                let (client, number) = (client.clone(), number.clone());
                async move {
                    let number = if is_repeated { 0 } else { number.fetch_add(1, Ordering::Relaxed) };
                    client
                        .p1()
                        .search(format!("tea {number}"))
                        .cursor(20 * (number % 3))
                        .send()
                        .await
                        .expect("data")
                        .data
                        .is_object()
                }
            }))
        };
        let (ours, theirs) = rates(CALLS, compare(TURNS, || calls(&with), || calls(&without)));
        let peer = json!({ "name": "without it", "value": theirs, "at_least": at_least });
        print(&format!("calls a second, {name}"), "rate", ours, &peer);
    }
}
