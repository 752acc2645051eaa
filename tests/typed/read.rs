//! Generated types read every response without loss.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use sample_client::data::{Data, Digits};
use sample_client::social::{p1, p2, p3, p6};
use serde_json::{Value, json};

use super::responses::{ALL, OPERATIONS, response};

/// Returns the JSON of the data after it was read with its type.
fn round_trip(operation: &str, data: Value) -> Value {
    fn of<T: sample_client::data::FieldType>(data: Value) -> Value {
        T::from_json(data).map_or_else(|unread| unread, T::into_json)
    }
    match operation {
        "p1_post" => of::<p1::PostData>(data),
        "p2_post" => of::<p2::PostData>(data),
        "p2_user" => of::<p2::UserData>(data),
        "p3_comments" => of::<p3::CommentsData>(data),
        "p3_search" => of::<p3::SearchData>(data),
        "p6_trending" => of::<p6::TrendingData>(data),
        other => panic!("{other} has no type"),
    }
}

#[test]
fn all_responses_are_read_without_loss() {
    for number in 0..ALL {
        let (operation, _) = OPERATIONS[number % OPERATIONS.len()];
        let data = response(operation, number / OPERATIONS.len());
        assert_eq!(round_trip(operation, data.clone()), data, "{operation} {number}");
    }
}

#[test]
fn fields_have_the_types_of_their_values() {
    let post = p1::PostData::from_json(response("p1_post", 4));
    let detail = post.detail.expect("it was learned");
    assert_eq!(detail.aweme_id.as_ref().and_then(Digits::get), Some(7_311_234_567_890_000_004));
    assert_eq!((detail.create_time, detail.type_), (Some(1_763_450_004), Some(0)));
    let author = detail.author.expect("it was learned");
    assert_eq!((author.uid, author.signature), (Some(4 * 7_301), None));
    assert_eq!(author.other["signature"], Value::Null, "null stays");
    let risk: Option<Value> = detail.risk;
    assert_eq!(risk, Some(json!("none")), "text and numbers: untyped");

    let note = p2::PostData::from_json(response("p2_post", 5));
    let reactions = note.reactions.expect("it was learned");
    assert_eq!(reactions.len(), 3, "a map with ids as keys");
    assert!(reactions.values().all(|it| it.at.is_some()));
    assert_eq!(note.tag_list.map(|it| it[1].clone()), Some(None), "an item can be null");

    let user = p2::UserData::from_json(response("p2_user", 9));
    assert_eq!((user.verified, &user.other["关注"]), (Some(false), &json!(9)), "a key that may be data is not a field");
}

#[test]
fn replies_are_comments() {
    let data = p3::CommentsData::from_json(response("p3_comments", 5));
    let comment = data.thread.and_then(|it| it.comments).expect("comments").swap_remove(0);
    let reply: Vec<p3::CommentsDataThreadComments> = comment.replies.expect("replies");
    let deeper = reply.iter().filter_map(|it| it.replies.as_ref()).flatten().count();
    assert!(deeper > 0, "{reply:?}");
    let answered: Box<p3::CommentsDataThreadComments> = comment.reply_to.expect("each fifth has one");
    assert_eq!(answered.comment_id, Some(6));
}

#[test]
fn values_of_other_types_stay_under_their_keys() {
    let data = json!({ "detail": { "create_time": "soon", "author": [1], "desc": 5, "new": true }, "extra": "gone" });
    let post = p1::PostData::from_json(data.clone());
    assert_eq!(post.other["extra"], "gone");
    let detail = post.detail.clone().expect("an object");
    assert_eq!((detail.create_time, &detail.other["create_time"]), (None, &json!("soon")));
    assert_eq!(post.to_json(), data);
    // Also by serde.
    let text = serde_json::to_string(&post).expect("JSON");
    assert_eq!(serde_json::from_str::<p1::PostData>(&text).expect("the same JSON"), post);
    assert!(serde_json::from_str::<p1::PostData>("[]").is_err());
}

/// JSON whose keys are often learned ones.
pub(super) fn any_json() -> impl Strategy<Value = Value> {
    let key = prop::sample::select(vec![
        "detail",
        "thread",
        "comments",
        "replies",
        "reply_to",
        "author",
        "uid",
        "follower_count",
        "comment_id",
        "user",
        "desc",
        "reactions",
        "tag_list",
        "image_list",
        "other",
        "at",
        "关注",
        "",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[0-9]{0,4}|.{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 5, move |inner| {
        let object = btree_map(key.clone().prop_map(str::to_owned), inner.clone(), 0..6);
        prop_oneof![
            vec(inner, 0..4).prop_map(Value::from),
            object.prop_map(|it| it.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_json_is_read_without_loss(data in any_json()) {
        for (operation, _) in OPERATIONS {
            prop_assert_eq!(round_trip(operation, data.clone()), data.clone());
        }
    }
}
