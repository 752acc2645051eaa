//! How much the limit on calls in flight and `.await` on a request cost, with a transport without a network.

use sample_client::{Client, HttpReply, HttpRequest, Transport, TransportFuture};
use serde_json::json;
use tokio::runtime::Runtime;

use super::{compare, print, rates, turn};

const CALLS: usize = 4_000;
const TURNS: usize = 51;

/// Replies to each request after the other calls had a chance to begin.
struct Immediate;

impl Transport for Immediate {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        Box::pin(async {
            tokio::task::yield_now().await;
            Ok(HttpReply::json(200, &json!({ "object": "social.result", "data": { "items": [{ "id": "n1" }] } })))
        })
    }
}

pub(crate) fn measure(runtime: &Runtime) {
    let builder = || Client::builder("https://gateway.example", "key").transport(Immediate);
    let limited = builder().build().expect("valid");
    let unlimited = builder().max_in_flight(usize::MAX).build().expect("valid");
    let send = |client: &Client, at_once: usize| {
        runtime.block_on(turn(CALLS, at_once, || {
            let client = client.clone();
            async move { client.p1().search("tea").cursor(20).send().await.is_ok() }
        }))
    };
    for (name, at_once) in [("64 at once", 64), ("2,000 at once", 2_000)] {
        let compared = compare(TURNS, || send(&limited, at_once), || send(&unlimited, at_once));
        let (ours, theirs) = rates(CALLS, compared);
        let peer = json!({ "name": "a limit that is not reached", "value": theirs });
        print(&format!("calls a second, default limit on calls in flight, {name}"), "rate", ours, &peer);
    }
    let wait = || {
        runtime.block_on(turn(CALLS, 1, || {
            let client = limited.clone();
            async move { client.p1().search("tea").cursor(20).await.is_ok() }
        }))
    };
    let (ours, theirs) = rates(CALLS, compare(TURNS, wait, || send(&limited, 1)));
    print("calls a second, `.await` on a request", "rate", ours, &json!({ "name": "`.send()`", "value": theirs }));
}
