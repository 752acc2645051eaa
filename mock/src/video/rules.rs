//! What the documents say of a request, and what the gateway does in silence. Readings of ours are not enforced.

use gatewright::model::{Interface, Kind, Need, Offered, Operation, Outcome, Param, Reading, Scalar, Trap};
use gatewright_runtime::places;
use serde_json::Value;

use super::{Ending, Taken, TaskSettings, put, remove, value};
use crate::answer::Refusal;

/// The length of a clip where nobody says another.
const SECONDS: u64 = 5;

/// Takes a request or refuses it.
pub(super) fn judge(
    interface: &Interface,
    model: &Offered,
    mut body: Value,
    settings: &TaskSettings,
) -> Result<Taken, Refusal> {
    let group = model.family.as_ref().map(|it| it.key.as_str());
    let mut ending = match &settings.failure {
        Some((code, text)) => Ending::Failed { code: Some(code.clone()), text: Some(text.clone()) },
        None => Ending::Done,
    };
    let whole = body.clone();
    // What the gateway deals with in its own way is not wrong in itself.
    let mut dealt_with = Vec::new();
    for trap in interface.tasks.traps.iter().filter(|it| it.on.iter().any(|on| Some(on.as_str()) == group)) {
        if !springs(trap, &whole, settings) {
            continue;
        }
        let outcome = match trap.then[..] {
            [Outcome::Refused, Outcome::Fails] if settings.refuse_late => Outcome::Fails,
            [first, ..] => first,
            [] => continue,
        };
        dealt_with.extend(trap.places());
        match outcome {
            Outcome::Refused => return Err(refusal(trap, &whole)),
            Outcome::Fails => ending = Ending::Failed { code: trap.code.clone(), text: trap.text.clone() },
            Outcome::Dropped => trap.drops.iter().for_each(|it| remove(&mut body, it)),
            Outcome::Becomes => {
                trap.becomes.iter().for_each(|(place, value)| put(&mut body, place, value.clone().into()));
            }
        }
    }
    // A request that holds what no operation reads, nobody can judge: it runs without that.
    let operation = operation(interface, group, &whole).filter(|it| unread(it, &whole) == 0);
    if let Some(operation) = operation {
        check(operation, &body, &dealt_with)?;
    }
    let seconds = operation.map_or_else(
        || ["seconds", "duration"].iter().find_map(|it| seconds(value(&body, it)?)),
        |it| {
            it.params
                .iter()
                .filter(|it| matches!(it.kind, Kind::Seconds { .. }))
                .find_map(|it| seconds(value(&body, &it.wire)?))
        },
    );
    let times = operation.and_then(|it| it.params.iter().find(|it| !it.times.is_empty()));
    let factor = times.and_then(|param| {
        let given = value(&body, &param.wire).and_then(Value::as_str).map(str::to_owned);
        let given = given.or_else(|| param.default.as_ref().map(ToString::to_string))?;
        param.times.iter().find(|it| it.value == given).map(|it| it.factor)
    });
    Ok(Taken { body, ending, seconds: Some(seconds.unwrap_or(SECONDS)), factor })
}

/// Of the operations for a group, the one that leaves the fewest fields unread; of several, one that has all it needs.
fn operation<'a>(interface: &'a Interface, group: Option<&str>, body: &Value) -> Option<&'a Operation> {
    let own = interface.operations.iter().filter(|it| it.family.as_ref().map(|it| it.key.as_str()) == group);
    own.min_by_key(|it| (unread(it, body), check(it, body, &[]).is_err()))
}

