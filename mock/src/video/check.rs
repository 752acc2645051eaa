//! Finds the operation of a request, and checks the rules of the documents.

use std::collections::BTreeSet;

use gatewright::model::{Assumption, Count, Kind, Operation, Param, Presence};
use gatewright_runtime::json_path;
use serde_json::{Value, json};

use super::parts::{self, Fit, Parts};
use super::value;
use crate::response::Refusal;

/// Operation with the parameters that a request for it can have.
pub(super) struct MatchedOperation<'a> {
    pub(super) operation: &'a Operation,
    parts: Parts<'a>,
}

impl<'a> MatchedOperation<'a> {
    /// Adds parameters of other operations of the group, if only an assumption says that this operation lacks them.
    fn new(operation: &'a Operation, own: &[&'a Operation]) -> Self {
        let mut params: Vec<_> = operation.params.iter().collect();
        for param in
            own.iter().flat_map(|it| &it.params).filter(|it| !Assumption::is_documented(&it.assumptions, "params"))
        {
            if params.iter().all(|it| it.name != param.name) {
                params.push(param);
            }
        }
        Self { operation, parts: Parts::new(params, own.iter().flat_map(|it| &it.params)) }
    }
}

/// Returns the operation of a group that fits a request best. Criteria, in this order: fewest unread fields, fewest
/// missing images and videos, fewest errors, fewest keys that the operation does not write.
pub(super) fn operation<'a>(own: &[&'a Operation], body: &Value) -> Option<MatchedOperation<'a>> {
    own.iter().map(|it| MatchedOperation::new(it, own)).min_by_key(|it| {
        let faults = faults(it, body, &[]);
        let lacking = faults.iter().filter(|it| it.lacks_media).count();
        let items = items(&it.parts.params, body);
        let unwritten: usize = items.iter().map(|(place, item)| it.parts.unwritten(place, item)).sum();
        (unread(&it.parts, body), lacking, faults.len(), unwritten)
    })
}

/// Checks the rules of the documents.
pub(super) fn check(matched: &MatchedOperation<'_>, body: &Value, handled_paths: &[&str]) -> Result<(), Refusal> {
    faults(matched, body, handled_paths).into_iter().next().map_or(Ok(()), |it| Err(it.refusal))
}

/// Returns the paths of all fields of a body. A list counts as one field.
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

/// Returns true if one of the parameters is read from a field.
pub(super) fn reads<'a>(params: impl IntoIterator<Item = &'a Param>, leaf: &str) -> bool {
    let bodies = params.into_iter().filter_map(Param::body);
    let mut paths = bodies.flat_map(|it| it.paths.iter().chain(&it.also));
    leaf == "model"
        || paths.any(|it| {
            let place = it.split('[').next().unwrap_or(it);
            leaf.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
}

/// Counts the fields that are not read. List items that match no parameter count, too.
fn unread(parts: &Parts<'_>, body: &Value) -> usize {
    let params = &parts.params;
    let leaves = leaves(body).iter().filter(|it| !reads(params.iter().copied(), it)).count();
    let is_read = |place: &str, item: &Value| {
        !parts.is_strange(place, item) || params.iter().any(|it| reads_as_well(it, place, item))
    };
    leaves + items(params, body).iter().filter(|(place, item)| !is_read(place, item)).count()
}

/// Returns the paths of the lists that are read.
fn lists<'a>(params: &[&'a Param]) -> BTreeSet<&'a str> {
    let paths = params.iter().filter_map(|it| it.body()).flat_map(|it| it.paths.iter().chain(&it.also));
    paths.filter_map(|it| Some(it.split_once('[')?.0)).collect()
}

/// Returns the items of these lists with their paths.
fn items<'b>(params: &[&Param], body: &'b Value) -> Vec<(String, &'b Value)> {
    let lists = lists(params).into_iter().map(|it| format!("{it}[]"));
    let within = |list: String| json_path::find(body, &list).into_iter().map(move |item| (list.clone(), item));
    lists.flat_map(within).collect()
}

/// Returns true if a list item is at a path that the gateway reads and the client does not write.
fn reads_as_well(param: &Param, place: &str, item: &Value) -> bool {
    let list = place.trim_end_matches("[]");
    let alone = json!({ "list": [item] });
    let within = param.body().into_iter().flat_map(|it| &it.also).filter_map(|it| it.strip_prefix(list));
    within.filter(|it| it.starts_with('[')).any(|it| !json_path::find(&alone, &format!("list{it}")).is_empty())
}

/// Counts the values of a parameter: those at its own paths, and those at other paths that are also read. In a list,
/// `counts` decides which items are values of the parameter.
fn given(param: &Param, body: &Value, counts: impl Fn(&str, &Value) -> bool) -> usize {
    let Some(placing) = param.body() else { return 0 };
    let at = |place: &String| json_path::find(body, place).into_iter().filter(|it| !it.is_null());
    let own = |place: &String| at(place).filter(|it| !place.ends_with("[]") || counts(place, it)).count();
    // All own paths have the same value.
    let own = placing.paths.iter().map(own).max().unwrap_or_default();
    own + placing.also.iter().map(|it| at(it).count()).sum::<usize>()
}

/// Counts the values of a parameter at most: invalid list items may be values of it.
fn at_most(parts: &Parts<'_>, param: &Param, body: &Value) -> usize {
    let may_be = |place: &str, it: &Value| parts.is_strange(place, it) || parts.fit(param, place, it) != Fit::No;
    given(param, body, may_be)
}

