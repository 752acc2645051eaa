//! Learned paths of cursors and of the list of items.

use gatewright::Specs;
use gatewright_tests::{generate_fine, specs};
use serde_json::{Value, json};

const CATALOG: &str = r#"{"cells": [{"platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
    "path": "/v1/social/p1/search", "params": [{"name": "cursor", "type": "string"}]}]}"#;

/// Returns the module of a client whose recording has these cursors and this data.
fn module(paging: &str, cursors: &Value, data: &Value) -> String {
    let Specs { folder, mut files } = specs(CATALOG);
    let facts = format!("[cell.p1.search.params]\ncursor = {{ paging = {paging} }}\n");
    files.insert(Specs::FACTS.to_owned(), facts.into_bytes());
    let shape =
        json!({ "format": 1, "operation": "p1_search", "samples": 30, "cursors": { "cursor": cursors }, "data": data });
    files.insert("social/shapes/p1_search.json".to_owned(), shape.to_string().into_bytes());
    let generated = generate_fine(&Specs { folder, files });
    generated.output.get("src/social/p1.rs").expect("a module").to_owned()
}

#[test]
fn the_cursor_that_most_requests_used_is_learned() {
    for (paging, cursors, expected) in [
        ("{}", json!({ "data.page.next": 20, "data.other": 10 }), "Cursor::Path(\"data.page.next\")"),
        ("{}", json!({ "data.page.next": 19, "data.other": 10 }), "Cursor::Unpublished"),
        ("{}", json!({ "data.page.next": 3 }), "Cursor::Path(\"data.page.next\")"),
        ("{}", json!({ "data.page.next": 2 }), "Cursor::Unpublished"),
        ("{}", json!({ "data.list[].id": 30 }), "Cursor::Unpublished"),
        ("{}", json!({ "data.pages.*.next": 30 }), "Cursor::Unpublished"),
        ("{}", json!({}), "Cursor::Unpublished"),
        ("{ field = \"after\" }", json!({ "data.page.next": 20 }), "Cursor::Field(\"after\")"),
    ] {
        let text = module(paging, &cursors, &json!({ "object": 30 }));
        assert!(text.contains(expected), "{paging} {cursors}: {text}");
    }
}

#[test]
fn the_only_list_of_objects_nearest_to_the_top_has_the_items() {
    let list = json!({ "array": 30, "[]": { "object": 90, ".id": { "text": 90 } } });
    let texts = json!({ "array": 30, "[]": { "text": 90 } });
    for (data, expected) in [
        (json!({ "object": 30, ".list": list, ".tags": texts }), Some("data.list")),
        (json!({ "object": 30, ".a": { "object": 30, ".list": list }, ".tags": texts }), Some("data.a.list")),
        (json!({ "object": 30, ".list": list, ".a": { "object": 30, ".more": list } }), Some("data.list")),
        (json!({ "object": 30, ".list": list, ".more": list }), None),
        (json!({ "object": 30, ".tags": texts }), None),
        (list.clone(), Some("data")),
    ] {
        let text = module("{}", &json!({}), &data);
        let found = text.split_once(" items: Some(\"data").map(|it| it.1.split('"').next().unwrap_or_default());
        assert_eq!(found.map(|it| format!("data{it}")).as_deref(), expected, "{data}");
    }
}
