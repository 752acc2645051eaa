//! Reads `social/shapes/`: recorded shapes of responses, one file per operation.

use std::ops::Range;

use gatewright_runtime::shape::{Recording, ShapeError};

use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::RecordingSpec;

const HINT: &str = "restore the file, or learn the shapes again";

/// Reads the recording of a file. Its name must be the id of the operation.
pub(super) fn read(name: &str, text: &str, reader: &mut Reader<'_>) -> Option<RecordingSpec> {
    let tree = super::json::parse(text).map_err(|broken| reader.broken(&broken)).ok()?;
    let recording = match Recording::from_json(text) {
        Ok(recording) => recording,
        Err(problem) => {
            let problem = match problem {
                ShapeError::Invalid { problem, .. } => problem,
                other => other.to_string(),
            };
            let (message, range) = located(&problem, text);
            let span = reader.span_of(&range);
            reader.report.error("bad-shape", span, format!("cannot read the shape: {message}")).hint(HINT);
            return None;
        }
    };
    let entry = |key: &str| match &tree.value {
        Value::Table(entries) => entries.iter().find(|it| it.0 == key).map(|it| &it.1),
        _ => None,
    };
    let span = reader.span(entry("operation").unwrap_or(&tree));
    if recording.operation != name {
        let message = format!("the file is named `{name}.json`, but contains the shape of `{}`", recording.operation);
        let hint = format!("rename the file to `{}.json`, or correct the id", recording.operation);
        reader.report.error("shape-name", span, message).hint(hint);
        return None;
    }
    let is_sample = entry("sample").is_some_and(|it: &Node<'_>| matches!(it.value, Value::Bool(true)));
    Some(RecordingSpec { recording: recording.without_pending(), is_sample, span })
}

/// Splits the message of a JSON error into its text and its location.
fn located(problem: &str, text: &str) -> (String, Range<usize>) {
    let found = problem.rsplit_once(" at line ").and_then(|(message, place)| {
        let (line, column) = place.split_once(" column ")?;
        let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
        // The column counts bytes, and may be behind the last character.
        let at = text.floor_char_boundary((start + column.saturating_sub(1)).min(text.len().saturating_sub(1)));
        Some((message.to_owned(), at..text.ceil_char_boundary(at + 1)))
    });
    found.unwrap_or_else(|| (problem.to_owned(), 0..0))
}
