//! Size limits of responses.

use gatewright_mock::Fault;
use sample_client::{Cause, Charge, Error};

use super::{builder, gateway};

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
async fn only_the_start_of_an_error_body_is_read() {
    let gateway = gateway().await;
    gateway.fault(Fault::status(400));
    let client = builder(&gateway).settings(|it| it.max_error_body = 20).build().expect("valid");
    let error = client.p1().search("tea").send().await.expect_err("400");
    assert!(matches!(&error, Error::BadParameter(it) if it.body.len() == 20), "{error:?}");
}

/// A 404 is an unknown endpoint or an empty result: the code in the body decides.
#[tokio::test]
async fn an_error_whose_code_did_not_arrive_has_no_guessed_kind() {
    let gateway = gateway().await;
    let client = builder(&gateway).settings(|it| it.max_error_body = 20).build().expect("valid");
    gateway.fault(Fault::status(404));
    let error = client.p1().search("tea").send().await.expect_err("404");
    assert!(matches!(&error, Error::Refused(it) if it.status == Some(404)), "{error:?}");
    assert_eq!(error.charge(), Charge::No);
    let whole = builder(&gateway).build().expect("valid");
    gateway.fault(Fault::status(404));
    let error = whole.p1().search("tea").send().await.expect_err("404");
    assert!(matches!(&error, Error::NoSuchEndpoint(_)), "{error:?}");
}
