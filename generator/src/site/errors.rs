//! The errors that can come back, and what to do about them.

use super::lang::Lang;
use crate::model::{CallKind, Format, Operation, Reply, Service, ServiceError};

/// An error, in a page's language.
pub(super) struct Row<'a> {
    pub(super) status: String,
    pub(super) codes: Vec<String>,
    pub(super) about: &'a str,
    pub(super) advice: &'a str,
}

/// An error of the client.
struct ErrorEntry {
    /// Variants of `Error`.
    code: &'static str,
    /// Cause, in English and Chinese.
    about: [&'static str; 2],
    advice: [&'static str; 2],
}

const fn entry(code: &'static str, about: [&'static str; 2], advice: [&'static str; 2]) -> ErrorEntry {
    ErrorEntry { code, about, advice }
}

const RESPONSES: [ErrorEntry; 1] = [entry(
    "Error::NotAvailableYet, previous_response_not_found",
    ["The earlier response is not available yet; it is not lost.", "之前的响应暂时不可用，并没有丢失。"],
    [
        "The client waits ten to twenty seconds and sends the same request again.",
        "客户端等待十到二十秒后重新发送同一请求。",
    ],
)];

const IMAGES: [ErrorEntry; 1] = [entry(
    "Error::FileUnreachable",
    [
        "The server of an image cannot be reached, or refuses the download; the error names its host.",
        "图片所在的服务器无法访问，或拒绝下载；错误会指出其主机。",
    ],
    [
        "Check that your network reaches this host, then download the image again.",
        "检查你的网络能否访问该主机，然后重新下载图片。",
    ],
)];

/// What becomes of tasks.
const TASKS: [ErrorEntry; 5] = [
    entry(
        "Error::TaskFailed",
        ["The task failed, with the provider's code and words.", "任务失败，并带有供应商的代码与说明。"],
        ["The charge is refunded. Correct what the provider names.", "费用已退还。按供应商的说明修正。"],
    ),
    entry(
        "Error::NoFile",
        ["The task is done, and the gateway does not say where its file is.", "任务已完成，但网关没有给出文件地址。"],
        ["Ask again later.", "稍后再查询。"],
    ),
    entry(
        "Error::NoSuchTask",
        ["The gateway does not know the task.", "网关不认识该任务。"],
        ["Compare its id and the path that it was submitted on.", "核对任务的 id 与提交时所用的路径。"],
    ),
    entry(
        "Error::Expired",
        ["The address of the file has run out.", "文件地址已过期。"],
        ["Ask for the task again, for a new one.", "重新查询任务，获取新的地址。"],
    ),
    entry(
        "Error::Download",
        ["The file of a finished task did not come.", "已完成任务的文件未能取回。"],
        ["Ask for the task again, and download it once more.", "重新查询任务，再次下载。"],
    ),
];

/// Errors of the client itself, at all model endpoints.
const CLIENT: [ErrorEntry; 4] = [
    entry(
        "Error::Request",
        ["The model is known to refuse the request; nothing was sent.", "已知该模型会拒绝此请求；没有发送任何内容。"],
        ["Correct the request: the text says how.", "按提示修正请求。"],
    ),
    entry(
        "Error::OverBudget, Error::PriceUnknown",
        [
            "The budget does not cover the call, or nobody knows what it costs; nothing was sent.",
            "预算不够，或无人知道这次调用的费用；没有发送任何内容。",
        ],
        ["Raise the budget, or say what the call is expected to use.", "提高预算，或说明这次调用预计的用量。"],
    ),
    entry(
        "Error::Transport",
        ["No connection could be made.", "无法建立连接。"],
        ["The client tries again; then check the address.", "客户端会重试；之后请检查地址。"],
    ),
    entry(
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

pub(super) fn social(service: &Service, lang: Lang) -> Vec<Row<'_>> {
    service.documented_errors(CallKind::Data).map(|it| of_service(it, it.codes.clone(), lang)).collect()
}

pub(super) fn of_model<'a>(operation: &Operation, service: &'a Service, lang: Lang) -> Vec<Row<'a>> {
    let own = match operation.reply {
        Reply::Dialogue(Format::Responses) => &RESPONSES[..],
        Reply::Image => &IMAGES,
        Reply::Task => &TASKS,
        _ => &[],
    };
    let (before, after) = CLIENT.split_at(2);
    let of_client = |it| of_client(it, lang);
    let refusals = service.documented_errors(CallKind::Model).map(|it| {
        let variant = format!("Error::{:?}", it.kind);
        of_service(it, [vec![variant], it.codes.clone()].concat(), lang)
    });
    own.iter().chain(before).map(of_client).chain(refusals).chain(after.iter().map(of_client)).collect()
}

fn of_client(it: &'static ErrorEntry, lang: Lang) -> Row<'static> {
    let [about, advice] = [it.about, it.advice].map(|[en, zh]| lang.pick(en, zh));
    Row { status: String::new(), codes: it.code.split(", ").map(str::to_owned).collect(), about, advice }
}

fn of_service(it: &ServiceError, codes: Vec<String>, lang: Lang) -> Row<'_> {
    Row {
        status: it.status.map(|it| it.to_string()).unwrap_or_default(),
        codes,
        about: it.about.as_ref().map_or("", |[en, zh]| lang.pick(en, zh)),
        advice: lang.pick(&it.advice[0], &it.advice[1]),
    }
}
