//! The next page: found in unpublished fields, never guessed at the caller's cost.

use sample_client::{Charge, Client, Error, Items, PageState, Pages, PaginationProblem};
use serde_json::{Value, json};

use super::{Reply, client, gateway, scripted};

fn page(data: &Value) -> Reply {
    Reply::Json(json!({ "data": data }))
}

fn pages_of(data: &[Value]) -> Client {
    scripted(data.iter().map(page))
}

/// Returns the number of pages, and the error that ended them.
async fn walk<E>(mut pages: Pages<E>) -> (u32, Option<Error>) {
    let mut count = 0;
    while let Some(page) = pages.next().await {
        match page {
            Ok(_) => count += 1,
            Err(error) => return (count, Some(error)),
        }
    }
    (count, None)
}

/// Returns the candidates of an error about the next page, and the number of pages before it.
async fn candidates<E>(pages: Pages<E>) -> (u32, Vec<String>) {
    match walk(pages.max_pages(9)).await {
        (count, Some(Error::Pagination(error))) => (count, error.candidates),
        other => panic!("{other:?}"),
    }
}

async fn ids<E>(items: &mut Items<E>, most: usize) -> Vec<i64> {
    let mut ids = Vec::new();
    while ids.len() < most {
        let Some(item) = items.next().await else { break };
        ids.push(item.expect("an item")["id"].as_i64().expect("a number"));
    }
    ids
}

#[tokio::test]
async fn a_missing_or_ambiguous_cursor_is_an_error_with_candidates() {
    for (data, expected) in [
        (json!({ "list": [{ "id": 1 }] }), &[][..]),
        (
            json!({ "list": [{ "id": 1 }], "paging": { "next": "a", "page_token": "b" } }),
            &["data.paging.next", "data.paging.page_token"],
        ),
        (
            json!({ "cursor": 1, "list": [{ "id": 1 }], "paging": { "next_cursor": 2 } }),
            &["data.cursor", "data.paging.next_cursor"],
        ),
        // Fields of items are not cursors of the page.
        (json!({ "list": [{ "id": 1, "cursor": 7 }] }), &[]),
    ] {
        let (count, found) = candidates(pages_of(std::slice::from_ref(&data)).p1().comments("7").pages()).await;
        assert_eq!((count, found), (1, expected.iter().map(ToString::to_string).collect()), "{data}");
    }
}

#[tokio::test]
async fn a_value_that_was_sent_already_is_an_error() {
    let list = json!([{ "id": 1 }]);
    // The cursor of this page instead of the next.
    for sent in [json!({ "list": list, "cursor": 0 }), json!({ "list": list, "cursor": 40 })] {
        let (count, found) = candidates(pages_of(&[sent]).p1().comments("7").cursor(40).pages()).await;
        assert_eq!((count, found), (1, vec!["data.cursor".to_owned()]));
    }
    let circle = [1, 2, 1].map(|it| json!({ "list": list, "cursor": it }));
    let (count, error) = walk(pages_of(&circle).p1().comments("7").pages().max_pages(9)).await;
    assert_eq!(count, 3);
    let Some(Error::Pagination(error)) = error else { panic!("{error:?}") };
    assert_eq!(error.problem, PaginationProblem::Repeated { param: "cursor".into() });
    let zero = [json!({ "list": list, "cursor": 0 })];
    let (_, error) = walk(pages_of(&zero).p1().comments("7").pages()).await;
    let shown = error.expect("0 is ambiguous").to_string();
    assert!(
        shown.contains("`cursor` is 0 in a page of `p1_comments`, which can mean the first page or the end"),
        "{shown}"
    );
    // After other values, zero and an empty text mean that there is no next page.
    for end in [json!(0), json!(""), json!(null)] {
        let pages = [json!({ "list": list, "cursor": 20 }), json!({ "list": list, "cursor": end })];
        assert!(matches!(walk(pages_of(&pages).p1().comments("7").pages().max_pages(9)).await, (2, None)), "{end}");
    }
}

