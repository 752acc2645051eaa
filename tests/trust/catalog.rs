//! The live catalog, compared with the one the client was generated from.

use gatewright_mock::{Fault, FaultKind};
use gatewright_tests::sample_specs;
use sample_client::{CatalogChange, Client, Error};

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
async fn what_changed_is_named() {
    let mut specs = sample_specs();
    let mut catalog: serde_json::Value =
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
    let said: Vec<_> = live.changes().iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            format!("{paused} is paused"),
            "/v1/social/p1/search: the price was 0.02 USD and is 0.03 USD".into(),
            "/v1/social/p20/user is gone".into(),
            "/v1/social/p21/user is new; its price is 0.006 USD".into(),
        ]
    );
    assert!(matches!(live.changes()[3], CatalogChange::New(_)));
}

#[tokio::test]
async fn an_unreadable_catalog_is_an_error_that_costs_nothing() {
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
async fn where_it_is_must_be_known() {
    let client = Client::new("https://gateway.example", "key").expect("valid");
    assert!(matches!(client.catalog().await, Err(Error::Config(said)) if said.contains("GATEWAY_DASH_URL")));
}
