//! Learned responses on the pages of endpoints.

use gatewright::{Output, Specs};
use gatewright_tests::{sample_gateway, sample_specs};
use sample_client::Client;
use sample_client::shape::Recording;
use serde_json::{Map, Value, json};

use super::{URL, model, pages, site, unescaped};

/// Endpoints with a learned shape, and a parameter that they require.
const LEARNED: [(&str, &str, &str); 6] = [
    ("p1", "post", "share_url"),
    ("p2", "post", "note_id"),
    ("p2", "user", "user_id"),
    ("p3", "comments", "photo_id"),
    ("p3", "search", "keyword"),
    ("p6", "trending", ""),
];

fn page(path: &str) -> &'static str {
    site().get(path).unwrap_or_else(|| panic!("no page {path}"))
}

/// Returns the example in a Markdown page.
fn example(markdown: &str) -> Option<&str> {
    markdown.split_once("```json\n")?.1.split_once("\n```").map(|it| it.0)
}

/// Returns the rows of learned fields in a Markdown page.
fn rows(markdown: &str) -> Vec<&str> {
    markdown.lines().filter(|it| it.starts_with("| `data.")).collect()
}

fn recording(operation: &str) -> Recording {
    let file = &sample_specs().files[&format!("{}/{operation}.json", Specs::SHAPES)];
    Recording::from_json(&String::from_utf8_lossy(file)).expect("it is valid")
}

/// Returns the site of specs in which a shape is exchanged.
fn site_with(operation: &str, shape: String) -> Output {
    let mut specs = sample_specs();
    specs.files.insert(format!("{}/{operation}.json", Specs::SHAPES), shape.into_bytes());
    // Views name fields of the original shapes.
    specs.files.remove(Specs::VIEWS);
    let (model, _) = gatewright::read(&specs).unwrap_or_else(|report| panic!("{}", report.render(false)));
    gatewright::site(&model, URL)
}

#[tokio::test]
async fn the_example_is_the_response_of_the_mock() {
    let gateway = sample_gateway().start().await.expect("loopback");
    let client = Client::new(&gateway.base_url(), gateway.key()).expect("valid settings");
    let model = model();
    let learned = model.platforms.iter().flat_map(|it| &it.operations).filter(|it| it.learned.is_some());
    assert_eq!(learned.count(), LEARNED.len());
    for (platform, capability, param) in LEARNED {
        let call = client.social(platform, capability);
        let call = if param.is_empty() { call } else { call.with(param, "7") };
        let served = call.send().await.unwrap_or_else(|error| panic!("{platform}/{capability}: {error}"));
        let served: Value = serde_json::from_slice(&served.raw).expect("JSON");
        for folder in ["", "zh/"] {
            let path = format!("{folder}social/{platform}/{capability}");
            let shown = example(page(&format!("{path}.md"))).expect("an example");
            assert_eq!(serde_json::from_str::<Value>(shown).ok(), Some(served.clone()), "{path}");
            let (_, html) = page(&format!("{path}.html")).split_once("<code class=\"json\">").expect("an example");
            assert_eq!(unescaped(&without_tags(html.split("</code>").next().unwrap_or_default())), shown, "{path}");
        }
    }
}

#[test]
fn presence_is_that_of_the_recording() {
    let search = recording("p3_search");
    let (list, likes) = (search.at("data.result.feed.list[]"), search.at("data.result.feed.list[].like_count"));
    assert_eq!((list.map(|it| it.count), likes.map(|it| it.count)), (Some(243), Some(129)), "129 / 243 = 53.08 %");
    let post = recording("p2_post");
    assert_eq!((post.samples, post.at("data.at_user").map(|it| it.count)), (84, Some(14)), "14 / 84 = 16.67 %");
    for (path, row) in [
        ("social/p3/search.md", "| `data.result.feed.list[].like_count` | integer | in 53 % of 243 objects |"),
        ("social/p3/search.md", "| `data.llsid` | number as a string | in all of 82 responses |"),
        ("social/p2/post.md", "| `data.at_user` | object | in 16 % of 84 responses |"),
        ("social/p2/post.md", "| `data.user.signature` | string or `null` | in all of 84 objects |"),
        ("social/p2/post.md", "| `data.reactions` | object with any keys, values: object | in all of 84 responses |"),
        ("social/p2/post.md", "| `data.reactions.*.at` | integer, Unix time | in all of 168 objects |"),
        ("zh/social/p2/post.md", "| `data.at_user` | 对象 | 84 个响应中的 16 % |"),
        ("zh/social/p3/search.md", "| `data.llsid` | 字符串形式的数字 | 全部 82 个响应 |"),
    ] {
        assert!(page(path).contains(row), "{path}: {:#?}", rows(page(path)));
    }
}

#[test]
fn a_small_share_is_not_zero_percent() {
    let mut rare = Recording::new("p6_trending");
    (0..300).for_each(|number| rare.observe(&if number == 0 { json!({ "a": 1, "b": 1 }) } else { json!({ "a": 1 }) }));
    let site = site_with("p6_trending", rare.to_string());
    let page = site.get("social/p6/trending.md").expect("a page");
    assert!(page.contains("| `data.b` | integer | in less than 1 % of 300 responses |"), "{page}");
    assert!(!page.contains("Sample: "), "the shape is not an example");
}

