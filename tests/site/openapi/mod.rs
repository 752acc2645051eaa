//! The OpenAPI documents: what they say, and what validators, linters and generators of others make of them.

mod assumptions;
mod documents;
mod generators;
mod linters;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::site;

/// The newer document, then the older one.
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

/// Every operation, by method and path.
fn operations(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = document["paths"].as_object().expect("there are paths");
    paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().expect("a path item");
        methods.iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}
