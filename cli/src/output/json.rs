//! JSON values, with their keys in the order and their numbers in the digits of the source.

use std::borrow::Cow;

use gatewright_client::visible;
use jaq_json::write::Pp;
use jaq_json::{Val, read};

use crate::exit::{Exit, Failure};
use crate::hidden::without_key;

/// Reads JSON. A response that contains the key is read without it.
pub(crate) fn parse(text: &[u8]) -> Result<Val, Failure> {
    let problem = |it| Failure::new(Exit::ChargedThenFailed, format!("cannot read JSON: {it}"));
    let text = std::str::from_utf8(text).map_or(Cow::Borrowed(text), |it| match without_key(it) {
        Cow::Borrowed(text) => text.as_bytes().into(),
        Cow::Owned(text) => text.into_bytes().into(),
    });
    read::parse_single(&text).map_err(problem)
}

/// Converts a value that can be written as JSON.
pub(crate) fn from(value: &impl serde::Serialize) -> Result<Val, Failure> {
    parse(serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned()).as_bytes())
}

/// Writes a value as JSON: on one line, or indented. No character can control a terminal.
pub(crate) fn to_text(value: &Val, is_indented: bool) -> Result<String, String> {
    let indent = is_indented.then(|| "  ".to_owned());
    let mut text = Vec::new();
    jaq_json::write::write(&mut text, &Pp { indent, sep_space: is_indented, ..Pp::default() }, 0, value)
        .map_err(|it| it.to_string())?;
    let text = escape(&String::from_utf8_lossy(&text));
    // Filters can create values that JSON does not have, such as byte strings.
    match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        Ok(_) => Ok(text),
        Err(_) => Err("a value of the filter is not JSON".to_owned()),
    }
}

/// Escapes control and format characters. Outside of strings, JSON has none but line breaks.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        let mut units = [0; 2];
        match c {
            '\n' => escaped.push(c),
            c if is_invisible(c) => {
                escaped.extend(c.encode_utf16(&mut units).iter().map(|it| format!("\\u{it:04x}")));
            }
            c => escaped.push(c),
        }
    }
    escaped
}

fn is_invisible(c: char) -> bool {
    !c.is_ascii_graphic() && c != ' ' && matches!(visible(c.encode_utf8(&mut [0; 4])), std::borrow::Cow::Owned(_))
}

/// Returns a value as the text of a cell: nothing for null, a string without quotes, JSON for the rest.
pub(crate) fn cell(value: &Val) -> String {
    match value {
        Val::Null => String::new(),
        Val::TStr(text) | Val::BStr(text) => String::from_utf8_lossy(text).into_owned(),
        other => to_text(other, false).unwrap_or_default(),
    }
}

/// Returns the member of an object.
pub(crate) fn member<'a>(value: &'a Val, name: &str) -> Option<&'a Val> {
    let Val::Obj(members) = value else { return None };
    members.iter().find(|(key, _)| matches!(key, Val::TStr(it) if it[..] == *name.as_bytes())).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_order_and_digits() {
        let text = r#"{"b":[12345678901234567890123,1.10],"a":"茶"}"#;
        assert_eq!(to_text(&parse(text.as_bytes()).expect("JSON"), false).as_deref(), Ok(text));
    }

    #[test]
    fn no_character_controls_a_terminal() {
        let foreign = serde_json::json!({ "a\u{9b}b": "\u{1b}[2J\u{7f}\u{202e}\u{e0041}\n\u{200d}" });
        let text = to_text(&from(&foreign).expect("JSON"), true).expect("JSON");
        assert!(text.chars().all(|it| it == '\n' || !is_invisible(it)), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).expect("JSON"), foreign);
    }
}
