mod files;

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::OperationSpec;
use crate::http::shared_file::new_id;
use crate::secret::Secret;
use crate::shape::Recording;

/// A folder that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("gatewright-{name}-{}-{}", std::process::id(), new_id())))
    }

    fn recorder(&self) -> Recorder {
        Recorder::new(self.0.clone(), Default::default())
    }

    fn file(&self, suffix: &str) -> PathBuf {
        self.0.join(format!("p1_search.{suffix}"))
    }

    fn read(&self) -> Recording {
        let mut all = Recording::read(&self.0).expect("recordings");
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    /// Returns the contents of all files.
    fn text(&self) -> String {
        let files = fs::read_dir(&self.0).expect("a folder").map(|it| it.expect("a file").path());
        files.map(|it| String::from_utf8_lossy(&fs::read(it).expect("bytes")).into_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

static SPEC: OperationSpec = OperationSpec { id: "p1_search", ..OperationSpec::EMPTY };

fn record_with(recorder: &Recorder, params: &[(&str, &str)], data: &Value) {
    let secret = Secret::new("canary-key-51d0a7");
    let params = params.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    recorder.record(&RecordedCall { operation: "p1_search", spec: &SPEC, params, data, secret: &secret });
}

/// Records the response to another request than all others.
fn record(recorder: &Recorder, page: usize, data: &Value) {
    record_with(recorder, &[("page", &page.to_string())], data);
}

fn shape_at(recording: &Recording, path: &str) -> String {
    recording.at(path).map_or("nothing".into(), |it| serde_json::to_string(it).expect("JSON"))
}

#[test]
fn a_key_is_a_field_from_the_third_request_on() {
    let folder = Folder::new("contexts");
    let recorder = folder.recorder();
    for page in 0..2 {
        record(&recorder, page, &json!({ "nickname": "Mei", "user": { "level": page } }));
    }
    assert!(!folder.text().contains("nickname") && !folder.text().contains("level"), "{}", folder.text());
    assert_eq!((folder.read().samples, folder.read().data.fields.len()), (2, 0));
    record(&recorder, 2, &json!({ "nickname": "Lin", "user": { "level": 2 } }));
    let recording = folder.read().without_pending();
    assert_eq!(recording.samples, 3);
    let expected = r#"{"object":3,".nickname":{"text":3},".user":{"object":3,".level":{"integer":3}}}"#;
    assert_eq!(shape_at(&recording, "data"), expected);
    // The items of one list do not count: its keys can be the names of people, too.
    record(&recorder, 3, &json!({ "list": [{ "likes": 1 }, { "likes": 2 }, { "likes": 3, "rare": 1 }] }));
    assert!(!folder.text().contains("likes"));
    for page in 4..6 {
        record(&recorder, page, &json!({ "list": [{ "likes": page }] }));
    }
    assert_eq!(shape_at(&folder.read().without_pending(), "data.list[].likes"), r#"{"integer":5}"#);
    assert!(!folder.text().contains("rare"));
}

#[test]
fn objects_whose_fields_are_unknown_do_not_count_for_presence() {
    let [short, long] = ["short", "long"].map(Folder::new);
    let user = |page: usize| json!({ "user": { "name": "Mei", "level": page } });
    (0..2).for_each(|page| record(&short.recorder(), page, &user(page)));
    (0..4).for_each(|page| record(&long.recorder(), page, &user(page)));
    let [short, long] = [short, long].map(|it| it.read().without_pending());
    assert_eq!(shape_at(&short, "data"), r#"{"object":2,"unnamed":2}"#);
    for (mut all, other) in [(short.clone(), long.clone()), (long, short)] {
        all.merge(other);
        assert_eq!((all.data.objects(), all.at("data.user").map(|it| it.count)), (4, Some(4)));
    }
}

#[test]
fn a_key_that_is_a_field_of_other_objects_is_one_in_rare_objects() {
    let folder = Folder::new("recursion");
    let comment = |replies: Value| json!({ "cid": "a", "text": "tea", "replies": replies });
    for page in 0..4 {
        let replies = if page == 3 { json!([comment(json!([]))]) } else { json!([]) };
        record(
            &folder.recorder(),
            page,
            &json!({ "list": [comment(replies)], "tags": { "cid": page, "mei": page, "lin": 1 } }),
        );
    }
    let recording = folder.read().without_pending();
    assert_eq!(shape_at(&recording, "data.list[].replies[].cid"), r#"{"text":1}"#);
}

#[test]
fn the_same_response_or_the_same_request_is_one_context() {
    let folder = Folder::new("same");
    let recorder = folder.recorder();
    for page in 0..5 {
        record(&recorder, page, &json!({ "meilin": { "bio": "tea" } }));
    }
    for number in 0..5 {
        record(&recorder, 9, &json!({ "zhangwei": number }));
    }
    let list = vec![json!({ "likes_of": { "chenjing": 1 } }); 20];
    record(&recorder, 10, &json!({ "list": list }));
    let text = folder.text();
    assert!(!text.contains("meilin") && !text.contains("bio"), "{text}");
    assert!(!text.contains("zhangwei") && !text.contains("chenjing"), "{text}");
    assert_eq!(folder.read().samples, 11);
    // Such responses are short lines.
    let lines = fs::read_to_string(folder.file("log")).expect("a log");
    assert!(lines.lines().filter(|it| it.starts_with('[')).count() >= 2, "{lines}");
    // Requests without parameters are told apart by their responses.
    (0..3).for_each(|number| record_with(&recorder, &[], &json!({ "hottest": number })));
    assert_eq!(folder.read().at("data.hottest").map(|it| it.count), Some(3));
}

#[test]
fn keys_that_only_some_objects_have_are_no_names_if_all_values_are_alike() {
    const NAMES: [&str; 8] = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi"];
    let folder = Folder::new("alike");
    let recorder = folder.recorder();
    for page in 0..40_usize {
        // Four of eight people, each time others; and one of them.
        let some = |count| (0..count).map(|it| NAMES[(page * 5 + it * (1 + page % 3)) % 8]);
        let likes: serde_json::Map<_, _> = some(4).map(|it| (it.to_owned(), page.into())).collect();
        // An integer is one of the numbers.
        let score = if page % 2 == 0 { json!(page) } else { json!(page as f64 + 0.5) };
        let scores: serde_json::Map<_, _> = some(4).map(|it| (it.to_owned(), score.clone())).collect();
        let one: serde_json::Map<_, _> = some(1).map(|it| (it.to_owned(), json!({ "age": page }))).collect();
        let counts = json!({ "likes": 1, "shares": page, "views": 2, "saves": 3 });
        record(&recorder, page, &json!({ "likes_by": likes, "scores": scores, "one": one, "counts": counts }));
    }
    let text = folder.text();
    assert!(NAMES.iter().all(|it| !text.contains(it)), "{text}");
    assert_eq!(shape_at(&folder.read().without_pending(), "data.counts.views"), r#"{"integer":40}"#);
}

#[test]
fn keys_that_are_data_become_a_star() {
    let folder = Folder::new("data");
    let recorder = folder.recorder();
    for page in 0..6 {
        let data = json!({
            // Not names of fields.
            "notes": { format!("64a1f0c200000000120{page}"): { "likes": page }, "13800138000": { "likes": 1 }, "张伟": { "likes": 2 } },
            // A value in the response, and a parameter.
            "author": { "handle": "MeiLin", "more": { "meilin": page } },
            "by_keyword": { "longjing": page },
            // Values that are all alike.
            "friends": { "anna": { "age": page, "city": "x" }, "berta": { "age": 2, "city": "y" } },
            "type": "video",
            "video": { "seconds": page },
        });
        record_with(&recorder, &[("page", &page.to_string()), ("keyword", "LongJing")], &data);
    }
    let recording = folder.read().without_pending();
    for path in
        ["data.notes.*.likes", "data.author.more.*", "data.by_keyword.*", "data.friends.*.age", "data.video.seconds"]
    {
        assert!(recording.at(path).is_some_and(|it| it.count >= 6), "{path}: {recording}");
    }
    assert_eq!(
        (recording.at("data.notes").map(|it| it.maps), recording.at("data.notes.*").map(|it| it.count)),
        (Some(6), Some(18))
    );
    let text = folder.text().to_lowercase();
    for data in ["64a1f0", "138001", "张伟", "meilin", "longjing", "anna", "berta"] {
        assert!(!text.contains(data), "{data}: {text}");
    }
}

#[test]
fn an_object_of_many_fields_is_told_from_a_map() {
    let folder = Folder::new("many");
    let recorder = folder.recorder();
    // Neither fields nor keys are numbers: they look alike.
    let name =
        |number: usize| -> String { number.to_string().bytes().map(|it| char::from(it - b'0' + b'a')).collect() };
    for page in 0..6 {
        let fields: serde_json::Map<_, _> = (0..120).map(|it| (format!("field_{}", name(it)), json!(page))).collect();
        let map: serde_json::Map<_, _> =
            (0..30).map(|it| (format!("person_{}", name(100 * page + it)), json!(1))).collect();
        record(&recorder, page, &json!({ "post": fields, "votes": map }));
    }
    let recording = folder.read().without_pending();
    assert_eq!(recording.at("data.post").map(|it| (it.fields.len(), it.maps)), Some((120, 0)), "{recording}");
    let votes = recording.at("data.votes").expect("it was always there");
    assert_eq!((votes.fields.len(), votes.keys.as_ref().map(|it| it.count)), (0, Some(180)), "{recording}");
    assert!(!folder.text().contains("person_"));
    let huge: serde_json::Map<_, _> =
        (0..20_000).map(|it| (format!("person_{}", name(it)), json!({ "x": 1 }))).collect();
    record(&recorder, 7, &json!({ "huge": huge }));
    assert!(folder.text().len() < 100_000, "{}", folder.text().len());
}

#[test]
fn a_key_of_the_client_is_no_field() {
    let folder = Folder::new("key");
    let recorder = folder.recorder();
    for page in 0..5 {
        record(
            &recorder,
            page,
            &json!({ "canary-key": page, "x_canary-key-51d0a7": page, "token": "canary-key-51d0a7" }),
        );
    }
    let text = folder.text();
    assert!(text.contains("token") && !text.contains("51d0a7") && !text.contains("canary"), "{text}");
    let secret = Secret::new("canary-key-51d0a7");
    for operation in ["canary-key-51d0a7_x", "../up", "P1_search", "", "a b", "a/b", "张"] {
        let data = json!({ "id": 1 });
        recorder.record(&RecordedCall { operation, spec: &SPEC, params: Vec::new(), data: &data, secret: &secret });
    }
    assert_eq!(Recording::read(&folder.0).expect("recordings").len(), 1);
}

#[test]
fn a_known_shape_takes_a_short_line() {
    let folder = Folder::new("short");
    let recorder = folder.recorder();
    let list = |page: usize| json!({ "list": (0..20).map(|it| json!({ "id": it, "title": "t", "at": page })).collect::<Vec<_>>() });
    (0..4).for_each(|page| record(&recorder, page, &list(page)));
    let before = fs::metadata(folder.file("log")).expect("a log").len();
    record(&recorder, 4, &list(4));
    let length = fs::metadata(folder.file("log")).expect("a log").len() - before;
    assert!(length < 60, "{length}");
    assert_eq!(shape_at(&folder.read(), "data.list[].title"), r#"{"text":100}"#);
}

#[test]
fn cursors_are_found_by_their_path() {
    let folder = Folder::new("cursors");
    let recorder = folder.recorder();
    let page = |number: usize| json!({ "paging": { "next": format!("c-{number}") }, "list": [{ "id": number }] });
    record_with(&recorder, &[("keyword", "tea")], &page(10));
    for number in 11..20 {
        record_with(
            &recorder,
            &[("keyword", "tea"), ("cursor", &format!("c-{}", number - 1)), ("page", "11")],
            &page(number),
        );
    }
    let recording = folder.read();
    assert_eq!(recording.cursors["cursor"].keys().collect::<Vec<_>>(), ["data.paging.next"]);
    assert!(recording.cursors["cursor"]["data.paging.next"] >= 6 && recording.cursors.len() == 1, "{recording}");
    assert!(!folder.text().contains("c-1"));
}
