//! The errors that can come back, and what to do about them.

use super::lang::Lang;
use crate::errors::{ErrorEntry, SOCIAL, entry};
use crate::model::{Format, Operation, Reply};

/// An error, in a page's language.
pub(super) struct Row {
    pub(super) status: &'static str,
    pub(super) codes: Vec<&'static str>,
    pub(super) about: &'static str,
    pub(super) advice: &'static str,
}

const RESPONSES: [ErrorEntry; 1] = [entry(
    "",
    "",
    "Error::NotAvailableYet, previous_response_not_found",
    ["The earlier response is not available yet; it is not lost.", "之前的响应暂时不可用，并没有丢失。"],
    [
        "The client waits ten to twenty seconds and sends the same request again.",
        "客户端等待十到二十秒后重新发送同一请求。",
    ],
)];

const IMAGES: [ErrorEntry; 1] = [entry(
    "",
    "",
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
        "",
        "",
        "Error::TaskFailed",
        ["The task failed, with the provider's code and words.", "任务失败，并带有供应商的代码与说明。"],
        ["The charge is refunded. Correct what the provider names.", "费用已退还。按供应商的说明修正。"],
    ),
    entry(
        "",
        "",
        "Error::NoFile",
        ["The task is done, and the gateway does not say where its file is.", "任务已完成，但网关没有给出文件地址。"],
        ["Ask again later.", "稍后再查询。"],
    ),
    entry(
        "",
        "",
        "Error::NoSuchTask",
        ["The gateway does not know the task.", "网关不认识该任务。"],
        ["Compare its id and the path that it was submitted on.", "核对任务的 id 与提交时所用的路径。"],
    ),
    entry(
        "",
        "",
        "Error::Expired",
        ["The address of the file has run out.", "文件地址已过期。"],
        ["Ask for the task again, for a new one.", "重新查询任务，获取新的地址。"],
    ),
    entry(
        "",
        "",
        "Error::Download",
        ["The file of a finished task did not come.", "已完成任务的文件未能取回。"],
        ["Ask for the task again, and download it once more.", "重新查询任务，再次下载。"],
    ),
];

/// What the client makes of the replies of all model endpoints: their statuses are not published, and read as HTTP has them.
const MODELS: [ErrorEntry; 9] = [
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
        "Error::OverBudget, Error::PriceUnknown",
        [
            "The budget does not cover the call, or nobody knows what it costs; nothing was sent.",
            "预算不够，或无人知道这次调用的费用；没有发送任何内容。",
        ],
        ["Raise the budget, or say what the call is expected to use.", "提高预算，或说明这次调用预计的用量。"],
    ),
    entry(
        "400",
        "",
        "Error::BadParameter",
        ["The gateway refuses a field.", "网关拒绝了某个字段。"],
        ["Correct the request.", "修正请求。"],
    ),
    entry(
        "401",
        "",
        "Error::Unauthorized",
        ["The key is not valid.", "密钥无效。"],
        ["Check GATEWAY_API_KEY.", "检查 GATEWAY_API_KEY。"],
    ),
    entry(
        "403",
        "",
        "Error::Refused, Error::NeedsTopUp",
        ["The account may not make the call, or has never been topped up.", "账户无权调用，或从未充值。"],
        ["Read what the gateway says; top up the account once.", "查看网关的说明；为账户充值一次。"],
    ),
    entry(
        "404",
        "",
        "Error::NoSuchEndpoint",
        ["There is no such endpoint or model.", "没有这样的接口或模型。"],
        ["Compare the live list of models.", "与最新的模型列表对照。"],
    ),
    entry(
        "429",
        "",
        "Error::Busy",
        ["Too much at once.", "请求过于频繁。"],
        [
            "The client waits and retries twice, unless `retry_busy_submissions` is off.",
            "客户端会等待并重试两次，除非关闭了 `retry_busy_submissions`。",
        ],
    ),
    entry(
        "",
        "",
        "Error::Transport",
        ["No connection could be made.", "无法建立连接。"],
        ["The client tries again; then check the address.", "客户端会重试；之后请检查地址。"],
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
    let own = match operation.reply {
        Reply::Dialogue(Format::Responses) => &RESPONSES[..],
        Reply::Image => &IMAGES,
        Reply::Task => &TASKS,
        _ => &[],
    };
    own.iter().chain(&MODELS).map(|it| row(it, lang)).collect()
}

fn row(it: &ErrorEntry, lang: Lang) -> Row {
    let [about, advice] = [it.about, it.advice].map(|[en, zh]| lang.pick(en, zh));
    let codes = it.code.split(", ").filter(|it| !it.is_empty()).collect();
    Row { status: it.status, codes, about, advice }
}
