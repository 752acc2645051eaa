//! Drift: changed responses are told apart from empty ones.

use std::sync::{Arc, Mutex};

use sample_client::social::p3;
use sample_client::testing::{self, Replies};
use sample_client::{Client, Drift, DriftKind, JsonType, Outcome, Response, Typed};
use serde_json::{Value, json};

use super::responses::{ALL, OPERATIONS, response};

const KEY: &str = "sk-canary-8d1f0a77c2";

type Reports = Arc<Mutex<Vec<Drift>>>;

fn client(data: impl IntoIterator<Item = Value>) -> (Client, Reports) {
    let reports = Reports::default();
    let seen = reports.clone();
    let replies = Replies::json(data.into_iter().map(|it| json!({ "object": "social.result", "data": it })));
    let builder = Client::builder("https://gateway.example", KEY).transport(replies);
    let hook = move |it: &Drift| seen.lock().expect("no panic").push(it.clone());
    (builder.on_drift(hook).build().expect("valid"), reports)
}

async fn search(data: Value) -> (Response<Typed<p3::Search>>, Vec<Drift>) {
    let (client, reports) = client([data]);
    let response = client.p3().search("tea").await.expect("data");
    let reports = reports.lock().expect("no panic").clone();
    (response, reports)
}

#[tokio::test]
async fn learned_responses_have_no_drift() {
    for number in 0..ALL {
        let (operation, _) = OPERATIONS[number % OPERATIONS.len()];
        let (client, reports) = client([response(operation, number / OPERATIONS.len())]);
        let call = client.operation(operation).expect("it is known");
        let call = match operation {
            "p1_post" => call.with("share_url", "https://video.example/1"),
            "p2_post" => call.with("note_id", "64a1f0c2000000001203a5b7"),
            "p2_user" => call.with("user_id", "64a1f0c2000000001203a5b8"),
            "p3_comments" => call.with("photo_id", "3xk2"),
            "p3_search" => call.with("keyword", "tea"),
            _ => call,
        };
        let response = call.send().await.expect("data");
        assert!(response.drift().is_empty(), "{operation} {number}: {}", response.drift());
        assert!(reports.lock().expect("no panic").is_empty());
    }
}

#[tokio::test]
async fn found_empty_and_changed_responses_are_different_outcomes() {
    let found = response("p3_search", 4);
    let (reply, reports) = search(found.clone()).await;
    assert_eq!((reply.outcome(), reports.len()), (Outcome::Found, 0));
    assert_eq!(reply.typed().result.and_then(|it| it.feed).and_then(|it| it.list).map(|it| it.len()), Some(5));

    let mut empty = found.clone();
    empty["result"]["feed"]["list"] = json!([]);
    assert_eq!(search(empty).await.0.outcome(), Outcome::Empty);
    assert_eq!(search(json!({})).await.0.outcome(), Outcome::Empty);

    // The list is one level deeper.
    let mut moved = found.clone();
    moved["result"]["feed"] = json!({ "page": found["result"]["feed"] });
    let (reply, reports) = search(moved).await;
    assert_eq!(reply.outcome(), Outcome::ChangedShape);
    assert_eq!(reports, [reply.drift()]);
    let text = "`data.result.feed.list` is missing; `data.result.feed.page` is new (object)";
    assert_eq!((reports[0].operation, reports[0].to_string().as_str()), ("p3_search", text));

    // A list that is not where it was learned can have all items.
    let elsewhere = json!({ "result": { "found": [{ "id": 1 }] } });
    assert_eq!(search(elsewhere).await.0.outcome(), Outcome::ChangedShape);
    let of_tests = testing::social_of::<p3::Search>(json!({ "result": { "feed": { "list": 7 } } }));
    assert_eq!((of_tests.outcome(), of_tests.drift().is_empty()), (Outcome::ChangedShape, false));

    // New fields alone break nothing.
    let mut more = found;
    more["result"]["hint"] = json!("new");
    let (reply, reports) = search(more).await;
    assert_eq!((reply.outcome(), reports.len(), reply.drift().is_breaking()), (Outcome::Found, 1, false));
    assert_eq!(reply.drift().changes[0].kind, DriftKind::Added(JsonType::Text));
}

#[tokio::test]
async fn changed_types_are_reported_once_and_without_values() {
    let mut data = response("p3_search", 4);
    for item in data["result"]["feed"]["list"].as_array_mut().expect("a list") {
        item["timestamp"] = json!("secret value");
        item["user"]["uid"] = json!([1]);
    }
    let (reply, _) = search(data.clone()).await;
    let text = "`data.result.feed.list[].timestamp` is text, not integer; \
                `data.result.feed.list[].user.uid` is array, not integer";
    assert_eq!((reply.outcome(), reply.drift().to_string().as_str()), (Outcome::ChangedShape, text));
    let item = reply.typed().result.and_then(|it| it.feed).and_then(|it| it.list).expect("items").swap_remove(0);
    assert_eq!((item.timestamp, &item.other["timestamp"]), (None, &json!("secret value")));
}

/// Whatever a type cannot hold is reported: a null item makes the whole list untyped.
#[tokio::test]
async fn null_items_and_texts_that_are_no_numbers_are_reported() {
    let mut data = response("p3_search", 4);
    let list = data["result"]["feed"]["list"].as_array_mut().expect("a list");
    list[0]["view_count"] = json!("1.2万");
    let (reply, _) = search(data.clone()).await;
    let text = "`data.result.feed.list[].view_count` is not a number as text";
    assert_eq!((reply.drift().to_string().as_str(), reply.outcome()), (text, Outcome::ChangedShape));
    let mut data = response("p3_search", 4);
    data["result"]["feed"]["list"].as_array_mut().expect("a list").push(Value::Null);
    let (reply, _) = search(data).await;
    let text = "`data.result.feed.list[]` is null, not object";
    assert_eq!((reply.drift().to_string().as_str(), reply.outcome()), (text, Outcome::ChangedShape));
    assert!(reply.typed().result.and_then(|it| it.feed).is_some_and(|it| it.list.is_none()));
}

#[tokio::test]
async fn paths_are_limited_and_safe_to_print() {
    let mut data = response("p3_search", 4);
    for number in 0..500 {
        data["result"][format!("new_{number}")] = json!(1);
    }
    data["result"][KEY] = json!(1);
    data["result"]["a\u{202e}b"] = json!(1);
    data["result"]["x.y\u{1b}[2J"] = json!(1);
    let (reply, _) = search(data).await;
    let drift = reply.drift();
    assert_eq!((drift.changes.len(), drift.more), (100, 403));
    let mut few = response("p3_search", 4);
    few["result"][KEY] = json!(1);
    few["result"]["a\u{202e}b"] = json!(1);
    few["result"]["x.y\u{1b}[2J"] = json!(1);
    let text = format!("{:?} {0}", search(few).await.0.drift());
    assert!(!text.contains(KEY) && !text.contains("canary") && !text.contains(['\u{202e}', '\u{1b}']), "{text}");
    assert!(text.contains("aU+202Eb") && text.contains("data.result.*"), "{text}");
}

#[tokio::test]
async fn items_across_pages_have_types() {
    let pages = [response("p3_search", 0), response("p3_search", 1), json!({})];
    let (client, _) = client(pages);
    let mut items = client.p3().search("tea").items();
    let mut views = Vec::new();
    while let Some(item) = items.next().await {
        let item: p3::SearchDataResultFeedList = item.expect("an item").typed();
        views.push(item.view_count.and_then(|it| it.get()));
    }
    assert_eq!(views, [Some(0), Some(0), Some(100)], "one item, then two; the cursor is two levels deep");
}
