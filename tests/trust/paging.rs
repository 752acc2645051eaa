//! Pagination: one call per page, on demand, with unchanged cursors, and always an end.

use gatewright_mock::Fault;
use sample_client::{Error, PageState, Pages, Params, SocialResult, Usd};
use serde_json::json;

use super::{Reply, client, gateway, scripted};

async fn ids<E>(mut pages: Pages<E>) -> (Vec<String>, PageState) {
    let mut ids = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.expect("the gateway is well");
        ids.extend(page.data["items"].as_array().expect("items").iter().map(|it| it["id"].to_string()));
    }
    (ids, pages.state().clone())
}

#[tokio::test]
async fn pagination_follows_the_facts() {
    let gateway = gateway().await;
    let client = client(&gateway);
    for (ids, state) in [
        ids(client.p3().search("tea").pages()).await,
        ids(client.p8().user_posts("u").pages()).await,
        ids(client.p14().trending().pages()).await,
    ] {
        assert_eq!((ids.len(), state.pages, state.ended), (7, 3, true));
    }
    assert_eq!(gateway.ledger().charges.len(), 9, "every page is a call, and there is none behind the last");
}

#[tokio::test]
async fn a_closure_paginates_undocumented_endpoints() {
    let gateway = gateway().await;
    let next = |page: &SocialResult| Some(Params::default().with("cursor", page.data["cursor"].as_i64()?));
    let (ids, _) = ids(client(&gateway).p1().search("tea").pages_by(next)).await;
    assert_eq!(ids.len(), 7);
}

#[tokio::test]
async fn page_numbers_end_after_the_last_page() {
    let gateway = gateway().await;
    let mut number = 1;
    let pages = client(&gateway).p2().search("tea").pages_by(move |_| {
        number += 1;
        Some(Params::default().with("page", number))
    });
    let (ids, state) = ids(pages).await;
    assert_eq!((ids.len(), state.pages), (7, 3));
    assert_eq!(gateway.ledger().charges.len(), 3, "looking behind the last page costs nothing");
}

#[tokio::test]
async fn pages_are_fetched_on_demand() {
    let gateway = gateway().await;
    let mut pages = client(&gateway).p3().search("tea").pages();
    assert_eq!(gateway.journal().count, 0);
    pages.next().await.expect("a page").expect("data");
    assert_eq!(gateway.journal().count, 1);
}

#[tokio::test]
async fn page_and_cost_limits_end_pagination() {
    let gateway = gateway().await;
    let client = client(&gateway);
    assert_eq!(ids(client.p3().search("tea").pages().max_pages(2)).await.1.pages, 2);
    let (_, state) = ids(client.p3().search("tea").pages().max_cost(Usd::micros(59_999))).await;
    assert_eq!((state.pages, state.cost), (2, Usd::micros(40_000)));
    let (ids, _) = ids(client.p16().search().pages_by(|_| None).max_cost(Usd::micros(1))).await;
    assert!(ids.is_empty(), "a price that is not published may be too much");
}

#[tokio::test]
async fn a_repeated_cursor_ends_pagination() {
    let gateway = gateway().await;
    let pages = client(&gateway).p1().search("tea").pages_by(|_| Some(Params::default().with("cursor", 20)));
    assert_eq!(ids(pages).await.1.pages, 2, "the first page, and the one that leads to itself");
}

#[tokio::test]
async fn a_cycle_of_cursors_ends_pagination() {
    let page = |next: &str| Reply::Json(json!({ "data": { "items": [{ "id": 1 }], "pcursor": next } }));
    let circle = || [page("a"), page("b"), page("a"), page("b"), page("a"), page("b")];
    let (_, state) = ids(scripted(circle()).p3().search("tea").pages().max_pages(50)).await;
    assert_eq!(state.pages, 3, "the first, a, b, and not a again");
    // The same holds if the cursor points to the first page, and after resuming.
    assert_eq!(ids(scripted([page("a")]).p3().search("tea").pcursor("a").pages()).await.1.pages, 1);
    let (_, state) = ids(scripted(circle()).p3().search("tea").pages().max_pages(2)).await;
    let rest = scripted([page("a"), page("b")]).p3().search("tea").pages().resume(state);
    assert_eq!(ids(rest).await.1.pages, 3);
}

