//! Types, limits and pagination of parameters as texts.

use crate::kinds;
use crate::languages::Language;
use crate::model::{Assumption, Kind, Limits, NextPage, Paging, Param, Scalar};
use crate::site::html::Html;

pub(in crate::site) fn kind(kind: &Kind, lang: Language) -> String {
    kinds::kind(kind).render(lang)
}

pub(super) fn scalar(value: &Scalar, lang: Language) -> String {
    match value {
        Scalar::Text(text) if text.is_empty() => lang.t("empty-value").to_owned(),
        other => other.to_string(),
    }
}

pub(super) fn limits(limits: &Limits, lang: Language) -> Vec<String> {
    kinds::limits(limits).iter().map(|it| it.render(lang)).collect()
}

pub(in crate::site) fn paged(param: &Param, lang: Language) -> Option<(&str, String, Html)> {
    let mut text = paging(param.paging.as_ref()?, lang);
    if !Assumption::is_documented(&param.assumptions, "paging") {
        text += &format!("{}{}{}", lang.t("mark-open"), lang.t("assumption"), lang.t("mark-close"));
    }
    let html = lang.own(&text).prose();
    Some((&param.wire, text, html))
}

fn paging(paging: &Paging, lang: Language) -> String {
    let value = |field: &Option<String>| {
        field.as_ref().map_or_else(|| lang.t("paging-value").to_owned(), |it| format!("`{it}`"))
    };
    let next = match &paging.next {
        NextPage::PreviousReply(field) => lang.say("paging-previous", [("value", value(field).into())]),
        NextPage::FirstReply(field) => lang.say("paging-first", [("value", value(field).into())]),
        NextPage::Counting => lang.t("paging-counting").to_owned(),
    };
    match &paging.first {
        Some(Scalar::Text(first)) if first.is_empty() => lang.say("paging-empty-first-page", [("next", next.into())]),
        Some(first) => lang.say("paging-first-page", [("first", first.to_string().into()), ("next", next.into())]),
        None => next,
    }
}
