//! Workflow records: reading, checking, binding and running.

mod command;
mod executable;
mod executors;
mod inputs;
mod oracles;
mod records;
mod run;
mod types;

use std::fs;
use std::path::PathBuf;

use gatewright_tests::{name, root};
use sample_client::workflow::Workflow;
use serde_json::Value;

/// Returns the files of a folder next to the schema: name without extension, and text. Examples are those of the
/// sample, whose models the client of the sample knows.
fn files(folder: &str) -> Vec<(String, String)> {
    let specs = if folder == "examples" { "tests/sample/specs/workflow" } else { "specs/workflow" };
    let folder = root().join(specs).join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).expect("it is there").flatten().map(|it| it.path()).collect();
    paths.sort();
    let read =
        |path: &PathBuf| (name(path).trim_end_matches(".json").to_owned(), fs::read_to_string(path).expect("text"));
    paths.iter().map(read).collect()
}

fn schema() -> Value {
    let text = fs::read_to_string(root().join("specs/workflow/workflow.schema.json")).expect("it is there");
    serde_json::from_str(&text).expect("JSON")
}

fn example(name: &str) -> Value {
    let (_, text) = files("examples").into_iter().find(|it| it.0 == name).expect("there is one");
    serde_json::from_str(&text).expect("JSON")
}

/// Returns a parsed example.
fn workflow(name: &str) -> Workflow {
    read(&example(name))
}

fn read(record: &Value) -> Workflow {
    Workflow::parse(&record.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns an example with another value at a JSON pointer.
fn changed(name: &str, place: &str, value: impl Into<Value>) -> Value {
    let mut record = example(name);
    *record.pointer_mut(place).unwrap_or_else(|| panic!("{place} is there")) = value.into();
    record
}
