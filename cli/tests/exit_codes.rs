//! Each exit code, and what was charged with it.

use std::fs::File;

use gatewright_client::Usd;
use gatewright_mock::Fault;

use crate::support::{GW, Home, Server, run};

const POST: [&str; 4] = ["p2", "post", "--note-id", "64a1f0c2000000001203a5b7"];

#[test]
fn success_is_0() {
    let home = Home::new();
    assert_eq!((home.gw(&POST).code, home.gateway.ledger().total()), (0, Usd::cents(2)));
}

#[test]
fn refused_before_sending_is_1() {
    let home = Home::new();
    let ran = run(home.command(GW).env("GATEWAY_BASE_URL", "ftp://gateway.example").args(POST));
    assert_eq!((ran.code, home.requests()), (1, 0), "{}", ran.err);
}

#[test]
fn wrong_usage_is_2() {
    let home = Home::new();
    assert_eq!((home.gw(&["p2", "post"]).code, home.requests()), (2, 0));
}

#[test]
fn a_gateway_error_that_is_free_is_3() {
    let home = Home::new();
    let ran = run(home.command(GW).env("GATEWAY_API_KEY", "wrong").args(POST));
    assert_eq!((ran.code, home.requests(), home.gateway.ledger().total()), (3, 1, Usd::ZERO), "{}", ran.err);
    assert!(ran.err.contains("\nhelp: check the API key"), "{}", ran.err);
}

#[test]
fn an_unknown_charge_is_4() {
    let home = Home::new();
    home.gateway.fault(Fault::cut_in_body(10).times(1));
    let ran = home.gw(&POST);
    assert_eq!((ran.code, home.requests()), (4, 1), "{}", ran.err);
    assert!(ran.err.contains("help: look for `social-p2-post` in the usage log"), "{}", ran.err);
    let server = Server::start(200, r#"{"object":"social.result","data":null}"#);
    let mut command = home.command(GW);
    let command = command.env("GATEWAY_BASE_URL", &server.url).args(POST);
    let without_data = run(command.args(["--select", "error"]));
    assert_eq!(without_data.code, 4, "{}", without_data.err);
    assert!(without_data.err.contains("the charge of 1 call is unknown: look it up"), "{}", without_data.err);
}

#[test]
fn over_budget_is_5() {
    let home = Home::new();
    let ran = home.gw(&[&POST[..], &["--max-usd", "0.01"]].concat());
    assert_eq!((ran.code, home.requests()), (5, 0), "{}", ran.err);
}

#[test]
fn nothing_found_is_6() {
    let home = Home::new();
    let ran = home.gw(&["p2", "post", "--note-id", "find-nothing"]);
    assert_eq!((ran.code, home.gateway.ledger().total()), (6, Usd::ZERO), "{}", ran.err);
    assert_eq!(home.gw(&["search", "zeppelins"]).code, 6);
    assert_eq!(home.gw(&["price", "p2", "zeppelins"]).code, 6);
}

#[cfg(target_os = "linux")]
#[test]
fn charged_and_then_failed_is_7() {
    let home = Home::new();
    let full = home.gw(&[&POST[..], &["--output", "/dev/full"]].concat());
    assert_eq!((full.code, home.gateway.ledger().total()), (7, Usd::cents(2)), "{}", full.err);
    assert!(full.err.contains("cannot write `/dev/full`"), "{}", full.err);
    let mut command = home.command(GW);
    let full = File::options().write(true).open("/dev/full").expect("Linux has it");
    let status = command.args(POST).stdout(full).stderr(std::process::Stdio::null()).status().expect("it starts");
    assert_eq!((status.code(), home.gateway.ledger().total()), (Some(7), Usd::cents(4)));
}

/// A video that was accepted is charged, also if its status cannot be read.
#[test]
fn an_accepted_video_without_a_status_is_7() {
    let home = Home::new();
    home.gateway.fault(Fault::status(401).on("/v1/videos/"));
    let video = ["video", "a-text-to-video", "A kettle begins to sing.", "--duration", "5", "--output", "kettle.mp4"];
    let ran = home.gw(&video);
    assert_eq!(ran.code, 7, "{}", ran.err);
    assert!(
        ran.err.contains("check the API key") && ran.err.contains("and then `gw video resume /v1/videos/"),
        "{}",
        ran.err
    );
    assert!(home.gateway.ledger().total() > Usd::ZERO);
}

#[test]
fn the_help_lists_the_exit_codes() {
    let help = Home::new().gw(&["--help"]);
    assert_eq!(help.code, 0);
    assert!(help.out.contains("Exit codes: 0 success"), "{}", help.out);
}
