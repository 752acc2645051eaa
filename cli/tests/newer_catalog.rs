//! A catalog that is newer than the program.

use std::fs;

use gatewright::Specs;
use gatewright_mock::Gateway;
use serde_json::{Value, json};

use crate::pull::write_list;
use crate::support::{FOREIGN, GW, Home, run};

const FILE: &str = "catalog.json";

/// Returns the catalog of this program with a new endpoint, and without one that has facts.
fn newer() -> String {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../specs/social/catalog.json")).expect("a file");
    let mut catalog: Value = serde_json::from_str(&text).expect("JSON");
    let cells = catalog["cells"].as_array_mut().expect("a list");
    let mut cell = cells.iter().find(|it| it["path"] == "/v1/social/p2/post").expect("an endpoint").clone();
    cell["path"] = json!("/v1/social/p2/recipe");
    cell["capability"] = json!("recipe");
    cell["model"] = json!("social-p2-recipe");
    cell["price_usd"] = json!(0.07);
    cells.push(cell);
    cells.retain(|it| it["path"] != "/v1/social/p1/search");
    catalog.to_string()
}

/// Starts a gateway that sells the endpoints of the newer catalog.
fn start(home: &Home) -> Gateway {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../specs");
    let mut specs = Specs::open(root).expect("a folder");
    specs.files.insert("social/catalog.json".into(), newer().into());
    specs.files.remove("social/facts.toml");
    fs::write(home.path(FILE), newer()).expect("a file");
    Gateway::builder().specs(specs).key("mock-key").start_blocking().expect("a free port")
}

#[test]
fn endpoints_of_a_newer_catalog_are_commands() {
    let home = Home::new();
    let gateway = start(&home);
    let gw = |arguments: &[&str]| {
        let url = gateway.base_url();
        run(home.command(GW).env("GATEWAY_BASE_URL", &url).env("GATEWAY_DASH_URL", &url).args(arguments))
    };
    let recipe = ["p2", "recipe", "--note-id", "64a1f0c2000000001203a5b7"];
    assert_eq!(gw(&recipe).code, 2);
    for catalog in [&["--catalog", FILE][..], &["--catalog=live"]] {
        let ran = gw(&[&recipe[..], catalog].concat());
        assert_eq!(ran.code, 0, "{catalog:?}: {}", ran.err);
        let removed = gw(&[&["p1", "search", "--keyword", "tea"][..], catalog].concat());
        assert_eq!(removed.code, 2, "{catalog:?}: {}", removed.err);
        let price = gw(&[catalog, &["price", "p2", "recipe", "--select", ".[].price_usd"][..]].concat());
        assert_eq!(price.out.trim(), "\"0.07\"", "{catalog:?}: {}", price.err);
    }
    assert_eq!(gateway.ledger().total().to_string(), "0.14");
    let spent = gw(&["spent", "--select", ".charged_usd"]);
    assert_eq!(spent.out.trim(), "\"0.14\"");
}

#[test]
fn a_catalog_that_cannot_be_used_is_refused() {
    let home = Home::new();
    fs::write(home.path(FILE), "{\"cells\": [{\n  \"platform\": 7}]}").expect("a file");
    let broken = home.gw(&["p2", "post", "--note-id", "1", "--catalog", FILE]);
    assert_eq!(broken.code, 1, "{}", broken.err);
    assert!(
        broken.err.contains("cannot use the catalog `catalog.json`") && broken.err.contains(":2:"),
        "{}",
        broken.err
    );
    let missing = home.gw(&["--catalog", "nowhere.json", "search", "tea"]);
    assert!(missing.code == 1 && missing.err.contains("cannot read the catalog `nowhere.json`"), "{}", missing.err);
    // The address of the dashboard is not known.
    let nowhere = home.gw(&["--catalog", "live", "search", "tea"]);
    assert!(nowhere.code == 1 && nowhere.err.contains("GATEWAY_DASH_URL"), "{}", nowhere.err);
    assert_eq!(home.requests(), 0);
}

#[test]
fn a_row_without_a_price_is_not_sent_within_a_limit() {
    let home = Home::new();
    write_list(&home, 2);
    let unpriced = newer().replace("\"price_usd\":0.07", "\"price_usd\":null");
    fs::write(home.path(FILE), unpriced).expect("a file");
    let pull = ["pull", "posts.csv", "--operation", "p2 recipe", "--accept-terms", "--output", "recipes.ndjson"];
    let ran = home.gw(&[&pull[..], &["--catalog", FILE, "--max-usd", "1"]].concat());
    assert!(ran.code == 1 && ran.err.contains("the price of"), "{}: {}", ran.code, ran.err);
    let summary: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&summary["failed"], &summary["left"], home.requests()), (&json!(0), &json!(2), 0));
}

/// The live catalog is text from the network, too.
#[test]
fn a_catalog_cannot_control_the_terminal() {
    let home = Home::new();
    let foreign = FOREIGN.replace(['\r', '\u{9b}'], "");
    let mut catalog: Value = serde_json::from_str(&newer()).expect("JSON");
    for cell in catalog["cells"].as_array_mut().expect("a list") {
        cell["unit"] = format!("call{foreign}").into();
        cell["status"] = format!("available{foreign}").into();
    }
    fs::write(home.path(FILE), catalog.to_string()).expect("a file");
    for arguments in [&["p2", "search", "--help"][..], &["p2", "--help"], &["help", "p2", "search"], &["price", "p2"]] {
        let ran = home.gw(&[&["--catalog", FILE], arguments].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let text = ran.out + &ran.err;
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{7f}']), "{arguments:?}: {text:?}");
    }
    let unknown = home.gw(&["p2", "post", "--note-id", "a", "--bogus\u{1b}[2J", "x"]);
    assert!(unknown.code == 2 && !unknown.err.contains('\u{1b}'), "{:?}", unknown.err);
}
