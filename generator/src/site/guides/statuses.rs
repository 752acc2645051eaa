//! Errors of the gateway by their HTTP status, as rows in Markdown.

use crate::model::{CallKind, ErrorKind, Model, Service, ServiceError};
use crate::site::lang::Language;

/// Errors with the same status and the same cause.
struct Row<'a> {
    status: u16,
    about: String,
    advice: String,
    errors: Vec<&'a ServiceError>,
}

/// Returns the rows of the table: the documented statuses in order, then all others.
pub(super) fn rows(model: &Model, lang: Language) -> String {
    let service = &model.service;
    let mut rows: Vec<Row<'_>> = Vec::new();
    for error in &service.errors {
        let (Some(status), Some((about, advice))) = (error.status, texts(error, service, lang)) else { continue };
        match rows.iter_mut().find(|it| it.status == status && it.about == about && it.accepts(error)) {
            Some(row) => row.errors.push(error),
            None => rows.push(Row { status, about, advice, errors: vec![error] }),
        }
    }
    rows.sort_by_key(|it| it.status);
    let other = [lang.t("status-other"), lang.t("status-other-about"), lang.t("unknown"), lang.t("no")];
    let other = format!("| {} | {} |\n", other.join(" | "), lang.t("advice-charge-unknown"));
    rows.iter().map(|it| it.render(model, lang)).chain([other]).collect()
}

/// Returns cause and advice of an error. One without texts of its own has those of another error of its kind.
fn texts(error: &ServiceError, service: &Service, lang: Language) -> Option<(String, String)> {
    if error.kind == ErrorKind::NoSuchTask && error.about.is_none() {
        return Some((lang.t("error-no-such-task").to_owned(), lang.t("advice-no-such-task").to_owned()));
    }
    let of_kind = service.errors.iter().filter(|it| it.kind == error.kind);
    let told = [error].into_iter().chain(of_kind).find(|it| it.about.is_some())?;
    let text = |it| lang.of(it).map(|it| it.in_markdown()).unwrap_or_default();
    Some((text(told.about.as_ref()?), text(&told.advice)))
}

/// Returns the id of the assumption that an error rests on.
fn assumption(error: &ServiceError) -> Option<&str> {
    Some(error.assumption.as_ref()?.value.as_str())
}

impl Row<'_> {
    /// Returns false if the charge of an error rests on another assumption than that of the row.
    fn accepts(&self, error: &ServiceError) -> bool {
        let known = self.errors.iter().find_map(|it| assumption(it));
        known.is_none() || assumption(error).is_none_or(|it| known == Some(it))
    }

    fn render(&self, model: &Model, lang: Language) -> String {
        let mut codes: Vec<_> = self.errors.iter().flat_map(|it| &it.codes).map(|it| format!("`{it}`")).collect();
        codes.dedup();
        let codes = match codes.join(lang.t("mark-list")) {
            none if none.is_empty() => none,
            codes => format!("{}{codes}{}", lang.t("mark-open"), lang.t("mark-close")),
        };
        let calls = capitalized(&self.calls(lang, |_| true));
        let retried = lang.t(if self.errors.iter().any(|it| it.retry.is_some()) { "yes" } else { "no" });
        let (colon, charged) = (lang.t("mark-colon"), self.charged(model, lang));
        format!("| {} | {calls}{codes}{colon}{} | {charged} | {retried} | {} |\n", self.status, self.about, self.advice)
    }

    /// Returns the kinds of calls that some of the errors apply to.
    fn calls(&self, lang: Language, applies: impl Fn(&ServiceError) -> bool) -> String {
        let name = |it: &ServiceError| match it.on {
            CallKind::Data => lang.t("on-data"),
            CallKind::Model => lang.t("on-model"),
            _ => lang.t("on-task"),
        };
        let mut names: Vec<_> = self.errors.iter().filter(|it| applies(it)).map(|it| name(it)).collect();
        names.dedup();
        names.join(lang.t("mark-list"))
    }

    /// Returns the charge. No error of the table is charged; for some of them this is an assumption.
    fn charged(&self, model: &Model, lang: Language) -> String {
        let no = lang.t("no");
        let Some(id) = self.errors.iter().find_map(|it| assumption(it)) else { return no.to_owned() };
        let is_mixed = self.errors.iter().any(|it| assumption(it).is_none());
        let calls = self.calls(lang, |it| assumption(it).is_some());
        let calls = if is_mixed { format!("{calls}{}", lang.t("mark-colon")) } else { String::new() };
        // Specs of another gateway may not explain it.
        let is_explained = model.shared_assumptions.iter().any(|it| it.id == id);
        let anchor = if is_explained { format!("#{id}") } else { String::new() };
        let link = format!("[{}](page:guides/assumptions.md{anchor})", lang.t("assumption").to_lowercase());
        format!("{no}{}{calls}{link}{}", lang.t("mark-open"), lang.t("mark-close"))
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}