#[tokio::test]
async fn a_page_that_may_have_been_charged_counts_as_spent() {
    let first = Reply::Json(json!({ "data": { "items": [{ "id": 1 }], "pcursor": "a" } }));
    let mut pages = scripted([first, Reply::Lost]).p3().search("tea").pages().max_cost(Usd::micros(40_000));
    pages.next().await.expect("a page").expect("data");
    assert!(matches!(pages.next().await, Some(Err(Error::ChargeUnknown(_)))));
    let state = pages.state().clone();
    assert_eq!(state.cost, Usd::micros(40_000));
    let mut rest = scripted([Reply::Data]).p3().search("tea").pages().max_cost(Usd::micros(40_000)).resume(state);
    assert!(rest.next().await.is_none(), "a lost page is not asked for again at the cost of a third");
}

#[tokio::test]
async fn pagination_resumes_from_a_stored_state() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let (whole, _) = ids(client.p3().search("tea").pages()).await;

    let (first, state) = ids(client.p3().search("tea").pages().max_pages(1)).await;
    let stored = serde_json::to_string(&state).expect("it can be stored");
    let state: PageState = serde_json::from_str(&stored).expect("and read again");
    let (rest, _) = ids(client.p3().search("tea").pages().resume(state)).await;
    assert_eq!([first, rest].concat(), whole);
}

#[tokio::test]
async fn a_state_of_another_operation_is_refused() {
    let state = scripted([Reply::Data]).p3().search("tea").pages().state().clone();
    assert_eq!(state.operation, "p3_search");
    let mut other = scripted([Reply::Lost]).p1().search("tea").pages_by(|_| None).resume(state.clone());
    assert!(matches!(other.next().await, Some(Err(Error::Request(text))) if text.contains("`p3_search`")));
    assert!(other.next().await.is_none());
    // States of earlier versions do not name their operation.
    let mut stored = serde_json::to_value(&state).expect("JSON");
    for added in ["operation", "request"] {
        stored.as_object_mut().expect("an object").remove(added);
    }
    let old: PageState = serde_json::from_value(stored).expect("it can still be read");
    let mut pages = scripted([Reply::Data]).p3().search("tea").pages().resume(old);
    assert!(pages.next().await.is_some_and(|it| it.is_ok()));
}

#[tokio::test]
async fn a_state_of_other_parameters_is_refused() {
    let state = scripted([Reply::Data]).p3().search("tea").pages().state().clone();
    let mut other = scripted([Reply::Lost]).p3().search("coffee").pages().resume(state.clone());
    assert!(matches!(other.next().await, Some(Err(Error::Request(text))) if text.contains("other parameters")));
    assert!(other.next().await.is_none());
    let mut same = scripted([Reply::Data]).p3().search("tea").pages().resume(state);
    assert!(same.next().await.is_some_and(|it| it.is_ok()));
}

#[tokio::test]
async fn after_an_error_the_state_resumes_at_the_same_page() {
    let gateway = gateway().await;
    let client = client(&gateway);
    let mut pages = client.p3().search("tea").pages();
    pages.next().await.expect("a page").expect("data");
    gateway.fault(Fault::status(400).times(1));
    assert!(matches!(pages.next().await, Some(Err(Error::BadParameter(_)))));
    assert!(pages.next().await.is_none());
    let (rest, _) = ids(client.p3().search("tea").pages().resume(pages.state().clone())).await;
    assert_eq!(rest.len(), 4);
}

#[tokio::test]
async fn an_empty_first_page_is_an_error() {
    let gateway = gateway().await;
    let mut pages = client(&gateway).p3().search("find-nothing").pages();
    assert!(matches!(pages.next().await, Some(Err(Error::NoResult(_)))));
}

#[test]
fn pagination_works_without_async_code() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let gateway = runtime.block_on(gateway());
    let client = client(&gateway);
    assert!(client.p1().trending().send().blocking().is_ok());
    assert_eq!(client.p3().search("tea").pages().blocking().count(), 3);
    assert!(client.catalog_blocking().is_ok());
    assert!(client.download_blocking(&format!("{}/files/a", gateway.base_url())).is_ok());
    // Blocking calls also work on a blocking thread of an async runtime, and on an async thread.
    let (aside, own) = (client.clone(), client.clone());
    let aside =
        runtime.block_on(async { tokio::task::spawn_blocking(move || aside.p1().trending().send().blocking()).await });
    assert!(aside.expect("it does not panic").is_ok());
    assert!(runtime.block_on(async { own.p1().trending().send().blocking() }).is_ok());
}
