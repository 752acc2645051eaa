//! Properties that video requests are chosen by.

use super::lang::Language;
use crate::model::{Assumption, Kind, Model, Operation, Param, Scalar, Source, VideoProperty};

/// A request and its properties.
pub(super) struct Choice<'a> {
    pub(super) operation: &'a Operation,
    pub(super) length: String,
    pub(super) size: String,
    pub(super) sound: String,
}

/// Returns the requests that accept a source.
pub(super) fn choices<'a>(model: &'a Model, source: &Source, lang: Language) -> Vec<Choice<'a>> {
    let choice = |operation: &'a Operation| Choice {
        operation,
        length: length(operation, lang),
        size: size(operation, lang),
        sound: sound(operation, lang),
    };
    model.operations_with_source(source).into_iter().map(choice).collect()
}

fn not_chosen(lang: Language) -> &'static str {
    lang.t("not-chosen")
}

fn that_decides(operation: &Operation, aspect: VideoProperty) -> Option<&Param> {
    operation.params.iter().find(|it| it.decides == Some(aspect))
}

/// Marks a text if an assumption is about one of these rules.
fn marked(text: String, assumptions: &[Assumption], rules: &[&str], lang: Language) -> String {
    if rules.iter().all(|it| Assumption::is_documented(assumptions, it)) {
        return text;
    }
    lang.say("assumed", [("value", text.into())])
}

fn length(operation: &Operation, lang: Language) -> String {
    let seconds = operation.params.iter().find(|it| matches!(it.kind, Kind::Seconds { .. }));
    let Some(seconds) = seconds else {
        return marked(not_chosen(lang).to_owned(), &operation.assumptions, &["params"], lang);
    };
    let text = match (seconds.limits.min, seconds.limits.max) {
        (Some(min), Some(max)) => {
            lang.say("length-range", [("min", min.to_string().into()), ("max", max.to_string().into())])
        }
        (Some(min), None) => lang.say("length-min", [("min", min.to_string().into())]),
        (None, Some(max)) => lang.say("length-max", [("max", max.to_string().into())]),
        (None, None) => "—".to_owned(),
    };
    marked(text, &seconds.assumptions, &["min", "max"], lang)
}

fn size(operation: &Operation, lang: Language) -> String {
    let Some(param) = that_decides(operation, VideoProperty::Size) else {
        // Another parameter that changes the price can stand for the size.
        let priced = operation.params.iter().find(|it| it.times.len() > 1);
        let say = |it: &Param| {
            lang.say("size-not-chosen", [("name", (&it.name).into()), ("values", values(&it.kind, lang).into())])
        };
        return priced.map_or_else(|| not_chosen(lang).to_owned(), say);
    };
    let text = match &param.kind {
        kind @ Kind::Named(_) => values(kind, lang),
        Kind::Size => lang.t("size-free").to_owned(),
        _ => lang.t("size-of-record").to_owned(),
    };
    marked(text, &param.assumptions, &["values", "type"], lang)
}

fn values(kind: &Kind, lang: Language) -> String {
    let Kind::Named(named) = kind else { return String::new() };
    named.values.iter().map(|it| format!("`{}`", it.wire)).collect::<Vec<_>>().join(lang.t("mark-list"))
}

fn sound(operation: &Operation, lang: Language) -> String {
    let param = that_decides(operation, VideoProperty::Audio);
    if operation.always.contains(&VideoProperty::Audio) {
        return marked(lang.t("sound-always").to_owned(), &operation.assumptions, &["always"], lang);
    }
    let text = match param.and_then(|it| it.default.as_ref()) {
        Some(Scalar::Flag(true)) => lang.t("sound-on"),
        Some(Scalar::Text(word)) if word == "off" => lang.t("sound-off"),
        _ => not_chosen(lang),
    };
    marked(text.to_owned(), param.map_or(&[][..], |it| &it.assumptions), &["default"], lang)
}
