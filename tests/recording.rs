//! Recordings of the shapes of responses: nothing private is in them, and they never get in the way of a call.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gatewright_tests::Log;
use sample_client::shape::{Format, JsonType, Recording};
use sample_client::{Cache, Client, ClientBuilder, HttpReply, HttpRequest, Json, Transport, TransportFuture};
use serde_json::{Value, json};

const KEY: &str = "sk-canary-8d1f0a77c2";

fn folder() -> tempfile::TempDir {
    tempfile::TempDir::new().expect("a temporary folder")
}

/// Transport that makes the data of a response from the number of the request.
struct Replies<F>(F, AtomicUsize);

impl<F: Fn(usize) -> Value + Send + Sync> Transport for Replies<F> {
    fn send(&self, _: HttpRequest) -> TransportFuture {
        let data = (self.0)(self.1.fetch_add(1, Ordering::Relaxed));
        let reply = HttpReply::json(200, &json!({ "object": "social.result", "platform": "p1", "data": data }));
        Box::pin(async move { Ok(reply) })
    }
}

fn builder(folder: &Path, data: impl Fn(usize) -> Value + Send + Sync + 'static) -> ClientBuilder<Client> {
    let builder = Client::builder("https://gateway.example", KEY).transport(Replies(data, AtomicUsize::new(0)));
    builder.record(folder)
}

fn by_operation(folder: &Path) -> BTreeMap<String, Recording> {
    let all = Recording::read(folder).expect("recordings");
    all.into_iter().map(|it| (it.operation.clone(), it)).collect()
}

/// Returns all bytes of all files, and the names of the files.
fn bytes(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder").map(|it| it.expect("a file"));
    let text = |it: fs::DirEntry| {
        let bytes = fs::read(it.path()).expect("bytes");
        format!("{}\n{}\n", it.file_name().to_string_lossy(), String::from_utf8_lossy(&bytes))
    };
    entries.map(text).collect()
}

/// Data that identifies people or gives access. All of them are values, keys of maps and single keys.
const PRIVATE: [&str; 18] = [
    "Zhang Wei",
    "张伟",
    "zhangwei",
    "MeiLin",
    "mei_lin_tea",
    "李小龙",
    "+8613800138000",
    "13800138000",
    "tel_138-0013-8000",
    "mei.lin@example.com",
    "mei@example",
    "64a1f0c2000000001203a5b7",
    "user_7311234567890123456",
    "eyJhbGciOiJIUzI1NiJ9",
    "xoxb-Aa1Bb2Cc3Dd4Ee5",
    "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    KEY,
    "canary-8d1f0a77c2",
];

