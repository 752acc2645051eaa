use serde_json::{Value, json};

use super::find::{self, List};
use super::state::{PageState, fingerprint, of_params};
use super::{Call, Items, Pages};
use crate::testing::Replies;
use crate::{Billing, Cursor, Field, NextPage, OperationSpec, Paging, SocialResult, Usd};

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
        (json!({ "feed": { "list": [] }, "more": { "list": [] } }), List::Empty),
        // The values of a map can be the items.
        (json!({ "users": { "u1": { "id": 1, "tags": [] }, "u2": { "id": 2, "tags": [] } } }), List::None(Vec::new())),
        (
            json!({ "result": { "feed": { "list": [], "cursor": "a" }, "ads": { "list": [], "total": 0 } } }),
            List::Empty,
        ),
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

/// The same operation with a published field for the cursor.
static PUBLISHED: OperationSpec =
    OperationSpec { paging: &[Paging { param: "cursor", next: NextPage::Reply(Cursor::Field("cursor")) }], ..SEARCH };

const SEARCH: OperationSpec = OperationSpec {
    id: "p1_search",
    method: "GET",
    path: "/p1/search",
    billing: Billing::call(Usd::micros(20_000), "p1-search"),
    fields: &[Field::query("keyword"), Field::query("cursor")],
    paging: &[Paging { param: "cursor", next: NextPage::Reply(Cursor::Unpublished) }],
    ..OperationSpec::EMPTY
};

/// Returns the pages of a search, and the transport with its requests.
fn search(pages: impl IntoIterator<Item = Value>) -> (Pages, Replies) {
    static UNPUBLISHED: OperationSpec = SEARCH;
    call(&UNPUBLISHED, pages)
}

fn call(spec: &'static OperationSpec, pages: impl IntoIterator<Item = Value>) -> (Pages, Replies) {
    let replies = Replies::json(pages.into_iter().map(|data| json!({ "data": data })));
    let builder = crate::ClientBuilder::for_service(&crate::Service::EMPTY, "https://gateway.example", "key");
    let client: crate::Client = builder.transport(replies.clone()).build().expect("valid");
    (Call::new(&client, spec).with("keyword", "tea").pages(), replies)
}

/// Returns a state after it was stored.
fn stored(state: &PageState) -> PageState {
    serde_json::from_str(&serde_json::to_string(state).expect("JSON")).expect("a state")
}

#[tokio::test]
async fn a_resumed_stream_uses_the_chosen_cursor_without_another_request_for_the_last_page() {
    let page = json!({ "items": [{ "id": 1 }], "cursor": "a", "paging": { "cursor": "b", "zero": { "cursor": "0" } } });
    let (mut pages, replies) = search([page]);
    assert!(pages.next().await.expect("a page").is_ok());
    let state = stored(pages.state());
    let error = pages.next().await.expect("an error").expect_err("the cursor is ambiguous");
    assert_eq!(stored(pages.state()), state, "{error}");
    assert_eq!(replies.requests().len(), 1);

    // Without a choice, and with one that cannot lead to a next page, the error stays.
    for path in [None, Some("data.items"), Some("data.missing"), Some("data.paging.zero.cursor")] {
        let (pages, replies) = search([]);
        let mut pages = path.into_iter().fold(pages.resume(state.clone()), Pages::cursor_at);
        let again = pages.next().await.expect("an error").expect_err("the cursor is still ambiguous");
        assert_eq!((again.to_string(), pages.next().await.is_none()), (error.to_string(), true), "{path:?}");
        assert_eq!((replies.requests().len(), pages.state()), (0, &state), "{path:?}");
    }

    let last = json!({ "items": [{ "id": 2 }], "paging": { "cursor": "0" } });
    let (pages, replies) = search([last]);
    let mut pages = pages.cursor_at("data.paging.cursor").resume(state);
    assert!(pages.next().await.expect("a page").is_ok());
    assert!(pages.next().await.is_none());
    let queries: Vec<_> = replies.requests().iter().map(|it| it.url.query().unwrap_or_default().to_owned()).collect();
    assert_eq!((queries, pages.state().pages), (vec!["keyword=tea&cursor=b".to_owned()], 2));
}

#[tokio::test]
async fn a_repeated_cursor_is_not_requested_again_by_a_resumed_stream() {
    let page =
        |next: &str| json!({ "items": [{ "id": next }], "has_more": true, "cursor": "a", "end": { "next": next } });
    let (mut pages, _) = search([page("b"), page("c")]);
    assert!(pages.next().await.expect("a page").is_ok());
    assert!(pages.next().await.expect("a page").is_ok());
    let error = pages.next().await.expect("an error").expect_err("the cursor was sent already");
    let state = stored(pages.state());

    let (pages, replies) = search([]);
    let again = pages.cursor_at("data.cursor").resume(state.clone()).next().await.expect("an error");
    assert_eq!((again.expect_err("it was sent already").to_string(), replies.requests().len()), (error.to_string(), 0));

    let (pages, replies) = search([page("d")]);
    assert!(pages.cursor_at("data.end.next").resume(state).next().await.expect("a page").is_ok());
    assert_eq!(replies.requests()[0].url.query(), Some("keyword=tea&cursor=c"));
}

