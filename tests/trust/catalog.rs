//! Comparison of the live catalog with the catalog of the client.

use gatewright_mock::{Fault, FaultKind};
use gatewright_tests::sample_specs;
use sample_client::{ChangeKind, Client, Error, LiveCatalog};
use serde_json::{Value, json};

use super::{client, gateway};

#[tokio::test]
async fn a_catalog_that_did_not_change_has_no_changes() {
    let gateway = gateway().await;
    let catalog = client(&gateway).catalog().await.expect("it is served");
    assert_eq!((catalog.cells.len(), catalog.unreadable, catalog.changes()), (101, 0, &[][..]));
    let asked = &gateway.journal().requests[0];
    assert!(!asked.authorized && asked.headers.iter().all(|(name, _)| name != "authorization"), "no key is sent");
}

#[tokio::test]
async fn changes_are_named() {
    let mut specs = sample_specs();
    let mut catalog: Value =
        serde_json::from_slice(&specs.files["social/catalog.json"]).expect("the own catalog is JSON");
    let cells = catalog["cells"].as_array_mut().expect("cells");
    assert_eq!(cells[0]["path"], "/v1/social/p1/search");
    cells[0]["price_usd"] = 0.03.into();
    cells[1]["status"] = "paused".into();
    let mut new = cells[2].clone();
    cells.retain(|cell| cell["path"] != "/v1/social/p20/user");
    for (field, value) in
        [("platform", "p21"), ("model", "social-p21-user"), ("path", "/v1/social/p21/user"), ("capability", "user")]
    {
        new[field] = value.into();
    }
    cells.push(new);
    let paused = cells[1]["path"].as_str().expect("a path").to_owned();
    specs.files.insert("social/catalog.json".into(), catalog.to_string().into_bytes());

    let gateway = gatewright_tests::sample_gateway().specs(specs).start().await.expect("loopback");
    let live = client(&gateway).catalog().await.expect("it is served");
    assert_eq!(
        in_words(&live),
        [
            format!("{paused}: status changed from `available` to `paused`"),
            "/v1/social/p1/search: price changed from 0.02 USD to 0.03 USD".into(),
            "/v1/social/p20/user: endpoint removed".into(),
            "/v1/social/p21/user: endpoint added, price 0.006 USD".into(),
        ]
    );
    assert!(matches!(live.changes()[3].kind, ChangeKind::EndpointAdded(_)));
}

fn in_words(live: &LiveCatalog) -> Vec<String> {
    live.changes().iter().map(ToString::to_string).collect()
}

/// Returns the changes of the catalog after `edit` changed the parameters and groups of one endpoint.
async fn changes_after(path: &str, edit: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut specs = sample_specs();
    let mut catalog: Value = serde_json::from_slice(&specs.files["social/catalog.json"]).expect("JSON");
    let cells = catalog["cells"].as_array_mut().expect("cells");
    edit(cells.iter_mut().find(|it| it["path"] == path).expect("it is listed"));
    specs.files.insert("social/catalog.json".into(), catalog.to_string().into_bytes());
    // Facts would name removed parameters.
    specs.files.remove("social/facts.toml");
    let gateway = gatewright_tests::sample_gateway().specs(specs).start().await.expect("loopback");
    let live = client(&gateway).catalog().await.expect("it is served");
    let said = in_words(&live);
    assert!(live.changes().iter().all(|it| it.path == path), "{said:?}");
    said.iter().map(|it| it.replace(&format!("{path}: "), "")).collect()
}

#[tokio::test]
async fn changes_of_parameters_and_groups_are_named() {
    let said = changes_after("/v1/social/p2/post", |cell| {
        let params = cell["params"].as_array_mut().expect("params");
        params.retain(|it| it["name"] != "share_text");
        params.push(json!({ "name": "region", "type": "string", "required": true }));
        params.push(json!({ "name": "depth" }));
        cell["require_one_of"] = json!([["region", "note_id"]]);
    });
    assert_eq!(
        said.await,
        [
            "parameter `share_text` removed",
            "parameter `depth` added",
            "required parameter `region` added",
            "no longer required: at least one of `note_id`, `share_text`",
            "now required: at least one of `note_id`, `region`",
        ]
    );
    let said = changes_after("/v1/social/p1/comments", |cell| {
        for param in cell["params"].as_array_mut().expect("params") {
            match param["name"].as_str() {
                Some("cursor") => *param = json!({ "name": "cursor", "type": "string", "required": true }),
                Some("count") => *param = json!({ "name": "count" }),
                _ => param["required"] = false.into(),
            }
        }
    });
    assert_eq!(
        said.await,
        [
            "parameter `aweme_id` is now optional",
            "type of parameter `count` changed from `integer` to unknown",
            "parameter `count` is now listed without a required flag",
            "type of parameter `cursor` changed from `integer` to `string`",
            "parameter `cursor` is now required",
        ]
    );
}

#[tokio::test]
async fn facts_missing_in_the_catalog_are_not_a_change() {
    let said = changes_after("/v1/social/p16/search", |cell| {
        let params = cell["params"].as_array_mut().expect("params");
        assert!(params.iter().all(|it| it.get("type").is_none()), "nothing but names is published");
        params.reverse();
        params[0]["description"] = "Not a change that breaks a call.".into();
    });
    assert_eq!(said.await, [""; 0]);
}

#[tokio::test]
async fn an_unreadable_catalog_is_an_error_without_a_charge() {
    let gateway = gateway().await;
    let client = client(&gateway);
    gateway.fault(Fault::new(FaultKind::Html).times(1));
    let error = client.catalog().await.expect_err("it is a page of HTML");
    assert!(matches!(error, Error::Decode(_)), "{error}");
    gateway.fault(Fault::new(FaultKind::CutBeforeHead { charged: false }).times(1));
    assert!(client.catalog().await.is_ok(), "it is asked for again: that is free");
    assert_eq!(client.spent(), Default::default());
}

#[tokio::test]
async fn the_url_of_the_catalog_is_required() {
    let client = Client::new("https://gateway.example", "key").expect("valid");
    assert!(matches!(client.catalog().await, Err(Error::Config(said)) if said.contains("GATEWAY_DASH_URL")));
}
