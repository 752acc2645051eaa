//! The errors that can come back, and what to do about them.

use super::lang::Lang;
use crate::errors::{ErrorEntry, SOCIAL, entry};
use crate::model::{Format, Operation, Reply};

/// An error, in a page's language.
pub(super) struct Row {
    pub(super) status: &'static str,
    pub(super) code: &'static str,
    pub(super) about: &'static str,
    pub(super) advice: &'static str,
}

const RESPONSES: [ErrorEntry; 1] = [entry(
    "",
    "",
    "previous_response_not_found",
    ["The earlier response is not available yet; it is not lost.", "之前的响应暂时不可用，并没有丢失。"],
    [
        "The client waits ten to twenty seconds and sends the same request again.",
        "客户端等待十到二十秒后重新发送同一请求。",
    ],
)];

/// What the types of all model calls come to, since statuses are not published.
const MODELS: [ErrorEntry; 2] = [
    entry(
        "",
        "",
        "Error::Request",
        ["The model is known to refuse the request; nothing was sent.", "已知该模型会拒绝此请求；没有发送任何内容。"],
        ["Correct the request: the text says how.", "按提示修正请求。"],
    ),
    entry(
        "",
        "",
        "Error::ChargeUnknown",
        [
            "The reply was lost or broke off: whether the call was charged is not known.",
            "回复丢失或中断：是否已计费不得而知。",
        ],
        [
            "Look it up in the usage log before you send it again; the error carries what came.",
            "重新发送之前先查用量日志；错误中带有已收到的内容。",
        ],
    ),
];

pub(super) fn social(lang: Lang) -> Vec<Row> {
    SOCIAL.iter().map(|it| row(it, lang)).collect()
}

pub(super) fn of_model(operation: &Operation, lang: Lang) -> Vec<Row> {
    let own = if operation.reply == Reply::Dialogue(Format::Responses) { &RESPONSES[..] } else { &[] };
    own.iter().chain(&MODELS).map(|it| row(it, lang)).collect()
}

fn row(it: &ErrorEntry, lang: Lang) -> Row {
    let [about, advice] = [it.about, it.advice].map(|[en, zh]| lang.pick(en, zh));
    Row { status: it.status, code: it.code, about, advice }
}
