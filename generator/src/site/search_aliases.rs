//! Search aliases: words that people search for, for all languages at once.

/// Path of a page, or the end of the paths of similar pages, and search words in addition to those on the page.
pub(super) static SEARCH_ALIASES: &[(&str, &str)] = &[
    (
        "guides/start",
        "install setup quickstart getting started hello world example tutorial python javascript typescript node curl 安装 快速开始 上手 教程 示例",
    ),
    (
        "guides/authentication",
        "api key token authorization header 密钥 bearer login credentials base url api密钥 鉴权 令牌 请求头 登录",
    ),
    (
        "guides/use",
        "free tier trial credit sla service level agreement terms policy privacy legal 服务等级 条款 政策 隐私",
    ),
    (
        "guides/chat",
        "streaming stream sse tool calling function calling completions structured output json mode json schema llm \
         流式 流式输出 工具调用 函数调用 结构化输出 大模型 聊天 多轮对话",
    ),
    (
        "guides/images",
        "image generation text to image picture photo edit draw 照片 图片 图片生成 生成图片 文生图 图生图 图像生成 图片编辑 画图",
    ),
    (
        "guides/audio",
        "tts stt asr text to speech speech to text voice recording transcribe transcript subtitles \
         语音合成 语音识别 语音转写 语音转文字 文字转语音 配音 录音 字幕 音色",
    ),
    ("guides/realtime", "websocket ws live voice session 实时语音 长连接"),
    (
        "guides/videos",
        "webhook callback task status poll polling wait resume download text to video image to video size \
         832*480 480p 720p 1080p resolution 文生视频 图生视频 视频生成 查询任务 任务状态 轮询 下载 分辨率 尺寸",
    ),
    ("guides/assumptions", "interpretation undocumented unknown 推断 未公布 未说明"),
    ("guides/workflows", "workflow run record resume approve consent 工作流 运行 恢复 续跑 确认"),
    ("guides/errors", "error errors codes status code failure exception retry retries 错误码 状态码 异常 失败 重试"),
    ("guides/errors#Unauthorized", "invalid api key wrong key invalid key 密钥无效 密钥错误"),
    ("guides/errors#NeedsTopUp", "insufficient balance not enough credit 余额不足 充值"),
    ("guides/errors#Capacity", "too many requests rate limited 限流 请求过多"),
    ("guides/errors#TaskFailed", "failed video failed task refund refunded 视频失败 任务失败 视频失败退款 退款 退费"),
    (
        "guides/errors#automatic-retries",
        "idempotent idempotency idempotency key duplicate twice double charge 幂等 幂等性 重复请求 重复扣费",
    ),
    ("guides/errors#upstream-error-messages", "upstream error message messages provider error 上游错误"),
    ("guides/pagination", "paging paginate 翻页"),
    ("guides/pagination#the-next-page", "next page cursor next_cursor has_more 下一页 游标"),
    (
        "guides/errors#errors-by-http-status",
        "error http status status codes 4xx 5xx 400 401 402 403 404 408 409 413 422 429 500 502 503 504 状态码 HTTP状态码",
    ),
    ("guides/errors#NoResult", "no results empty result 没有结果 无结果 空结果"),
    (
        "guides/videos#resume-after-a-crash",
        "crash crashed restart killed lost task resume after 崩溃 重启 恢复任务 断线",
    ),
    ("guides/videos#download-the-file", "link expired url expires expiry 链接过期 链接失效 断点续传"),
    ("guides/limits", "rate limit rate limiting quota throttling concurrency timeout 限流 配额 频率 并发 超时"),
    (
        "guides/billing",
        "cost costs how much price prices pricing charge fee pay 收费 费用 价格 多少钱 扣费 付费 单价 花费",
    ),
    ("guides/budgets", "spending limit cap cost control 限额 花费上限 成本控制"),
    (
        "guides/cli",
        "gw cli command line shell terminal bash zsh completion completions csv sqlite receipts exit code 命令行 终端 补全",
    ),
    (
        "guides/agents",
        "mcp model context protocol claude cursor vscode codex ai agent server skill 智能体 模型上下文协议 代理",
    ),
    ("guides/mock", "test testing offline sandbox fake server 测试 离线 沙盒"),
    ("guides/recipes", "recipe recipes example programs cache caching cassette proxy 示例程序 缓存 代理"),
    ("guides/features", "cargo features compile crate dependency 编译 依赖 特性"),
    ("image_edit", "edit picture edit photo 图片编辑 编辑图片 修改图片 修图 照片"),
    ("user", "profile 用户主页 个人资料 搜索用户 用户信息"),
    ("user_posts", "posts of a user 用户作品 作品列表"),
    ("trending", "trends hot popular 趋势 热门 热搜 热榜"),
    (
        "models",
        "model list compare models filter sort context window context length \
         模型列表 对比模型 模型对比 筛选模型 上下文 上下文长度",
    ),
    ("calculator", "cost estimate price how much calculator 价格计算 计算价格 计算器 估算 价格 费用 多少钱"),
    (
        "changelog",
        "changed changes release notes versions history what is new price changes 价格变化 涨价 降价 更新日志 变更记录 版本 历史",
    ),
    ("downloads", "openapi swagger json csv llms.txt postman 下载 接口文档"),
];

/// Abilities of models and the words that people use for them, in addition to their names. The flag is true if words and names
/// alone mean models that have the ability.
pub(super) static ABILITY_WORDS: &[(&str, bool, &[&str])] = &[
    ("chat", false, &["llm", "聊天"]),
    (
        "vision",
        true,
        &[
            "multimodal",
            "image input",
            "视觉",
            "多模态",
            "识图",
            "看图",
            "图像输入",
            "图片理解",
            "支持图片",
            "支持图像",
        ],
    ),
    ("text-to-image", false, &["image", "images", "picture", "pictures", "图片", "图像"]),
    ("text-to-video", false, &["video", "videos", "视频"]),
    ("text-to-speech", false, &["tts", "voice", "语音合成", "语音"]),
    ("transcription", false, &["asr", "stt", "speech to text", "transcribe", "语音识别", "语音转文字"]),
];

/// Words for the cheapest models.
pub(super) static CHEAP: &[&str] =
    &["cheap", "cheapest", "lowest price", "by price", "最便宜", "便宜", "价格最低", "低价"];

/// Words for the models themselves.
pub(super) static MODELS: &[&str] = &["model", "models", "模型"];

/// Words that a search for models can also have.
pub(super) static BESIDE_MODELS: &[&str] = &[
    "context",
    "window",
    "tokens",
    "long",
    "at least",
    "support",
    "supports",
    "supporting",
    "list",
    "上下文",
    "支持",
    "长",
    "列表",
];

/// Question words, which are ignored in a search. Longer ones that contain others come first.
pub(super) static ASKING: &str = "how what why where when which who do does did is are can could should will i me my we \
    you it its the a an of in on for with by be this that there and or much many \
    为什么 是什么 是多少 有哪些 什么 多少 怎么 怎样 如何 请问 的";

/// Search words for prices.
pub(super) static PRICED: &str = "price prices pricing cost costs 价格 费用 收费 多少钱";

/// Search words for tiered prices.
pub(super) static TIERED: &str = "tiers tiered pricing 阶梯 阶梯价格";

/// Search words for pagination.
pub(super) static PAGING: &str = "paging pages next page pagination cursor 分页 翻页 下一页 游标";
