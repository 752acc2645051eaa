//! Items of lists: which parameter each is a value of.

use gatewright::model::Param;
use serde_json::{Map, Value};

use super::rules::shown;

/// How an item of a list is a value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    No,
    /// Its address is not where we would write it, and only we say that it is there.
    Perhaps,
    Surely,
}

/// How an item is a value of one of several parameters. What is surely another, or calls itself so, is not perhaps this one.
pub(super) fn fit(params: &[&Param], param: &Param, place: &str, item: &Value) -> Fit {
    let is_another =
        |it: &&Param| it.name != param.name && (alone(it, place, item) == Fit::Surely || calls_itself(it, place, item));
    match alone(param, place, item) {
        Fit::Perhaps if params.iter().any(is_another) => Fit::No,
        fit => fit,
    }
}

/// Whether an item is a value of none.
pub(super) fn is_strange(params: &[&Param], place: &str, item: &Value) -> bool {
    params.iter().all(|it| fit(params, it, place, item) == Fit::No)
}

/// How many keys of an item are not written by the parameter that it is most like.
pub(super) fn unwritten(params: &[&Param], place: &str, item: &Value) -> usize {
    let Some(keys) = item.as_object() else { return 0 };
    let fitting = params.iter().filter(|it| fit(params, it, place, item) != Fit::No);
    let shapes = fitting.filter_map(|it| shape(it, place));
    shapes.map(|shape| keys.keys().filter(|it| !shape.contains_key(*it)).count()).min().unwrap_or_default()
}

/// What is wrong with a strange item: of the parameter that it calls itself, else of the first.
pub(super) fn wrong(params: &[&Param], place: &str, item: &Value) -> Option<String> {
    let likely = params.iter().find(|it| calls_itself(it, place, item));
    let param = likely.or_else(|| params.iter().find(|it| shape(it, place).is_some()))?;
    let shape = shape(param, place)?;
    let (name, written) = shape.iter().find(|(name, it)| entry(param, name, it, item) == Fit::No)?;
    let says = match item.get(name) {
        Some(_) if !is_address(written) => "has another value than it can have",
        _ => "is required",
    };
    Some(format!("`{place}.{}` {says}", innermost(name, written)))
}

fn alone(param: &Param, place: &str, item: &Value) -> Fit {
    if !param.placing.iter().flat_map(|it| &it.places).any(|it| it == place) {
        return Fit::No;
    }
    let shape = shape(param, place).unwrap_or_default();
    shape.iter().map(|(name, written)| entry(param, name, written, item)).min().unwrap_or(Fit::Surely)
}

/// The object that a value becomes at a place, if it becomes one.
fn shape(param: &Param, place: &str) -> Option<Map<String, Value>> {
    let placing = param.placing.as_ref().filter(|it| it.places.iter().any(|it| it == place))?;
    serde_json::from_str(placing.shape.as_deref()?).ok()
}

fn entry(param: &Param, name: &str, written: &Value, item: &Value) -> Fit {
    let given = item.get(name);
    match (is_address(written), given) {
        (_, Some(given)) if holds(written, given) => Fit::Surely,
        (true, _) if is_ours(param, name) => Fit::Perhaps,
        // The word is ours; that there is one may be shown.
        (false, Some(_)) if is_ours(param, name) => Fit::Surely,
        (false, None) if !shown(&param.readings, "as") => Fit::Surely,
        _ => Fit::No,
    }
}

/// Whether an item has a word that the documents keep for a parameter.
fn calls_itself(param: &Param, place: &str, item: &Value) -> bool {
    let is_word = |name: &str, it: &Value| !is_address(it) && !is_ours(param, name) && item.get(name) == Some(it);
    shape(param, place).is_some_and(|it| it.iter().any(|(name, it)| is_word(name, it)))
}

/// Whether an entry of a shape is a reading of ours.
fn is_ours(param: &Param, name: &str) -> bool {
    !shown(&param.readings, "as") || !shown(&param.readings, &format!("as.{name}"))
}

/// Whether the value stands in an entry of a shape.
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
