//! What requests for videos are chosen by.

use super::lang::Lang;
use crate::model::{Aspect, Assumption, Kind, Model, Operation, Param, Scalar, Source};

/// A request, and what can be asked for there.
pub(super) struct Choice<'a> {
    pub(super) operation: &'a Operation,
    pub(super) length: String,
    pub(super) size: String,
    pub(super) sound: &'static str,
}

/// The requests that a caller can begin with something.
pub(super) fn choices<'a>(model: &'a Model, source: &Source, lang: Lang) -> Vec<Choice<'a>> {
    let choice = |operation: &'a Operation| Choice {
        operation,
        length: length(operation, lang),
        size: size(operation, lang),
        sound: sound(operation, lang),
    };
    model.begun_with(source).into_iter().map(choice).collect()
}

const fn not_chosen(lang: Lang) -> &'static str {
    lang.pick("not chosen", "不可选")
}

fn that_decides(operation: &Operation, aspect: Aspect) -> Option<&Param> {
    operation.params.iter().find(|it| it.decides == Some(aspect))
}

fn length(operation: &Operation, lang: Lang) -> String {
    let seconds = operation.params.iter().find(|it| matches!(it.kind, Kind::Seconds { .. }));
    let second = lang.pick("s", "秒");
    match seconds.map(|it| (it.limits.min, it.limits.max)) {
        None => not_chosen(lang).to_owned(),
        Some((Some(min), Some(max))) => format!("{min} {} {max} {second}", lang.pick("to", "到")),
        Some((Some(min), None)) => format!("{min} {second}{}", lang.pick(" or more", "以上")),
        Some((None, Some(max))) => format!("{} {max} {second}", lang.pick("up to", "最多")),
        Some((None, None)) => "—".to_owned(),
    }
}

fn size(operation: &Operation, lang: Lang) -> String {
    match that_decides(operation, Aspect::Size).map(|it| &it.kind) {
        None => {
            // What else is chosen there, and paid for, may be what somebody looks for.
            let priced = operation.params.iter().find(|it| it.times.len() > 1);
            let (but, colon) = (lang.pick("; ", "；"), lang.marks().colon);
            let priced = priced.map(|it| format!("{but}`{}`{colon}{}", it.name, values(&it.kind, lang)));
            format!("{}{}", not_chosen(lang), priced.unwrap_or_default())
        }
        Some(kind @ Kind::Named(_)) => values(kind, lang),
        Some(Kind::Size) => lang.pick("width and height", "宽和高").to_owned(),
        Some(_) => lang.pick("as its record says", "见其记录").to_owned(),
    }
}

fn values(kind: &Kind, lang: Lang) -> String {
    let Kind::Named(named) = kind else { return String::new() };
    named.values.iter().map(|it| format!("`{}`", it.wire)).collect::<Vec<_>>().join(lang.marks().list)
}

fn sound(operation: &Operation, lang: Lang) -> &'static str {
    let is_assumed = !Assumption::none_about(&operation.assumptions, "always");
    let default = that_decides(operation, Aspect::Sound).and_then(|it| it.default.as_ref());
    match default {
        _ if operation.always.contains(&Aspect::Sound) && is_assumed => {
            lang.pick("always (assumption)", "始终有（假设）")
        }
        _ if operation.always.contains(&Aspect::Sound) => lang.pick("always", "始终有"),
        Some(Scalar::Flag(true)) => lang.pick("on, can be off", "默认开，可关闭"),
        Some(Scalar::Text(word)) if word == "off" => lang.pick("off, can be on", "默认关，可打开"),
        _ => not_chosen(lang),
    }
}
