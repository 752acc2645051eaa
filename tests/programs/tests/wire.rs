//! Each operation of the sample, with its required parameters only and with every parameter, sends exactly the URL of its
//! catalog entry.
//!
//! The expected URLs are put together here from the catalog's JSON, without the generator and without the runtime.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use gatewright_tests::sample_specs;

use super::{program, run};

/// One request of the program `wire`.
#[derive(serde::Deserialize)]
struct Case {
    name: String,
    platform: String,
    capability: String,
    query: Vec<(String, String)>,
}

/// RFC 3986: everything but the unreserved characters, byte by byte.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("writing to a string succeeds"),
        }
        out
    })
}

/// The URL as the catalog's JSON has it, path and parameter names included.
fn expected(catalog: &serde_json::Value, platform: &str, capability: &str, query: &[(String, String)]) -> String {
    let cells = catalog["cells"].as_array().expect("a catalog has cells");
    let cell = cells.iter().find(|it| it["platform"] == platform && it["capability"] == capability).expect("the cell");
    let known: Vec<_> =
        cell["params"].as_array().expect("params").iter().filter_map(|it| it["name"].as_str()).collect();
    let pairs: Vec<_> = query
        .iter()
        .map(|(name, value)| {
            assert!(known.contains(&name.as_str()), "{platform}/{capability} has no {name}");
            format!("{}={}", encoded(name), encoded(value))
        })
        .collect();
    let path = cell["path"].as_str().expect("a path");
    let mark = if pairs.is_empty() { "" } else { "?" };
    format!("https://gateway.example{path}{mark}{}", pairs.join("&"))
}

#[test]
fn every_request_has_exactly_the_expected_url() {
    let catalog = serde_json::from_slice(&sample_specs().files["social/catalog.json"]).expect("the catalog is JSON");
    let cases: Vec<Case> =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/wire.json"))).expect("the build script wrote it");
    assert!(cases.len() > 3 * 101, "{} cases", cases.len());
    let output = Command::new(env!("CARGO_BIN_EXE_wire")).output().expect("it was built");
    let printed = String::from_utf8(output.stdout).expect("text");
    let got: BTreeMap<_, _> = printed.lines().filter_map(|it| it.split_once('\t')).collect();
    for case in &cases {
        let url = expected(&catalog, &case.platform, &case.capability, &case.query);
        assert_eq!(got.get(case.name.as_str()), Some(&url.as_str()), "{}", case.name);
    }
    assert_eq!(got.len(), cases.len());
}

/// Golden files in `tests/wire`: every operation's requests as the bytes that a server receives.
#[test]
fn every_request_has_exactly_the_recorded_bytes() {
    let printed = |argument: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_requests"));
        let output = command.args(argument).env("no_proxy", "127.0.0.1").output().expect("it was built");
        assert!(output.status.success(), "{argument:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let modules = printed(None);
    for module in modules.lines() {
        let file = format!("{}/../wire/{module}.txt", env!("CARGO_MANIFEST_DIR"));
        expect_test::expect_file![file].assert_eq(&printed(Some(module)));
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../wire")).expect("golden files").count();
    assert_eq!(files, modules.lines().count(), "a golden file has no module");
}

/// The gateway accepts and charges every call.
#[tokio::test(flavor = "multi_thread")]
async fn every_function_goes_through_the_gateway() {
    let gateway = gatewright_tests::sample_gateway().start().await.expect("loopback");
    let printed = run(program(env!("CARGO_BIN_EXE_calls"), &gateway)).await;
    let (calls, spent) = printed.trim().split_once('\t').expect("both are printed");
    let (calls, ledger): (usize, _) = (calls.parse().expect("a number"), gateway.ledger());
    assert!(calls >= 2 * 101, "{calls}");
    assert_eq!(ledger.charges.len(), calls);
    assert_eq!(ledger.by_name().len(), 101);
    assert_eq!(spent, ledger.total().to_string());
}
