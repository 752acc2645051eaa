//! Spec files. `tests/hostile/` tests the generated code with hostile catalogs.

use gatewright::Specs;

/// Catalog for spec files that refer to one.
const CATALOG: &str = r#"{"cells": [{
    "platform": "p1", "capability": "search", "model": "social-p1-search", "method": "GET",
    "path": "/v1/social/p1/search", "price_usd": 0.002, "unit": "call", "status": "available",
    "params": [{"name": "keyword", "type": "string", "required": true}, {"name": "page", "type": "integer"}]
}]}"#;

pub(crate) fn social_catalog(bytes: &[u8]) {
    read(&[(Specs::SOCIAL, bytes)]);
}

pub(crate) fn model_catalog(bytes: &[u8]) {
    read(&[(Specs::SOCIAL, CATALOG.as_bytes()), (Specs::MODELS, bytes)]);
}

/// Reads a spec file. The first line of the input is its path, the rest its content.
pub(crate) fn spec_toml(bytes: &[u8]) {
    let end = bytes.iter().position(|it| *it == b'\n').unwrap_or(bytes.len());
    let (path, content) = bytes.split_at(end);
    if let Ok(path) = std::str::from_utf8(path) {
        read(&[(Specs::SOCIAL, CATALOG.as_bytes()), (path, content)]);
    }
}

fn read(files: &[(&str, &[u8])]) {
    let files = files.iter().map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec())).collect();
    let report = match gatewright::read(&Specs { files, ..Specs::default() }) {
        Ok((_, report)) | Err(report) => report,
    };
    crate::assert_visible(&report.render(false));
}
