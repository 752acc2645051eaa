//! Handling of requests: silent changes, ignored fields, and billed seconds. Assumptions are not enforced.

use std::ops::RangeInclusive;

use gatewright::model::{Assumption, CatalogModel, Interface, Kind, Operation, Outcome, Param, Presence, Scalar, Trap};
use gatewright_runtime::{Decimal, json_path};
use serde_json::Value;

use super::check::{self, read_at, seconds};
use super::{AcceptedRequest, put, remove, value};
use crate::response::Refusal;
use crate::tasks::{TaskResult, TaskSettings};

/// Accepts or refuses a request.
pub(super) fn check_request(
    interface: &Interface,
    model: &CatalogModel,
    body: Value,
    settings: &TaskSettings,
) -> Result<AcceptedRequest, Refusal> {
    let group = model.family.as_ref().map(|it| it.key.as_str());
    let own = interface.operations.iter().filter(|it| it.family.as_ref().map(|it| it.key.as_str()) == group);
    let own: Vec<_> = own.collect();
    // A trap names the group of its models, or the operation for models without one.
    let names: Vec<_> = group.map_or_else(|| own.iter().map(|it| it.key.as_str()).collect(), |it| vec![it]);
    let traps = interface.tasks.traps.iter().filter(|it| it.on.iter().any(|on| names.contains(&on.as_str())));
    let traps: Vec<_> = traps.collect();
    let AdjustedRequest { mut body, result, handled_paths } = apply_silent_changes(&traps, body, settings)?;
    // A model without a group is only described by its record: the fields that it reads are unknown.
    if group.is_some() {
        let ignored: Vec<_> = check::leaves(&body).into_iter().filter(|it| !is_known(it, &own, &traps)).collect();
        ignored.iter().for_each(|it| remove(&mut body, it));
    }
    let matched = check::operation(&own, &body);
    if let Some(matched) = &matched {
        check::check(matched, &body, &handled_paths)?;
        fill_in(matched.operation, &mut body);
    }
    let params = matched.map(|it| it.operation.params.as_slice()).unwrap_or_default();
    let is_length = |it: &&Param| matches!(it.kind, Kind::Seconds { .. });
    let length = params.iter().filter(is_length).find_map(|it| seconds(read_at(it, &body)?));
    let priced = params.iter().find(|it| !it.times.is_empty());
    let factor = priced.map_or(Some(Decimal::from(1)), |param| {
        let given = read_at(param, &body).and_then(Value::as_str).map(str::to_owned);
        let given = given.or_else(|| param.default.as_ref().map(ToString::to_string))?;
        param.times.iter().find(|it| it.value == given).map(|it| it.factor)
    });
    Ok(AcceptedRequest { body, result, seconds: length, factor })
}

/// Request after the silent changes of the gateway.
struct AdjustedRequest<'a> {
    body: Value,
    result: TaskResult,
    /// Paths of these changes. Their values are not checked again.
    handled_paths: Vec<&'a str>,
}

fn apply_silent_changes<'a>(
    traps: &[&'a Trap],
    whole: Value,
    settings: &TaskSettings,
) -> Result<AdjustedRequest<'a>, Refusal> {
    let result = match &settings.failure {
        Some((code, text)) => TaskResult::Failed { code: Some(code.clone()), text: Some(text.clone()) },
        None => TaskResult::Done,
    };
    let mut left = AdjustedRequest { body: whole.clone(), result, handled_paths: Vec::new() };
    for trap in traps.iter().filter(|it| is_about(it, &whole, settings)) {
        if trap.lacks.iter().any(|it| value(&whole, it).is_some()) {
            // Another field takes precedence, and this one is ignored.
            left.handled_paths.extend(trap.sent.iter().flatten().map(String::as_str));
            continue;
        }
        let outcome = match trap.then[..] {
            [Outcome::Refused, Outcome::Fails] if settings.refuse_late => Outcome::Fails,
            [first, ..] => first,
            [] => continue,
        };
        left.handled_paths.extend(trap.paths());
        match outcome {
            Outcome::Refused => return Err(refusal(trap, &whole)),
            Outcome::Fails => left.result = TaskResult::Failed { code: trap.code.clone(), text: trap.text.clone() },
            Outcome::Dropped => trap.drops.iter().for_each(|it| remove(&mut left.body, it)),
            Outcome::Becomes => {
                trap.becomes.iter().for_each(|(place, value)| put(&mut left.body, place, value.clone().into()));
            }
        }
    }
    Ok(left)
}

