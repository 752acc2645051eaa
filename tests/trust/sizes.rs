//! No reply takes more memory than it may.

use gatewright_mock::{Fault, FaultKind};
use sample_client::{Cause, Error};

use super::{builder, gateway};

mod slow {
    use super::*;

    /// In a process of its own, so that its memory is its own: a megabyte that opens to a gigabyte.
    #[tokio::test]
    async fn a_decompression_bomb_takes_less_than_twice_the_limit() {
        const LIMIT: usize = 32 << 20;
        let gateway = gateway().await;
        gateway.fault(Fault::new(FaultKind::Oversize { bytes: 1 << 30, gzip: true }));
        let scratch = gatewright_tests::Scratch::with_manifest(
            "bomb",
            &gatewright_tests::sample_dependency(", features = [\"blocking\"]"),
        );
        scratch.write(
            "src/main.rs",
            r#"fn main() {
                let client = sample_client::Client::from_env().unwrap();
                let peak = || {
                    let status = std::fs::read_to_string("/proc/self/status").unwrap();
                    let line = status.lines().find(|it| it.starts_with("VmHWM:")).unwrap();
                    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
                };
                let before = peak();
                let patient = std::time::Duration::from_secs(300); // the gateway has to compress it first
                let search = client.p1().search("tea").settings(|it| it.head_timeout = patient);
                let error = search.send().wait().unwrap_err();
                println!("{}\t{}", peak() - before, error);
            }"#,
        );
        let environment = [("GATEWAY_BASE_URL", gateway.base_url()), ("GATEWAY_API_KEY", gateway.key().to_owned())];
        let printed =
            tokio::task::spawn_blocking(move || scratch.cargo_fine_with(&["run", "--quiet"], &environment)).await;
        let printed = printed.expect("it does not panic");
        let (grown, error) = printed.split_once('\t').expect("both are printed");
        let grown: usize = grown.parse().expect("a number");
        assert!(error.contains("larger than is taken in"), "{error}");
        assert!(grown < 2 * LIMIT, "it grew by {grown} bytes");
    }
}

#[tokio::test]
async fn limits_can_be_set_for_the_client_and_for_one_request() {
    let gateway = gateway().await;
    let client = builder(&gateway).settings(|it| it.max_body = 100).build().expect("valid");
    let error = client.p1().search("tea").send().await.expect_err("it is larger");
    assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == Cause::TooLarge), "{error}");
    let larger = client.p1().search("tea").settings(|it| it.max_body = 10_000);
    larger.send().await.expect("it fits");
}

#[tokio::test]
async fn of_an_error_the_start_is_enough() {
    let gateway = gateway().await;
    gateway.fault(Fault::status(400));
    let client = builder(&gateway).settings(|it| it.max_error_body = 20).build().expect("valid");
    let error = client.p1().search("tea").send().await.expect_err("400");
    assert!(matches!(&error, Error::BadParameter(it) if it.body.len() == 20), "{error:?}");
}
