//! Messages about types and limits of parameters.

use crate::languages::{Arg, Message};
use crate::model::{Kind, Limits, Medium};

/// Returns the type of a parameter.
pub(crate) fn kind(kind: &Kind) -> Message {
    Message::new(match kind {
        Kind::Text => "type-text",
        Kind::Integer => "type-integer",
        Kind::Flag => "type-flag",
        Kind::Any => "type-unknown",
        Kind::Named(values) => match (values.integers, &values.separator) {
            (true, None) => "type-integer",
            (false, None) => "type-text",
            (_, Some(separator)) => return Message::new("type-joined").with("separator", separator),
        },
        Kind::Number => "type-number",
        Kind::Texts => "type-texts",
        Kind::Json => "type-json",
        Kind::File => "type-file",
        Kind::Image => "type-image",
        Kind::Link(Medium::Image) => "type-link-image",
        Kind::Link(Medium::Video) => "type-link-video",
        Kind::Link(Medium::Audio) => "type-link-audio",
        Kind::Size => "type-size",
        Kind::Ratio => "type-ratio",
        Kind::RatioOrAdaptive => "type-ratio-or-adaptive",
        Kind::Seconds { as_text: false } => "type-seconds",
        Kind::Seconds { as_text: true } => "type-seconds-as-text",
        Kind::Object => "type-object",
        Kind::List(one) => return Message::new("type-list").with("items", self::kind(one)),
        Kind::ChatPart(_) => "type-written",
    })
}

/// Returns the limits of a value: its range, and its length in characters.
pub(crate) fn limits(limits: &Limits) -> Vec<Arg> {
    let characters = range(limits.min_length, limits.max_length);
    let characters = characters.map(|it| Message::new("count-of-characters").with("range", it).into());
    range(limits.min, limits.max).map(Arg::from).into_iter().chain(characters).collect()
}

/// Returns a range of numbers; `None` without limits.
pub(crate) fn range(min: Option<i64>, max: Option<i64>) -> Option<String> {
    match (min, max) {
        (Some(min), Some(max)) => Some(format!("{min}–{max}")),
        (Some(min), None) => Some(format!("≥ {min}")),
        (None, Some(max)) => Some(format!("≤ {max}")),
        (None, None) => None,
    }
}
