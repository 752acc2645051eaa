//! Recordings of other people, and logs that are damaged.

use std::fs;

use sample_client::shape::Recording;
use tempfile::TempDir;

/// Checks that a recording can be written and read again, and merged with itself.
pub(crate) fn recording(bytes: &[u8]) {
    match std::str::from_utf8(bytes).map(Recording::from_json) {
        Ok(Ok(recording)) => assert_stable(recording),
        Ok(Err(error)) => crate::assert_visible(&error.to_string()),
        Err(_) => {}
    }
}

/// Checks that a damaged log leaves a recording that can be read.
pub(crate) fn log(bytes: &[u8]) {
    let folder = TempDir::new_in(crate::memory()).expect("a temporary folder");
    fs::write(folder.path().join("p1_search.log"), bytes).expect("a file");
    match Recording::read(folder.path()) {
        Ok(recordings) => recordings.into_iter().for_each(assert_stable),
        Err(error) => crate::assert_visible(&error.to_string()),
    }
}

fn assert_stable(recording: Recording) {
    let text = recording.to_string();
    assert_eq!(Recording::from_json(&text).as_ref().ok(), Some(&recording), "{text}");
    let mut twice = recording.clone();
    twice.merge(recording.clone());
    assert!(twice.samples >= recording.samples && twice.data.count >= recording.data.count);
    let public = recording.without_pending();
    let data = serde_json::to_string(public.at("data").expect("it is always there")).expect("JSON");
    assert!(!data.contains("\"?"), "{data}");
    let text = public.to_pretty_json();
    assert_eq!(Recording::from_json(&text).as_ref().ok(), Some(&public), "{text}");
    assert_eq!(public.sample(1, false), public.sample(1, false));
}
