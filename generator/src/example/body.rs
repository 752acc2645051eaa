//! Body of the minimal call, as JSON.

use gatewright_runtime::json_path;
use serde_json::{Map, Value, json};

use super::{given, number, one_of, shown, text};
use crate::model::{CatalogModel, ChatPart, Format, Kind, Location, Operation, Param, Part, Presence, Scalar};

/// Body of an operation whose format is not published, in the public format of its provider.
pub(super) const OPEN_BODY: &str = r#"{ "contents": [{ "parts": [{ "text": "What is tea?" }] }] }"#;

/// Returns the body of the minimal call.
pub(crate) fn body(operation: &Operation, catalog_model: Option<&CatalogModel>) -> Map<String, Value> {
    if operation.is_open() {
        return serde_json::from_str(OPEN_BODY).unwrap_or_default();
    }
    let mut body = Map::new();
    let defaults = operation.params.iter().filter(|it| it.presence == Presence::Default);
    for param in given(operation).into_iter().chain(defaults).chain(shown(operation)) {
        let value =
            catalog_model.and_then(|it| it.default_of(param)).map_or_else(|| json(param, operation), Value::from);
        let value = match param.shape().and_then(|it| serde_json::from_str(it).ok()) {
            Some(shape) => json_path::shaped(shape, &value),
            None => value,
        };
        param.paths().iter().for_each(|path| json_path::put(&mut body, path, value.clone()));
        if param.location == Location::Form {
            body.insert(param.wire.clone(), value);
        }
    }
    body
}

/// Returns a value as JSON.
pub(crate) fn json(param: &Param, operation: &Operation) -> Value {
    match (&param.default, one_of(&param.kind)) {
        (Some(Scalar::Text(text)), _) => text.clone().into(),
        (Some(Scalar::Integer(number)), _) => (*number).into(),
        (Some(Scalar::Flag(flag)), _) => (*flag).into(),
        (None, Kind::ChatPart(written)) => messages(written),
        (None, Kind::Integer) => number(param).parse::<i64>().unwrap_or(1).into(),
        (None, Kind::Flag) => true.into(),
        (None, Kind::Size) => "1280*720".into(),
        (None, Kind::Ratio | Kind::RatioOrAdaptive) => "16:9".into(),
        (None, Kind::Seconds { as_text: false }) => seconds(param).into(),
        (None, Kind::Seconds { as_text: true }) => seconds(param).to_string().into(),
        (None, Kind::Named(values)) => values.values[0].wire.clone().into(),
        (None, Kind::Object) => Map::new().into(),
        (None, _) => text(param, operation).into(),
    }
}

/// Returns messages in the format of the operation.
fn messages(written: &ChatPart) -> Value {
    match (written.part, written.format) {
        (Part::Messages, Format::Responses) => "What is tea?".into(),
        _ => json!([{ "role": "user", "content": "What is tea?" }]),
    }
}

/// Returns five seconds, or the nearest allowed number.
pub(super) fn seconds(param: &Param) -> i64 {
    5.clamp(param.limits.min.unwrap_or(1), param.limits.max.unwrap_or(5).max(param.limits.min.unwrap_or(1)))
}
