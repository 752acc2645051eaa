//! Parameters as options of the command line.

use std::collections::BTreeSet;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _, ValueParser};
use clap::{Arg, ArgAction, ArgMatches};
use gatewright_client::{Field, ParamValue, Presence, ValueType};
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

/// Returns the name of the option for a parameter: `page-area` for `pageArea`.
pub(crate) fn option_name(field: &Field) -> String {
    let mut name = String::with_capacity(field.name.len() + 4);
    let mut after_word = false;
    for c in field.name.chars() {
        if c.is_uppercase() && after_word {
            name.push('-');
        }
        name.extend(if c == '_' { vec!['-'] } else { c.to_lowercase().collect() });
        after_word = c.is_lowercase() || c.is_numeric();
    }
    name
}

/// Creates the option for a parameter, unless `gw` has an option with this name.
pub(crate) fn option(field: &'static Field, reserved: &BTreeSet<String>) -> Option<Arg> {
    let name = option_name(field);
    if reserved.contains(&name) {
        return None;
    }
    let arg = Arg::new(field.name).value_name(name.replace('-', "_").to_uppercase()).help(about(field));
    let arg = if name == field.name { arg } else { arg.alias(field.name) };
    let arg = match field.presence {
        Presence::Required => arg.required_unless_present(PARAM),
        _ => arg,
    };
    let separator = field.separator.and_then(|it| it.chars().next());
    let arg = if field.many || separator.is_some() { arg.action(ArgAction::Append) } else { arg };
    let arg = separator.map_or(arg.clone(), |it| arg.value_delimiter(it));
    Some(arg.long(name).value_parser(parser(field)).hide_possible_values(true).allow_negative_numbers(true))
}

fn about(field: &Field) -> String {
    let default = match field.presence {
        Presence::Default(json) => Some(json),
        _ => field.unset,
    };
    let default = default.map(|it| format!("[default: {}]", it.trim_matches('"')));
    let parts = [Some(field.about.to_owned()), default].into_iter().flatten().filter(|it| !it.is_empty());
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

/// Reads a value, and checks its type, range and length.
fn parse(field: &Field, text: &str) -> Result<Value, String> {
    let value = match field.value_type {
        ValueType::Integer(..) | ValueType::Seconds(..) => text.parse::<i64>().ok().map(Value::from),
        ValueType::Flag => text.parse::<bool>().ok().map(Value::from),
        ValueType::Number => text.parse::<f64>().ok().map(Value::from),
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
        None => given.map(ParamValue::from).collect(),
        Some(separator) => {
            let texts: Vec<_> = given.map(|it| ParamValue::from(it).to_string()).collect();
            if texts.is_empty() { Vec::new() } else { vec![texts.join(separator).into()] }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_words_with_hyphens() {
        for (name, option) in
            [("note_id", "note-id"), ("pageArea", "page-area"), ("q", "q"), ("ID", "id"), ("page2Area", "page2-area")]
        {
            assert_eq!(option_name(&Field::text(name)), option);
        }
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
