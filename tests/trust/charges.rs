//! At most one charge per logical call, and a correct charge state in every error.

use std::time::Duration;

use gatewright_mock::{Fault, FaultKind, Gateway, Shape};
use sample_client::{CallKind, Cause, Charge, Client, Error, ErrorKind, SERVICE, Settings, Usd};
use serde_json::json;

use super::{Reply, builder, client, gateway, scripted};

/// Returns the result of one call while the gateway has a fault, and the number of charges.
async fn one_call(gateway: &Gateway, client: &Client, fault: FaultKind) -> (Result<Charge, Error>, usize) {
    gateway.reset();
    gateway.fault(Fault::new(fault));
    let call = tokio::time::timeout(Duration::from_secs(200), client.p1().search("tea").send());
    let ended = call.await.expect("every call ends").map(|_| Charge::Yes);
    (ended, gateway.ledger().charges.len())
}

fn status(status: u16) -> FaultKind {
    FaultKind::Status { status, code: None, retry_after: None, shape: Shape::Nested }
}

#[tokio::test]
async fn a_reply_without_data_costs_nothing() {
    for data in [json!({}), json!([])] {
        let client = scripted([Reply::Json(json!({ "object": "social.result", "data": data })), Reply::Data]);
        let empty = client.p1().search("tea").send().await.expect("a reply");
        assert_eq!((empty.cost, client.spent().charged), (Some(Usd::ZERO), Usd::ZERO), "{data}");
        let full = client.p1().search("tea").send().await.expect("a reply");
        assert_eq!((full.cost, client.spent().charged), (Some(Usd::micros(20_000)), Usd::micros(20_000)));
        assert_eq!(client.spent().by_name["social-p1-search"].calls, 1);
    }
}

#[tokio::test]
async fn an_unexpected_body_may_have_been_charged() {
    for body in [json!({ "data": null }), json!({ "message": "please log in" })] {
        let client = scripted([Reply::Json(body.clone())]);
        let reply = client.p1().search("tea").send().await.expect("it can be read");
        assert_eq!((reply.cost, client.spent().unknown), (None, Usd::micros(20_000)), "{body}");
    }
    let client = scripted([Reply::Json(json!({}))]);
    let error = client.p1().search("tea").send().await.expect_err("it is empty");
    assert_eq!((error.charge(), client.spent().unknown), (Charge::Unknown, Usd::micros(20_000)));
}

#[tokio::test]
async fn undocumented_statuses_are_charge_unknown() {
    for status in [408, 425, 499, 500, 504, 204] {
        let client = scripted([Reply::Status(status, Vec::new())]);
        let error = client.p1().search("tea").send().await.expect_err("no data");
        assert_eq!(error.charge(), Charge::Unknown, "{status}: {error}");
    }
}

#[tokio::test]
async fn no_fault_causes_a_second_charge_or_a_wrong_charge_state() {
    let gateway = gateway().await;
    let client = |patience| {
        let settings = move |it: &mut Settings| {
            (it.head_timeout, it.idle_timeout) = (patience, patience);
            (it.max_body, it.max_attempts) = (1 << 20, 2);
        };
        builder(&gateway).settings(settings).build().expect("valid")
    };
    // Only faults that delay the response get a short timeout: any response may be slow on a busy machine.
    let (patient, hurried): (Client, Client) = (client(Duration::from_secs(120)), client(Duration::from_millis(400)));
    let location = format!("{}/elsewhere", gateway.base_url());
    for (fault, cause) in [
        (status(400), None),
        (status(401), None),
        (status(403), None),
        (status(404), None),
        (status(418), Some(Cause::UnexpectedStatus)),
        (status(502), None),
        (status(503), None),
        (status(204), Some(Cause::UnexpectedStatus)),
        (status(500), Some(Cause::UnexpectedStatus)),
        (status(504), Some(Cause::UnexpectedStatus)),
        (FaultKind::Redirect { status: 302, location: location.clone() }, Some(Cause::UnexpectedStatus)),
        (FaultKind::Redirect { status: 308, location }, Some(Cause::UnexpectedStatus)),
        (FaultKind::CutBeforeHead { charged: false }, Some(Cause::ConnectionLost)),
        (FaultKind::CutBeforeHead { charged: true }, Some(Cause::ConnectionLost)),
        (FaultKind::CutInBody { after: 0 }, Some(Cause::ConnectionLost)),
        (FaultKind::CutInBody { after: 40 }, Some(Cause::ConnectionLost)),
        (FaultKind::Delay { millis: 900 }, Some(Cause::Timeout)),
        (FaultKind::SlowBytes { millis: 900 }, Some(Cause::Timeout)),
        (FaultKind::Html, Some(Cause::UnexpectedFormat)),
        (FaultKind::Oversize { bytes: 2 << 20, gzip: false }, Some(Cause::TooLarge)),
        (FaultKind::Oversize { bytes: 2 << 20, gzip: true }, Some(Cause::TooLarge)),
    ] {
        let client = if cause == Some(Cause::Timeout) { &hurried } else { &patient };
        let (ended, charges) = one_call(&gateway, client, fault.clone()).await;
        let error = ended.expect_err("the fault shows");
        assert!(charges <= 1, "{fault:?} was charged {charges} times");
        match cause {
            None => assert_eq!((error.charge(), charges), (Charge::No, 0), "{fault:?}: {error}"),
            Some(cause) => {
                assert!(matches!(&error, Error::ChargeUnknown(it) if it.cause == cause), "{fault:?}: {error}");
                assert_eq!(error.charge(), Charge::Unknown);
            }
        }
    }
}

