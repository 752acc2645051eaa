//! `assumptions.toml` in Chinese.

pub(super) static WORDS: &[(&str, &str)] = &[
    ("Errors of model endpoints", "模型接口的错误"),
    (
        "The document publishes no HTTP statuses for model endpoints. The client treats 400, 401, 403, 404 and 429 as not charged, since HTTP defines them as refused, and every other status as charge unknown.",
        "文档没有公布模型接口的 HTTP 状态码。客户端把 400、401、403、404 和 429 视为未计费，因为 HTTP 将其定义为拒绝；其他状态码一律视为计费未知。",
    ),
    ("Automatic retries of model calls", "模型调用的自动重试"),
    (
        "HTTP defines 429 as refused, so the client retries it. `Settings::retry_busy_submissions` turns this off for calls that can be charged.",
        "HTTP 将 429 定义为拒绝，因此客户端会重试。`Settings::retry_busy_submissions` 可对会计费的调用关闭这种重试。",
    ),
    ("Error responses", "错误响应"),
    (
        "The body of an error response is not documented. The client looks for `code` and `message` at the top level and in `error`, and works without them.",
        "错误响应的响应体没有说明。客户端在顶层和 `error` 中查找 `code` 与 `message`，没有它们也能工作。",
    ),
    ("Prices with tiers", "阶梯价格"),
    (
        "The document does not say which tier applies if the conditions of several hold. The client takes the one whose conditions include those of all others that hold; if there is none and the prices differ, the price is unknown.",
        "文档没有说明多个档位的条件同时成立时适用哪一个。客户端取其条件包含其他所有成立档位的条件的那一个；若没有这样的档位且价格不同，则价格未知。",
    ),
    ("Unit texts of published prices", "发布价格的单位文字"),
    (
        "The document names the units of prices and does not define them. The client takes their texts literally, by the table in `specs/models/units.toml`; the price of a unit that is not listed is unknown.",
        "文档列出了价格的单位，但没有定义。客户端按 `specs/models/units.toml` 中的表照字面理解；未列出的单位，价格未知。",
    ),
    ("Published prices with tiers", "带档位的发布价格"),
    (
        "A tier has no published price in US dollars. The client multiplies the published price as the tier multiplies the standard number.",
        "档位没有以美元公布的价格。客户端按档位数字与标准数字之比换算发布价格。",
    ),
    ("Upper bound of a chat estimate", "对话估算的上限"),
    (
        "The document shows no tokenizer. The client takes each byte of the request for a token of input at most, and adds 1,024 for what a provider adds.",
        "文档没有说明分词方式。客户端把请求的每个字节至多算作一个输入 token，并为供应商添加的内容加上 1,024。",
    ),
    ("`max_tokens`", "`max_tokens`"),
    (
        "The document does not say whether reasoning counts towards it. The client takes it to count.",
        "文档没有说明推理是否计入其中。客户端视为计入。",
    ),
    ("`billing_rate`", "`billing_rate`"),
    ("The document shows no meaning. No price is computed from it.", "文档没有说明其含义。任何价格都不由它计算。"),
    ("`model_ratio` and the other ratios", "`model_ratio` 及其他比率"),
    (
        "The document calls them price ratios and shows no formula. The client multiplies: the output price is `model_ratio` times `completion_ratio`, and so on.",
        "文档称其为价格比率，但没有给出公式。客户端将其相乘：输出价格是 `model_ratio` 乘以 `completion_ratio`，其余类推。",
    ),
    ("`discount_pct`", "`discount_pct`"),
    (
        "The document shows no meaning. No price is computed from it: `selling_usd` is taken to contain it already.",
        "文档没有说明其含义。任何价格都不由它计算：`selling_usd` 视为已经包含该折扣。",
    ),
    ("`enable_groups`", "`enable_groups`"),
    (
        "The document shows no meaning. They are taken for the groups of accounts that can use a model, and the client neither restricts calls nor changes prices by them.",
        "文档没有说明其含义。视为可以使用该模型的账户分组；客户端不据此限制调用，也不据此改变价格。",
    ),
    ("`context_len` in the conditions of a tier", "档位条件中的 `context_len`"),
    (
        "The document does not say what is counted. The client compares it with the input tokens of the call.",
        "文档没有说明统计的对象。客户端将其与调用的输入 token 数比较。",
    ),
    ("`max_duration_seconds`", "`max_duration_seconds`"),
    (
        "The document shows no meaning. The docs show it as the longest input or output of a model. The client refuses a longer recording for transcription and enforces nothing else.",
        "文档没有说明其含义。本站将其显示为模型的最长输入或输出。客户端只拒绝转写时超过该长度的录音，不作其他限制。",
    ),
    ("Workflow records", "工作流记录"),
    (
        "The document asks for a verified runtime binding before a workflow is executed. The client also asks for a verified contract and verified evidence.",
        "文档要求运行时绑定经过验证后才能执行工作流。客户端还要求契约与证据经过验证。",
    ),
    ("Upload limits", "上传限制"),
    (
        "The document says MB and GB. The client takes 1 MB for 1,048,576 bytes, so that it refuses nothing that the service would accept.",
        "文档使用 MB 与 GB。客户端将 1 MB 视为 1,048,576 字节，以免拒绝服务会接受的文件。",
    ),
    ("Realtime sessions", "实时会话"),
    (
        "The document does not show how a session names its model. The client puts it in the query: `?model=…`.",
        "文档没有说明会话如何指定模型。客户端将其放在查询参数中：`?model=…`。",
    ),
    (
        "`request_field_map` and `operation_id` of workflow records",
        "工作流记录的 `request_field_map` 与 `operation_id`",
    ),
    (
        "The document shows only their types. The client takes the keys of the map for ids of inputs, its values for fields of the request body, and `operation_id` for the id of an operation of this client.",
        "文档只说明了它们的类型。客户端把映射的键视为输入的 id，把值视为请求体的字段，把 `operation_id` 视为本客户端某个操作的 id。",
    ),
    ("`required_capabilities` of workflow records", "工作流记录的 `required_capabilities`"),
    (
        "The document does not say what they are compared with. The client looks for them among the capabilities and tasks of a model.",
        "文档没有说明与什么比较。客户端在模型的能力与任务中查找。",
    ),
    ("Submissions of video tasks", "视频任务的提交"),
    (
        "The document publishes no statuses. The client accepts 200, 201 and 202.",
        "文档没有公布状态码。客户端接受 200、201 和 202。",
    ),
    ("Chat fields beyond the document", "文档之外的对话字段"),
    (
        "The document shows the fields of section 2.1. Tools, structured output and the other fields marked \"public format\" follow the public formats; a model may not accept them.",
        "文档只给出 2.1 节的字段。工具、结构化输出以及其他标为“公开格式”的字段遵循公开格式；模型可能不接受它们。",
    ),
];
