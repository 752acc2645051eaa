//! Files of a recorder: damaged, long, shared with other processes.

use std::fs;

use serde_json::json;

use super::{ClientRecorder, Folder, SPEC, WaitingResponse, record, shape_at};
use crate::Service;
use crate::http::shared_file::LockFile;
use crate::shape::{Recording, Shape};

#[test]
fn a_log_cut_at_any_byte_can_be_used() {
    let folder = Folder::new("cut");
    let recorder = folder.recorder();
    (0..5).for_each(|page| record(&recorder, page, &json!({ "id": page, "more": [page] })));
    let whole = fs::read(folder.file("log")).expect("a log");
    let lines: Vec<_> = (0..=whole.len()).filter(|it| *it == whole.len() || whole[*it] == b'\n').collect();
    // Every fifth byte, since each of them takes some writes to the disk.
    for length in (0..whole.len()).step_by(5) {
        let cut = Folder::new("cut-off");
        fs::create_dir(&cut.0).expect("a folder");
        fs::write(cut.file("log"), &whole[..length]).expect("written");
        let complete = lines.iter().filter(|it| **it <= length).count().saturating_sub(1) as u64;
        assert_eq!(cut.read().samples, complete, "{length}");
        // The next process starts with these lines, and adds its own.
        let next = cut.recorder();
        (7..10).for_each(|page| record(&next, page, &json!({ "id": page })));
        assert_eq!(cut.read().samples, complete + 3, "{length}");
        assert_eq!(cut.read().at("data.id").map(|it| it.count), Some(complete + 3), "{length}");
    }
    // An incomplete line before others, as if another process had been killed while this one ran.
    let mut torn = whole.clone();
    torn.extend(
        br#"
{"data":{"object":1,".i"#,
    );
    fs::write(folder.file("log"), torn).expect("written");
    (7..9).for_each(|page| record(&recorder, page, &json!({ "id": page })));
    assert_eq!(folder.read().samples, 7);
}

#[test]
fn a_long_log_becomes_part_of_the_recording() {
    let folder = Folder::new("long");
    let (first, second) = (folder.recorder(), folder.recorder());
    // Different lengths of the list are the same skeleton; different fields are not.
    for page in 0..3_000 {
        let mut data = json!({ "id": page, "list": vec![json!({ "a": 1, "b": "x" }); page % 7] });
        for field in 0..12 {
            if page >> field & 1 == 1 {
                data[["fa", "fb", "fc", "fd", "fe", "ff", "fg", "fh", "fi", "fj", "fk", "fl"][field]] = json!(page);
            }
        }
        record(if page % 2 == 0 { &first } else { &second }, page, &data);
    }
    let size = |it| fs::metadata(folder.file(it)).expect("a file").len();
    assert!(size("log") < 300 << 10 && size("json") < 10_000, "{} {}", size("log"), size("json"));
    let recording = folder.read().without_pending();
    assert_eq!((recording.samples, recording.at("data.id").map(|it| it.count)), (3_000, Some(3_000)));
    assert_eq!(recording.at("data.list").and_then(|it| it.lengths).map(|it| (it.least, it.most)), Some((0, 6)));
    for (name, bit) in [("fa", 0), ("fl", 11)] {
        let expected = (0..3_000).filter(|it| it >> bit & 1 == 1).count() as u64;
        assert_eq!(recording.data.fields[name].count, expected, "{name}");
    }
    assert!(!folder.0.join("p1_search.json.new").exists());
}

/// Returns the states in which a process that is killed while it adds the log to the recording can leave the files.
fn interrupted(folder: &Folder) -> [(&'static str, Vec<u8>, Vec<u8>); 4] {
    let recorder = folder.recorder();
    (0..4).for_each(|page| record(&recorder, page, &json!({ "id": page })));
    drop(recorder);
    let log = fs::read(folder.file("log")).expect("a log");
    let json = fs::read(folder.file("json")).unwrap_or_default();
    let shut = String::from_utf8_lossy(&log).replace("\"open\"", "\"shut\"").into_bytes();
    record(&folder.recorder(), 4, &json!({ "id": 4 }));
    let merged = fs::read(folder.file("json")).expect("opening adds the log to the recording");
    [
        ("before the recording was replaced", json.clone(), shut.clone()),
        ("after it was replaced", merged.clone(), shut),
        ("after the log was emptied", merged.clone(), Vec::new()),
        ("while the new log was begun", merged, br#"{"gatewright-log":1,"st"#.to_vec()),
    ]
}

#[test]
fn a_response_is_counted_once_whenever_a_process_is_killed() {
    for state in 0..4 {
        let folder = Folder::new("killed");
        let (when, json, log) = interrupted(&folder)[state].clone();
        // Another process has read the log before, and goes on afterwards.
        let other = folder.recorder();
        record(&other, 5, &json!({ "id": 5 }));
        fs::write(folder.file("json"), &json).expect("written");
        if json.is_empty() {
            fs::remove_file(folder.file("json")).expect("removed");
        }
        fs::write(folder.file("log"), &log).expect("written");
        assert_eq!(folder.read().samples, 4, "{when}");
        record(&other, 6, &json!({ "id": 6 }));
        assert_eq!(folder.read().samples, 5, "{when}");
        record(&folder.recorder(), 7, &json!({ "id": 7 }));
        assert_eq!(folder.read().samples, 6, "{when}");
        assert_eq!(folder.read().at("data.id").map(|it| it.count), Some(6), "{when}");
    }
}

#[test]
fn calls_do_not_wait_again_for_a_process_that_was_stopped() {
    let folder = Folder::new("stopped");
    let recorder = folder.recorder();
    record(&recorder, 0, &json!({ "id": 0 }));
    let lock_file = LockFile::open(&folder.0.join("p1_search")).expect("a lock");
    let lock = lock_file.lock(std::time::Duration::ZERO).expect("it is free");
    (1..100).for_each(|page| record(&recorder, page, &json!({ "id": page })));
    drop(lock);
    assert_eq!(folder.read().samples, 1);
    record(&folder.recorder(), 100, &json!({ "id": 100 }));
    assert_eq!(folder.read().samples, 2);
}

#[test]
fn recorders_learn_names_together() {
    let folder = Folder::new("together");
    let recorders = [folder.recorder(), folder.recorder(), folder.recorder()];
    for (page, recorder) in recorders.iter().enumerate() {
        record(recorder, page, &json!({ "title": page }));
    }
    // Each of them has seen one context. The fourth reads what the others have written.
    record(&folder.recorder(), 3, &json!({ "title": 3 }));
    // The others do not know the name yet.
    record(&recorders[0], 4, &json!({ "title": 4 }));
    let recording = folder.read();
    assert_eq!(shape_at(&recording, "data"), r#"{"object":5,".title":{"integer":5}}"#);
}

#[test]
fn foreign_and_damaged_files_are_left_alone() {
    for (suffix, text) in [("json", "my notes"), ("log", "my log\n"), ("json", r#"{"format":9}"#)] {
        let folder = Folder::new("foreign");
        fs::create_dir(&folder.0).expect("a folder");
        fs::write(folder.file(suffix), text).expect("written");
        let recorder = folder.recorder();
        (0..3).for_each(|page| record(&recorder, page, &json!({ "id": page })));
        assert_eq!(fs::read_to_string(folder.file(suffix)).expect("text"), text);
        // After it was moved away, recording goes on.
        fs::remove_file(folder.file(suffix)).expect("removed");
        record(&recorder, 4, &json!({ "id": 4 }));
        assert_eq!(folder.read().samples, 1);
    }
}

#[cfg(unix)]
#[test]
fn files_belong_to_their_owner_and_can_be_removed_meanwhile() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("modes");
    let recorder = folder.recorder();
    record(&recorder, 0, &json!({ "id": 0 }));
    record(&folder.recorder(), 1, &json!({ "id": 1 }));
    let mode = |path: &std::path::Path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
    assert_eq!(mode(&folder.0), 0o700);
    assert_eq!(["json", "log", "lock"].map(|it| mode(&folder.file(it))), [0o600; 3]);
    fs::remove_dir_all(&folder.0).expect("removed");
    (2..4).for_each(|page| record(&recorder, page, &json!({ "id": page })));
    assert_eq!(folder.read().samples, 1, "the first response notices it");
}

#[test]
fn a_recording_has_a_limited_size() {
    let folder = Folder::new("limited");
    let recorder = folder.recorder();
    let name =
        |number: usize| -> String { number.to_string().bytes().map(|it| char::from(it - b'0' + b'a')).collect() };
    for page in 0..40 {
        let objects = (0..30).map(|outer| {
            let inner: serde_json::Map<_, _> =
                (0..39).map(|it| (format!("f{}", name(1000 * page + it)), json!([it]))).collect();
            (format!("o{}", name(outer)), json!([inner]))
        });
        record(&recorder, page, &objects.collect::<serde_json::Map<_, _>>().into());
    }
    let recording = folder.read();
    assert_eq!(recording.samples, 40);
    assert!(recording.data.nodes() < 16_000, "{}", recording.data.nodes());
    assert!(Recording::from_json(&recording.to_string()).is_ok());
}

#[test]
fn a_shape_is_the_same_with_and_without_short_lines() {
    let folder = Folder::new("equal");
    let recorder = folder.recorder();
    let mut all = Shape::default();
    let mut random = fastrand::Rng::with_seed(7);
    for page in 0..300 {
        let items: Vec<_> = (0..random.usize(..4))
            .map(|_| match random.usize(..3) {
                0 => json!({ "id": random.u32(..), "title": "tea" }),
                1 => json!({ "id": random.u32(..).to_string(), "title": null }),
                _ => json!({ "id": 1, "user": { "name": "Mei", "url": "https://a.example" } }),
            })
            .collect();
        let data = json!({ "list": items, "page": page });
        record(&recorder, page, &data);
        all.observe(&data);
    }
    assert_eq!(folder.read().without_pending().data, all);
}

/// Returns the number of responses that the folder has.
fn samples(folder: &Folder) -> u64 {
    Recording::read(&folder.0).unwrap_or_default().iter().map(|it| it.samples).sum()
}

fn record_soon(recorder: &ClientRecorder) {
    let body = bytes::Bytes::from_static(br#"{"title":"tea"}"#);
    let response =
        WaitingResponse::new::<crate::SocialResult>("p1_search".into(), &SPEC, Vec::new(), body, &Service::EMPTY);
    recorder.record_soon(response);
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a thread")
}

#[test]
fn a_response_waits_until_the_next_one_at_most() {
    let folder = Folder::new("waiting");
    let recorder = ClientRecorder::new(folder.recorder());
    runtime().block_on(async {
        for earlier in 0..4 {
            record_soon(&recorder);
            assert_eq!(samples(&folder), earlier);
        }
        for _ in 0..9 {
            tokio::task::yield_now().await;
        }
        assert_eq!(samples(&folder), 4, "it is recorded while other tasks wait");
    });
}

#[test]
fn the_last_response_is_recorded_without_another_call() {
    let folder = Folder::new("last");
    let recorder = ClientRecorder::new(folder.recorder());
    runtime().block_on(async { record_soon(&recorder) });
    assert_eq!(samples(&folder), 1, "the runtime has ended");
    record_soon(&recorder);
    assert_eq!(samples(&folder), 2, "there is no runtime");
    let runtime = runtime();
    runtime.block_on(async {
        record_soon(&recorder);
        drop(recorder);
        assert_eq!(samples(&folder), 3, "the client was dropped");
    });
}
