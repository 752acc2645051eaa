//! Assigns list items to parameters.

use std::collections::{BTreeMap, BTreeSet};

use gatewright::model::{Assumption, Param};
use serde_json::{Map, Value};

/// Certainty that a list item is a value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// The URL is not at the path where the client writes it, and that path is an assumption.
    Perhaps,
    Surely,
}

/// Parameters that a request can have, and the keys that items of each list have in any request of the group.
pub(super) struct Parts<'a> {
    pub(super) params: Vec<&'a Param>,
    keys: BTreeMap<&'a str, BTreeSet<String>>,
}

impl<'a> Parts<'a> {
    pub(super) fn new(params: Vec<&'a Param>, group: impl Iterator<Item = &'a Param>) -> Self {
        let mut keys: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for param in group {
            for place in param.paths() {
                let of_shape = shape(param, place).unwrap_or_default().into_iter().map(|(key, _)| key);
                keys.entry(place).or_default().extend(of_shape);
            }
        }
        Self { params, keys }
    }

    /// Returns the certainty that an item is a value of a parameter. It is not [`Fit::Perhaps`] if the item is
    /// certainly a value of another parameter, or names one.
    pub(super) fn fit(&self, param: &Param, place: &str, item: &Value) -> Fit {
        let is_another = |it: &&Param| {
            it.name != param.name && (self.alone(it, place, item) == Fit::Surely || calls_itself(it, place, item))
        };
        match self.alone(param, place, item) {
            Fit::Perhaps if self.params.iter().any(is_another) => Fit::No,
            fit => fit,
        }
    }

    /// Returns true if an item is a value of no parameter.
    pub(super) fn is_strange(&self, place: &str, item: &Value) -> bool {
        self.params.iter().all(|it| self.fit(it, place, item) == Fit::No)
    }

    /// Counts the keys of an item that the most similar parameter does not write.
    pub(super) fn unwritten(&self, place: &str, item: &Value) -> usize {
        let Some(keys) = item.as_object() else { return 0 };
        let fitting = self.params.iter().filter(|it| self.fit(it, place, item) != Fit::No);
        let shapes = fitting.filter_map(|it| shape(it, place));
        shapes.map(|shape| keys.keys().filter(|it| !shape.contains_key(*it)).count()).min().unwrap_or_default()
    }

    fn alone(&self, param: &Param, place: &str, item: &Value) -> Fit {
        if !param.paths().iter().any(|it| it == place) {
            return Fit::No;
        }
        let shape = shape(param, place).unwrap_or_default();
        // A key that only another parameter has distinguishes the two: a first frame has no role.
        let is_of_another = |key: &String| {
            !shape.is_empty() && !shape.contains_key(key) && self.keys.get(place).is_some_and(|it| it.contains(key))
        };
        if item.as_object().is_some_and(|it| it.iter().any(|(key, it)| !it.is_null() && is_of_another(key))) {
            return Fit::No;
        }
        shape.iter().map(|(name, written)| entry(param, name, written, item)).min().unwrap_or(Fit::Surely)
    }
}

/// Returns the error of an item that is a value of no parameter, for the parameter that it names, otherwise for the
/// first.
pub(super) fn wrong(params: &[&Param], place: &str, item: &Value) -> Option<String> {
    let likely = params.iter().find(|it| calls_itself(it, place, item));
    let param = likely.or_else(|| params.iter().find(|it| shape(it, place).is_some()))?;
    let shape = shape(param, place)?;
    let (name, written) = shape.iter().find(|(name, it)| entry(param, name, it, item) == Fit::No)?;
    let message = match item.get(name) {
        Some(_) if !is_address(written) => "has an unsupported value",
        _ => "is required",
    };
    Some(format!("`{place}.{}` {message}", innermost(name, written)))
}

/// Returns the object that contains a value at a path, if the value is written in an object.
fn shape(param: &Param, place: &str) -> Option<Map<String, Value>> {
    let is_there = param.paths().iter().any(|it| it == place);
    serde_json::from_str(param.shape().filter(|_| is_there)?).ok()
}

fn entry(param: &Param, name: &str, written: &Value, item: &Value) -> Fit {
    let given = item.get(name);
    match (is_address(written), given) {
        (_, Some(given)) if holds(written, given) => Fit::Surely,
        (true, _) if is_assumed(param, name) => Fit::Perhaps,
        // The value is an assumption; that the key exists may be documented.
        (false, Some(_)) if is_assumed(param, name) => Fit::Surely,
        (false, None) if !Assumption::is_documented(&param.assumptions, "as") => Fit::Surely,
        _ => Fit::No,
    }
}

/// Returns true if an item has a constant that the documents define for a parameter.
fn calls_itself(param: &Param, place: &str, item: &Value) -> bool {
    let is_word = |name: &str, it: &Value| !is_address(it) && !is_assumed(param, name) && item.get(name) == Some(it);
    shape(param, place).is_some_and(|it| it.iter().any(|(name, it)| is_word(name, it)))
}

/// Returns true if an entry of a shape is an assumption.
fn is_assumed(param: &Param, name: &str) -> bool {
    !Assumption::is_documented(&param.assumptions, "as")
        || !Assumption::is_documented(&param.assumptions, &format!("as.{name}"))
}

/// Returns true if an entry of a shape contains the value.
fn is_address(written: &Value) -> bool {
    match written {
        Value::Object(inner) => inner.values().any(is_address),
        it => it == "$",
    }
}

fn holds(written: &Value, given: &Value) -> bool {
    match (written, given) {
        (_, Value::Null) => false,
        (Value::Object(written), given) => {
            written.iter().all(|(name, it)| given.get(name).is_some_and(|given| holds(it, given)))
        }
        _ => written == "$" || written == given,
    }
}

fn innermost(name: &str, written: &Value) -> String {
    match written.as_object().and_then(|it| it.iter().next()) {
        Some((inner, it)) => format!("{name}.{}", innermost(inner, it)),
        None => name.to_owned(),
    }
}
