//! The key appears nowhere: not in what is shown, not in what is logged, on any path.
//!
//! A test binary of its own, since what it listens to is logged by the whole process.
#![forbid(unsafe_code)]

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gatewright_client::{Client, Error};
use gatewright_mock::{Fault, FaultKind, Gateway, Shape};

const CANARY: &str = "canary-key-6b1f";

/// Everything that is logged, at every level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no test panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_canary_key_appears_nowhere_on_any_error_path() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    subscriber.try_init().expect("no other test logs");
    let gateway = Gateway::builder().key(CANARY).start().await.expect("loopback");
    let builder =
        Client::builder(&gateway.base_url(), CANARY).settings(|it| it.head_timeout = Duration::from_millis(300));
    let client = builder.build().expect("valid");
    let mut shown =
        format!("{client:?} {:?} {:?}", Client::builder("https://a.example", CANARY), client.p1().trending());

    let statuses = [204, 302, 400, 401, 403, 404, 418, 500, 502, 503, 504];
    let mut faults: Vec<_> = statuses.into_iter().map(Fault::status).collect();
    faults.extend(
        Shape::ALL.map(|shape| {
            Fault::new(FaultKind::Status { status: 400, code: Some("x".into()), retry_after: None, shape })
        }),
    );
    faults.extend(
        [
            FaultKind::CutBeforeHead { charged: true },
            FaultKind::CutInBody { after: 5 },
            FaultKind::Delay { millis: 600 },
            FaultKind::Html,
            FaultKind::Oversize { bytes: 40 << 20, gzip: false },
            FaultKind::Redirect { status: 307, location: "http://127.0.0.1:9/".into() },
        ]
        .map(Fault::new),
    );
    for fault in faults {
        gateway.clear_faults();
        gateway.fault(fault);
        let request = client.p1().search("words").settings(|it| it.max_attempts = 1);
        let error = request.send().await.expect_err("the fault shows");
        shown += &format!("{error} {error:?} {:?}", error.failure());
    }
    let nobody = Client::new("http://127.0.0.1:1", CANARY).expect("valid");
    for _ in 0..2 {
        let error = nobody.p1().trending().settings(|it| it.max_attempts = 1).send().await.expect_err("nobody listens");
        assert!(matches!(error, Error::Transport(_)), "{error}");
        shown += &format!("{error} {error:?}");
    }
    gateway.clear_faults();
    client.p1().search("words").send().await.map(|reply| shown += &format!("{reply:?}")).expect("data");

    let logged = String::from_utf8_lossy(&log.0.lock().expect("no test panics with it")).into_owned();
    assert!(logged.contains("gateway call") && logged.len() > 10_000, "{} bytes were logged", logged.len());
    assert!(!shown.contains(CANARY), "it is in what is shown");
    assert!(!logged.contains(CANARY), "it is in the log");
}
