//! The mock serves data of learned shapes, with pages.

use futures_util::TryStreamExt as _;
use gatewright::Specs;
use gatewright_mock::Gateway;
use sample_client::Client;
use sample_client::shape::Recording;
use serde_json::{Value, json};

use super::scene::{Scene, gateway, record};

/// Returns a gateway with the shape of an operation, and a client for it.
async fn serve(operation: &str, responses: &[Value], cursor: Option<(&str, &str)>) -> (Gateway, Client) {
    let mut recording = Recording::new(operation);
    responses.iter().for_each(|it| recording.observe(it));
    if let Some((parameter, path)) = cursor {
        recording.cursors.entry(parameter.to_owned()).or_default().insert(path.to_owned(), 5);
    }
    let mut specs = gatewright_tests::sample_specs();
    specs.files.insert(format!("{}/{operation}.json", Specs::SHAPES), recording.to_pretty_json().into_bytes());
    let gateway = Gateway::builder().specs(specs).start().await.expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid settings");
    (gateway, client)
}

#[tokio::test]
async fn pages_of_a_learned_shape_lead_to_the_last_one() {
    let note = json!({ "title": "Green tea", "author": { "id": "7311234567890123456" }, "url": "https://a.example/x" });
    let response =
        json!({ "list": [note], "paging": { "cursor": 20, "hasMore": true }, "search_id": "s", "backtrace": "b" });
    let (gateway, client) = serve("p1_search", &[response], None).await;
    let items: Vec<_> = client.p1().search("tea").items().try_collect().await.expect("three pages");
    let titles: Vec<_> = items.iter().map(|it| it["title"].as_str().expect("text")).collect();
    assert_eq!(titles, ["sample title 1", "sample title 4", "sample title 7"]);
    let item =
        json!({ "title": "sample title 4", "author": { "id": "1004" }, "url": "https://files.example/sample-4" });
    assert_eq!((gateway.ledger().charges.len(), &*items[1]), (3, &item));
    let last = client.p1().search("tea").cursor(40).send().await.expect("data");
    assert_eq!(last.data["paging"], json!({ "hasMore": false }));
    assert!(client.p1().search("tea").cursor(60).send().await.is_err(), "there is no fourth page");
    // An endpoint without a learned shape keeps its fixture.
    assert!(client.p1().trending().send().await.expect("data").data.get("items").is_some());
}

#[tokio::test]
async fn a_learned_cursor_is_served_at_its_path() {
    // Both fields have the name of the parameter; the recording says which one is the cursor.
    let response = json!({ "notes": [{ "id": 1 }], "cursor": "a", "page": { "cursor": "b", "index": 1 } });
    let (_gateway, client) = serve("p2_comments", &[response], Some(("cursor", "data.page.cursor"))).await;
    let target = || sample_client::social::p2::CommentsTarget::note_id("64a1f5c2000000001203a8b9");
    let first = client.p2().comments(target()).send().await.expect("data");
    assert_eq!(first.data["cursor"], "sample cursor 1");
    let pages = client.p2().comments(target()).pages().cursor_at("data.page.cursor");
    let pages: Vec<_> = pages.try_collect().await.expect("three pages");
    assert_eq!(pages.len(), 3, "{pages:?}");
    assert_eq!(pages[2].data["page"]["cursor"], "");
}

#[test]
fn a_client_of_the_learned_gateway_learns_nothing_new() {
    let (scene, first) = (Scene::new(), gateway());
    record(&first, &scene.path("mei"), 12);
    scene.learn_fine(&["mei"]);
    let specs = Specs::open(scene.path("specs")).expect("specs");
    let learned = Gateway::builder().specs(specs).start_blocking().expect("loopback");
    record(&learned, &scene.path("again"), 9);
    let said = scene.learn_fine(&["again"]);
    assert!(
        said.contains("p1_search: 9 new responses") && !said.contains(" added:") && !said.contains("untyped"),
        "{said}"
    );
}
