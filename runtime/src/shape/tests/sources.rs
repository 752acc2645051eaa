//! Merged recordings as text, and the recordings that they consist of.

use super::random;
use crate::shape::Recording;

/// Returns recordings of several clients, with cursors.
fn recordings(rng: &mut fastrand::Rng) -> Vec<Recording> {
    let one = |rng: &mut fastrand::Rng| {
        let mut recording = Recording { salt: Some(rng.u64(..)), ..Recording::new("p1_search") };
        (0..rng.usize(1..6)).for_each(|_| recording.observe(&random(rng, 4)));
        recording.add_cursor("cursor".to_owned(), format!("data.next{}", rng.u8(..3)), rng.u64(1..9));
        recording
    };
    (0..rng.usize(2..6)).map(|_| one(rng)).collect()
}

fn merged(all: impl IntoIterator<Item = Recording>) -> Recording {
    let mut sum = Recording::new("p1_search");
    all.into_iter().for_each(|it| sum.merge(it.without_pending()));
    sum
}

#[test]
fn recordings_merged_in_any_groups_and_order_have_the_same_text() {
    for seed in 0..200 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut all = recordings(&mut rng);
        let expected = merged(all.clone()).to_pretty_json();
        let read = Recording::from_json(&expected).expect("it is valid");
        assert_eq!((read.to_pretty_json(), read.sources.len()), (expected.clone(), all.len()), "seed {seed}");
        for _ in 0..4 {
            rng.shuffle(&mut all);
            let (left, right) = all.split_at(rng.usize(..=all.len()));
            // Each group is written and read, as files of a specs folder are.
            let groups = [left, right].map(|it| merged(it.to_vec()).to_pretty_json());
            let groups = groups.map(|it| Recording::from_json(&it).expect("it is valid"));
            assert_eq!(merged(groups).to_pretty_json(), expected, "seed {seed}");
        }
    }
}

#[test]
fn the_id_of_a_recording_stays_while_responses_are_added() {
    let mut recording = Recording { salt: Some(7), ..Recording::new("p1_search") };
    assert!(recording.clone().without_pending().sources.is_empty(), "it has no responses");
    recording.observe(&true.into());
    let first = recording.clone().without_pending();
    recording.observe(&false.into());
    let second = recording.clone().without_pending();
    assert!(first.sources.keys().eq(second.sources.keys()) && first.sources != second.sources);
    assert_eq!(first.clone().without_pending(), first);
    let other = Recording { salt: Some(8), ..recording.clone() }.without_pending();
    assert_ne!(other.sources, second.sources);
    // Without a salt, the content is the id.
    recording.salt = None;
    let plain = recording.clone().without_pending();
    assert_eq!(recording.clone().without_pending().sources, plain.sources);
    recording.observe(&true.into());
    assert_ne!(recording.without_pending().sources.keys().next(), plain.sources.keys().next());
}

#[test]
fn a_text_for_people_has_one_line_per_field() {
    let mut recording = Recording { salt: Some(7), ..Recording::new("p1_search") };
    recording.observe(&serde_json::json!({ "list": [{ "id": "8", "a.b": 1 }], "ok": true, "none": {} }));
    recording.add_cursor("cursor".to_owned(), "data.next".to_owned(), 3);
    let expected = r#"{
  "format": 1,
  "operation": "p1_search",
  "samples": 1,
  "sources": {
    "ID": 1
  },
  "cursors": {
    "cursor": {"data.next": 3}
  },
  "data": {"object": 1,
    ".list": {"array": 1, "lengths": [1, 1, 1],
      "[]": {"object": 1, "maps": 1,
        ".id": {"text": 1, "digits": 1},
        "*": {"integer": 1}
      }
    },
    ".none": {"object": 1},
    ".ok": {"boolean": 1}
  }
}
"#;
    let recording = recording.without_pending();
    let id = recording.sources.keys().next().expect("it has one");
    assert_eq!(recording.to_pretty_json(), expected.replace("ID", id));
    assert_eq!(Recording::from_json(&expected.replace("ID", id)).expect("it is valid"), recording);
    for broken in ["", "ID", "../../etc/passwd", "0123456789ABCDEF"] {
        let error = Recording::from_json(&expected.replace("ID", broken)).expect_err("the id is not valid");
        assert!(error.to_string().contains("its sources are not valid"), "{error}");
    }
}
