//! Hooks and metrics report the same calls.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};

use crate::rt::ClientTables;
use crate::{
    Billing, CallKind, Client, ClientBuilder, ErrorKind, ErrorSpec, HttpReply, HttpRequest, OperationSpec, RateLimit,
    ResponseKind, Service, Transport, TransportError, TransportFuture, Usd,
};

static GATEWAY: Service = Service {
    data_path: "/{platform}/{capability}",
    errors: &[ErrorSpec {
        on: CallKind::Data,
        status: Some(502),
        codes: &[],
        kind: ErrorKind::SourceFailed,
        retry: Some((0, 0)),
    }],
    ..Service::EMPTY
};

static SEARCH: OperationSpec = OperationSpec {
    id: "p1_search",
    path: "/p1/search",
    usage_log_name: Some("social-p1-search"),
    response: ResponseKind::Data,
    billing: Billing::Call { price: Some(Usd::micros(20_000)), unit: None },
    ..OperationSpec::EMPTY
};

static OPERATIONS: [&OperationSpec; 1] = [&SEARCH];

fn builder(statuses: &[u16]) -> ClientBuilder {
    let tables = ClientTables { operations: vec![&OPERATIONS], ..ClientTables::of_service(&GATEWAY) };
    let builder = ClientBuilder::with_tables(tables, "https://gateway.example", "key");
    builder.transport(Statuses(Mutex::new(statuses.to_vec())))
}

/// Sums by metric and labels.
#[derive(Clone, Default)]
struct Sums(Arc<Mutex<BTreeMap<String, f64>>>);

struct Metric(Sums, String);

impl Metric {
    fn add(&self, value: f64) {
        *self.0.0.lock().expect("no test panics with it").entry(self.1.clone()).or_default() += value;
    }
}

impl CounterFn for Metric {
    fn increment(&self, value: u64) {
        self.add(f64::from(u32::try_from(value).expect("a small number")));
    }

    fn absolute(&self, _: u64) {}
}

impl GaugeFn for Metric {
    fn increment(&self, value: f64) {
        self.add(value);
    }

    fn decrement(&self, value: f64) {
        self.add(-value);
    }

    fn set(&self, _: f64) {}
}

/// Adds values, except durations: it counts them.
impl HistogramFn for Metric {
    fn record(&self, value: f64) {
        self.add(if self.1.contains("duration") { 1.0 } else { value });
    }
}

impl Sums {
    fn metric(&self, key: &Key) -> Arc<Metric> {
        let labels: Vec<_> = key.labels().map(|it| format!("{}={}", it.key(), it.value())).collect();
        Arc::new(Metric(self.clone(), format!("{} {}", key.name(), labels.join(" ")).trim_end().to_owned()))
    }
}

impl Recorder for Sums {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.metric(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.metric(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.metric(key))
    }
}

/// Transport that takes its responses from a list: 0 for a lost connection, 1 for none at all.
struct Statuses(Mutex<Vec<u16>>);

impl Transport for Statuses {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let status = self.0.lock().expect("no test panics with it").remove(0);
        Box::pin(async move {
            match status {
                0 => Err(TransportError::lost("reset")),
                1 => std::future::pending().await,
                _ => Ok(HttpReply::json(status, &serde_json::json!({ "data": { "id": 7 } }))),
            }
        })
    }
}

type Log = Arc<Mutex<Vec<String>>>;

fn client(statuses: &[u16]) -> (Client, Log) {
    let log = Log::default();
    let (attempts, cancelled) = (log.clone(), log.clone());
    let client = builder(statuses)
        .after_attempt(move |it| {
            assert_eq!((it.operation, it.usage_log_name), ("p1_search", Some("social-p1-search")));
            let text = format!("{} {:?} {:?} {:?} {}", it.number, it.status, it.charge, it.cost, it.retry_in.is_some());
            attempts.lock().expect("no test panics with it").push(text);
        })
        .on_cancel(move |it| {
            assert_eq!((it.operation, it.usage_log_name), ("p1_search", Some("social-p1-search")));
            let text = format!("cancelled {} {:?} {:?}", it.attempts, it.status, it.charge);
            cancelled.lock().expect("no test panics with it").push(text);
        })
        .build()
        .expect("valid");
    (client, log)
}

fn said(log: &Log) -> Vec<String> {
    std::mem::take(&mut log.lock().expect("no test panics with it"))
}

