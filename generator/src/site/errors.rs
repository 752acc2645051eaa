//! Errors of an operation, and how to handle them.

use super::lang::Language;
use crate::model::{CallKind, Format, Operation, Reply, Service, ServiceError};
use crate::text::Text;

/// An error in the language of a page.
pub(super) struct Row<'a> {
    pub(super) status: String,
    pub(super) codes: Vec<String>,
    pub(super) about: &'a str,
    pub(super) advice: &'a str,
}

/// An error of the client: variants of `Error`, and the messages about it.
struct ClientError {
    variants: &'static [&'static str],
    about: &'static str,
    advice: &'static str,
}

const RESPONSES: [ClientError; 1] = [ClientError {
    variants: &["Error::NotAvailableYet", "previous_response_not_found"],
    about: "error-not-available-yet",
    advice: "advice-not-available-yet",
}];

const IMAGES: [ClientError; 1] = [ClientError {
    variants: &["Error::FileUnreachable"],
    about: "error-file-unreachable",
    advice: "advice-file-unreachable",
}];

const TASKS: [ClientError; 5] = [
    ClientError { variants: &["Error::TaskFailed"], about: "error-task-failed", advice: "advice-task-failed" },
    ClientError { variants: &["Error::NoFile"], about: "error-no-file", advice: "advice-no-file" },
    ClientError { variants: &["Error::NoSuchTask"], about: "error-no-such-task", advice: "advice-no-such-task" },
    ClientError { variants: &["Error::Expired"], about: "error-expired", advice: "advice-expired" },
    ClientError { variants: &["Error::Download"], about: "error-download", advice: "advice-download" },
];

/// Errors of all model endpoints: before a request is sent, and afterwards.
const ALL: [ClientError; 4] = [
    ClientError { variants: &["Error::Request"], about: "error-request", advice: "advice-request" },
    ClientError {
        variants: &["Error::OverBudget", "Error::PriceUnknown"],
        about: "error-over-budget",
        advice: "advice-over-budget",
    },
    ClientError { variants: &["Error::Transport"], about: "error-transport", advice: "advice-transport" },
    ClientError { variants: &["Error::ChargeUnknown"], about: "error-charge-unknown", advice: "advice-charge-unknown" },
];

pub(super) fn social(service: &Service, lang: Language) -> Vec<Row<'_>> {
    service.documented_errors(CallKind::Data).map(|it| of_service(it, it.codes.clone(), lang)).collect()
}

pub(super) fn of_model<'a>(operation: &Operation, service: &'a Service, lang: Language) -> Vec<Row<'a>> {
    let own = match operation.reply {
        Reply::Conversation(Format::Responses) => &RESPONSES[..],
        Reply::Image => &IMAGES,
        Reply::Task => &TASKS,
        _ => &[],
    };
    let (before, after) = ALL.split_at(2);
    let of_client = |it| of_client(it, lang);
    let refusals = service.documented_errors(CallKind::Model).map(|it| {
        let variant = format!("Error::{:?}", it.kind);
        of_service(it, [vec![variant], it.codes.clone()].concat(), lang)
    });
    own.iter().chain(before).map(of_client).chain(refusals).chain(after.iter().map(of_client)).collect()
}

fn of_client(it: &'static ClientError, lang: Language) -> Row<'static> {
    let codes = it.variants.iter().map(|it| (*it).to_owned()).collect();
    Row { status: String::new(), codes, about: lang.t(it.about), advice: lang.t(it.advice) }
}

fn of_service(it: &ServiceError, codes: Vec<String>, lang: Language) -> Row<'_> {
    Row {
        status: it.status.map(|it| it.to_string()).unwrap_or_default(),
        codes,
        about: it.about.as_ref().map_or("", |it| text(it, lang)),
        advice: text(&it.advice, lang),
    }
}

fn text(text: &Text, lang: Language) -> &str {
    text.of(lang.code()).map_or("", |it| it.1)
}