/// Counts the values that are certainly of this parameter.
fn at_least(parts: &Parts<'_>, param: &Param, body: &Value) -> usize {
    given(param, body, |place, it| parts.fit(param, place, it) == Fit::Surely)
}

/// Returns the value of a parameter from any path that is read.
pub(super) fn read_at<'a>(param: &Param, body: &'a Value) -> Option<&'a Value> {
    let paths = param.body().into_iter().flat_map(|it| it.paths.iter().chain(&it.also));
    let mut paths = paths.filter(|it| !it.ends_with("[]"));
    paths.find_map(|it| value(body, it))
}

/// Error in a request.
struct Fault {
    refusal: Refusal,
    /// True if an image or a video is missing: the request is probably for another operation.
    lacks_media: bool,
}

impl Fault {
    fn new(code: &'static str, message: String, lacks_media: bool) -> Self {
        Self { refusal: Refusal::bad(Some(code), message), lacks_media }
    }
}

fn faults(matched: &MatchedOperation<'_>, body: &Value, handled_paths: &[&str]) -> Vec<Fault> {
    let params = &matched.parts.params;
    let written = items(params, body).into_iter().filter(|(place, _)| params.iter().any(|it| it.wire == *place));
    let strange = written.filter(|(place, item)| matched.parts.is_strange(place, item));
    let strange = strange.filter_map(|(place, item)| parts::wrong(params, &place, item));
    let mut all: Vec<_> = strange.map(|it| Fault::new("InvalidParameter", it, false)).collect();
    for param in &matched.operation.params {
        if param.presence == Presence::Required
            && at_most(&matched.parts, param, body) == 0
            && Assumption::is_documented(&param.assumptions, "required")
        {
            all.push(Fault::new("missing_parameter", format!("`{}` is required", param.wire), is_media(param)));
        }
    }
    let has_limits = !matched.operation.limits_unless.iter().any(|it| value(body, it).is_some());
    for param in params.iter().filter(|it| !handled_paths.contains(&it.wire.as_str())) {
        if let Some(wrong) = read_at(param, body).and_then(|it| wrong(param, it, body, has_limits)) {
            all.push(Fault::new("InvalidParameter", format!("`{}` {wrong}", param.wire), false));
        }
    }
    let alone = lists(params).into_iter().filter(|it| value(body, it).is_some_and(|it| !it.is_array()));
    all.extend(alone.map(|it| Fault::new("InvalidParameter", format!("`{it}` must be a list"), false)));
    all.extend(matched.operation.counts.iter().filter_map(|it| miscounted(matched, it, body, has_limits)));
    all
}

fn is_media(param: &Param) -> bool {
    match &param.kind {
        Kind::List(one) => matches!(**one, Kind::Link(_)),
        kind => matches!(kind, Kind::Link(_)),
    }
}

/// Returns the error of a value. Without `has_limits`, no maximum applies.
fn wrong(param: &Param, given: &Value, body: &Value, has_limits: bool) -> Option<&'static str> {
    // A length may have another type at another path: `seconds` is a text, `duration` a number.
    let fits = match (value(body, &param.wire), &param.kind) {
        (Some(_), kind) => is_of(kind, given),
        (None, Kind::Seconds { .. }) => seconds(given).is_some(),
        (None, _) => true,
    };
    if !fits && Assumption::is_documented(&param.assumptions, "type") {
        return Some("has the wrong type");
    }
    if let (Kind::Named(values), Some(text)) = (&param.kind, given.as_str()) {
        let is_known = values.values.iter().any(|it| it.wire == text);
        if values.closed && !is_known && Assumption::is_documented(&param.assumptions, "values") {
            return Some("has an unsupported value");
        }
    }
    let number = seconds(given).and_then(|it| i64::try_from(it).ok())?;
    let below = param.limits.min.is_some_and(|it| number < it) && Assumption::is_documented(&param.assumptions, "min");
    let above = param.limits.max.is_some_and(|it| number > it) && Assumption::is_documented(&param.assumptions, "max");
    (below || has_limits && above).then_some("is out of range")
}

fn miscounted(matched: &MatchedOperation<'_>, count: &Count, body: &Value, has_limits: bool) -> Option<Fault> {
    let params: Vec<_> = count.of.iter().map(|&it| &matched.operation.params[it]).collect();
    let together = |each: fn(&Parts<'_>, &Param, &Value) -> usize| -> usize {
        params.iter().map(|it| each(&matched.parts, it, body)).sum()
    };
    let (least, most) = (together(at_least), together(at_most));
    let few = most < count.min && Assumption::is_documented(&count.assumptions, "min");
    let many =
        has_limits && count.max.is_some_and(|max| least > max) && Assumption::is_documented(&count.assumptions, "max");
    let names: Vec<_> = params.iter().map(|it| it.name.as_str()).collect();
    let limit = if few { format!("at least {}", count.min) } else { format!("at most {}", count.max.unwrap_or(least)) };
    let message = format!("expected {limit} of {}, found {least}", names.join(", "));
    let lacks_media = few && params.iter().any(|it| is_media(it));
    (few || many).then(|| Fault::new("InvalidParameter", message, lacks_media))
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

/// Reads a whole number of seconds from a number or a text.
pub(super) fn seconds(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
