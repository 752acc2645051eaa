//! Views: one function reads the posts of several platforms.

use std::time::{Duration, SystemTime};

use sample_client::view::{Post, View};
use sample_client::{Item, Response, Typed, social, testing};
use serde_json::Value;

use super::responses::response;

/// Likes and authors of all posts in a response of any platform.
fn summary<E: View<Post>>(response: &Response<Typed<E>>) -> Vec<String> {
    let line = |it: Post| format!("{} {:?} {:?}", it.id.unwrap_or_default(), it.likes, it.author.name);
    response.posts().into_iter().map(line).collect()
}

#[test]
fn one_function_reads_posts_of_three_platforms() {
    let first = summary(&testing::social::<social::p1::Post>(response("p1_post", 2)));
    let second = summary(&testing::social::<social::p2::Post>(response("p2_post", 2)));
    let third = summary(&testing::social::<social::p3::Search>(response("p3_search", 1)));
    assert_eq!(first, ["7311234567890000002 Some(6) Some(\"sample text 2\")"]);
    assert_eq!(second.len(), 1);
    assert!(second[0].ends_with(" Some(24) Some(\"sample text 2\")"), "{second:?}");
    let ends: Vec<_> = third.iter().map(|it| it.split_once(' ').expect("an id").1).collect();
    assert_eq!(ends, ["None Some(\"sample text 0\")", "Some(5) Some(\"sample text 1\")"]);
}

#[test]
fn times_and_counts_are_read_from_texts_and_numbers() {
    let post = testing::social::<social::p2::Post>(response("p2_post", 2)).posts().remove(0);
    let time = SystemTime::UNIX_EPOCH + Duration::from_millis(1_763_450_000_002);
    assert_eq!((post.time, post.likes, post.views), (Some(time), Some(24), None));
    assert_eq!(post.missing, ["author.followers", "author.url", "shares", "url", "views"]);
    let user = testing::social::<social::p2::User>(response("p2_user", 2)).authors().remove(0);
    assert_eq!((user.name.as_deref(), user.followers), (Some("sample text 2"), Some(62)));
    assert_eq!(user.missing, ["url"]);
}

#[test]
fn items_are_views() {
    let data = response("p3_comments", 2);
    let item: Value = data["thread"]["comments"][0].clone();
    let comment = Item::<social::p3::Comments>::from(item).comment();
    assert_eq!((comment.id.as_deref(), comment.likes), (Some("2"), Some(4)));
    assert_eq!(comment.author.name.as_deref(), Some("sample text 2"));
    let all = testing::social::<social::p3::Comments>(data).comments();
    assert_eq!(all[0], comment);
}