/// Returns true if an operation reads a field or passes it to the provider, or the gateway treats it silently.
fn is_known(leaf: &str, operations: &[&Operation], traps: &[&Trap]) -> bool {
    let is_open = |it: &String| leaf.strip_prefix(it.as_str()).is_some_and(|rest| rest.starts_with('.'));
    operations.iter().any(|it| check::reads(&it.params, leaf) || it.open.iter().any(is_open))
        || traps.iter().any(|it| it.paths().any(|it| it == leaf))
}

/// Adds the gateway's own defaults, which also count for the price.
fn fill_in(operation: &Operation, body: &mut Value) {
    for param in operation
        .params
        .iter()
        .filter(|it| it.presence == Presence::Default && Assumption::is_documented(&it.assumptions, "default"))
    {
        if let (None, Some(default)) = (read_at(param, body), &param.default) {
            let default = match default {
                Scalar::Text(text) => text.clone().into(),
                Scalar::Integer(number) => (*number).into(),
                Scalar::Flag(flag) => (*flag).into(),
            };
            put(body, &param.wire, default);
        }
    }
}

/// Returns true if the condition of a silent change is met, apart from fields that take precedence.
fn is_about(trap: &Trap, body: &Value, settings: &TaskSettings) -> bool {
    let is_sent = |paths: &Vec<String>| paths.iter().any(|it| value(body, it).is_some());
    if !Assumption::is_documented(&trap.assumptions, "sent") || !trap.sent.iter().all(is_sent) {
        return false;
    }
    let last: Vec<_> = trap.sent.last().into_iter().flatten().flat_map(|it| json_path::find(body, it)).collect();
    let is_one_of = |all: &[Scalar], value: &Value| all.iter().any(|it| equals(it, value));
    let is_within = |range: &RangeInclusive<u32>, value: &Value| {
        size(value).is_some_and(|(width, height)| range.contains(&width.min(height)))
    };
    (trap.values.is_empty() || last.iter().any(|it| is_one_of(&trap.values, it)))
        && (trap.unless.is_empty() || last.iter().any(|it| !it.is_null() && !is_one_of(&trap.unless, it)))
        && (!trap.no_size
            || last.iter().any(|it| {
                size(it).is_none() && (is_crossed(it) || Assumption::is_documented(&trap.assumptions, "unlike"))
            }))
        && trap.shorter.as_ref().is_none_or(|range| last.iter().any(|it| is_within(range, it)))
        && (trap.file.is_none() || settings.small_images)
}

/// Parses width and height.
fn size(value: &Value) -> Option<(u32, u32)> {
    let (width, height) = value.as_str()?.split_once('*')?;
    let number = |it: &str| it.parse::<u32>().ok().filter(|it| *it > 0);
    Some((number(width)?, number(height)?))
}

/// Returns true if a size is written with the letter x.
fn is_crossed(value: &Value) -> bool {
    value.as_str().is_some_and(|it| it.contains(['x', 'X']))
}

fn equals(scalar: &Scalar, value: &Value) -> bool {
    match scalar {
        Scalar::Text(text) => value.as_str() == Some(text),
        Scalar::Integer(number) => value.as_i64() == Some(*number),
        Scalar::Flag(flag) => value.as_bool() == Some(*flag),
    }
}

fn refusal(trap: &Trap, body: &Value) -> Refusal {
    let size = value(body, "size").and_then(Value::as_str).unwrap_or_default();
    let text = trap.text.as_deref().or_else(|| trap.about.en()).unwrap_or_default();
    let text = text.replace("<size>", size).replace("<example_size>", "1280*720");
    Refusal { code: trap.code.clone().map(Into::into), ..Refusal::bad(None, text) }
}
