use serde_json::json;

use super::find::{self, List};
use super::state::{fingerprint, of_params};
use crate::SocialResult;

#[test]
fn a_cursor_is_found_near_the_top_and_kept_byte_for_byte() {
    for (data, found) in [
        (r#"{"c":"a+b/==é"}"#, Some("a+b/==é")),
        (r#"{"c":"\u0061\"\\"}"#, Some("a\"\\")),
        (r#"{"c":123456789012345678901234567890}"#, Some("123456789012345678901234567890")),
        (r#"{"c":1.10}"#, Some("1.10")),
        (r#"[{"c":1.10}]"#, Some("1.10")),
        (r#"{"items":[{"c":"deep"}],"page":{"c":"near"}}"#, Some("near")),
        (r#"{"c":"","x":{"c":"below"}}"#, None),
        (r#"{"c":null}"#, None),
        (r#"{"c":false}"#, None),
        (r"{}", None),
        (r"7", None),
    ] {
        for payload in ["data", ""] {
            let raw = if payload.is_empty() { data.to_owned() } else { format!(r#"{{"data":{data}}}"#) };
            let page = SocialResult { data: serde_json::from_str(data).expect("JSON"), ..SocialResult::default() };
            let path = find::fields(&page.data, |it| it == "c").into_iter().next().map(|it| it.path);
            let cursor = path.and_then(|path| find::cursor(&page, raw.as_bytes(), payload, &path));
            assert_eq!(cursor.as_deref(), found, "{data}");
        }
    }
}

#[test]
fn the_list_of_items_is_the_only_one_near_the_top() {
    let one = |path: &str| List::One(path.to_owned());
    let paths = |paths: &[&str]| paths.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    for (data, found) in [
        (json!([{}]), one("data")),
        (json!({ "list": [{ "tags": [{}] }], "tags": ["a"] }), one("data.list")),
        (json!({ "page": { "list": [{}] }, "ads": [] }), one("data.page.list")),
        (json!({ "a": [{}], "b": [{}] }), List::Many(paths(&["data.a", "data.b"]))),
        (json!({ "list": [] }), List::Empty),
        (json!({ "names": ["a"], "list": [] }), List::None(paths(&["data.names"]))),
        (json!({ "mixed": [{}, 1] }), List::None(paths(&["data.mixed"]))),
        (json!({ "id": 7 }), List::None(Vec::new())),
        (json!({ "a.b": [{}] }), List::None(Vec::new())),
    ] {
        assert_eq!(find::list(&data), found, "{data}");
    }
}

#[test]
fn a_path_leads_into_objects_and_lists() {
    let data = json!({ "pages": [{ "next": 7 }], "data": 1 });
    assert_eq!(find::at(&data, "data.pages.0.next"), Some(&json!(7)));
    assert_eq!(find::at(&data, "data.data"), Some(&json!(1)));
    assert_eq!(find::at(&data, "data"), Some(&data));
    for path in ["pages", "database", "data.", "data.pages.1", "data.pages.x", "data.pages.0.next.more", ""] {
        assert_eq!(find::at(&data, path), None, "{path}");
    }
}

#[test]
fn flags_tell_if_there_are_more_pages() {
    for (data, more) in [
        (json!({ "has_more": true }), Some(true)),
        (json!({ "hasMore": 0 }), Some(false)),
        (json!({ "HAS-NEXT-PAGE": "1" }), Some(true)),
        (json!({ "paging": { "is_end": true } }), Some(false)),
        (json!({ "no_more": 0 }), Some(true)),
        // The flag next to the cursor counts, not one of another list.
        (json!({ "has_more": true, "paging": { "cursor": "a", "has_more": false } }), Some(false)),
        (json!({ "replies": { "has_more": false }, "has_more": true }), Some(true)),
        (json!({ "items": [{ "has_more": false }] }), None),
        (json!({ "has_more": "maybe", "x": { "has_more": false } }), Some(false)),
        (json!({ "has_more": 7 }), None),
        (json!([]), None),
    ] {
        assert_eq!(find::has_more(&data, Some("data.paging.cursor")), more, "{data}");
    }
}

/// Stored states contain these numbers.
#[test]
fn fingerprints_never_change() {
    let of = |pairs: &[(&str, &str)]| {
        of_params(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    };
    assert_eq!(of(&[]), 0xcbf2_9ce4_8422_2325);
    assert_eq!(of(&[("cursor", "abc")]), 0xaf1f_5998_27ef_053d);
    assert_ne!(of(&[("a", "b"), ("c", "")]), of(&[("a", "bc"), ("", "")]));
    assert_eq!(fingerprint(["cursor", "abc"]), of(&[("cursor", "abc")]));
}

#[tokio::test]
async fn a_stored_state_can_have_any_number_of_pages() {
    let state = json!({ "next": {}, "pages": u32::MAX, "cost": "0", "ended": false });
    let replies = crate::testing::Replies::json([json!({ "data": { "items": [{ "id": 7 }] } })]);
    let client = crate::Client::builder("https://gateway.example", "key").transport(replies).build().expect("valid");
    let mut pages = client.social("p1", "search").pages().resume(serde_json::from_value(state).expect("a state"));
    assert!(pages.next().await.expect("a page").is_ok());
    assert_eq!(pages.state().pages, u32::MAX);
}
