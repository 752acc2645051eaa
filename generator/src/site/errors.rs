//! The errors that can come back, and what to do about them.

use super::lang::Lang;
use crate::model::{Format, Operation, Reply};

/// An error, in a page's language.
pub(super) struct Row {
    pub(super) status: &'static str,
    pub(super) code: &'static str,
    pub(super) about: &'static str,
    pub(super) advice: &'static str,
}

/// Status, code, then when it comes and what to do, in both languages.
type Entry = (&'static str, &'static str, [&'static str; 2], [&'static str; 2]);

/// The table of the service's document for social data.
const SOCIAL: [Entry; 7] = [
    (
        "400",
        "unknown_parameter, missing_parameter",
        [
            "A parameter is unknown, repeated, too long, of the wrong type or missing, or no member of an at-least-one-of group is given.",
            "参数未知、重复、过长、类型不对或缺失，或者某个“至少其一”的组没有给出任何成员。",
        ],
        [
            "Correct the request. The client's types rule out most of it.",
            "修正请求。客户端的类型已经排除了大部分情况。",
        ],
    ),
    (
        "403",
        "model_requires_topup",
        ["The account has never been topped up; trial credit does not count.", "账户从未充值；试用额度不算。"],
        ["Top up once.", "充值一次。"],
    ),
    (
        "404",
        "",
        ["There is no such platform and capability.", "没有这样的平台与能力组合。"],
        ["Ask the live catalog: client.catalog().", "查询实时目录：client.catalog()。"],
    ),
    (
        "404",
        "social_data_no_result",
        ["The platform found nothing for the parameters.", "平台没有找到与参数相符的内容。"],
        ["Take it for an empty result.", "当作空结果处理。"],
    ),
    (
        "429",
        "social_data_capacity_reached",
        [
            "The capacity of the day is used up until 00:00 UTC, or the platform is busy for a few seconds.",
            "当天的容量已用完（00:00 UTC 重置），或者平台繁忙几秒钟。",
        ],
        [
            "The client waits and tries twice more; then its error says when the day ends.",
            "客户端会等待并再试两次；之后的错误会说明当天何时结束。",
        ],
    ),
    (
        "502",
        "",
        ["The data source did not answer, or answered without data.", "数据源没有回应，或回应中没有数据。"],
        ["The client tries again by itself.", "客户端会自动重试。"],
    ),
    (
        "503",
        "social_data_unavailable",
        ["The endpoint is paused.", "接口已暂停。"],
        ["Wait until the catalog lists it as available.", "等待目录重新标为可用。"],
    ),
];

const RESPONSES: [Entry; 1] = [(
    "",
    "previous_response_not_found",
    ["The earlier response is not available yet; it is not lost.", "之前的响应暂时不可用，并没有丢失。"],
    [
        "The client waits ten to twenty seconds and sends the same request again.",
        "客户端等待十到二十秒后重新发送同一请求。",
    ],
)];

/// What the types of all model calls come to, since statuses are not published.
const MODELS: [Entry; 2] = [
    (
        "",
        "Error::Request",
        ["The model is known to refuse the request; nothing was sent.", "已知该模型会拒绝此请求；没有发送任何内容。"],
        ["Correct the request: the text says how.", "按提示修正请求。"],
    ),
    (
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

fn row((status, code, about, advice): &Entry, lang: Lang) -> Row {
    Row { status, code, about: lang.pick(about[0], about[1]), advice: lang.pick(advice[0], advice[1]) }
}
