//! Pagination of every endpoint.

use std::collections::BTreeMap;

use gatewright_mock::Gateway;
use gatewright_tests::{sample_gateway, sample_specs};

use super::{program, run};

/// Returns pages, items and error of each endpoint.
async fn walk(gateway: &Gateway) -> BTreeMap<String, (usize, usize, String)> {
    let printed = run(program(env!("CARGO_BIN_EXE_pages"), gateway)).await;
    let line = |line: &str| {
        let fields: Vec<_> = line.split('\t').collect();
        let number = |index: usize| fields[index].parse().expect("a number");
        (fields[0].to_owned(), (number(1), number(2), fields[3].to_owned()))
    };
    printed.lines().map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_endpoint_that_pages_reaches_its_last_page() {
    let (model, _) = gatewright::read(&sample_specs()).expect("the sample is valid");
    let operations = model.platforms.iter().flat_map(|it| &it.operations);
    let paged: Vec<_> = operations.filter(|it| it.is_paged()).collect();
    assert_eq!(paged.len(), 53);
    let gateway = sample_gateway().start().await.expect("loopback");
    // Cursors and lists at other places: the client looks for them.
    for (path, cursor, to) in [
        ("p1/comments", "cursor", "paging.page.cursor"),
        ("p2/user-posts", "cursor", "page.info.cursor"),
        ("p6/comments", "offset", "paging.links.next_offset"),
        ("p14/search", "pagination_token", "meta.paging.pagination_token"),
        ("p17/search", "after", "pagination.next.after"),
    ] {
        let path = format!("/v1/social/{path}");
        gateway.move_field(&path, cursor, &[to]);
        gateway.move_field(&path, "items", &["result.page.list"]);
    }
    let walked = walk(&gateway).await;
    assert_eq!(walked.keys().collect::<Vec<_>>().len(), paged.len());
    // Learned shapes have their cursor and their list two levels deep, and two items on a page.
    for it in paged {
        let items = if it.learned.is_some() { 6 } else { 7 };
        assert_eq!(walked[&it.id], (3, items, String::new()), "{}", it.id);
    }
    // Twice three pages of each, and nothing behind the last one.
    assert_eq!(gateway.ledger().charges.len(), 53 * 6);
}

/// The error names the candidates, and no second page is charged.
#[tokio::test(flavor = "multi_thread")]
async fn an_ambiguous_cursor_ends_pagination_before_it_costs_more() {
    let gateway = sample_gateway().start().await.expect("loopback");
    gateway.move_field("/v1/social/p12/user-posts", "cursor", &["cursor", "paging.cursor"]);
    gateway.move_field("/v1/social/p16/search", "cursor", &["cursor", "meta.next_cursor"]);
    let walked = walk(&gateway).await;
    for (id, name, other) in [
        ("p12_user_posts", "social-p12-user-posts", "data.paging.cursor"),
        ("p16_search", "social-p16-search", "data.meta.next_cursor"),
    ] {
        let (pages, items, error) = &walked[id];
        assert_eq!((*pages, *items), (1, 3), "{id}");
        assert_eq!(
            *error,
            format!(
                "cannot find the next value of `cursor` in a page of `{id}`; candidates are `data.cursor`, `{other}`; \
                 help: choose a path with `cursor_at(\"data.cursor\")`, or determine the next page with `pages_by`"
            )
        );
        let charges = gateway.ledger().charges;
        assert_eq!(
            charges.iter().filter(|it| it.usage_log_name == name).count(),
            2,
            "one page each for pages and items"
        );
    }
}
