//! `cargo xtask learn`: recordings of several people become shapes in the specs, each counted once.

mod hostile;
mod pages;
mod scene;
#[cfg(unix)]
mod versions;

use std::fs;

use sample_client::shape::Recording;
use serde_json::{Value, json};

use scene::{Scene, gateway, record};

#[test]
fn recordings_of_two_people_are_learned_together() {
    let (scene, gateway) = (Scene::new(), gateway());
    record(&gateway, &scene.path("mei"), 9);
    record(&gateway, &scene.path("tom"), 6);
    let said = scene.learn_fine(&["mei", "tom"]);
    assert!(said.contains("p1_search: 15 new responses in 2 recordings, 15 responses in all\n"), "{said}");
    assert!(said.contains("fields added:\n") && said.contains("    data.has_more: boolean\n"), "{said}");
    let shape = scene.shape("p1_search");
    assert_eq!((shape.samples, shape.sources.values().sum::<u64>(), shape.sources.len()), (15, 15, 2));
    assert_eq!(shape.at("data.items[].title").map(|it| it.count), Some(35), "{shape}");
    assert_eq!(scene.shape_text("p1_search"), shape.to_pretty_json());
    assert!(!scene.shape_text("p1_search").contains("tea") && scene.is_up_to_date());
    // A second batch, after the service has changed its responses.
    gateway.move_field("/v1/social/p1/search", "items", &["result.list"]);
    record(&gateway, &scene.path("later"), 9);
    let before = scene.files();
    let said = scene.learn_fine(&["later", "--dry-run"]);
    assert!(said.contains("    data.result.list: array\n") && said.ends_with("nothing was written\n"), "{said}");
    assert_eq!(scene.files(), before, "a dry run writes nothing");
    let said = scene.learn_fine(&["later"]);
    assert!(said.contains("p1_search: 9 new responses in 1 recording, 24 responses in all\n"), "{said}");
    assert!(said.contains("data.result: object\n") && !said.contains("data.has_more"), "{said}");
    assert!(scene.shape("p1_search").at("data.result.list[].title").is_some() && scene.is_up_to_date());
}