#[tokio::test]
async fn a_published_cursor_is_the_nearest_one_and_ends_with_zero() {
    let page = |cursor: Value| json!({ "items": [{ "id": 1 }], "cursor": cursor, "old": { "cursor": "x" } });
    let (mut pages, replies) = call(&PUBLISHED, [page("a".into()), page(7.into()), page(0.into())]);
    while let Some(page) = pages.next().await {
        assert!(page.is_ok(), "{page:?}");
    }
    assert_eq!((replies.requests().len(), replies.requests()[2].url.query()), (3, Some("keyword=tea&cursor=7")));

    let several = |second: &str| json!({ "items": [{ "id": 1 }], "a": { "cursor": "x" }, "b": { "cursor": second } });
    let (mut pages, replies) = call(&PUBLISHED, [several("y")]);
    assert!(pages.next().await.expect("a page").is_ok());
    let error = pages.next().await.expect("an error").expect_err("the cursor is ambiguous").to_string();
    assert!(error.contains("candidates are `data.a.cursor`, `data.b.cursor`"), "{error}");
    assert_eq!(replies.requests().len(), 1);
    let (mut pages, _) = call(&PUBLISHED, [several("x"), page("".into())]);
    assert!(pages.next().await.expect("a page").is_ok() && pages.next().await.is_some_and(|it| it.is_ok()));
}

/// Returns the ids of the items until the end or an error.
async fn ids(items: &mut Items) -> (Vec<Value>, Option<String>) {
    let mut ids = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(item) => ids.push(item["id"].clone()),
            Err(error) => return (ids, Some(error.to_string())),
        }
    }
    (ids, None)
}

#[tokio::test]
async fn items_of_pages_by_a_closure_resume_in_the_middle_of_a_page() {
    let page = |first: u32| json!({ "list": [{ "id": first }, { "id": first + 1 }, { "id": first + 2 }] });
    let items = |firsts: &[u32]| {
        let (pages, _) = search(firsts.iter().map(|it| page(*it)));
        let mut calls = 0;
        let next = move |_: &SocialResult| {
            calls += 1;
            (calls < 3).then(|| crate::Params::default().with("cursor", calls))
        };
        pages.call.pages_by(next).items()
    };
    let mut before = items(&[1]);
    assert!(before.next().await.is_some() && before.next().await.is_some());
    let state = stored(&before.state());
    assert_eq!(state.skip, 2);
    let (rest, error) = ids(&mut items(&[1, 4, 7]).resume(state)).await;
    assert_eq!((rest, error), (vec![json!(3), json!(4), json!(5), json!(6), json!(7), json!(8), json!(9)], None));
}

#[tokio::test]
async fn a_page_whose_list_is_ambiguous_is_not_skipped_by_a_resumed_stream() {
    let page = |id: u32, cursor: &str| json!({ "a": [{ "id": id }], "b": [{ "id": 0 }], "cursor": cursor });
    let mut items = search([page(1, "x")]).0.items();
    let (none, error) = ids(&mut items).await;
    assert!(none.is_empty() && error.is_some_and(|it| it.contains("`data.a`, `data.b`")));
    let (pages, replies) = search([page(1, "x"), page(2, "")]);
    let (all, error) = ids(&mut pages.items_at("data.a").items().resume(stored(&items.state()))).await;
    assert_eq!((all, error, replies.requests().len()), (vec![json!(1), json!(2)], None, 2));
}

#[tokio::test]
async fn a_map_of_items_is_no_empty_page() {
    let page = |cursor: &str| json!({ "users": { "u1": { "id": 1, "tags": [] }, "u2": { "id": 2, "tags": [] } }, "cursor": cursor });
    // A map of one item cannot be told from another object.
    let one = json!({ "users": { "u9": { "id": 9, "tags": [] } }, "cursor": "" });
    let (mut pages, replies) = search([page("a"), page("b"), one]);
    while let Some(page) = pages.next().await {
        assert!(page.is_ok(), "{page:?}");
    }
    assert_eq!(replies.requests().len(), 3);
    let (none, error) = ids(&mut search([page("a")]).0.items()).await;
    assert!(none.is_empty() && error.is_some_and(|it| it.contains("cannot find the list of items")));
}

#[tokio::test]
async fn a_learned_list_that_is_missing_or_null_after_the_last_page_ends_the_items() {
    static LEARNED: OperationSpec = OperationSpec { items: Some("data.list"), ..SEARCH };
    for last in [json!({ "list": null, "has_more": false }), json!({ "cursor": "" }), json!({ "list": [] })] {
        let (pages, _) = call(&LEARNED, [json!({ "list": [{ "id": 1 }], "cursor": "a" }), last.clone()]);
        assert_eq!(ids(&mut pages.items()).await, (vec![json!(1)], None), "{last}");
    }
    // The list has moved.
    let moved = json!({ "list": null, "items": [{ "id": 1 }], "cursor": "a", "has_more": true });
    let (pages, replies) = call(&LEARNED, [moved]);
    let (none, error) = ids(&mut pages.items()).await;
    assert!(none.is_empty() && error.is_some_and(|it| it.contains("the only candidate is `data.items`")));
    assert_eq!(replies.requests().len(), 1);
    let (pages, _) = call(&LEARNED, [json!({ "list": null, "has_more": false })]);
    assert_eq!(ids(&mut pages.items()).await, (Vec::new(), None));
}
