//! Schema rules beyond single fields: fields that are required in one of several paths, limits on their number, and
//! requests that the service would drop or refuse.
//!
//! Every rule is in `allOf`, as an `anyOf` or a `not`. Client generators read the fields next to it and ignore these
//! rules; validators read both.

use serde_json::{Value, json};

use super::property::{self, item};
use super::{Version, assumed};
use crate::model::{Assumption, Count, Kind, Location, Operation, Param, Presence, Scalar, Trap};

/// Adds the rules of an operation that has no constraints by assumption alone.
pub(super) fn add(operation: &Operation, traps: &[&Trap], schema: &mut Value) {
    let required = operation.params.iter().filter(|it| it.presence == Presence::Required && has_choice(it));
    let mut rules: Vec<_> = required.map(|it| json!({ "anyOf": anywhere(it) })).collect();
    for count in &operation.counts {
        let params: Vec<_> = count.of.iter().map(|&it| &operation.params[it]).collect();
        if count.min == 1 {
            let any: Vec<_> = params.iter().flat_map(|it| anywhere(it)).collect();
            rules.push(json!({ "anyOf": any }));
        }
        if let Some(max) = count.max.filter(|_| params.iter().all(|it| assumed::is_distinguishable(it))) {
            rules.extend(at_most(&params, max, operation));
        }
    }
    rules.extend(bound(operation, schema));
    rules.extend(operation.params.iter().flat_map(|it| limited(it, operation)));
    rules.extend(traps.iter().filter(|it| is_plain(it)).filter(|it| could_be(it, schema)).map(|it| never(it)));
    if !rules.is_empty() {
        schema["allOf"] = rules.into();
    }
}

/// Returns true if a parameter has a choice of paths, or one that other parameters share.
pub(super) fn has_choice(param: &Param) -> bool {
    param.body().is_some_and(|it| !it.also.is_empty() || it.shape.is_some())
}

/// Returns a schema that requires a value at a path, with the schema `leaf`.
pub(super) fn present(path: &str, leaf: Option<Value>) -> Value {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (name, list) = first.split_once('[').map_or((first, None), |(name, list)| (name, Some(list)));
    let inner = rest.map(|it| present(it, leaf.clone())).or(leaf);
    let inner = match list.map(|it| it.trim_end_matches(']')) {
        None => inner,
        Some(filter) => {
            let mut one = inner.unwrap_or_else(|| json!({}));
            if let Some(key) = filter.strip_prefix('!') {
                one["not"] = json!({ "required": [key] });
            }
            Some(if name.is_empty() { one } else { json!({ "contains": one, "minContains": 1 }) })
        }
    };
    match inner {
        Some(inner) if name.is_empty() => inner,
        Some(inner) => json!({ "required": [name], "properties": { name: inner } }),
        None => json!({ "required": [name] }),
    }
}

/// Returns a schema that requires a number of items of a kind in a list.
fn so_many(list: &str, one: Value, count: usize) -> Value {
    let (outer, last) = list.rsplit_once('.').map_or((None, list), |(outer, last)| (Some(outer), last));
    let name = last.trim_end_matches("[]");
    let list = json!({ "required": [name], "properties": { name: { "contains": one, "minContains": count } } });
    match outer {
        Some(outer) => present(outer, Some(list)),
        None => list,
    }
}

/// Returns schemas that require a parameter, one for each path where the service reads it.
fn anywhere(param: &Param) -> Vec<Value> {
    let Some(body) = param.body() else { return Vec::new() };
    let one = |path: &String| present(path, path.ends_with("[]").then(|| item(param)));
    let elsewhere = body.also.iter().map(|it| present(it, None));
    body.paths.iter().map(one).chain(elsewhere).collect()
}

fn lists(param: &Param) -> impl Iterator<Item = (&str, Value)> {
    let body = param.body().into_iter();
    let own = body.clone().flat_map(|it| &it.paths).map(|it| (it.as_str(), item(param)));
    let also = body.flat_map(|it| &it.also).map(|it| (it.as_str(), json!({})));
    own.chain(also).filter(|it| it.0.ends_with("[]"))
}

/// Returns schemas that exclude more than `max` values of some parameters: too many in a list, or a full list in
/// addition to a single value.
fn at_most(params: &[&Param], max: usize, operation: &Operation) -> Vec<Value> {
    let singles = || params.iter().filter(|it| lists(it).next().is_none());
    let mut rules = Vec::new();
    for (list, one) in params.iter().flat_map(|it| lists(it)).filter(|it| !lifts(it.0, operation)) {
        rules.push(json!({ "not": so_many(list, one.clone(), max + 1) }));
        for single in singles() {
            let both = [json!({ "anyOf": anywhere(single) }), so_many(list, one.clone(), max)];
            rules.push(json!({ "not": { "allOf": both } }));
        }
    }
    rules.into_iter().map(|it| unless_lifted(it, operation)).collect()
}

/// Returns true if the limits of an operation do not apply to requests with a value at this path.
fn lifts(path: &str, operation: &Operation) -> bool {
    operation.limits_unless.iter().any(|it| it == path.trim_end_matches("[]"))
}

/// Returns a rule for the requests to which the limits of an operation apply.
fn unless_lifted(rule: Value, operation: &Operation) -> Value {
    if operation.limits_unless.is_empty() {
        return rule;
    }
    let lifted = operation.limits_unless.iter().map(|it| present(it, None));
    json!({ "anyOf": lifted.chain([rule]).collect::<Vec<_>>() })
}

