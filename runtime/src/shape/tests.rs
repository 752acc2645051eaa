mod sample;
mod sources;

use serde_json::{Value, json};

use super::*;
use crate::shape::json::MAX_NODES;

/// Returns random JSON with few different keys, so that responses have much in common.
fn random(random: &mut fastrand::Rng, depth: usize) -> Value {
    const KEYS: [&str; 7] = ["id", "user", "list", "a.b", "other", "", "名"];
    const TEXTS: [&str; 5] = ["", "tea", "1763450000", "42", "https://files.example/a"];
    match random.usize(..if depth == 0 { 6 } else { 9 }) {
        0 => Value::Null,
        1 => random.bool().into(),
        2 => random.u64(..5_000_000_000).into(),
        3 => random.f64().into(),
        4 | 5 => TEXTS[random.usize(..TEXTS.len())].into(),
        6 => (0..random.usize(..4)).map(|_| self::random(random, depth - 1)).collect(),
        _ => {
            let keys: Vec<_> = (0..random.usize(..5)).map(|_| KEYS[random.usize(..KEYS.len())]).collect();
            keys.into_iter()
                .map(|key| (key.to_owned(), self::random(random, depth - 1)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
    }
}

fn merged(shapes: impl IntoIterator<Item = Shape>) -> Shape {
    let mut all = Shape::default();
    shapes.into_iter().for_each(|it| all.merge(it));
    all
}

#[test]
fn merging_is_commutative_and_associative() {
    for seed in 0..500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let [a, b, c] = [(); 3].map(|()| Shape::of(&self::random(&mut random, 4)));
        let together = |order: [&Shape; 3]| merged(order.map(Clone::clone));
        let expected = together([&a, &b, &c]);
        for order in [[&a, &c, &b], [&b, &a, &c], [&b, &c, &a], [&c, &a, &b], [&c, &b, &a]] {
            assert_eq!(together(order), expected, "seed {seed}");
        }
        let right = merged([a, merged([b, c])]);
        assert_eq!(right, expected, "seed {seed}");
        let text = serde_json::to_string(&expected).expect("JSON");
        assert_eq!(serde_json::from_str::<Shape>(&text).expect("a shape"), expected, "seed {seed}: {text}");
    }
}

#[test]
fn responses_in_any_groups_have_the_same_shape() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut responses: Vec<_> = (0..12).map(|_| self::random(&mut random, 4)).collect();
        let mut all = Recording::new("p1_search");
        responses.iter().for_each(|it| all.observe(it));
        for groups in 1..5 {
            random.shuffle(&mut responses);
            let mut recordings = vec![Recording::new("p1_search"); groups];
            for response in &responses {
                recordings[random.usize(..groups)].observe(response);
            }
            let mut sum = Recording::new("p1_search");
            recordings.into_iter().for_each(|it| sum.merge(it));
            assert_eq!(sum, all, "seed {seed}, {groups} groups");
        }
    }
}

#[test]
fn merging_private_parts_is_commutative_and_associative() {
    for seed in 0..300 {
        let mut random = fastrand::Rng::with_seed(seed);
        let [a, b, c] = [(); 3].map(|()| {
            let mut shape = Shape::of(&self::random(&mut random, 1));
            let private = shape.private.get_or_insert_default();
            private.objects = random.u64(..3);
            for _ in 0..random.usize(..4) {
                let pending = private.pending.entry(random.u32(..3)).or_default();
                pending.observe(&self::random(&mut random, 1));
                let contexts = pending.private.get_or_insert_default();
                contexts.add_contexts([random.u32(..6), random.u32(..6)], [random.u32(..6)]);
            }
            shape
        });
        let left = merged([merged([a.clone(), b.clone()]), c.clone()]);
        assert_eq!(merged([c.clone(), a.clone(), b.clone()]), left, "seed {seed}");
        assert_eq!(merged([a, merged([b, c])]), left, "seed {seed}");
        let text = serde_json::to_string(&left).expect("JSON");
        assert_eq!(serde_json::from_str::<Shape>(&text).expect("a shape"), left, "{text}");
    }
}

#[test]
fn a_shape_has_types_formats_presence_and_lengths_but_no_values() {
    let mut shape = Shape::of(&json!({
        "notes": [{ "id": "7311234567890123456", "url": "https://a.example/x", "at": 1763450000, "score": 0.5 }, { "id": "8", "at": null }],
        "by_id": { "a.b": { "n": 1 }, "c*": { "n": 2 } },
        "ok": true,
    }));
    shape.observe(&json!({ "notes": [], "ok": false }));
    let text = serde_json::to_string(&shape).expect("JSON");
    let expected = concat!(
        r#"{"object":2,".by_id":{"object":1,"maps":1,"*":{"object":2,".n":{"integer":2}}},"#,
        r#"".notes":{"array":2,"lengths":[0,2,2],"[]":{"object":2,".at":{"null":1,"integer":1,"unix_time":1},"#,
        r#"".id":{"text":2,"digits":2},".score":{"number":1},".url":{"text":1,"url":1}}},".ok":{"boolean":2}}"#,
    );
    assert_eq!(text, expected);
    assert_eq!(shape.at("notes").and_then(|it| it.lengths), Some(Lengths { least: 0, most: 2, total: 2 }));
    assert_eq!(shape.at("by_id.*.n").map(|it| it.count), Some(2));
}

