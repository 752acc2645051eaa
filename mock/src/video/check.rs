//! Which operation a request is meant as, and what the documents ask of it.

use gatewright::model::{Count, Kind, Need, Operation, Param, Placing};
use gatewright_runtime::places;
use serde_json::Value;

use super::rules::shown;
use super::value;
use crate::answer::Refusal;

/// Of the operations for a group, the one that a request is meant as: it leaves the fewest fields unread, then it has the
/// pictures and clips that it begins with, then the least is wrong with it.
pub(super) fn operation<'a>(own: &[&'a Operation], body: &Value) -> Option<&'a Operation> {
    own.iter().copied().min_by_key(|it| {
        let faults = faults(it, body, &[]);
        (unread(it, body), faults.iter().filter(|it| it.lacks_media).count(), faults.len())
    })
}

/// What the documents ask for.
pub(super) fn check(operation: &Operation, body: &Value, dealt_with: &[&str]) -> Result<(), Refusal> {
    faults(operation, body, dealt_with).into_iter().next().map_or(Ok(()), |it| Err(it.refusal))
}

/// The fields of a body, lists as one.
pub(super) fn leaves(body: &Value) -> Vec<String> {
    let mut all = Vec::new();
    collect(body, "", &mut all);
    all
}

fn collect(body: &Value, at: &str, all: &mut Vec<String>) {
    for (name, value) in body.as_object().into_iter().flatten() {
        let place = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
        match value {
            Value::Object(fields) if !fields.is_empty() => collect(value, &place, all),
            Value::Null => {}
            _ => all.push(place),
        }
    }
}

/// Whether an operation reads a field.
pub(super) fn reads(operation: &Operation, leaf: &str) -> bool {
    let mut places = operation.params.iter().flat_map(|it| &it.placing).flat_map(|it| it.places.iter().chain(&it.also));
    leaf == "model"
        || places.any(|it| {
            let place = it.split('[').next().unwrap_or(it);
            leaf.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}

/// How many fields an operation does not read. What stands in a list and looks like nothing that goes there is not read
/// either.
fn unread(operation: &Operation, body: &Value) -> usize {
    let unread = leaves(body).iter().filter(|it| !reads(operation, it)).count();
    let all = operation.params.iter().flat_map(|it| &it.placing).flat_map(|it| &it.places);
    let mut lists: Vec<_> = all.filter(|it| it.ends_with("[]")).collect();
    lists.sort();
    lists.dedup();
    let strange = |place: &&String| {
        let items = places::find(body, place);
        items.into_iter().filter(|item| !operation.params.iter().any(|it| fits_in_list(it, place, item))).count()
    };
    unread + lists.iter().map(strange).sum::<usize>()
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

/// How many values a parameter has: those that are written at its place, and those that are read elsewhere, too.
fn given(param: &Param, body: &Value) -> usize {
    let Some(placing) = &param.placing else { return 0 };
    let at = |place: &String| places::find(body, place).into_iter().filter(|it| !it.is_null());
    let fits =
        |place: &&String| at(place).filter(|it| !place.ends_with("[]") || fits_in_list(param, place, it)).count();
    // The same value stands at all of its places.
    let own = placing.places.iter().map(|it| fits(&it)).max().unwrap_or_default();
    own + placing.also.iter().map(|it| at(it).count()).sum::<usize>()
}

/// The value of a parameter, wherever it is read.
pub(super) fn read_at<'a>(param: &Param, body: &'a Value) -> Option<&'a Value> {
    let empty = Placing::default();
    let placing = param.placing.as_ref().unwrap_or(&empty);
    let mut places = placing.places.iter().chain(&placing.also).filter(|it| !it.ends_with("[]"));
    places.find_map(|it| value(body, it))
}

/// Something that is wrong with a request.
struct Fault {
    refusal: Refusal,
    /// Whether a picture or a clip is missing: then it is likely meant as another operation.
    lacks_media: bool,
}

fn faults(operation: &Operation, body: &Value, dealt_with: &[&str]) -> Vec<Fault> {
    let mut all = Vec::new();
    for param in &operation.params {
        if param.need == Need::Caller && given(param, body) == 0 && shown(&param.readings, "required") {
            let refusal = Refusal::bad(Some("missing_parameter"), format!("`{}` is required", param.wire));
            all.push(Fault { refusal, lacks_media: is_media(param) });
        }
        if !dealt_with.contains(&param.wire.as_str())
            && let Some(wrong) = read_at(param, body).and_then(|it| wrong(param, it, body))
        {
            let refusal = Refusal::bad(Some("InvalidParameter"), format!("`{}` {wrong}", param.wire));
            all.push(Fault { refusal, lacks_media: false });
        }
    }
    all.extend(operation.counts.iter().filter_map(|it| miscounted(operation, it, body)));
    all
}

fn is_media(param: &Param) -> bool {
    match &param.kind {
        Kind::Many(one) => matches!(**one, Kind::Link(_)),
        kind => matches!(kind, Kind::Link(_)),
    }
}

/// What is wrong with a value.
fn wrong(param: &Param, given: &Value, body: &Value) -> Option<&'static str> {
    // Where it is read as well, it may be of another type: `seconds` is a text, `duration` a number.
    let is_own = value(body, &param.wire).is_some();
    if is_own && !is_of(&param.kind, given) && shown(&param.readings, "type") {
        return Some("is of the wrong type");
    }
    if let (Kind::Named(values), Some(text)) = (&param.kind, given.as_str()) {
        let is_known = values.values.iter().any(|it| it.wire == text);
        if values.closed && !is_known && shown(&param.readings, "values") {
            return Some("has another value than it can have");
        }
    }
    let number = seconds(given).and_then(|it| i64::try_from(it).ok())?;
    let below = param.limits.min.is_some_and(|it| number < it) && shown(&param.readings, "min");
    let above = param.limits.max.is_some_and(|it| number > it) && shown(&param.readings, "max");
    (below || above).then_some("is out of its range")
}

fn miscounted(operation: &Operation, count: &Count, body: &Value) -> Option<Fault> {
    let params: Vec<_> = count.of.iter().map(|&it| &operation.params[it]).collect();
    let all: usize = params.iter().map(|it| given(it, body)).sum();
    let few = all < count.min && shown(&count.readings, "min");
    let many = count.max.is_some_and(|max| all > max) && shown(&count.readings, "max");
    let names: Vec<_> = params.iter().map(|it| it.name.as_str()).collect();
    let limit =
        if few { format!("at least {} must", count.min) } else { format!("at most {} can", count.max.unwrap_or(all)) };
    let says = format!("there are {all} of {}, where {limit} be", names.join(", "));
    let lacks_media = few && params.iter().any(|it| is_media(it));
    (few || many).then(|| Fault { refusal: Refusal::bad(Some("InvalidParameter"), says), lacks_media })
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

/// A whole number of seconds, as a number or as a text.
pub(super) fn seconds(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
