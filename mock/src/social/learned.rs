//! Data with the learned shape of an operation: sample values, and several pages if the operation pages.

use std::collections::BTreeMap;

use gatewright::Specs;
use gatewright::model::{Operation, Param};
use gatewright::sample;
use gatewright_runtime::shape::Recording;
use serde_json::Value;

use super::cursor;
use super::validate::QueryParams;

/// Reads the learned shapes of the specs, by operation. Returns a message if one is invalid.
pub(crate) fn shapes(specs: &Specs) -> Result<BTreeMap<String, Recording>, String> {
    let files = specs.files.iter().filter(|(path, _)| path.starts_with(Specs::SHAPES));
    let read = |(path, bytes): (&String, &Vec<u8>)| {
        let shape = Recording::from_json(&String::from_utf8_lossy(bytes));
        let shape = shape.map_err(|error| format!("{}/{path}: {error}", specs.folder))?;
        Ok((shape.operation.clone(), shape))
    };
    files.map(read).collect()
}

/// Returns the data of a call; `None` after the last page, or for an unknown cursor.
pub(super) fn page(operation: &Operation, given: &QueryParams, shape: &Recording) -> Option<Value> {
    let at = |param: &Param| sample::cursor_path(shape, param).and_then(|it| shape.data.at(&it));
    sample::page(operation, shape, cursor::page_number(operation, given, at)?)
}
