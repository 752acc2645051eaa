//! Objects whose keys are data, such as ids.

use serde_json::{Map, Value};

/// Returns true if an object has at least two values, and all are objects with similar keys: half of the names are the same.
pub(crate) fn are_similar(fields: &Map<String, Value>) -> bool {
    let mut values = fields.values().map(Value::as_object);
    let Some(Some(first)) = values.next() else { return false };
    let is_similar = |other: Option<&Map<String, Value>>| {
        let Some(other) = other else { return false };
        let shared = other.keys().filter(|it| first.contains_key(*it)).count();
        shared > 0 && shared * 2 >= first.len().min(other.len())
    };
    fields.len() >= 2 && values.all(is_similar)
}
