//! Merging recordings is commutative and associative, whatever clients have recorded.

use proptest::collection::vec;
use proptest::prelude::*;
use sample_client::Client;
use sample_client::shape::Recording;
use sample_client::testing::Replies;
use serde_json::{Value, json};

use super::read::any_json;

/// Returns what a client records of these responses, each to another request.
fn recorded(responses: &[Value]) -> Recording {
    let folder = tempfile::TempDir::new().expect("a folder");
    let replies = responses.iter().map(|it| json!({ "object": "social.result", "data": { "detail": it } }));
    let builder = Client::builder("https://gateway.example", "sk-test-0123456789").record(folder.path());
    let client = builder.transport(Replies::json(replies)).build().expect("valid");
    for page in 0..responses.len() {
        client.p1().search("tea").cursor(page as i64).send().blocking().expect("data");
    }
    drop(client);
    Recording::read(folder.path()).expect("recordings").remove(0).without_pending()
}

fn merged(all: impl IntoIterator<Item = Recording>) -> Recording {
    let mut sum = Recording::new("p1_search");
    all.into_iter().for_each(|it| sum.merge(it));
    sum
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn order_and_grouping_of_recordings_do_not_matter(people in [(); 3].map(|()| vec(any_json(), 1..6))) {
        let all = people.map(|it| recorded(&it));
        let expected = merged(all.clone());
        for [first, second, third] in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let it = |index: usize| all[index].clone();
            prop_assert_eq!(merged([it(first), it(second), it(third)]), expected.clone());
            prop_assert_eq!(merged([it(first), merged([it(second), it(third)])]), expected.clone());
        }
        let text = expected.to_pretty_json();
        prop_assert_eq!(Recording::from_json(&text).expect("it is valid"), expected);
    }
}
