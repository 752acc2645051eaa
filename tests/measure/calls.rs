//! How quick the generated client is beside reqwest by hand, with the same checks, against the same gateway.
//!
//! Prints one line of JSON for each measure; `cargo xtask bench` makes a table of them.
#![forbid(unsafe_code)]

mod in_memory;
mod layers;
mod typed;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use sample_client::{Client, Usd, social::p1};
use serde::Deserialize;
use serde_json::{Value, json};

/// Calls of one turn. Ours and theirs take turns, so short and so many that a disturbance meets both alike.
const CALLS: usize = 200;
const TURNS: usize = 501;

fn main() {
    // The gateway has threads of its own; the clients share one.
    let server = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
    let gateway = server.block_on(gatewright_tests::sample_gateway().start()).expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid");
    let by_hand = ByHand::new(&gateway.base_url(), gateway.key());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a thread");
    // The argument chooses one part.
    let part = std::env::args().nth(1);
    let is_chosen = |name: &str| part.as_deref().is_none_or(|it| it == name);

    let calls = [("one after another", 1), ("64 at once", 64)];
    for (name, at_once) in calls.into_iter().filter(|_| is_chosen("calls")) {
        let ours = || {
            gateway.reset();
            runtime.block_on(turn(CALLS, at_once, || {
                let client = client.clone();
                async move { client.p1().search("tea").cursor(20).send().await.expect("data").data.is_object() }
            }))
        };
        let theirs = || {
            gateway.reset();
            runtime.block_on(turn(CALLS, at_once, || {
                let by_hand = by_hand.clone();
                async move { by_hand.search("tea", 20).await.envelope.data.is_object() }
            }))
        };
        let (ours, theirs) = rates(CALLS, compare(TURNS, ours, theirs));
        // The client may be at most 3 % slower.
        let peer = json!({ "name": "handwritten", "value": theirs, "at_least": 0.97 });
        print(&format!("calls a second, {name}"), "rate", ours, &peer);
    }

    let parts: [(&str, &dyn Fn()); 4] = [
        ("layers", &|| layers::measure(&gateway, &runtime)),
        ("in-memory", &|| in_memory::measure(&runtime)),
        ("typed", &typed::measure),
        ("building", &|| building(&client)),
    ];
    parts.iter().filter(|it| is_chosen(it.0)).for_each(|(_, measure)| measure());
}

/// Takes turns, and returns the one whose ratio is the middle one. Both times are of one moment, so that a machine which is
/// quicker at one time than at another does not matter.
fn compare(turns: usize, ours: impl Fn() -> Duration, theirs: impl Fn() -> Duration) -> (Duration, Duration) {
    // Who comes first finds the machine as the other left it: so they take turns in that too.
    let both = |turn: usize| match turn % 2 {
        0 => (ours(), theirs()),
        _ => {
            let theirs = theirs();
            (ours(), theirs)
        }
    };
    let mut all: Vec<_> = (0..turns).map(both).collect();
    all.sort_by(|(a, b), (c, d)| a.div_duration_f64(*b).total_cmp(&c.div_duration_f64(*d)));
    all[turns / 2]
}

/// Returns the calls per second of two turns.
fn rates(calls: usize, (ours, theirs): (Duration, Duration)) -> (f64, f64) {
    let rate = |turn: Duration| calls as f64 / turn.as_secs_f64();
    (rate(ours), rate(theirs))
}

/// Makes calls, each of which returns true, and returns their time.
async fn turn<F: Future<Output = bool> + Send + 'static>(
    calls: usize,
    at_once: usize,
    call: impl Fn() -> F,
) -> Duration {
    let begun = Instant::now();
    let mut running: tokio::task::JoinSet<bool> = tokio::task::JoinSet::new();
    for _ in 0..calls {
        if running.len() == at_once {
            assert!(running.join_next().await.expect("one is running").expect("no call panics"));
        }
        running.spawn(call());
    }
    while let Some(done) = running.join_next().await {
        assert!(done.expect("no call panics"));
    }
    begun.elapsed()
}

