//! Parameters as options of the command line.

use std::collections::BTreeSet;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, ValueHint};
use gatewright::shell;
use gatewright_client::{Field, Location, ParamValue, Presence, Upload, ValueType};
use serde_json::Value;

/// Option that sends any parameter, also one that the catalog does not list.
pub(crate) const PARAM: &str = "param";

/// Creates the option that sends any parameter.
pub(crate) fn any() -> Arg {
    let help = "Send a parameter or a value that the catalog does not list";
    Arg::new(PARAM).long(PARAM).value_name("NAME=VALUE").action(ArgAction::Append).value_parser(pair).help(help)
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Returns the values of the option that sends any parameter.
pub(crate) fn other_values(matches: &ArgMatches) -> Vec<(String, String)> {
    matches.get_many(PARAM).into_iter().flatten().cloned().collect()
}

/// Returns the name of the option for a parameter.
pub(crate) fn option_name(field: &Field) -> String {
    shell::option_name(field.name)
}

/// Creates the option for a parameter, unless `gw` has an option with this name. The main parameter of an operation is an
/// argument without a name.
pub(crate) fn option(field: &'static Field, main: Option<&str>, reserved: &BTreeSet<String>) -> Option<Arg> {
    let name = option_name(field);
    let is_main = main == Some(field.name);
    if reserved.contains(&name) && !is_main {
        return None;
    }
    let arg = Arg::new(field.name).value_name(name.replace('-', "_").to_uppercase());
    let about = about(field);
    let arg = if about.is_empty() { arg } else { arg.help(about) };
    let arg = if name == field.name || is_main { arg } else { arg.alias(field.name) };
    let arg = match field.presence {
        Presence::Required if is_main => arg.required(true),
        Presence::Required => arg.required_unless_present(PARAM),
        _ => arg,
    };
    let arg = if is_main { arg } else { arg.long(name) };
    let separator = field.separator.and_then(|it| it.chars().next());
    let arg = if field.many || separator.is_some() { arg.action(ArgAction::Append) } else { arg };
    let arg = separator.map_or(arg.clone(), |it| arg.value_delimiter(it));
    let is_form = matches!(field.location, Location::Form(_));
    let arg = if is_form { arg.value_hint(ValueHint::FilePath) } else { arg };
    Some(arg.value_parser(parser(field)).hide_possible_values(true).allow_negative_numbers(true))
}

fn about(field: &Field) -> String {
    let default = match field.presence {
        Presence::Default(json) => Some(json),
        _ => field.unset,
    };
    let default = default.map(|it| it.trim_matches('"')).filter(|it| !it.is_empty());
    let default = default.map(|it| format!("[default: {it}]"));
    let example = field.example.filter(|_| field.about.is_empty()).map(|it| format!("[example: {it}]"));
    let required = (field.presence == Presence::Required).then(|| "[required]".to_owned());
    let parts =
        [Some(field.about.to_owned()), required, example, default].into_iter().flatten().filter(|it| !it.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns a parser of values: of the known ones, if there are any.
fn parser(field: &'static Field) -> ValueParser {
    if field.values.is_empty() {
        return ValueParser::new(move |text: &str| parse(field, text));
    }
    let known = field.values.iter().map(|(value, label)| match value == label {
        true => PossibleValue::new(*value),
        false => PossibleValue::new(*value).alias(*label),
    });
    let send = move |text: String| {
        let known = field.values.iter().find(|(value, label)| *value == text || *label == text);
        Value::from(known.map_or(text.as_str(), |(value, _)| *value))
    };
    PossibleValuesParser::new(known).map(send).into()
}

/// Reads a value, and checks its type, range and length. A file is only opened, to see if that is possible.
pub(crate) fn parse(field: &Field, text: &str) -> Result<Value, String> {
    if let Location::Form(_) = field.location {
        let opened = if is_file(field, text) { std::fs::File::open(text).map(drop) } else { Ok(()) };
        return opened.map(|()| text.into()).map_err(|problem| format!("cannot read the file: {problem}"));
    }
    if !field.values.is_empty() {
        let known = field.values.iter().find(|(value, label)| *value == text || *label == text);
        let names = || field.values.iter().map(|it| it.0).collect::<Vec<_>>().join(", ");
        return known.map(|it| it.0.into()).ok_or_else(|| format!("expected one of {}", names()));
    }
    let value = match (field.value_type, field.location) {
        (ValueType::Integer(..) | ValueType::Seconds(..), _) => text.parse::<i64>().ok().map(Value::from),
        (ValueType::Flag, _) => text.parse::<bool>().ok().map(Value::from),
        (ValueType::Number, _) => text.parse::<f64>().ok().map(Value::from),
        (ValueType::Any, Location::Body { .. } | Location::WholeBody) => serde_json::from_str(text).ok(),
        _ => None,
    };
    let value = value.unwrap_or_else(|| text.into());
    if let Some(problem) = field.value_type.refuses(&value) {
        return Err(problem);
    }
    let (min, max) = field.length;
    let length = text.chars().count();
    match length < min as usize || length > max as usize {
        true if max == u32::MAX => Err(format!("expected at least {min} characters, found {length}")),
        true => Err(format!("expected {min} to {max} characters, found {length}")),
        false => Ok(value),
    }
}

/// Returns the values of a parameter to send.
pub(crate) fn values(field: &Field, matches: &ArgMatches) -> Vec<ParamValue> {
    let given = matches.try_get_many::<Value>(field.name).ok().flatten();
    let given = given.into_iter().flatten().cloned();
    match field.separator {
        None => given.map(|it| value_of(field, it)).collect(),
        Some(separator) => {
            let texts: Vec<_> = given.map(|it| ParamValue::from(it).to_string()).collect();
            if texts.is_empty() { Vec::new() } else { vec![texts.join(separator).into()] }
        }
    }
}

/// Returns true if a value is the path of a file: where the operation accepts files, unless it is a URL and URLs are accepted, too.
fn is_file(field: &Field, text: &str) -> bool {
    let is_url = text.starts_with("https://") || text.starts_with("http://");
    matches!(field.location, Location::Form(_)) && !(is_url && field.value_type == ValueType::Url)
}

/// Converts a value to send.
fn value_of(field: &Field, value: Value) -> ParamValue {
    match &value {
        Value::String(text) if is_file(field, text) => Upload::file(text).into(),
        _ => value.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_urls() {
        static IMAGE: Field = Field::form("image").value_type(ValueType::Url);
        assert!(matches!(value_of(&IMAGE, "https://files.example/a.png".into()), ParamValue::Text(_)));
        assert!(matches!(value_of(&IMAGE, "a.png".into()), ParamValue::File(_)));
        static RECORDING: Field = Field::form("file");
        assert!(matches!(value_of(&RECORDING, "https://a.mp3".into()), ParamValue::File(_)));
        static METADATA: Field = Field::body("metadata", &["metadata"]);
        assert_eq!(parse(&METADATA, r#"{"seed": 1}"#), Ok(serde_json::json!({ "seed": 1 })));
        assert_eq!(parse(&METADATA, "seed"), Ok("seed".into()));
    }

    #[test]
    fn types_ranges_and_lengths_are_checked() {
        static COUNT: Field = Field::query("count").value_type(ValueType::Integer(1, 20));
        static NAME: Field = Field::text("name").length(1, 3);
        assert_eq!(parse(&COUNT, "20"), Ok(20.into()));
        assert_eq!(parse(&COUNT, "21"), Err("expected an integer from 1 to 20, found 21".to_owned()));
        assert_eq!(parse(&COUNT, "x"), Err("expected an integer from 1 to 20, found \"x\"".to_owned()));
        assert_eq!(parse(&NAME, "茶茶茶"), Ok("茶茶茶".into()));
        assert_eq!(parse(&NAME, ""), Err("expected 1 to 3 characters, found 0".to_owned()));
        assert_eq!(parse(&NAME, "four"), Err("expected 1 to 3 characters, found 4".to_owned()));
    }
}
