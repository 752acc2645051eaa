//! Validation of queries.

use std::collections::BTreeMap;

use gatewright::model::{Kind, Limits, Operation, Param, Presence};

use crate::response::Refusal;

/// Parameters by name.
pub(super) type QueryParams = BTreeMap<String, String>;

pub(super) fn validate(operation: &Operation, query: &str) -> Result<QueryParams, Refusal> {
    let mut given = QueryParams::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let Some(param) = operation.params.iter().find(|it| it.wire == name) else {
            return Err(Refusal::bad(Some("unknown_parameter"), format!("unknown parameter `{name}`")));
        };
        check_value(param, &value)?;
        if given.insert(name.to_string(), value.into_owned()).is_some() {
            return Err(Refusal::bad(None, format!("`{name}` is given more than once")));
        }
    }
    let missing = |message: String| Err(Refusal::bad(Some("missing_parameter"), message));
    for param in operation.params.iter().filter(|it| matches!(it.presence, Presence::Required | Presence::Default)) {
        if !given.contains_key(&param.wire) {
            return missing(format!("`{}` is required", param.wire));
        }
    }
    for group in operation.selectors.iter().flat_map(|it| &it.groups) {
        // An empty value counts as missing.
        if !group.iter().any(|name| given.get(name).is_some_and(|it| !it.is_empty())) {
            return missing(format!("at least one of {} is required", group.join(", ")));
        }
    }
    Ok(given)
}

fn check_value(param: &Param, value: &str) -> Result<(), Refusal> {
    let wrong = |what: String| Err(Refusal::bad(None, format!("`{}` {what}", param.wire)));
    let Limits { min, max, min_length, max_length } = param.limits;
    let length = i64::try_from(value.chars().count()).unwrap_or(i64::MAX);
    if let Some(longest) = max_length.filter(|it| length > *it) {
        return wrong(format!("is longer than {longest} characters"));
    }
    if min_length.is_some_and(|least| length < least) {
        return wrong("is too short".into());
    }
    let integer = match &param.kind {
        Kind::Integer => true,
        Kind::Named(values) => values.integers,
        _ => false,
    };
    if integer {
        let Ok(number) = value.parse::<i64>() else { return wrong("is not a whole number".into()) };
        if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
            return wrong("is out of range".into());
        }
    }
    if param.kind == Kind::Flag && !matches!(value, "true" | "false") {
        return wrong("is neither true nor false".into());
    }
    Ok(())
}
