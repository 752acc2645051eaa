//! What requests for videos are chosen by.

use super::lang::Lang;
use crate::model::{Kind, Model, Operation, Param, Scalar, Source};

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

fn named<'a>(operation: &'a Operation, names: &[&str]) -> Option<&'a Param> {
    operation.params.iter().find(|it| names.contains(&it.name.as_str()))
}

fn length(operation: &Operation, lang: Lang) -> String {
    let seconds = operation.params.iter().find(|it| matches!(it.kind, Kind::Seconds { .. }));
    let second = lang.pick("s", "秒");
    match seconds.map(|it| (it.limits.min, it.limits.max)) {
        None => not_chosen(lang).to_owned(),
        Some((Some(min), Some(max))) => format!("{min} {} {max} {second}", lang.pick("to", "到")),
        Some((Some(min), None)) => format!("{min} {second}{}", lang.pick(" or more", "以上")),
        Some((None, Some(max))) => format!("{} {max} {second}", lang.pick("up to", "最多")),
        Some((None, None)) => lang.pick("any", "任意").to_owned(),
    }
}

/// A size or a resolution; where there is neither, a mode says how large it becomes.
fn size(operation: &Operation, lang: Lang) -> String {
    let Some(param) = named(operation, &["size", "resolution"]).or_else(|| named(operation, &["mode"])) else {
        return not_chosen(lang).to_owned();
    };
    match &param.kind {
        Kind::Named(it) => it.values.iter().map(|it| format!("`{}`", it.wire)).collect::<Vec<_>>().join(", "),
        Kind::Size => lang.pick("any width and height", "任意宽高").to_owned(),
        _ => lang.pick("as its record says", "见其记录").to_owned(),
    }
}

fn sound(operation: &Operation, lang: Lang) -> &'static str {
    let default = named(operation, &["sound", "generate_audio"]).and_then(|it| it.default.as_ref());
    match default {
        Some(Scalar::Flag(true)) => lang.pick("on, can be off", "默认开，可关闭"),
        Some(Scalar::Text(word)) if word == "off" => lang.pick("off, can be on", "默认关，可打开"),
        _ => not_chosen(lang),
    }
}