#[tokio::test]
async fn unusual_but_valid_responses_are_accepted() {
    let gateway = gateway().await;
    let client = client(&gateway);
    for fault in [
        FaultKind::Gzip,
        FaultKind::ContentType { content_type: "text/plain".into() },
        FaultKind::Delay { millis: 50 },
        FaultKind::SlowBytes { millis: 0 },
    ] {
        let (ended, charges) = one_call(&gateway, &client, fault.clone()).await;
        assert_eq!((ended.unwrap_or_else(|error| panic!("{fault:?}: {error}")), charges), (Charge::Yes, 1));
    }
}

#[tokio::test]
async fn error_bodies_of_every_shape_give_the_same_error() {
    let gateway = gateway().await;
    let client = client(&gateway);
    for shape in Shape::ALL {
        let fault = FaultKind::Status { status: 400, code: Some("unknown_parameter".into()), retry_after: None, shape };
        let (ended, _) = one_call(&gateway, &client, fault).await;
        let error = ended.expect_err("400");
        assert!(matches!(&error, Error::BadParameter(_)), "{shape:?}: {error}");
        let failure = error.failure().expect("it was answered");
        assert_eq!(failure.status, Some(400));
        assert!(failure.request_id.as_deref().is_some_and(|it| it.starts_with("mock-")), "{shape:?}");
        assert_eq!(failure.body.is_empty(), shape == Shape::Empty, "{shape:?}");
    }
}

/// Error table of section 7 of the social document. A status that it does not list may have been charged.
#[test]
fn the_table_of_errors() {
    let kind = |status, code| SERVICE.error(CallKind::Data, status, code).map(|it| it.kind);
    for (status, code, meaning) in [
        (400, Some("unknown_parameter"), ErrorKind::BadParameter),
        (400, Some("missing_parameter"), ErrorKind::BadParameter),
        (400, None, ErrorKind::BadParameter),
        (401, None, ErrorKind::Unauthorized),
        (403, Some("model_requires_topup"), ErrorKind::NeedsTopUp),
        (403, None, ErrorKind::Refused),
        (404, None, ErrorKind::NoSuchEndpoint),
        (404, Some("social_data_no_result"), ErrorKind::NoResult),
        (429, Some("social_data_capacity_reached"), ErrorKind::Capacity),
        (429, None, ErrorKind::Capacity),
        (502, None, ErrorKind::SourceFailed),
        (503, Some("social_data_unavailable"), ErrorKind::Paused),
    ] {
        assert_eq!(kind(status, code), Some(meaning), "{status} {code:?}");
    }
    for unknown in [204, 302, 408, 418, 500, 504, 599] {
        assert_eq!(kind(unknown, None), None, "{unknown} is not known to be free");
    }
}

#[tokio::test]
async fn an_error_code_takes_precedence_over_its_status() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let fault = |status, code: &str| FaultKind::Status {
        status,
        code: Some(code.into()),
        retry_after: None,
        shape: Shape::Nested,
    };
    let (ended, _) = one_call(&gateway, &client, fault(429, "model_requires_topup")).await;
    assert!(matches!(ended, Err(Error::NeedsTopUp(it)) if it.attempts == 1), "it is not sent again");
    let (ended, _) = one_call(&gateway, &client, fault(500, "social_data_no_result")).await;
    assert!(matches!(ended, Err(Error::NoResult(_))));
    let (ended, _) = one_call(&gateway, &client, fault(200, "social_data_unavailable")).await;
    assert!(matches!(ended, Err(Error::Paused(_))), "an error under status 200");
    let (ended, _) = one_call(&gateway, &client, fault(200, "something_new")).await;
    assert!(matches!(ended, Err(Error::ChargeUnknown(_))), "the status has no documented meaning");
}

#[tokio::test]
async fn an_error_says_what_happened_and_what_to_do() {
    let gateway = gateway().await;
    let client = client(&gateway);
    gateway.set_topped_up(false);
    let error = client.p1().trending().send().await.expect_err("it was never topped up");
    let said = error.to_string();
    assert!(said.contains("403") && said.contains("model_requires_topup") && said.contains("top up"), "{said}");

    gateway.reset();
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: true }));
    let error = client.p1().trending().send().await.expect_err("it is cut");
    let said = error.to_string();
    assert!(said.contains("may have been charged") && said.contains("`social-p1-trending`"), "{said}");
    let Error::ChargeUnknown(unknown) = error else { panic!("{error}") };
    assert_eq!(unknown.request.url.path(), "/v1/social/p1/trending");
    assert!(unknown.request.headers.get("authorization").is_none(), "it carries the request, not the key");
    assert!(unknown.sent_at.elapsed().expect("it was before") < Duration::from_secs(60));
}

#[tokio::test]
async fn a_reply_has_its_metadata() {
    let gateway = gateway().await;
    gateway.fault(Fault::status(502).times(1));
    let reply = client(&gateway).p1().search("tea").send().await.expect("the second attempt succeeds");
    assert_eq!((reply.status, reply.attempts), (200, 2));
    assert_eq!(reply.request_id().as_deref(), Some("mock-2"));
    assert_eq!(reply.cost.map(|it| it.to_string()).as_deref(), Some("0.02"));
    assert!(reply.elapsed > Duration::ZERO && reply.headers.contains_key("content-type"));
    assert!(std::str::from_utf8(&reply.raw).is_ok_and(|it| it.contains("social.result")));
}
