//! Parameters in a JSON body.

use serde_json::{Map, Value};

use super::params::Entry;
use super::{ParamValue, Params};
use crate::{Location, OperationSpec, json_path};

impl Params {
    /// Returns an error message for a field that would overwrite a value of `extra`.
    pub(crate) fn covers(&self, body: &Map<String, Value>) -> Option<String> {
        let paths = self.entries.iter().flat_map(|entry| entry.paths().iter().map(move |place| (entry, *place)));
        let lost = |(entry, place): &(&Entry, &str)| {
            let mut steps = place.trim_end_matches("[]").split('.').peekable();
            let mut inner = body;
            while let Some(there) = steps.next().and_then(|it| inner.get(it)) {
                match there {
                    Value::Object(fields) if steps.peek().is_some() => inner = fields,
                    Value::Object(_) => return clash(there, &entry.body_value()),
                    there => return steps.peek().is_some() || !(place.ends_with("[]") && there.is_array()),
                }
            }
            false
        };
        let (entry, place) = paths.into_iter().find(lost)?;
        Some(format!(
            "`{place}` is also set by `extra`, and only `{}` would be sent; help: set only one of them",
            entry.name
        ))
    }

    /// Writes the values to the body.
    pub(crate) fn write(&self, spec: &OperationSpec, body: &mut Map<String, Value>) {
        let rank = |it: &&Entry| spec.fields.iter().position(|field| field.name == it.name);
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(rank);
        for entry in entries {
            if let (Some(Location::Form(name)), false) =
                (entry.field.map(|it| it.location), matches!(entry.value, ParamValue::File(_)))
            {
                body.insert(name.to_owned(), entry.value.to_json());
            }
            for place in entry.paths() {
                match (entry.body_value(), body.get_mut(*place)) {
                    // Fields that are already there stay.
                    (Value::Object(more), Some(Value::Object(there))) => join(there, &more),
                    (value, _) => json_path::put(body, place, value),
                }
            }
        }
    }
}

/// Returns true if two values cannot share a path. Only objects with different fields can.
fn clash(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.iter().any(|(name, it)| other.get(name).is_some_and(|other| clash(it, other)))
        }
        _ => true,
    }
}

/// Merges fields into an object at every depth.
fn join(there: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match (there.get_mut(name), value) {
            (Some(Value::Object(there)), Value::Object(more)) => join(there, more),
            _ => {
                there.insert(name.clone(), value.clone());
            }
        }
    }
}
