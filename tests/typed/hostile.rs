//! Hostile shapes give valid code of limited size, or an error with its location.

use gatewright::{Generated, Report, Specs};
use gatewright_tests::{generate, specs};
use sample_client::shape::Recording;
use serde_json::{Map, Value, json};

const CATALOG: &str = r#"{"cells": [{"platform": "p1", "capability": "post", "model": "social-p1-post", "method": "GET",
    "path": "/v1/social/p1/post", "params": []}, {"platform": "p1", "capability": "post-data", "model": "social-p1-post-data",
    "method": "GET", "path": "/v1/social/p1/post-data", "params": []}]}"#;

fn with_shape(name: &str, text: String) -> Result<Generated, Report> {
    let Specs { folder, mut files } = specs(CATALOG);
    files.insert(format!("social/shapes/{name}.json"), text.into_bytes());
    generate(&Specs { folder, files })
}

/// Returns the module of the client with the shape of some data.
fn module(data: &[Value]) -> String {
    let mut recording = Recording::new("p1_post");
    data.iter().for_each(|it| recording.observe(it));
    let generated = with_shape("p1_post", recording.to_string()).unwrap_or_else(|it| panic!("{}", it.render(false)));
    let text = generated.output.get("src/social/p1.rs").expect("a module").to_owned();
    syn::parse_file(&text).expect("it is Rust");
    text
}

fn structs(text: &str) -> Vec<&str> {
    text.lines().filter_map(|it| it.strip_prefix("pub struct ")?.strip_suffix(" {")).collect()
}

#[test]
fn deep_shapes_end_in_untyped_fields() {
    let mut data = json!({ "leaf": 1 });
    for level in 0..60 {
        data = json!({ format!("level_{level}"): data });
    }
    let text = module(&[data]);
    assert!((5..20).contains(&structs(&text).len()), "{:?}", structs(&text));
    assert!(text.contains("Option<rt::serde_json::Value>"));
}

#[test]
fn wide_shapes_end_in_untyped_fields() {
    let wide: Map<_, _> = (0..3_000).map(|it| (format!("field_{it}"), json!({ "a": it, "b": { "c": it } }))).collect();
    let text = module(&[json!({ "wide": wide, "id": 1 })]);
    assert_eq!(structs(&text), ["PostData2"], "3,000 fields are too many for a struct");
    let objects: Map<_, _> = (0..390).map(|it| (format!("field_{it}"), json!({ format!("own_{it}"): 1 }))).collect();
    assert_eq!(structs(&module(&[objects.into()])).len(), 300, "the number of structs is limited");
}

#[test]
fn names_are_valid_and_different() {
    let text = module(&[json!({
        "type": 1, "Type": 2, "self": 3, "other": 4, "4k": 5, "关注": 6, "a b": 7, "a-b": 8, "a_b": 9, "$": 10, "\u{202e}x": 11,
        "fn": { "Self": 1 }, "box": { "Option": { "String": 1 } }, "Vec": [{ "x": 1 }],
    })]);
    for field in ["pub type_: ", "pub self_: ", "pub other_: ", "pub n4k: ", "pub u5173_u6ce8: ", "pub a_b: "] {
        assert!(text.contains(field), "{field} {text}");
    }
    // Another endpoint has this name.
    assert!(structs(&text).contains(&"PostData2"), "{:?}", structs(&text));
}

#[test]
fn identical_objects_share_a_type() {
    let author = json!({ "id": 1, "name": "x", "url": "https://a.example" });
    let text = module(&[json!({ "author": author, "owner": author, "small": { "n": 1 }, "tiny": { "n": 1 } })]);
    assert_eq!(structs(&text), ["PostData2", "PostDataAuthor", "PostDataSmall", "PostDataTiny"]);
}

#[test]
fn broken_shapes_are_reported_with_their_location() {
    let report = |name: &str, text: &str| with_shape(name, text.to_owned()).expect_err("it is wrong").render(false);
    let text = report(
        "p1_post",
        "{\n  \"format\": 1,\n  \"operation\": \"p1_post\",\n  \"samples\": true,\n  \"data\": {}\n}",
    );
    assert!(text.contains("bad-shape") && text.contains("social/shapes/p1_post.json:4:"), "{text}");
    let text = report("p1_post", "{ \"format\": 1, ");
    assert!(text.contains("social/shapes/p1_post.json:1:"), "{text}");
    let text = report("p1_pots", &Recording::new("p1_post").to_string());
    assert!(text.contains("rename the file to `p1_post.json`"), "{text}");
}

#[test]
fn a_shape_of_a_removed_endpoint_is_ignored() {
    let generated = with_shape("p1_pots", Recording::new("p1_pots").to_string()).expect("only a warning");
    let text = generated.report.render(false);
    assert!(text.contains("unused-shape") && text.contains("did you mean `p1_post`?"), "{text}");
}

#[test]
fn mixed_types_are_reported() {
    let mut recording = Recording::new("p1_post");
    [json!({ "x": 1, "y": 1 }), json!({ "x": "a", "y": 1.5 })].iter().for_each(|it| recording.observe(it));
    let generated = with_shape("p1_post", recording.to_string()).expect("only a warning");
    let text = generated.report.render(false);
    assert!(text.contains("mixed-types") && text.contains("`data.x`") && !text.contains("`data.y`"), "{text}");
}

#[test]
fn views_with_unknown_paths_are_refused() {
    let mut recording = Recording::new("p1_post");
    recording.observe(&json!({ "note": { "likes": 1 }, "list": [{ "id": 1 }] }));
    let report = |views: &str| {
        let Specs { folder, mut files } = specs(CATALOG);
        files.insert("social/shapes/p1_post.json".to_owned(), recording.to_string().into_bytes());
        files.insert(Specs::VIEWS.to_owned(), views.as_bytes().to_vec());
        match generate(&Specs { folder, files }) {
            Ok(generated) => generated.report.render(false),
            Err(report) => report.render(false),
        }
    };
    for (views, says) in [
        ("[p1_post.post]\nlikes = \"data.note.like\"\n", "did you mean `likes`?"),
        ("[p1_post.post]\nlikse = \"data.note.likes\"\n", "did you mean `likes`?"),
        ("[p1_post.pots]\nlikes = \"data.note.likes\"\n", "did you mean `post`?"),
        ("[p1_post.post]\nlikes = \"data.note.likes\"\nid = \"item.id\"\n", "begin differently"),
        ("[p1_post.post]\nlikes = \"note.likes\"\n", "begin the path with `item`"),
        ("[p1_post_data.post]\nlikes = \"data.likes\"\n", "was not learned"),
        ("[p9_post.post]\nlikes = \"data.likes\"\n", "the catalog has no operation `p9_post`"),
    ] {
        let text = report(views);
        assert!(text.contains(says) && text.contains("social/views.toml:"), "{views}: {text}");
    }
    assert_eq!(report("[p1_post.post]\nlikes = \"data.note.likes\"\n"), "");
}