/// What the client does for a call that succeeds, written out: no redirects, limits of time and size, the key on one
/// origin, a budget and what was spent by name, and beside the decoded body what came with it.
#[derive(Clone)]
struct ByHand {
    http: reqwest::Client,
    base_url: reqwest::Url,
    authorization: reqwest::header::HeaderValue,
    books: Arc<Mutex<Books>>,
}

#[derive(Default)]
struct Books {
    spent: Usd,
    reserved: Usd,
    by_name: BTreeMap<String, (u64, Usd)>,
}

#[expect(dead_code, reason = "it is what the client gives")]
struct Reply {
    envelope: Envelope,
    raw: Vec<u8>,
    headers: reqwest::header::HeaderMap,
    request_id: Option<String>,
    elapsed: Duration,
    cost: Usd,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "it is decoded as the client decodes it")]
struct Envelope {
    object: String,
    platform: String,
    capability: String,
    data: Value,
    #[serde(flatten)]
    other: serde_json::Map<String, Value>,
}

impl ByHand {
    fn new(base_url: &str, key: &str) -> Self {
        let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy();
        let mut authorization: reqwest::header::HeaderValue = format!("Bearer {key}").parse().expect("a header");
        authorization.set_sensitive(true);
        Self {
            http: builder.connect_timeout(Duration::from_secs(5)).build().expect("valid"),
            base_url: base_url.parse().expect("a URL"),
            authorization,
            books: Arc::default(),
        }
    }

    async fn search(&self, keyword: &str, cursor: i64) -> Reply {
        const PRICE: Usd = Usd::micros(20_000);
        let begun = Instant::now();
        let mut url = self.base_url.clone();
        url.set_path("/v1/social/p1/search");
        url.query_pairs_mut().append_pair("keyword", keyword).append_pair("cursor", &cursor.to_string());
        assert_eq!(url.origin(), self.base_url.origin());
        self.books.lock().expect("no call panics").reserved += PRICE;
        let request = self.http.get(url).header(reqwest::header::AUTHORIZATION, self.authorization.clone()).send();
        let mut reply =
            tokio::time::timeout(Duration::from_secs(30), request).await.expect("in time").expect("a reply");
        assert_eq!(reply.status(), 200);
        let mut raw = Vec::new();
        while let Some(piece) =
            tokio::time::timeout(Duration::from_secs(300), reply.chunk()).await.expect("in time").expect("a piece")
        {
            assert!(raw.len() + piece.len() <= 32 << 20);
            raw.extend_from_slice(&piece);
        }
        let envelope: Envelope = serde_json::from_slice(&raw).expect("an envelope");
        assert!(!envelope.data.is_null(), "only data is charged");
        let mut books = self.books.lock().expect("no call panics");
        books.reserved -= PRICE;
        books.spent += PRICE;
        let of = books.by_name.entry("social-p1-search".to_owned()).or_default();
        *of = (of.0 + 1, of.1 + PRICE);
        drop(books);
        let headers = std::mem::take(reply.headers_mut());
        let request_id = headers.get("x-request-id").map(|it| String::from_utf8_lossy(it.as_bytes()).into_owned());
        Reply { envelope, raw, headers, request_id, elapsed: begun.elapsed(), cost: PRICE }
    }
}

/// A call with three parameters, up to the finished request.
fn building(client: &Client) {
    let build = || client.p1().search("tea").cursor(20).sort_type(p1::SearchSortType::Latest).request().expect("valid");
    let runs = 5_000;
    let best = (0..300).map(|_| {
        let begun = Instant::now();
        (0..runs).for_each(|_| drop(black_box(build())));
        begun.elapsed().as_secs_f64() / f64::from(runs)
    });
    let best = best.fold(f64::INFINITY, f64::min) * 1e9;
    print_json(&json!({ "name": "building a request", "unit": "nanoseconds", "ours": best, "at_most": 1_000 }));
}

/// Prints a result and that of a peer: an object with its name and value, and `at_least` or `at_most` if the ratio of both has a target.
fn print(name: &str, unit: &str, ours: f64, peer: &Value) {
    print_json(&json!({ "name": name, "unit": unit, "ours": ours, "peer": peer }));
}

#[expect(clippy::print_stdout, reason = "the measures are data")]
fn print_json(measured: &Value) {
    println!("{measured}");
}
