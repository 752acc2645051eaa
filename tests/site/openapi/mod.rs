//! OpenAPI documents: their content, and the results of third-party validators, linters and generators.

mod assumptions;
mod documents;
mod generators;
mod learned;
mod linters;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::site;

/// OpenAPI 3.1 document, then the 3.0 document.
const DOCUMENTS: [&str; 2] = ["openapi.json", "openapi-3.0.json"];

fn document(name: &str) -> Value {
    serde_json::from_str(site().get(name).expect("it is there")).expect("JSON")
}

/// Writes a document to a folder.
fn write(name: &str, folder: &Path) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, site().get(name).expect("it is there")).expect("a temporary folder");
    path
}

/// Returns every operation by method and path.
fn operations(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = document["paths"].as_object().expect("there are paths");
    paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().expect("a path item");
        methods.iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}
