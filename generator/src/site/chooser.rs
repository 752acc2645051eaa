//! Properties that video requests are chosen by.

use super::lang::Language;
use crate::model::{Assumption, Kind, Model, Operation, Param, Scalar, Source, VideoProperty};

/// A request and its properties.
pub(super) struct Choice<'a> {
    pub(super) operation: &'a Operation,
    pub(super) length: String,
    pub(super) size: String,
    pub(super) sound: &'static str,
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

fn length(operation: &Operation, lang: Language) -> String {
    let seconds = operation.params.iter().find(|it| matches!(it.kind, Kind::Seconds { .. }));
    match seconds.map(|it| (it.limits.min, it.limits.max)) {
        None => not_chosen(lang).to_owned(),
        Some((Some(min), Some(max))) => {
            lang.say("length-range", [("min", min.to_string().into()), ("max", max.to_string().into())])
        }
        Some((Some(min), None)) => lang.say("length-min", [("min", min.to_string().into())]),
        Some((None, Some(max))) => lang.say("length-max", [("max", max.to_string().into())]),
        Some((None, None)) => "—".to_owned(),
    }
}

fn size(operation: &Operation, lang: Language) -> String {
    match that_decides(operation, VideoProperty::Size).map(|it| &it.kind) {
        None => {
            // Another parameter that changes the price can stand for the size.
            let priced = operation.params.iter().find(|it| it.times.len() > 1);
            let say = |it: &Param| {
                lang.say("size-not-chosen", [("name", (&it.name).into()), ("values", values(&it.kind, lang).into())])
            };
            priced.map_or_else(|| not_chosen(lang).to_owned(), say)
        }
        Some(kind @ Kind::Named(_)) => values(kind, lang),
        Some(Kind::Size) => lang.t("size-free").to_owned(),
        Some(_) => lang.t("size-of-record").to_owned(),
    }
}

fn values(kind: &Kind, lang: Language) -> String {
    let Kind::Named(named) = kind else { return String::new() };
    named.values.iter().map(|it| format!("`{}`", it.wire)).collect::<Vec<_>>().join(lang.t("mark-list"))
}

fn sound(operation: &Operation, lang: Language) -> &'static str {
    let is_assumed = !Assumption::is_documented(&operation.assumptions, "always");
    let default = that_decides(operation, VideoProperty::Audio).and_then(|it| it.default.as_ref());
    match default {
        _ if operation.always.contains(&VideoProperty::Audio) && is_assumed => lang.t("sound-always-assumed"),
        _ if operation.always.contains(&VideoProperty::Audio) => lang.t("sound-always"),
        Some(Scalar::Flag(true)) => lang.t("sound-on"),
        Some(Scalar::Text(word)) if word == "off" => lang.t("sound-off"),
        _ => not_chosen(lang),
    }
}