#[test]
fn recursion_ends_in_a_reference() {
    let comments = page("social/p3/comments.md");
    for row in [
        "| `data.thread.comments[].replies` | array of object, same fields as `data.thread.comments[]` | in all of 591 objects |",
        "| `data.thread.comments[].reply_to` | object, same fields as `data.thread.comments[]` | in 17 % of 591 objects |",
    ] {
        assert!(comments.contains(row), "{:#?}", rows(comments));
    }
    assert!(rows(comments).iter().all(|it| !it.contains("replies[]") && !it.contains("reply_to.")));
}

#[test]
fn invented_shapes_are_marked_and_endpoints_without_a_shape_show_the_envelope() {
    let is_learned = |path: &str| LEARNED.iter().any(|it| path == format!("social/{}/{}", it.0, it.1));
    let mut without = 0;
    for (path, text) in pages(site(), ".md").filter(|it| it.0.matches('/').count() == 2 && it.0.starts_with("social/"))
    {
        assert_eq!(text.contains("Sample: these response fields are invented examples."), is_learned(path), "{path}");
        let is_complete = example(text).is_some_and(|it| serde_json::from_str::<Value>(it).is_ok());
        assert_eq!(is_complete, is_learned(path), "{path}: only the envelope is documented");
        let link =
            "The service does not publish the response fields. [Learn them from recordings](../../guides/features.md)";
        assert_eq!(text.contains(link), !is_learned(path), "{path}");
        assert_eq!(page(&format!("zh/{path}.md")).contains("示例：这些响应字段是虚构的。"), is_learned(path), "{path}");
        without += usize::from(!is_learned(path));
    }
    assert!(without > 80, "{without}");
}

/// Returns the cells of the table of learned fields in HTML, without markup.
fn cells(html: &str) -> Vec<String> {
    let table = html.split_once("aria-labelledby=\"fields\"").map_or("", |it| it.1);
    let table = table.split("</table>").next().unwrap_or_default();
    let plain = |row: &str| without_tags(&row.replace("</th>", "|").replace("</td>", "|"));
    table.split("<tr>").skip(2).map(|row| unescaped(&plain(row))).collect()
}

fn without_tags(html: &str) -> String {
    html.split('<').map(|it| it.split_once('>').map_or(it, |it| it.1)).collect()
}

#[test]
fn the_markdown_page_has_the_same_learned_fields_as_the_html_page() {
    let plain = |text: &str| text.replace([' ', '`', '\n'], "").trim_matches('|').to_owned();
    for (path, text) in pages(site(), ".md").filter(|it| it.0.starts_with("social/") && !rows(it.1).is_empty()) {
        let html: Vec<_> = cells(page(&format!("{path}.html"))).iter().map(|it| plain(it)).collect();
        let markdown: Vec<_> = rows(text).into_iter().map(plain).collect();
        assert_eq!(html, markdown, "{path}");
    }
}

#[test]
fn the_page_says_how_to_read_all_pages() {
    let comments = page("social/p3/comments.md");
    for part in [
        "- Path of the next `pcursor`: `data.thread.pcursor`\n- Path of the items: `data.thread.comments`\n",
        "The client takes the next value from the learned path.",
        ".items();\nwhile let Some(item) = items.next().await {\n    println!(\"{:?}\", item?.typed());\n}",
    ] {
        assert!(comments.contains(part), "{part}\n{comments}");
    }
    let search = page("social/p3/search.md");
    assert!(search.contains("- Path of the next `pcursor`: `data.result.paging.pcursor`\n"), "{search}");
    assert!(search.contains("- Path of the items: `data.result.feed.list`\n"), "{search}");
    // Two lists on one level: the client cannot choose.
    let mut lists = Recording::new("p3_comments");
    lists.observe(&json!({ "a": [{ "x": 1 }], "b": [{ "x": 1 }], "pcursor": "next" }));
    let site = site_with("p3_comments", lists.to_string());
    let page = site.get("social/p3/comments.md").expect("a page");
    assert!(page.contains("- Path of the next `pcursor`: `data.pcursor`\n") && !page.contains("Path of the items"));
    assert!(page.contains(".pages();\nwhile let Some(page) = pages.next().await {"), "{page}");
    assert!(page.contains("the client uses the only field with the parameter's name"), "{page}");
}

#[test]
fn long_lists_of_fields_and_examples_are_shortened() {
    let wide: Map<_, _> = (0..390).map(|it| (format!("field_{it}"), json!("text"))).collect();
    let mut recording = Recording::new("p6_trending");
    recording.observe(&json!({ "list": [wide, wide, wide] }));
    let site = site_with("p6_trending", recording.to_string());
    let page = site.get("social/p6/trending.md").expect("a page");
    assert_eq!(rows(page).len(), 150);
    assert!(page.contains("\n241 more fields.\n") && page.contains("Long lists and objects are shortened."), "{page}");
    let shown: Value = serde_json::from_str(example(page).expect("an example")).expect("JSON");
    let items = shown["data"]["list"].as_array().expect("a list");
    assert_eq!((items.len(), items[0].as_object().map(Map::len)), (1, Some(20)));
    assert!(site.get("social/p6/trending.html").is_some_and(|it| it.len() < 60_000));
}

#[test]
fn a_page_is_found_by_its_learned_fields() {
    let pages = LEARNED[..5].iter().map(|it| ("nickname", format!("social/{}/{}", it.0, it.1)));
    let pages: Vec<_> = pages.chain([("caption", "social/p3/search".to_owned())]).collect();
    let queries = pages.iter().map(|(word, page)| json!(["en", word, page])).collect();
    for (found, (word, page)) in super::search::results(&queries).iter().zip(&pages) {
        assert!(found.rank > 0, "{word} finds {page}: {found:?}");
    }
}