/// Returns a parameter with the limits that apply to all requests of its operation.
pub(super) fn always(param: &Param, operation: &Operation) -> Param {
    let mut param = param.clone();
    param.limits.max = param.limits.max.filter(|_| operation.limits_unless.is_empty());
    param
}

/// Returns rules with the maximum of a parameter, if it does not apply to all requests.
fn limited(param: &Param, operation: &Operation) -> Vec<Value> {
    let Some(body) = param.body().filter(|_| always(param, operation).limits.max != param.limits.max) else {
        return Vec::new();
    };
    let schema = |param: &Param| {
        let mut schema = property::property(param, Version::V3_1, false);
        // The field itself has the texts.
        ["description", assumed::MARK].iter().for_each(|it| drop(schema.as_object_mut().map(|of| of.remove(*it))));
        schema
    };
    let own = body.paths.iter().map(|it| at(it, schema(param)));
    let also = body.also.iter().map(|it| at(it, schema(&elsewhere(param))));
    own.chain(also).map(|it| unless_lifted(it, operation)).collect()
}

/// Returns a schema of an object that has a value at a path only with the schema `leaf`.
fn at(path: &str, leaf: Value) -> Value {
    let names = path.trim_end_matches("[]").rsplit('.');
    names.fold(leaf, |inner, name| json!({ "properties": { name: inner } }))
}

/// Returns a parameter for an alternative path: without a wrapping object, and with a duration as a number.
pub(super) fn elsewhere(param: &Param) -> Param {
    let kind = match &param.kind {
        Kind::Seconds { .. } => Kind::Seconds { as_text: false },
        other => other.clone(),
    };
    Param { kind, location: Location::Query, ..param.clone() }
}

/// Limits the length of lists, if everything that they contain is limited. Returns the rules about limits that do not
/// apply to all requests.
fn bound(operation: &Operation, schema: &mut Value) -> Vec<Value> {
    let mut rules = Vec::new();
    let limit = |param: &Param| {
        let holds = |it: &&Count| it.of.iter().any(|&it| operation.params[it].name == param.name);
        operation.counts.iter().filter(holds).filter_map(|it| it.max).min()
    };
    for (list, _) in operation.params.iter().flat_map(lists).filter(|it| !lifts(it.0, operation)) {
        let fills = operation.params.iter().filter(|it| lists(it).any(|it| it.0 == list));
        let Some(max) = fills.map(limit).sum::<Option<usize>>() else { continue };
        let rule = unless_lifted(at(list, json!({ "maxItems": max })), operation);
        if !operation.limits_unless.is_empty() {
            rules.extend((!rules.contains(&rule)).then_some(rule));
            continue;
        }
        let names = list.trim_end_matches("[]").split('.');
        let found = names.fold(&mut *schema, |it, name| &mut it["properties"][name]);
        found["maxItems"] = max.into();
    }
    rules
}

/// Returns true if a schema can express a trap.
fn is_plain(trap: &Trap) -> bool {
    let is_shown = ["sent", "unlike", "shorter"].iter().all(|it| Assumption::is_documented(&trap.assumptions, it));
    let is_simple = trap.lacks.is_empty() && trap.unless.is_empty() && trap.file.is_none();
    let is_upper = trap.shorter.as_ref().is_none_or(|it| *it.start() <= 1);
    is_shown && is_simple && is_upper && !trap.sent.is_empty()
}

/// Returns true if a request of this operation could match a trap: the schema has all of its fields, and does not
/// exclude it already.
fn could_be(trap: &Trap, schema: &Value) -> bool {
    let field = |path: &String| {
        let mut names = path.split('[').next().unwrap_or(path).split('.');
        names.try_fold(schema, |it, name| it["properties"].get(name))
    };
    let is_about_size = trap.no_size || trap.shorter.is_some();
    let is_free = |it: &Value| !is_about_size || (it.get("pattern").is_none() && it.get("enum").is_none());
    trap.sent.iter().all(|it| it.iter().any(|it| field(it).is_some_and(is_free)))
}

/// Returns a schema that excludes the requests of a trap.
fn never(trap: &Trap) -> Value {
    let values: Vec<_> = trap.values.iter().map(json_of).collect();
    let value = match &trap.shorter {
        _ if !values.is_empty() => Some(json!({ "enum": values })),
        _ if trap.no_size => Some(json!({ "not": { "pattern": property::SIZE } })),
        Some(shorter) => Some(json!({ "pattern": property::small(*shorter.end()) })),
        None => None,
    };
    let last = trap.sent.len().saturating_sub(1);
    let sent = trap.sent.iter().enumerate().map(|(number, paths)| {
        let leaf = value.clone().filter(|_| number == last);
        let any: Vec<_> = paths.iter().map(|it| present(it, leaf.clone())).collect();
        json!({ "anyOf": any })
    });
    json!({ "not": { "allOf": sent.collect::<Vec<_>>() } })
}

fn json_of(scalar: &Scalar) -> Value {
    match scalar {
        Scalar::Text(text) => text.clone().into(),
        Scalar::Integer(number) => (*number).into(),
        Scalar::Flag(flag) => (*flag).into(),
    }
}