#[tokio::test]
async fn a_learned_cursor_that_has_moved_is_found_by_its_name_or_is_an_error() {
    let thread = json!({ "comments": [{ "comment_id": 1 }] });
    let moved = |cursor: &str| json!({ "thread": thread, "pcursor": cursor });
    let pages = |data: &[Value]| pages_of(data).p3().comments("7").pages().max_pages(9);
    assert!(matches!(walk(pages(&[moved("c1"), moved("c2"), moved("")])).await, (3, None)));
    // Every recorded response had the field, so its absence is no end.
    for (page, expected) in [
        (json!({ "thread": thread }), &[][..]),
        (json!({ "thread": thread, "next": "c1" }), &["data.next"]),
        (
            json!({ "thread": thread, "a": { "pcursor": "c1" }, "b": { "pcursor": "c2" } }),
            &["data.a.pcursor", "data.b.pcursor"],
        ),
    ] {
        let (count, found) = candidates(pages(std::slice::from_ref(&page))).await;
        assert_eq!((count, found), (1, expected.iter().map(ToString::to_string).collect()), "{page}");
    }
    // At the learned path, 0 means that there is no next page.
    let last = json!({ "thread": { "comments": [{ "comment_id": 1 }], "pcursor": "0" } });
    assert!(matches!(walk(pages(&[last])).await, (1, None)));
}

#[tokio::test]
async fn a_flag_ends_pagination() {
    let list = json!([{ "id": 1 }]);
    for (page, ends) in [
        (json!({ "list": list, "has_more": false }), true),
        (json!({ "list": list, "cursor": 20, "has_more": 0 }), true),
        (json!({ "list": list, "cursor": 20, "other": { "paging": { "isEnd": true } } }), true),
        // More pages, and no way to get there.
        (json!({ "list": list, "cursor": "", "has_more": true }), false),
    ] {
        let (count, error) = walk(pages_of(std::slice::from_ref(&page)).p1().comments("7").pages().max_pages(9)).await;
        assert_eq!((count, error.is_none()), (1, ends), "{page}: {error:?}");
        assert!(error.is_none_or(|it| it.charge() == Charge::No));
    }
}

#[tokio::test]
async fn the_caller_chooses_cursor_and_list() {
    let data = |id: i64, next: &str| json!({ "a": [{ "id": id }], "b": [{ "id": -id }], "links": [{ "next": next, "cursor": "no" }], "cursor": "no" });
    let client = || pages_of(&[data(1, "x"), data(2, "y"), data(3, "")]);
    let request = client().p2().user_posts(sample_client::social::p2::UserPostsTarget::user_id("u"));
    let mut items = request.items().items_at("data.b").cursor_at("data.links.0.next");
    assert_eq!(ids(&mut items, 9).await, [-1, -2, -3]);
    assert!(items.state().ended);
    // Without a choice, the error names the lists, and the page that was paid for is still there.
    let mut items = request.items();
    let Some(Err(Error::Pagination(error))) = items.next().await else { panic!("two lists") };
    assert_eq!(
        (error.problem, error.candidates),
        (PaginationProblem::List, vec!["data.a".into(), "data.b".into(), "data.links".into()])
    );
    assert!(items.page().is_some() && items.next().await.is_none());
    // A path that does not exist is an error, too, and one outside the data is refused before anything is sent.
    let (count, found) = candidates(client().p1().comments("7").pages().cursor_at("data.nex")).await;
    assert_eq!((count, found), (1, vec!["data.cursor".to_owned()]));
    let refused = walk(client().p1().comments("7").pages().cursor_at("next")).await;
    assert!(matches!(refused, (0, Some(Error::Request(text))) if text.contains("`data.list`")));
}