#[test]
fn paths_lead_to_shapes_or_nowhere() {
    let shape = Shape::of(&json!({ "data": { "grid": [[{ "x": 1 }]] }, "list": ["a"] }));
    for path in ["", "data", "data.grid", "data.grid[]", "data.grid[][]", "data.grid[][].x", "list[]"] {
        assert!(shape.at(path).is_some(), "{path}");
    }
    for path in [
        ".",
        "data.",
        ".data",
        "data..grid",
        "grid",
        "data.grid[",
        "data.grid[]]",
        "data.grid[0]",
        "list[].x",
        "*",
        "[]",
    ] {
        assert!(shape.at(path).is_none(), "{path}");
    }
    assert!(Shape::of(&json!([{ "x": 1 }])).at("[].x").is_some());
    let recording = Recording { data: shape, ..Recording::new("p1_search") };
    for (path, is_there) in [
        ("data", true),
        ("data.data.grid[][].x", true),
        ("data.list", true),
        ("list", false),
        ("data.", false),
        ("database", false),
    ] {
        assert_eq!(recording.at(path).is_some(), is_there, "{path}");
    }
}

#[test]
fn foreign_recordings_are_limited() {
    let valid =
        r#"{"format":1,"operation":"p1_search","samples":2,"data":{"object":2,".id":{"text":2},"later":[{"x":1}]}}"#;
    assert_eq!(Recording::from_json(valid).expect("valid").at("data.id").map(|it| it.count), Some(2));
    let of_data = |data: &str| format!(r#"{{"format":1,"operation":"p1_search","samples":1,"data":{data}}}"#);
    let deep = |levels: usize| format!("{}{{}}{}", r#"{"object":1,".a":"#.repeat(levels), "}".repeat(levels));
    let wide: Vec<_> = (0..MAX_NODES).map(|it| format!("\".f{it}\":{{}}")).collect();
    Recording::from_json(&of_data(&deep(64))).expect("64 levels are allowed");
    for (text, problem) in [
        ("notes".to_owned(), "expected ident"),
        ("[]".to_owned(), "invalid length 0"),
        (valid.replace("\"format\":1", "\"format\":2"), "format 2 is unknown to this version"),
        (valid.replace("p1_search", "../p1"), "the id of the operation is not valid"),
        (of_data(&deep(65)), "more than 64 levels"),
        (of_data(&"[".repeat(100_000)), "expected a shape"),
        (of_data(&deep(100_000)), "more than 64 levels"),
        (of_data(&format!("{{\"object\":1,{}}}", wide.join(","))), "more than 20000 nodes"),
        (of_data(r#"{".a.b":{}}"#), "the name of a field is not valid"),
        (of_data(&format!("{{\".{}\":{{}}}}", "a".repeat(129))), "the name of a field is not valid"),
        (of_data(r#"{".a":{},".a":{}}"#), "the field `a` is there twice"),
        (of_data(r#"{"text":-1}"#), "invalid value"),
        (of_data(r#"{"?x":{}}"#), "a hash is not valid"),
        (
            of_data(r#"{"object":1,".list":{"array":1,"[]":{"object":5,".id":{"text":6}}}}"#),
            "its counts are impossible",
        ),
        // Fields without an object, which could be a part of themselves.
        (of_data(r#"{"array":1,".a":{},"[]":{"array":1,".a":{}}}"#), "its counts are impossible"),
        (valid.replace("\"samples\":2", &format!("\"samples\":{}", u64::MAX)), "its counts are impossible"),
        (valid.replace("\"data\"", "\"cursors\":{\"a.b\":{\"data\":1}},\"data\""), "its cursors are not valid"),
        (format!("{valid}{}", " ".repeat(17 << 20)), "larger than 16 MiB"),
    ] {
        let error = Recording::from_json(&text).expect_err(problem).to_string();
        assert!(error.contains(problem) && error.starts_with("cannot read the recording: "), "{problem}: {error}");
        assert!(error.ends_with("; help: remove the file, or restore it"), "{error}");
    }
    // Counts are added without overflow.
    let mut most = Recording::from_json(&of_data(&format!(r#"{{"text":{0},"null":{0}}}"#, u64::MAX))).expect("valid");
    most.merge(most.clone());
    assert_eq!((most.data.count, most.data.types[&JsonType::Null]), (u64::MAX, u64::MAX));
}

#[test]
fn deep_values_and_long_keys_are_not_described() {
    let mut value = json!(1);
    (0..100).for_each(|_| value = json!({ "a": [value.take()] }));
    let text = serde_json::to_string(&Shape::of(&value)).expect("JSON");
    let shape: Shape = serde_json::from_str(&text).expect("it is within the limits");
    assert_eq!(shape, Shape::of(&value));
    let shape = Shape::of(&json!({ "k".repeat(129): 1, "a\u{7}": 2, "": 3, "ok": 4 }));
    assert_eq!((shape.fields.len(), shape.keys.map(|it| it.count), shape.maps), (1, Some(3), 1));
}

#[test]
fn a_missing_folder_and_a_broken_file_are_errors_with_their_path() {
    let missing = std::env::temp_dir().join("gatewright-no-such-folder");
    let error = Recording::read(&missing).expect_err("it does not exist").to_string();
    assert!(error.contains("gatewright-no-such-folder`: ") && error.contains("help: check that it exists"), "{error}");
    let folder = std::env::temp_dir().join(format!("gatewright-shape-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("notes.txt"), "tea").expect("written");
    std::fs::write(folder.join("p1_search.json"), "{}").expect("written");
    let error = Recording::read(&folder).map(drop).expect_err("it is not a recording").to_string();
    std::fs::write(folder.join("p1_search.json"), Recording::new("p1_user").to_string()).expect("written");
    let other = Recording::read(&folder).map(drop).expect_err("it is another operation").to_string();
    std::fs::remove_dir_all(&folder).expect("removed");
    assert!(error.contains("p1_search.json`: missing field `format`"), "{error}");
    assert!(other.contains("it is a recording of `p1_user`"), "{other}");
}
