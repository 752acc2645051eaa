//! The sample shapes are what `cargo xtask learn` makes of recordings of the responses, in two folders.
//! `UPDATE_EXPECT=1 cargo test -p gatewright-tests typed` accepts intended changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use expect_test::expect_file;
use gatewright::Specs;
use gatewright_tests::{root, sample_folder};
use sample_client::Client;
use sample_client::shape::Recording;
use serde_json::Value;
use tempfile::TempDir;

use crate::commands::xtask;

use super::responses::{ALL, OPERATIONS};
use super::server;

/// Records a number of responses of each operation. Cursors of earlier responses are sent in later requests.
async fn record(url: &str, folder: &Path, calls: usize) {
    let client = Client::builder(url, "sk-test-0123456789").record(folder).build().expect("valid");
    let mut cursors = BTreeMap::<&str, String>::new();
    for number in 0..calls {
        let (operation, _) = OPERATIONS[number % OPERATIONS.len()];
        let call = client.operation(operation).expect("it is known");
        let value = format!("request {number}");
        let call = match operation {
            "p1_post" => call.with("share_url", value),
            "p2_post" => call.with("note_id", value),
            "p2_user" => call.with("user_id", value),
            "p3_comments" => call.with("photo_id", value),
            "p3_search" => call.with("keyword", value),
            _ => call.with("limit", number as i64),
        };
        let call = match cursors.get(operation) {
            Some(cursor) => call.with("pcursor", cursor.clone()),
            None => call,
        };
        let reply = call.send().await.expect("data");
        let cursor = ["/thread/pcursor", "/result/paging/pcursor"].iter().find_map(|it| reply.data.pointer(it));
        cursors.extend(cursor.and_then(Value::as_str).map(|it| (operation, it.to_owned())));
    }
}

/// Returns the text of a sample file: as learned, with a mark and without random ids.
fn sample(mut recording: Recording) -> String {
    recording.sources.clear();
    recording.to_pretty_json().replacen("{\n", "{\n  \"sample\": true,\n", 1)
}

/// The sample client is generated from the sample shapes, so this test and [`super::read`] cover the whole way from recordings to types.
#[tokio::test]
async fn the_command_merges_two_folders_to_the_sample_shapes() {
    let url = server::start().await;
    let specs = sample_folder();
    fs::remove_dir_all(specs.path().join(Specs::SHAPES)).expect("the sample has shapes");
    fs::remove_file(specs.path().join(Specs::VIEWS)).expect("the sample has views, which need shapes");
    let people = [(); 2].map(|()| TempDir::new().expect("a folder"));
    for folder in &people {
        record(&url, folder.path(), ALL / 2).await;
    }
    let out = TempDir::new().expect("a folder");
    let paths = [&people[0], &people[1], &specs, &out].map(|it| it.path().to_string_lossy().into_owned());
    let [first, second, specs, out] = paths.each_ref().map(String::as_str);
    let ended = xtask(&["learn", first, second, "--specs", specs, "--out", out]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);

    let learned = Recording::read(Path::new(specs).join(Specs::SHAPES)).expect("shapes");
    assert_eq!(learned.len(), OPERATIONS.len());
    assert_eq!(learned.iter().map(|it| it.samples).sum::<u64>(), ALL as u64);
    for shape in learned {
        let path = root().join(format!("tests/sample/specs/social/shapes/{}.json", shape.operation));
        expect_file![path].assert_eq(&sample(shape));
    }
}
