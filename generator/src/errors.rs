//! The errors that the service's documents name, in the words that pages and OpenAPI documents share.

/// An error that can come back.
pub(crate) struct ErrorEntry {
    /// The HTTP status; empty where none is published.
    pub(crate) status: &'static str,
    /// What other tools call all errors of this status.
    pub(crate) name: &'static str,
    /// The codes in the body; empty where none are published.
    pub(crate) code: &'static str,
    /// When it comes, in English and Chinese.
    pub(crate) about: [&'static str; 2],
    /// What to do then.
    pub(crate) advice: [&'static str; 2],
}

pub(crate) const fn entry(
    status: &'static str,
    name: &'static str,
    code: &'static str,
    about: [&'static str; 2],
    advice: [&'static str; 2],
) -> ErrorEntry {
    ErrorEntry { status, name, code, about, advice }
}

/// The statuses of model endpoints that are taken for refusals.
pub(crate) const MODEL_REFUSALS: [&str; 5] = ["400", "401", "403", "404", "429"];

/// What is assumed about them.
pub(crate) const MODEL_STATUSES: &str = "The documents publish no statuses of model endpoints: 400, 401, 403, 404 and 429 are taken \
    for refusals before a model has started, which cost nothing; every other failure may have been charged.";

/// What is assumed about bodies of errors.
pub(crate) const NO_ERROR_BODY: &str =
    "The documents do not show the body of an error: it is taken for JSON, and may be empty or anything else.";

/// The table of the service's document for social data. None of these is charged.
pub(crate) static SOCIAL: [ErrorEntry; 7] = [
    entry(
        "400",
        "BadParameter",
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
    entry(
        "403",
        "NeedsTopUp",
        "model_requires_topup",
        ["The account has never been topped up; trial credit does not count.", "账户从未充值；试用额度不算。"],
        ["Top up once.", "充值一次。"],
    ),
    entry(
        "404",
        "NotFound",
        "",
        ["There is no such platform and capability.", "没有这样的平台与能力组合。"],
        ["Ask the live catalog: client.catalog().", "查询实时目录：client.catalog()。"],
    ),
    entry(
        "404",
        "NotFound",
        "social_data_no_result",
        ["The platform found nothing for the parameters.", "平台没有找到与参数相符的内容。"],
        ["Take it for an empty result.", "当作空结果处理。"],
    ),
    entry(
        "429",
        "Capacity",
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
    entry(
        "502",
        "SourceFailed",
        "",
        ["The data source did not answer, or answered without data.", "数据源没有回应，或回应中没有数据。"],
        ["The client tries again by itself.", "客户端会自动重试。"],
    ),
    entry(
        "503",
        "Paused",
        "social_data_unavailable",
        ["The endpoint is paused.", "接口已暂停。"],
        ["Wait until the catalog lists it as available.", "等待目录重新标为可用。"],
    ),
];
