//! Samples have the shape that they are made from.

use serde_json::{Value, json};

use super::{merged, random};
use crate::shape::{Format, JsonType, Recording, Shape};

/// Panics if a value has a field, type or format that a shape lacks.
fn assert_fits(value: &Value, shape: &Shape, path: &str) {
    assert!(shape.types.get(&JsonType::of(value)).is_some_and(|it| *it > 0), "{path}: {value}");
    let format = match value {
        Value::String(text) => Format::of_text(text),
        Value::Number(number) => number.as_u64().and_then(Format::of_integer),
        _ => None,
    };
    assert!(format.is_none_or(|it| shape.formats.contains_key(&it)), "{path}: {value}");
    match value {
        Value::Array(items) => {
            let longest = shape.lengths.expect("it had lists").most;
            assert!(items.len() as u64 <= longest.min(3), "{path}: {value}");
            items.iter().for_each(|it| assert_fits(it, shape.items.as_ref().expect("it had items"), path));
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let inner = shape.fields.get(name).or(shape.keys.as_deref().filter(|_| name.starts_with("id-")));
                assert_fits(value, inner.unwrap_or_else(|| panic!("{path}.{name}")), &format!("{path}.{name}"));
            }
        }
        _ => {}
    }
}

#[test]
fn a_sample_of_any_shape_has_no_new_field_type_or_format() {
    for seed in 0..500 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let count = rng.usize(1..8);
        let mut recording = Recording::new("p1_search");
        (0..count).for_each(|_| recording.observe(&random(&mut rng, 5)));
        for (page, is_last) in [(0, true), (1, false), (2, true), (u64::MAX, false)] {
            let sample = recording.sample(page, is_last);
            assert_fits(&sample, &recording.data, &format!("seed {seed}"));
            assert_eq!(sample, recording.sample(page, is_last), "seed {seed}");
            // All fields of the sample are known, unless they are keys that are data.
            let together = merged([recording.data.clone(), Shape::of(&sample)]);
            assert!(sample.to_string().contains("id-") || together.nodes() == recording.data.nodes(), "seed {seed}");
        }
    }
}

#[test]
fn values_are_samples_with_the_recorded_formats() {
    let mut recording = Recording::new("p1_search");
    let response = json!({
        "list": [{
            "id": "7311234567890123456", "title": "Mei's tea", "url": "https://mei.example/x", "at": 1763450000, "when": "1763450000",
            "posted": "2025-11-18T09:30:00Z", "image": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAA=", "score": 0.25, "none": null,
            "note": "", "tags": ["a", "b", "c", "d", "e"],
        }],
        "votes": { "a.b": { "n": 1 }, "c.d": { "n": 2 } }, "is_end": 0, "hasMore": true, "end": { "no_more": "0" },
    });
    recording.observe(&response);
    let item = json!({
        "id": "1004", "title": "sample title 4", "url": "https://files.example/sample-4", "at": 1767240000, "when": "1767240000",
        "posted": "2026-01-01T04:00:00Z", "image": "c2FtcGxlIGRhdGEg00000004", "score": 4.5, "none": null, "note": "",
        "tags": ["sample tags 41", "sample tags 42"],
    });
    let votes = json!({ "id-1": { "n": 4 }, "id-2": { "n": 5 } });
    let [middle, last] = [false, true].map(|is_last| recording.sample(2, is_last));
    let expected = json!({ "list": [item], "votes": votes, "is_end": 0, "hasMore": true, "end": { "no_more": "0" } });
    assert_eq!(middle, expected);
    assert_eq!((&last["is_end"], &last["hasMore"], &last["end"]["no_more"]), (&json!(1), &json!(false), &json!("1")));
    for private in ["Mei", "mei", "7311", "2025", "iVBOR"] {
        assert!(!middle.to_string().contains(private), "{private}");
    }
}

#[test]
fn a_field_is_in_the_sample_if_half_of_the_responses_had_it() {
    let mut recording = Recording::new("p1_search");
    for number in 0..4 {
        let mixed = [json!("text"), json!(1), json!(2), json!(null)][number].clone();
        let mut data = json!({ "always": 1, "mixed": mixed });
        ["half", "rare"].iter().zip([2, 1]).filter(|it| number < it.1).for_each(|it| data[*it.0] = json!(true));
        recording.observe(&data);
    }
    assert_eq!(recording.sample(1, false), json!({ "always": 1, "mixed": 1, "half": true }));
    assert_eq!(Recording::new("p1_search").sample(1, false), json!(null));
}

#[test]
fn samples_of_deep_and_hostile_shapes_are_small() {
    let mut deep = json!(1);
    (0..60).for_each(|_| deep = json!([deep.take(), [], []]));
    let mut recording = Recording::new("p1_search");
    recording.observe(&deep);
    assert!(recording.sample(1, false).to_string().len() < 2_000);
    let counts = format!("{{\"array\":{0},\"lengths\":[{0},{0},{0}],\"[]\":{{\"text\":{0},\"url\":{0}}}}}", u64::MAX);
    for data in [
        counts.as_str(),
        r#"{"object":1,"maps":0,"*":{"text":1}}"#,
        r#"{"object":1,"maps":1,".id-1":{"text":1},"*":{"text":9}}"#,
        r#"{"array":1,"[]":{"text":1}}"#,
        r#"{"array":1,"lengths":[5,2,0],"[]":{"text":1}}"#,
    ] {
        let text = format!(r#"{{"format":1,"operation":"p1_search","samples":1,"data":{data}}}"#);
        let sample = Recording::from_json(&text).expect("it is valid").sample(1, false).to_string();
        assert!(sample.len() < 200, "{sample}");
    }
}
