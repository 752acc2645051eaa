//! The sample shapes are what clients record from the responses, in two folders.
//! `UPDATE_EXPECT=1 cargo test -p gatewright-tests typed` accepts intended changes.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect_file;
use gatewright_tests::root;
use sample_client::Client;
use sample_client::shape::Recording;
use serde_json::Value;

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

/// Returns the recording of a sample file: as recorded, with a mark and without random ids.
fn sample(mut recording: Recording) -> String {
    recording.sources.clear();
    recording.to_pretty_json().replacen("{\n", "{\n  \"sample\": true,\n", 1)
}

#[tokio::test]
async fn two_folders_merge_to_the_sample_shapes() {
    let url = server::start().await;
    let folders = [tempfile::TempDir::new().expect("a folder"), tempfile::TempDir::new().expect("a folder")];
    let mut merged = BTreeMap::<String, Recording>::new();
    for folder in &folders {
        record(&url, folder.path(), ALL / 2).await;
        for it in Recording::read(folder.path()).expect("recordings") {
            let id = it.operation.clone();
            merged.entry(id.clone()).or_insert_with(|| Recording::new(id)).merge(it.without_pending());
        }
    }
    assert_eq!(merged.len(), OPERATIONS.len());
    assert_eq!(merged.values().map(|it| it.samples).sum::<u64>(), ALL as u64);
    for (operation, recording) in merged {
        let path = root().join(format!("tests/sample/specs/social/shapes/{operation}.json"));
        expect_file![path].assert_eq(&sample(recording));
    }
}
