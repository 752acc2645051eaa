//! JSON Schema of a parameter.

use serde_json::{Map, Value, json};

use super::{Version, assumed};
use crate::model::{Assumption, Kind, Limits, Param};

/// Pattern of a size: width and height.
pub(super) const SIZE: &str = r"^[1-9][0-9]*\*[1-9][0-9]*$";

/// Returns the schema of a parameter, or of one item if it accepts several.
pub(super) fn property(param: &Param, version: Version, form: bool) -> Value {
    let of = match &param.kind {
        Kind::List(one) => one,
        other => other,
    };
    let kind = of.json();
    let mut property = Map::from_iter(kind.map(|it| ("type".to_owned(), it.into())));
    match &param.kind {
        Kind::Texts => {
            property.insert("items".into(), json!({ "type": "string" }));
        }
        Kind::ChatPart(_) if kind == Some("array") => {
            property.insert("items".into(), json!({ "type": "object" }));
        }
        Kind::File | Kind::Image if form => {
            // Generators use `format`, even for 3.1, which has another keyword for it.
            property.insert("format".into(), "binary".into());
            if version == Version::V3_1 {
                property.insert("contentMediaType".into(), "application/octet-stream".into());
            }
        }
        Kind::Named(values) if values.closed => {
            let all: Vec<_> = values.values.iter().map(|it| it.wire.as_str()).collect();
            property.insert("enum".into(), json!(all));
        }
        Kind::Named(values) => {
            let named = values.values.iter().map(|it| (it.wire.clone(), it.label.clone().into()));
            property.insert("x-named-values".into(), Value::Object(named.collect()));
        }
        _ => {}
    }
    more(of, &param.limits, &mut property);
    if kind != Some("string") {
        property.extend(param.limits.min.map(|it| ("minimum".to_owned(), it.into())));
        property.extend(param.limits.max.map(|it| ("maximum".to_owned(), it.into())));
    }
    property.extend(param.about.en().map(|it| ("description".to_owned(), it.into())));
    property.extend(param.source.clone().map(|it| ("x-source".to_owned(), it.into())));
    let mut property = property.into();
    assumed::mark(&mut property, &param.assumptions);
    property
}

/// Returns the schema of one item of a list, in the object that wraps it.
pub(super) fn item(param: &Param) -> Value {
    let mut value = property(param, Version::V3_1, false);
    let shape = param.shape();
    match shape.and_then(|it| serde_json::from_str(it).ok()) {
        Some(shape) => {
            // The whole item has the marks.
            value.as_object_mut().map(|it| it.remove(assumed::MARK));
            shaped(&shape, "as", &value, &|rule| Assumption::is_documented(&param.assumptions, rule))
        }
        None => value,
    }
}

/// Returns the schema of a shape, by its rule: constants have one valid value, and `$` has the parameter's type. An
/// entry that rests on an assumption is optional and accepts any value. Additional entries are allowed.
fn shaped(shape: &Value, rule: &str, value: &Value, is_shown: &dyn Fn(&str) -> bool) -> Value {
    match shape {
        _ if !is_shown(rule) => json!({}),
        Value::String(text) if text == "$" => value.clone(),
        Value::Object(fields) => {
            let of = |name: &str| format!("{rule}.{name}");
            let inner = |(name, it): (&String, &Value)| (name.clone(), shaped(it, &of(name), value, is_shown));
            let properties: Map<_, _> = fields.iter().map(inner).collect();
            let names: Vec<_> = fields.keys().filter(|it| is_shown(&of(it))).collect();
            let mut schema = json!({ "type": "object", "required": names, "properties": properties });
            if names.len() == fields.len() {
                schema["additionalProperties"] = false.into();
            }
            schema
        }
        constant => json!({ "type": "string", "enum": [constant] }),
    }
}

/// Adds further constraints of video parameters.
fn more(kind: &Kind, limits: &Limits, property: &mut Map<String, Value>) {
    let mut say = |key: &str, value: Value| property.insert(key.to_owned(), value);
    match kind {
        Kind::Link(_) => say("format", "uri".into()),
        Kind::Size => say("pattern", SIZE.into()),
        Kind::Ratio => say("pattern", "^[1-9][0-9]*:[1-9][0-9]*$".into()),
        Kind::RatioOrAdaptive => say("pattern", "^([1-9][0-9]*:[1-9][0-9]*|adaptive)$".into()),
        Kind::Seconds { as_text: true } => say("pattern", seconds(limits).into()),
        _ => None,
    };
}

/// Returns a pattern of whole seconds within their limits as text, since a schema cannot compare texts as numbers.
fn seconds(limits: &Limits) -> String {
    let min = limits.min.unwrap_or(1).max(1);
    match limits.max {
        Some(max) if (min..min + 100).contains(&max) => {
            let all: Vec<_> = (min..=max).map(|it| it.to_string()).collect();
            format!("^({})$", all.join("|"))
        }
        _ if (2..10).contains(&min) => format!("^([{min}-9]|[1-9][0-9]+)$"),
        _ => "^[1-9][0-9]*$".to_owned(),
    }
}

/// Returns the pattern of a size whose shorter side is at most `max`.
pub(super) fn small(max: u32) -> String {
    let (side, other) = (up_to(max), "[1-9][0-9]*");
    format!(r"^(({side})\*{other}|{other}\*({side}))$")
}

/// Returns a pattern of the whole numbers from 1 to `max`.
fn up_to(max: u32) -> String {
    let digits = max.to_string();
    let mut all: Vec<_> = (1..digits.len()).map(|length| format!("[1-9]{}", "[0-9]".repeat(length - 1))).collect();
    for (index, digit) in digits.bytes().enumerate() {
        let least = if index == 0 { b'1' } else { b'0' };
        if digit > least {
            let (before, rest) = (&digits[..index], "[0-9]".repeat(digits.len() - index - 1));
            all.push(format!("{before}[{}-{}]{rest}", char::from(least), char::from(digit - 1)));
        }
    }
    all.push(digits);
    all.join("|")
}

#[cfg(test)]
mod tests {
    use super::{Limits, seconds, small, up_to};

    #[test]
    fn seconds_as_a_text_keep_their_limits() {
        let within = |min, max| seconds(&Limits { min, max, ..Limits::default() });
        assert_eq!(within(Some(3), Some(6)), "^(3|4|5|6)$");
        assert_eq!(within(None, Some(2)), "^(1|2)$");
        assert_eq!(within(Some(3), None), "^([3-9]|[1-9][0-9]+)$");
        assert_eq!(within(None, None), "^[1-9][0-9]*$");
    }

    #[test]
    fn numbers_up_to_a_limit_are_a_pattern() {
        assert_eq!(up_to(480), "[1-9]|[1-9][0-9]|[1-3][0-9][0-9]|4[0-7][0-9]|480");
        assert_eq!(up_to(7), "[1-6]|7");
        assert_eq!(small(1), r"^((1)\*[1-9][0-9]*|[1-9][0-9]*\*(1))$");
    }
}
