//! Errors of `cargo xtask learn`: the file is named, and nothing is written.

use std::process::Command;

use serde_json::{Value, json};

use super::scene::Scene;

/// Learns from a folder, which must fail without any change. Returns the message.
fn refused(scene: &Scene, args: &[&str]) -> String {
    let before = scene.files();
    let ended = scene.learn(args);
    assert_eq!(ended.code, 1, "{args:?}: {}", ended.stderr);
    assert_eq!(scene.files(), before, "{args:?}");
    assert!(ended.stderr.starts_with("error") && ended.stderr.contains("\nhelp: "), "{}", ended.stderr);
    ended.stderr
}

fn valid(data: &str) -> String {
    format!(r#"{{"format":1,"operation":"p1_search","samples":1,"data":{data}}}"#)
}

#[test]
fn an_unusable_folder_is_an_error_and_nothing_is_written() {
    let scene = Scene::new();
    scene.write_recording("good", "p1_search", &[json!({ "id": 1 })]);
    scene.learn_fine(&["good"]);
    scene.write_recording("better", "p1_search", &[json!({ "id": 2 })]);
    scene.write("empty/notes.txt", "tea");
    scene.write("unrecorded/p1_search.json", r#"{"format":1,"operation":"p1_search","samples":0,"data":{}}"#);
    scene.write_recording("misspelt", "p1_serach", &[json!({ "id": 1 })]);
    scene.write("cut/p1_search.json", &valid(r#"{"object":1,".id""#));
    scene.write("later/p1_search.json", &valid("{}").replace("\"format\":1", "\"format\":2"));
    scene.write("renamed/p1_user.json", &valid("{}"));
    scene.write("names/p1_search.json", &valid(r#"{"object":1,".a.b":{"text":1}}"#));
    for (folder, message) in [
        ("missing", "cannot read `"),
        ("empty", "no recordings in "),
        ("unrecorded", "no recordings in "),
        ("misspelt", "unknown operation `p1_serach` in "),
        ("cut", "cut/p1_search.json`: expected `:` at line 1"),
        ("later", "later/p1_search.json`: format 2 is unknown to this version"),
        ("renamed", "renamed/p1_user.json`: it is a recording of `p1_search`"),
        ("names", "names/p1_search.json`: the name of a field is not valid"),
    ] {
        // The valid recording is not learned either.
        let said = refused(&scene, &["better", folder]);
        assert!(said.contains(message) && said.contains(folder), "{folder}: {said}");
    }
    assert!(refused(&scene, &["misspelt"]).contains("help: did you mean `p1_search`?"));
    scene.write("specs/social/shapes/p1_search.json", "{}");
    let said = refused(&scene, &["better"]);
    assert!(said.contains("specs/social/shapes/p1_search.json") && said.contains("missing field"), "{said}");
    assert_eq!(scene.learn(&[]).code, 2);
}

#[test]
fn recordings_that_exceed_a_limit_together_are_refused() {
    let scene = Scene::new();
    let wide = |start: usize| -> Value {
        let fields = (start..start + 12_000).map(|it| (format!("field_{it}"), json!(1)));
        fields.collect::<serde_json::Map<_, _>>().into()
    };
    scene.write_recording("mei", "p1_search", &[wide(0)]);
    scene.write_recording("tom", "p1_search", &[wide(12_000)]);
    assert!(refused(&scene, &["mei", "tom"]).contains("more than 20000 nodes"));
    scene.learn_fine(&["mei"]);
    assert!(refused(&scene, &["tom"]).contains("more than 20000 nodes"));
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let scene = Scene::new();
    scene.write("pipe/notes.txt", "");
    let pipe = scene.path("pipe/p1_search.json");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    scene.write("device/notes.txt", "");
    std::os::unix::fs::symlink("/dev/zero", scene.path("device/p1_search.log")).expect("a link");
    for folder in ["pipe", "device"] {
        assert!(refused(&scene, &[folder]).contains("it is not a regular file"), "{folder}");
    }
}

#[test]
fn names_of_fields_do_not_drive_the_terminal() {
    let scene = Scene::new();
    let name = "a\u{202e}b\u{2066}";
    scene.write_recording("mei", "p1_search", &[json!({ name: 1 }), json!({ name: "x" })]);
    let said = scene.learn_fine(&["mei"]);
    assert!(said.contains("untyped") && !said.contains(['\u{202e}', '\u{2066}']), "{said:?}");
    scene.write("line\u{1b}[31m/p1_search.json", "{");
    let said = refused(&scene, &["line\u{1b}[31m"]);
    assert!(!said.contains('\u{1b}'), "{said:?}");
}