/// How many fields an operation does not read.
fn unread(operation: &Operation, body: &Value) -> usize {
    let mut all = Vec::new();
    leaves(body, "", &mut all);
    let reads = |leaf: &&String| {
        let mut places = operation.params.iter().flat_map(|it| it.placing.iter().flat_map(|it| &it.places));
        leaf.as_str() == "model"
            || places.any(|it| {
                let place = it.trim_end_matches("[]");
                leaf.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
    };
    let unread = all.iter().filter(|it| !reads(it)).count();
    // What stands in a list and looks like nothing that goes there is not read either.
    let lists = operation
        .params
        .iter()
        .flat_map(|it| it.placing.iter().flat_map(|it| &it.places))
        .filter(|it| it.ends_with("[]"));
    let mut lists: Vec<_> = lists.collect();
    lists.sort();
    lists.dedup();
    let strange = |place: &&String| {
        let items = places::find(body, place);
        items.into_iter().filter(|item| !operation.params.iter().any(|it| fits_in_list(it, place, item))).count()
    };
    unread + lists.iter().map(strange).sum::<usize>()
}

fn leaves(body: &Value, at: &str, all: &mut Vec<String>) {
    for (name, value) in body.as_object().into_iter().flatten() {
        let place = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
        match value {
            Value::Object(fields) if !fields.is_empty() => leaves(value, &place, all),
            Value::Null => {}
            _ => all.push(place),
        }
    }
}

/// Whether an item of a list is a value of a parameter.
fn fits_in_list(param: &Param, place: &str, item: &Value) -> bool {
    let Some(placing) = &param.placing else { return false };
    let shape = placing.shape.as_deref().and_then(|it| serde_json::from_str(it).ok());
    placing.places.iter().any(|it| it == place) && shape.is_none_or(|shape: Value| fits(&shape, item))
}

fn fits(shape: &Value, item: &Value) -> bool {
    match (shape, item) {
        (Value::String(text), _) if text == "$" => true,
        (Value::Object(shape), Value::Object(item)) => {
            shape.len() == item.len()
                && shape.iter().all(|(name, it)| item.get(name).is_some_and(|item| fits(it, item)))
        }
        _ => shape == item,
    }
}

/// How many values a parameter has.
fn given(param: &Param, body: &Value) -> usize {
    let Some(placing) = &param.placing else { return 0 };
    let Some(place) = placing.places.first() else { return 0 };
    let found = places::find(body, place).into_iter().filter(|it| !it.is_null());
    if place.ends_with("[]") { found.filter(|it| fits_in_list(param, place, it)).count() } else { found.count() }
}

fn shown(readings: &[Reading], rule: &str) -> bool {
    readings.iter().all(|it| it.rule != rule)
}

/// What the documents ask for.
fn check(operation: &Operation, body: &Value, dealt_with: &[&str]) -> Result<(), Refusal> {
    let wrong = |message: String| Err(Refusal::bad(Some("InvalidParameter"), message));
    for param in &operation.params {
        let count = given(param, body);
        if param.need == Need::Caller && count == 0 && shown(&param.readings, "required") {
            return Err(Refusal::bad(Some("missing_parameter"), format!("`{}` is required", param.wire)));
        }
        if let Some(value) = value(body, &param.wire)
            .filter(|_| !param.wire.ends_with("[]") && !dealt_with.contains(&param.wire.as_str()))
        {
            if !is_of(&param.kind, value) && shown(&param.readings, "type") {
                return wrong(format!("`{}` is of the wrong type", param.wire));
            }
            if let (Kind::Named(values), Some(text)) = (&param.kind, value.as_str()) {
                let known = values.values.iter().any(|it| it.wire == text);
                if values.closed && !known && shown(&param.readings, "values") {
                    return wrong(format!("`{}` has another value than it can have", param.wire));
                }
            }
            let number = seconds(value).and_then(|it| i64::try_from(it).ok());
            let below = param.limits.min.zip(number).is_some_and(|(min, it)| it < min) && shown(&param.readings, "min");
            let above = param.limits.max.zip(number).is_some_and(|(max, it)| it > max) && shown(&param.readings, "max");
            if below || above {
                return wrong(format!("`{}` is out of its range", param.wire));
            }
        }
    }
    for count in &operation.counts {
        let all: usize = count.of.iter().map(|&it| given(&operation.params[it], body)).sum();
        let few = all < count.min && shown(&count.readings, "min");
        let many = count.max.is_some_and(|max| all > max) && shown(&count.readings, "max");
        if few || many {
            let names: Vec<_> = count.of.iter().map(|&it| operation.params[it].name.as_str()).collect();
            return wrong(format!("there are {all} of {}", names.join(", ")));
        }
    }
    Ok(())
}

fn is_of(kind: &Kind, value: &Value) -> bool {
    match kind {
        Kind::Text | Kind::Named(_) | Kind::Link(_) | Kind::Size | Kind::Ratio | Kind::RatioOrAdaptive => {
            value.is_string()
        }
        Kind::Seconds { as_text } => value.is_string() == *as_text && seconds(value).is_some(),
        Kind::Integer => value.is_i64(),
        Kind::Number => value.is_number(),
        Kind::Flag => value.is_boolean(),
        Kind::Object => value.is_object(),
        _ => true,
    }
}

fn seconds(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// Whether a request is one that the gateway treats in silence.
fn springs(trap: &Trap, body: &Value, settings: &TaskSettings) -> bool {
    let is_sent = |places: &Vec<String>| places.iter().any(|it| value(body, it).is_some());
    if !trap.sent.iter().all(is_sent) || trap.lacks.iter().any(|it| value(body, it).is_some()) {
        return false;
    }
    let last: Vec<_> = trap.sent.last().into_iter().flatten().flat_map(|it| places::find(body, it)).collect();
    let is = |scalar: &Scalar| last.iter().any(|it| equals(scalar, it));
    let is_size =
        |it: &&Value| it.as_str().and_then(|it| it.split_once('*')).is_some_and(|(w, h)| is_number(w) && is_number(h));
    (trap.values.is_empty() || trap.values.iter().any(is))
        && (trap.unless.is_empty() || !trap.unless.iter().any(is))
        && (!trap.no_size || !last.iter().all(is_size))
        && (trap.file.is_none() || settings.small_images)
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|it| it > 0)
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
    let text = trap.text.as_deref().unwrap_or(&trap.about);
    let text = text.replace("<size>", size).replace("<example_size>", "1280*720");
    Refusal { code: trap.code.clone().map(Into::into), ..Refusal::bad(None, text) }
}