#[tokio::test]
async fn page_numbers_count_up_until_a_page_is_empty() {
    let data = |ids: &[i64]| json!({ "page": { "list": ids.iter().map(|it| json!({ "id": it })).collect::<Vec<_>>() }, "tags": ["a"] });
    let pages = [data(&[1, 2]), data(&[3]), data(&[])];
    let mut items = pages_of(&pages).p4().comments("b").items().max_pages(9);
    assert_eq!(ids(&mut items, 9).await, [1, 2, 3]);
    assert_eq!((items.state().pages, items.state().ended), (2, true));
    assert_eq!(items.state().next["pn"], "3");
    // The list disappears after the last page.
    assert!(matches!(
        walk(pages_of(&[data(&[1]), json!({ "tags": ["a"] })]).p4().comments("b").pages().max_pages(9)).await,
        (1, None)
    ));
    // The service repeats its last page, or ignores the number.
    assert!(matches!(
        walk(pages_of(&[data(&[1]), data(&[2])]).p4().comments("b").pages().max_pages(9)).await,
        (2, None)
    ));
    let (count, error) = walk(pages_of(&[data(&[1])]).p4().comments("b").pages().max_pages(9)).await;
    let Some(Error::Pagination(error)) = error else { panic!("{error:?}") };
    assert_eq!((count, error.problem), (1, PaginationProblem::SamePage));
    // Numbers never end by themselves, whatever a flag says.
    for endless in [json!({ "items": [], "has_more": true }), json!({ "has_more": true })] {
        let (count, _) = walk(pages_of(&[endless]).p4().comments("b").pages()).await;
        assert_eq!(count, 1);
    }
    // Without a list or a flag, the end could not be seen.
    let (count, found) = candidates(pages_of(&[json!({ "a": [{}], "b": [{}] })]).p4().comments("b").pages()).await;
    assert_eq!((count, found), (1, vec!["data.a".to_owned(), "data.b".to_owned()]));
}

#[tokio::test]
async fn values_of_the_first_response_are_carried_along() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let (count, error) = walk(client.p2().search("tea").pages()).await;
    assert!(count == 3 && error.is_none(), "{error:?}");
    let urls: Vec<_> = gateway.journal().requests.into_iter().map(|it| it.query).collect();
    assert!(!urls[0].contains("search_id") && !urls[0].contains("page="), "{urls:?}");
    for (url, number) in urls[1..].iter().zip([2, 3]) {
        assert!(url.contains("&search_id=p2_search") && url.contains(&format!("page={number}")), "{url}");
    }
}

#[tokio::test]
async fn items_resume_in_the_middle_of_a_page() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let id = |item: &Value| item["id"].as_str().expect("a text").to_owned();
    let mut all = Vec::new();
    let mut items = client.p1().search("tea").items();
    for _ in 0..4 {
        all.push(id(&items.next().await.expect("seven items").expect("data")));
    }
    let state = serde_json::to_string(&items.state()).expect("it can be stored");
    let state: PageState = serde_json::from_str(&state).expect("and read again");
    assert_eq!((state.pages, state.skip), (1, 1));
    let mut rest = client.p1().search("tea").items().resume(state);
    while let Some(item) = rest.next().await {
        all.push(id(&item.expect("data")));
    }
    assert_eq!(all, ["7301", "7302", "7303", "7304", "7305", "7306", "7307"]);
    assert_eq!(gateway.ledger().charges.len(), 2 + 2, "the second page is paid for twice");
    assert_eq!(rest.state().cost, sample_client::Usd::cents(8));
}

/// A stored state, as version 0.1 wrote it.
#[tokio::test]
async fn a_state_of_the_first_version_can_be_resumed() {
    let stored = r#"{"operation":"p3_search","next":{"pcursor":"p3_search/pcursor+2== é&%20"},"pages":1,"cost":"0.02","ended":false,
        "seen":[12638153115695167455]}"#;
    let state: PageState = serde_json::from_str(stored).expect("it can still be read");
    let gateway = gateway().await;
    let (count, error) = walk(client(&gateway).p3().search("tea").pages().resume(state)).await;
    assert!(count == 2 && error.is_none(), "{error:?}");
}

/// Operations chosen at run time page like typed requests.
#[tokio::test]
async fn operations_by_name_have_pages() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let mut items = client.operation("p1_search").expect("known").with("keyword", "tea").pages().items();
    let mut count = 0;
    while let Some(item) = items.next().await {
        item.expect("data");
        count += 1;
    }
    assert_eq!(count, 7);
    let (count, error) = walk(client.operation("p1_trending").expect("known").pages()).await;
    assert!(count == 1 && error.is_none(), "{error:?}");
}
