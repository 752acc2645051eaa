//! Irregular responses in the manner of real platforms, made from their number: optional fields, numbers as text, keys that are
//! data, recursion, `null`, empty lists. All values are invented.

use serde_json::{Map, Value, json};

/// Operations with responses, and the paths of their requests.
pub(super) const OPERATIONS: [(&str, &str); 6] = [
    ("p1_post", "/v1/social/p1/post"),
    ("p2_post", "/v1/social/p2/post"),
    ("p2_user", "/v1/social/p2/user"),
    ("p3_comments", "/v1/social/p3/comments"),
    ("p3_search", "/v1/social/p3/search"),
    ("p6_trending", "/v1/social/p6/trending"),
];

/// Number of responses of all operations.
pub(super) const ALL: usize = 500;

/// Returns the data of a response by operation and number.
pub(super) fn response(operation: &str, number: usize) -> Value {
    match operation {
        "p1_post" => {
            json!({ "detail": video(number), "extra": { "now": 1_763_450_000_000_u64 + number as u64, "logid": text(number) } })
        }
        "p6_trending" => trending(number),
        "p2_post" => note(number),
        "p2_user" => user(number),
        "p3_comments" => comments(number),
        _ => search(number),
    }
}

fn text(number: usize) -> String {
    format!("sample text {number}")
}

fn id(number: usize) -> String {
    format!("{:024x}", 0x64a1_f0c2_0000_0000_u128 * 4096 + number as u128)
}

/// Returns an object with the fields that are present.
fn some(fields: impl IntoIterator<Item = (&'static str, bool, Value)>) -> Value {
    let present = fields.into_iter().filter(|it| it.1);
    present.map(|(key, _, value)| (key.to_owned(), value)).collect::<Map<_, _>>().into()
}

fn account(number: usize) -> Value {
    some([
        ("uid", true, json!(number * 7_301)),
        ("nickname", true, json!(text(number))),
        ("avatar", !number.is_multiple_of(3), json!(format!("https://files.example/{number}.png"))),
        ("signature", true, if number.is_multiple_of(4) { Value::Null } else { json!(text(number + 1)) }),
        ("follower_count", !number.is_multiple_of(5), json!((number * 31).to_string())),
    ])
}

fn video(number: usize) -> Value {
    some([
        ("aweme_id", true, json!((7_311_234_567_890_000_000_u64 + number as u64).to_string())),
        ("desc", true, json!(text(number))),
        ("create_time", true, json!(1_763_450_000 + number)),
        ("author", true, account(number)),
        (
            "statistics",
            true,
            json!({ "digg_count": number * 3, "comment_count": number, "share_count": number / 2, "play_count": number * 90 }),
        ),
        ("share_url", number.is_multiple_of(2), json!(format!("https://video.example/{number}"))),
        ("duration", true, if number.is_multiple_of(3) { json!(12.5 + number as f64) } else { json!(number) }),
        (
            "text_extra",
            true,
            if number.is_multiple_of(2) {
                json!([])
            } else {
                json!([{ "start": 0, "end": number, "hashtag_name": text(number) }])
            },
        ),
        ("type", true, json!(number % 2)),
        ("risk", true, if number.is_multiple_of(2) { json!("none") } else { json!(number) }),
        ("music", number.is_multiple_of(10), json!({ "title": text(number), "owner": account(number + 1) })),
    ])
}

fn trending(number: usize) -> Value {
    let word = |rank: usize| {
        some([
            ("position", true, json!(rank)),
            ("word", true, json!(text(rank))),
            ("hot_value", true, json!(1_000_000 / (rank + 1) + number)),
            ("label", rank.is_multiple_of(2), json!(3)),
            (
                "word_cover",
                true,
                if rank.is_multiple_of(3) {
                    Value::Null
                } else {
                    json!({ "uri": text(rank), "url_list": ["https://files.example/w.png"] })
                },
            ),
        ])
    };
    json!({ "active_time": format!("2026-11-{:02}T09:30:00Z", number % 28 + 1), "word_list": (0..number % 4).map(word).collect::<Vec<_>>() })
}

fn note(number: usize) -> Value {
    let reactions: Map<_, _> = (0..number % 3 + 1)
        .map(|it| (id(number * 10 + it), json!({ "kind": "like", "at": 1_763_450_000 + it })))
        .collect();
    let image = |it: usize| json!({ "url": format!("https://files.example/{it}.jpg"), "width": 1080, "height": 1440 });
    some([
        ("note_id", true, json!(id(number))),
        ("title", true, json!(text(number))),
        ("desc", true, if number.is_multiple_of(7) { json!("") } else { json!(text(number)) }),
        ("time", true, json!((1_763_450_000_000_u64 + number as u64).to_string())),
        ("user", true, account(number)),
        ("liked_count", true, json!((number * 12).to_string())),
        ("comment_count", number.is_multiple_of(2), json!((number * 2).to_string())),
        ("image_list", true, (0..number % 4).map(image).collect()),
        ("reactions", true, reactions.into()),
        ("tag_list", !number.is_multiple_of(3), json!([text(1), Value::Null, text(2)])),
        ("at_user", number.is_multiple_of(6), account(number + 3)),
    ])
}

fn user(number: usize) -> Value {
    json!({
        "basic_info": account(number),
        "interactions": [{ "type": "follows", "count": "12", "name": "x" }, { "type": "fans", "count": number.to_string(), "name": "y" }],
        "badges": [],
        "verified": number.is_multiple_of(2),
        "result": { "code": 0, "success": true, "message": if number.is_multiple_of(3) { Value::Null } else { json!("ok") } },
        "关注": number,
    })
}

fn comment(number: usize, depth: usize) -> Value {
    let replies = |count: usize| -> Value { (0..count).map(|it| comment(number * 3 + it, depth - 1)).collect() };
    some([
        ("comment_id", true, json!(number)),
        ("content", true, json!(text(number))),
        ("timestamp", true, json!(1_763_450_000_000_u64 + number as u64)),
        ("like_count", true, json!(number * 2)),
        ("author", true, account(number)),
        ("replies", true, if depth == 0 { json!([]) } else { replies(number % 3) }),
        (
            "reply_to",
            depth > 0 && number.is_multiple_of(5),
            if depth == 0 { Value::Null } else { comment(number + 1, 0) },
        ),
    ])
}

fn comments(number: usize) -> Value {
    let all: Vec<_> = (0..number % 4 + 1).map(|it| comment(number + it, 3)).collect();
    json!({ "thread": { "comments": all, "pcursor": format!("c-{}", number + 1), "count": number }, "result": 1 })
}

fn search(number: usize) -> Value {
    let item = |it: usize| {
        some([
            ("photo_id", true, json!(id(number * 20 + it))),
            ("caption", true, json!(text(it))),
            ("timestamp", true, json!(1_763_450_000 + it)),
            ("user", true, account(it)),
            ("like_count", !it.is_multiple_of(3), json!(it * 5)),
            ("view_count", true, json!((it * 100).to_string())),
            ("cover_urls", true, json!([{ "cdn": "files.example", "url": "https://files.example/c.png" }])),
        ])
    };
    json!({
        "result": { "feed": { "list": (0..number % 5 + 1).map(item).collect::<Vec<_>>() }, "paging": { "pcursor": format!("s-{}", number + 1) } },
        "llsid": number.to_string(),
    })
}