#[test]
fn a_recording_is_counted_once() {
    let (scene, gateway) = (Scene::new(), gateway());
    record(&gateway, &scene.path("mei"), 9);
    record(&gateway, &scene.path("tom"), 6);
    scene.learn_fine(&["mei", "mei", "tom", "mei/../mei"]);
    let files = scene.files();
    assert_eq!(scene.shape("p1_search").samples, 15);
    let said = scene.learn_fine(&["mei"]);
    assert!(said.contains("p1_search.log was learned already\n") && said.ends_with("nothing changed\n"), "{said}");
    // A copy is the same recording, even if only one of its files is left.
    fs::create_dir(scene.path("copy")).expect("a folder");
    fs::copy(scene.path("mei/p1_search.log"), scene.path("copy/p1_search.log")).expect("a log");
    scene.learn_fine(&["copy"]);
    record(&gateway, &scene.path("mei"), 4);
    let said = scene.learn_fine(&["mei"]);
    assert!(said.contains("was learned already; 4 newer responses are not counted\nhelp: record to a new"), "{said}");
    assert_eq!(scene.files(), files);
    let ended = scene.learn(&["mei", "copy", "--replace"]);
    assert!(ended.code == 1 && ended.stderr.contains("are states of one recording"), "{}", ended.stderr);
    assert_eq!(scene.files(), files);
    let said = scene.learn_fine(&["mei", "--replace"]);
    assert!(said.contains("warning: p1_search: 1 recording in other folders no longer counted"), "{said}");
    assert_eq!(scene.shape("p1_search").samples, 13);
    let said = scene.learn_fine(&["mei", "tom", "--replace"]);
    assert!(!said.contains("warning"), "{said}");
    assert_eq!(scene.shape("p1_search").samples, 19);
    // A file that was learned before is a part of this one.
    let mut both = scene.shape("p1_search");
    let other = Recording::from_json(r#"{"format":1,"operation":"p1_search","samples":1,"data":{"object":1}}"#);
    both.merge(other.expect("it is valid").without_pending());
    scene.write("sum/p1_search.json", &both.to_string());
    let ended = scene.learn(&["sum"]);
    assert!(ended.code == 1 && ended.stderr.contains("a part of") && ended.stderr.contains("--replace"));
}

#[test]
fn a_sample_is_replaced_by_what_was_recorded() {
    let scene = Scene::new();
    let mut sample = Recording::new("p1_search");
    sample.observe(&json!({ "invented": true }));
    sample.sources.insert("0123456789abcdef".to_owned(), 1);
    let mut sample: Value = serde_json::from_str(&sample.to_string()).expect("JSON");
    sample["sample"] = true.into();
    scene.write("specs/social/shapes/p1_search.json", &sample.to_string());
    scene.write_recording("mei", "p1_search", &[json!({ "items": [{ "id": 1 }] })]);
    let said = scene.learn_fine(&["mei"]);
    assert!(said.contains("  a sample is replaced\n") && said.contains("    data.invented"), "{said}");
    assert!(!said.contains("no longer counted"), "{said}");
    let shape = scene.shape("p1_search");
    assert!(shape.samples == 1 && shape.at("data.invented").is_none() && shape.at("data.items").is_some(), "{shape}");
    assert!(!scene.shape_text("p1_search").contains("sample\":true") && scene.is_up_to_date());
}

#[test]
fn any_order_and_grouping_of_folders_gives_the_same_bytes() {
    let response =
        |number: u64| json!({ "id": number, "list": vec![number; number as usize % 4], "at": 1763450000 + number });
    let text_of = |groups: &[&[&str]]| {
        let scene = Scene::new();
        for (person, responses) in [("a", 1..4), ("b", 4..9), ("c", 9..11)] {
            scene.write_recording(person, "p1_search", &responses.clone().map(response).collect::<Vec<_>>());
            scene.write_recording(person, "p2_post", &responses.map(|it| json!([it])).collect::<Vec<_>>());
        }
        groups.iter().for_each(|it| drop(scene.learn_fine(it)));
        scene
            .files()
            .into_iter()
            .filter(|it| it.0.to_string_lossy().contains("shapes"))
            .map(|it| it.1)
            .collect::<Vec<_>>()
    };
    let expected = text_of(&[&["a", "b", "c"]]);
    assert_eq!(expected.len(), 2);
    for groups in
        [&[&["c", "a", "b"][..]][..], &[&["b"], &["a", "c"]], &[&["c"], &["a"], &["b"]], &[&["a", "b"], &["c", "a"]]]
    {
        assert_eq!(text_of(groups), expected, "{groups:?}");
    }
}

#[test]
fn a_field_with_different_types_is_reported() {
    let scene = Scene::new();
    let likes = |likes: Value| json!({ "notes": [{ "likes": likes }], "count": 1 });
    scene.write_recording("mei", "p1_search", &[likes(json!(12)), likes(json!(null))]);
    scene.write_recording("tom", "p1_search", &[likes(json!("12")), json!({ "count": 1.5 })]);
    let said = scene.learn_fine(&["mei"]);
    assert!(!said.contains("untyped"), "{said}");
    let said = scene.learn_fine(&["tom"]);
    let expected =
        "  1 field with different types, so untyped:\n    data.notes[].likes: null (1), integer (1), text (1)\n";
    assert!(said.contains(expected), "{said}");
    let said = scene.learn_fine(&["mei", "--replace"]);
    assert!(!said.contains("untyped"), "{said}");
}

#[test]
fn a_client_can_record_while_its_folder_is_read() {
    let (scene, gateway) = (Scene::new(), gateway());
    record(&gateway, &scene.path("mei"), 3);
    std::thread::scope(|scope| {
        let recorder = scope.spawn(|| record(&gateway, &scene.path("mei"), 150));
        for _ in 0..3 {
            let said = scene.learn_fine(&["mei", "--dry-run"]);
            assert!(said.contains(" in 1 recording, "), "{said}");
        }
        recorder.join().expect("all calls succeed");
    });
    scene.learn_fine(&["mei"]);
    let shape = scene.shape("p1_search");
    assert_eq!((shape.samples, shape.data.count), (153, 153));
}
