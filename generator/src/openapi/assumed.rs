//! Assumptions in the documents. Each is marked where it applies, and none becomes a constraint.

use serde_json::{Value, json};

use crate::model::{Assumption, Kind, Location, Operation, Param, Presence};
use crate::text::Text;

/// Extension that marks an assumption.
pub(super) const MARK: &str = "x-assumption";

/// Adds the texts of assumptions to an object, each once.
pub(super) fn mark<'a>(object: &mut Value, assumptions: impl IntoIterator<Item = &'a Assumption>) {
    let says: Vec<_> = Assumption::say(assumptions).into_iter().filter_map(Text::en).map(Value::from).collect();
    if says.is_empty() {
        return;
    }
    match object.get_mut(MARK).and_then(Value::as_array_mut) {
        Some(marked) => marked.extend(says.into_iter().filter(|it| !marked.contains(it)).collect::<Vec<_>>()),
        None => object[MARK] = json!(says),
    }
}

/// Returns a parameter without the constraints that rest on an assumption.
pub(super) fn relaxed(param: &Param) -> Param {
    let is_assumed = |rule| !Assumption::is_documented(&param.assumptions, rule);
    let mut param = param.clone();
    let rules = ["required", "min", "max", "values", "type", "as"].map(is_assumed);
    let [required, min, max, values, kind, shape] = rules;
    if required {
        param.presence = Presence::Optional;
    }
    param.limits.min = param.limits.min.filter(|_| !min);
    param.limits.max = param.limits.max.filter(|_| !max);
    if let (true, Kind::Named(named)) = (values, &mut param.kind) {
        named.closed = false;
    }
    if kind {
        param.kind = if matches!(param.kind, Kind::List(_)) { Kind::List(Box::new(Kind::Json)) } else { Kind::Json };
    }
    if let (true, Location::Body(body)) = (shape, &mut param.location) {
        body.shape = None;
        param.kind =
            if matches!(param.kind, Kind::List(_)) { Kind::List(Box::new(Kind::Object)) } else { Kind::Object };
    }
    param
}

/// Returns an operation of a group of models without the constraints that rest on an assumption.
///
/// If only an assumption excludes a parameter from an operation, the result includes it, as found in `siblings`.
pub(super) fn relaxed_operation<'a>(operation: &Operation, siblings: impl Iterator<Item = &'a Operation>) -> Operation {
    let mut relaxed_operation = operation.clone();
    relaxed_operation.params = operation.params.iter().map(relaxed).collect();
    for count in &mut relaxed_operation.counts {
        let is_shown = |rule| Assumption::is_documented(&count.assumptions, rule);
        (count.min, count.max) = (if is_shown("min") { count.min } else { 0 }, count.max.filter(|_| is_shown("max")));
    }
    for param in siblings.filter(|it| it.family == operation.family).flat_map(|it| &it.params) {
        let is_assumed = !Assumption::is_documented(&param.assumptions, "params");
        if is_assumed && relaxed_operation.params.iter().all(|it| it.name != param.name) {
            relaxed_operation.params.push(Param { presence: Presence::Optional, ..relaxed(param) });
        }
    }
    relaxed_operation
}

/// Returns true if the documents show the object that wraps a value, so that it can be distinguished from other values.
pub(super) fn is_distinguishable(param: &Param) -> bool {
    Assumption::is_documented(&param.assumptions, "as")
}