/// Response with everything private in each possible place. Only the number differs.
fn private_response(number: usize) -> Value {
    let map = |value: &dyn Fn(usize) -> Value| -> Value {
        PRIVATE
            .iter()
            .enumerate()
            .map(|(index, it)| ((*it).to_owned(), value(index)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let single = PRIVATE.iter().map(|it| json!({ *it: { "score": number } }));
    json!({
        "values": PRIVATE,
        "texts": PRIVATE.iter().map(|it| json!({ "text": it, "url": format!("https://files.example/{it}") })).collect::<Vec<_>>(),
        "counts": map(&|index| json!(index)),
        "people": map(&|index| json!({ "age": index, "city": "x" })),
        "lists": map(&|_| json!([{ "likes": 1 }])),
        "singles": single.collect::<Vec<_>>(),
        "paging": { "next": "c-20", "count": number },
    })
}

/// Response with private data only as keys: no value shows that they are data.
fn private_keys(index: usize, number: usize) -> Value {
    json!({ "profile": { PRIVATE[index]: { "score": number, "friends": { PRIVATE[(index + 1) % PRIVATE.len()]: true } } } })
}

fn assert_nothing_private(folder: &Path) {
    let text = bytes(folder).to_lowercase();
    for private in PRIVATE {
        assert!(!text.contains(&private.to_lowercase()), "{private}: {text}");
        // Pieces of a key are secret, too.
        let start: String = private.to_lowercase().chars().take(10).collect();
        assert!(start.len() < 10 || !text.contains(&start), "{start}: {text}");
    }
}

#[tokio::test]
async fn nothing_private_is_recorded() {
    let folder = folder();
    // The same response, five times, to one request and to others.
    let client = builder(folder.path(), |_| private_response(7)).build().expect("valid");
    for page in [1, 1, 1, 1, 1, 2, 3, 4, 5] {
        client.p1().search("tea").cursor(page).send().await.expect("data");
    }
    drop(client);
    assert_nothing_private(folder.path());
    // Different responses.
    let client = builder(folder.path(), private_response).build().expect("valid");
    for page in 0..9 {
        client.p1().search(format!("zhangwei {page}")).cursor(page).send().await.expect("data");
    }
    drop(client);
    assert_nothing_private(folder.path());
    let recording = &by_operation(folder.path())["p1_search"];
    assert_eq!(recording.samples, 18);
    for path in ["data.values[]", "data.texts[].url", "data.people.*.age", "data.counts.*", "data.singles[].*.score"] {
        assert!(recording.at(path).is_some_and(|it| it.count >= 9), "{path}: {recording}");
    }
}

#[tokio::test]
async fn a_name_that_is_the_key_of_one_object_is_not_recorded() {
    let folder = folder();
    for index in 0..PRIVATE.len() {
        // Each of them five times, in one response and to one request.
        let client = builder(folder.path(), move |_| private_keys(index, 7)).build().expect("valid");
        for _ in 0..5 {
            client.p1().search("tea").cursor(index as i64).send().await.expect("data");
        }
        let client = builder(folder.path(), move |number| private_keys(index, number)).build().expect("valid");
        client.p1().search("coffee").cursor(index as i64).send().await.expect("data");
    }
    assert_nothing_private(folder.path());
    // Each is the value of a parameter.
    for private in PRIVATE {
        let client =
            builder(folder.path(), move |number| json!({ "by_name": { private: number } })).build().expect("valid");
        for page in 0..4 {
            client.p1().search(private).cursor(page).send().await.expect("data");
        }
    }
    assert_nothing_private(folder.path());
    let recording = &by_operation(folder.path())["p1_search"];
    assert_eq!(recording.at("data.by_name.*").map(|it| it.count), Some(4 * PRIVATE.len() as u64));
}

#[tokio::test]
async fn only_paid_data_responses_of_valid_names_are_recorded() {
    let folder = folder();
    let builder = builder(folder.path(), |number| json!({ "id": number }));
    let client = builder.layer(Cache::new(Duration::from_secs(60))).build().expect("valid");
    for _ in 0..3 {
        client.p1().search("tea").send().await.expect("data");
    }
    for keyword in ["green", "black", "white"] {
        client.social("p21", "search").with("keyword", keyword).send().await.expect("data");
    }
    client.social("P21", "../up").with("keyword", "tea").send().await.expect("data");
    client.social("张", "伟").with("keyword", "tea").send().await.expect("data");
    client
        .operation("p1_user")
        .expect("it exists")
        .with("user_id", "7")
        .send_as::<Json>()
        .await
        .map(drop)
        .unwrap_or_default();
    drop(client);
    let recordings = by_operation(folder.path());
    assert_eq!(recordings["p1_search"].samples, 1, "the others came from the cache");
    assert_eq!(recordings["p21_search"].at("data.id").map(|it| it.types[&JsonType::Integer]), Some(3));
    let names: Vec<_> = recordings.keys().map(String::as_str).filter(|it| *it != "p1_user").collect();
    assert_eq!(names, ["p1_search", "p21_search"]);
}

#[tokio::test]
async fn cursors_of_a_walk_are_recorded() {
    let folder = folder();
    let data = |number: usize| json!({ "paging": { "next": number + 20 }, "list": [{ "id": format!("n{number}") }] });
    let client = builder(folder.path(), data).build().expect("valid");
    client.p1().search("tea").send().await.expect("data");
    for page in 20..30 {
        client.p1().search("tea").cursor(page).send().await.expect("data");
    }
    drop(client);
    let recording = &by_operation(folder.path())["p1_search"];
    assert_eq!(recording.cursors["cursor"].keys().collect::<Vec<_>>(), ["data.paging.next"], "{recording}");
    assert!(recording.cursors["cursor"]["data.paging.next"] >= 7, "{recording}");
}

#[tokio::test]
async fn formats_and_lengths_of_lists_are_recorded() {
    let fields = [
        ("url", json!("https://files.example/1"), Some(Format::Url)),
        ("at", json!("2026-11-18T09:30:00Z"), Some(Format::Time)),
        ("seconds", json!(1_763_450_000), Some(Format::UnixTime)),
        ("milliseconds", json!("1763450000123"), Some(Format::UnixTime)),
        ("digits", json!("42"), Some(Format::Digits)),
        ("image", json!("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAA="), Some(Format::Base64)),
        ("none", json!(""), Some(Format::Empty)),
        ("words", json!("green tea"), None),
    ];
    let values = fields.clone().map(|it| (it.0.to_owned(), it.1));
    let data = move |number: usize| {
        let list = ("list".to_owned(), json!(vec![number; number + 1]));
        values.iter().cloned().chain([list]).collect::<serde_json::Map<_, _>>().into()
    };
    let folder = folder();
    let client = builder(folder.path(), data).build().expect("valid");
    for page in 0..4 {
        client.p1().search("tea").cursor(page).send().await.expect("data");
    }
    drop(client);
    let shape = by_operation(folder.path()).remove("p1_search").expect("it was recorded").without_pending().data;
    for (name, _, format) in fields {
        assert_eq!(shape.fields[name].formats, format.map(|it| (it, 4)).into_iter().collect(), "{name}");
    }
    assert_eq!(shape.fields["list"].lengths.map(|it| (it.least, it.most, it.total)), Some((1, 4, 10)));
}

#[test]
fn clients_in_threads_record_to_one_folder() {
    let folder = folder();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let path = folder.path();
            scope.spawn(move || {
                let data = move |number: usize| json!({ "id": number, "list": vec![json!({ "title": "t" }); number % 5], "by": thread });
                let client = builder(path, data).build().expect("valid");
                for number in 0..200 {
                    client.p1().search(format!("{thread} {number}")).send().blocking().expect("data");
                }
            });
        }
    });
    let recording = by_operation(folder.path()).remove("p1_search").expect("it was recorded").without_pending();
    assert_eq!((recording.samples, recording.data.count), (800, 800));
    assert_eq!(["data.id", "data.by"].map(|it| recording.at(it).map(|it| it.count)), [Some(800); 2]);
    assert_eq!(
        recording.at("data.list").and_then(|it| it.lengths).map(|it| (it.least, it.most, it.total)),
        Some((0, 4, 1600))
    );
    assert_eq!(recording.at("data.list[].title").map(|it| it.count), Some(1600));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_that_cannot_be_written_fails_no_call() {
    let folder = folder();
    fs::write(folder.path().join("file"), "tea").expect("written");
    let full = folder.path().join("full");
    fs::create_dir(&full).expect("a folder");
    std::os::unix::fs::symlink("/dev/full", full.join("p1_search.log")).expect("a link");
    for path in [folder.path().join("file"), folder.path().join("file/inside"), "/proc/self/recordings".into(), full] {
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
        let guard = tracing::subscriber::set_default(subscriber);
        let client = builder(&path, |number| json!({ "id": number })).build().expect("valid");
        for page in 0..3 {
            let reply = client.p1().search("tea").cursor(page).send().await.expect("data");
            assert_eq!(reply.data["id"], page);
        }
        drop(guard);
        let text = log.text();
        assert_eq!(text.matches("cannot record the shape of a response").count(), 1, "{path:?}: {text}");
        assert!(!text.contains(KEY), "{text}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("file")).expect("text"), "tea");
}

/// Without space for the recording, its log keeps the responses.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_log_that_cannot_be_merged_stays() {
    let folder = folder();
    std::os::unix::fs::symlink("/dev/full", folder.path().join("p1_search.json.new")).expect("a link");
    for round in 1..4 {
        let client = builder(folder.path(), |number| json!({ "id": number })).build().expect("valid");
        for page in 0..3 {
            client.p1().search("tea").cursor(10 * round + page).send().await.expect("data");
        }
        drop(client);
        assert_eq!(by_operation(folder.path())["p1_search"].samples, 3 * round as u64);
    }
    assert!(!folder.path().join("p1_search.json").exists());
    fs::remove_file(folder.path().join("p1_search.json.new")).expect("removed");
    let client = builder(folder.path(), |number| json!({ "id": number })).build().expect("valid");
    client.p1().search("tea").cursor(7).send().await.expect("data");
    drop(client);
    assert_eq!(by_operation(folder.path())["p1_search"].samples, 10);
    assert!(folder.path().join("p1_search.json").exists());
}