/// Runs a test with a clock that does not wait, and returns the metrics.
fn metrics_of(test: impl Future<Output = ()>) -> Vec<String> {
    let sums = Sums::default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    metrics::with_local_recorder(&sums, || runtime.expect("a runtime").block_on(test));
    let sums = sums.0.lock().expect("no test panics with it");
    sums.iter().map(|(name, sum)| format!("{name}: {sum}")).collect()
}

#[test]
fn a_retried_call_is_one_call_with_two_attempts() {
    let metrics = metrics_of(async {
        let (client, log) = client(&[502, 200]);
        client.social("p1", "search").send().await.expect("data");
        assert_eq!(said(&log), ["1 Some(502) No Some(0 USD) true", "2 Some(200) Yes Some(0.02 USD) false"]);
    });
    assert_eq!(
        metrics,
        [
            "gateway.call.duration operation=p1_search outcome=ok: 1",
            "gateway.calls operation=p1_search status=200 charge=yes outcome=ok: 1",
            "gateway.calls_in_flight: 0",
            "gateway.cost_usd operation=p1_search: 0.02",
            "gateway.retries operation=p1_search: 1",
        ]
    );
}

#[test]
fn a_lost_response_is_not_retried_and_its_charge_is_unknown() {
    let metrics = metrics_of(async {
        let (client, log) = client(&[0]);
        client.social("p1", "search").send().await.expect_err("it is lost");
        assert_eq!(said(&log), ["1 None Unknown None false"]);
    });
    assert_eq!(
        metrics,
        [
            "gateway.call.duration operation=p1_search outcome=ChargeUnknown: 1",
            "gateway.calls operation=p1_search status=none charge=unknown outcome=ChargeUnknown: 1",
            "gateway.calls_in_flight: 0",
        ]
    );
}

#[test]
fn a_dropped_call_is_cancelled_in_each_of_its_states() {
    let metrics = metrics_of(async {
        let (client, log) = client(&[1, 502]);
        drop(client.social("p1", "search").send());
        assert!(said(&log).is_empty(), "a call that was never polled has not started");
        let give_up = |wait| tokio::time::timeout(Duration::from_millis(wait), client.social("p1", "search").send());
        assert!(give_up(10).await.is_err());
        assert_eq!(said(&log), ["cancelled 1 None Unknown"], "while the response was awaited");
        assert!(give_up(0).await.is_err());
        let pause = ["1 Some(502) No Some(0 USD) true", "cancelled 1 Some(502) No"];
        assert_eq!(said(&log), pause, "in the pause before a retry");
        assert_eq!((client.spent().unknown, client.spent().charged), (Usd::micros(20_000), Usd::ZERO));
    });
    assert_eq!(
        metrics,
        [
            "gateway.call.duration operation=p1_search outcome=Cancelled: 2",
            "gateway.calls operation=p1_search status=502 charge=no outcome=Cancelled: 1",
            "gateway.calls operation=p1_search status=none charge=unknown outcome=Cancelled: 1",
            "gateway.calls_in_flight: 0",
            "gateway.retries operation=p1_search: 1",
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_for_others_is_cancelled_before_anything_is_sent() {
    let limited = |limit: fn(ClientBuilder) -> ClientBuilder| cancelled_calls(limit(builder(&[1])));
    assert_eq!(limited(|it| it.max_in_flight(1)).await, ["cancelled 0 No", "cancelled 1 Unknown"]);
    assert_eq!(limited(|it| it.layer(RateLimit::per_minute(1))).await, ["cancelled 1 No", "cancelled 1 Unknown"]);
}

/// Drops two calls of which only one was sent, and returns the reports.
async fn cancelled_calls(builder: ClientBuilder) -> Vec<String> {
    let log = Log::default();
    let cancelled = log.clone();
    let builder = builder.on_cancel(move |it| {
        let text = format!("cancelled {} {:?}", it.attempts, it.charge);
        cancelled.lock().expect("no test panics with it").push(text);
    });
    let client = builder.build().expect("valid");
    let calls = async { tokio::join!(client.social("p1", "search").send(), client.social("p1", "search").send()) };
    assert!(tokio::time::timeout(Duration::from_millis(10), calls).await.is_err());
    assert_eq!(client.spent().unknown, Usd::micros(20_000), "only one of them was sent");
    let mut said = said(&log);
    said.sort();
    said
}
