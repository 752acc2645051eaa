//! The project's own words in Chinese. What a catalog says is not among them: it comes as it is.

mod assumptions;
mod changes;
mod made;
mod models;
mod social;
mod videos;

use std::borrow::Cow;

/// The sentence in Chinese, by how the specs or the runtime have it.
pub(super) fn of(english: &str) -> Option<Cow<'static, str>> {
    known(english).map(Cow::from).or_else(|| made::of(made::RULES, english, str::to_owned).map(Cow::from))
}

/// The same of a sentence that nothing is put into.
fn known(english: &str) -> Option<&'static str> {
    let all = [WORDS, assumptions::WORDS, models::WORDS, social::VALUES, videos::WORDS];
    all.into_iter().flatten().find(|it| it.0 == english).map(|it| it.1)
}

/// What a capability is called in Chinese.
pub(super) fn capability(name: &str) -> Option<&'static str> {
    social::CAPABILITIES.iter().find(|it| it.0 == name).map(|it| it.1)
}

/// What a refresh recorded, in Chinese.
pub(super) fn of_change(english: &str) -> Option<Cow<'static, str>> {
    changes::of(english).map(Cow::from)
}

#[rustfmt::skip]
static WORDS: &[(&str, &str)] = &[
    ("under 5 minutes", "5 分钟以下"),
    ("5 to 10 minutes", "5 到 10 分钟"),
    ("over 20 minutes", "20 分钟以上"),
    ("under 4 minutes", "4 分钟以下"),
    ("4 to 20 minutes", "4 到 20 分钟"),
    ("Searches the platform.", "在平台上搜索。"),
    ("Gets one post.", "获取一条帖子。"),
    ("Gets one user.", "获取一位用户。"),
    ("Gets the comments on a post.", "获取帖子的评论。"),
    ("Gets the posts of one user.", "获取一位用户的帖子。"),
    ("Gets what is trending on the platform.", "获取平台上的热门内容与热搜。"),
    ("short-video platform", "短视频平台"),
    ("lifestyle notes platform", "生活方式笔记平台"),
    ("video-sharing platform", "视频分享平台"),
    ("microblog platform", "微博客平台"),
    ("question-and-answer platform", "问答平台"),
    ("short-video feed inside a messaging app", "即时通讯应用内的短视频信息流"),
    ("official-account articles inside a messaging app", "即时通讯应用内的公众号文章"),
    ("universal search inside a messaging app", "即时通讯应用内的综合搜索"),
    ("news feed platform", "新闻资讯平台"),
    ("video platform", "视频平台"),
    ("short-video and humour platform", "短视频与幽默内容平台"),
    ("international short-video platform", "国际短视频平台"),
    ("photo-sharing platform", "图片分享平台"),
    ("international microblog platform", "国际微博客平台"),
    ("forum platform", "论坛平台"),
    ("professional network platform", "职业社交平台"),
    ("text-social platform", "文字社交平台"),
    ("lifestyle platform", "生活方式平台"),
    ("True returns the raw response, false a simplified parsed structure.", "为真时返回原始响应，为假时返回简化后的结构。"),
    ("The values are written in the platform's language.", "取值使用平台的语言书写。"),
    ("A timestamp of 10 digits.", "10 位时间戳。"),
    ("Paging uses `cursor`.", "翻页使用 `cursor`。"),
    ("Written as YYYYMMDD.", "写作 YYYYMMDD。"),
    ("There are 18 keys. Results are confirmed for the five named here; the status of the others is not shown.", "共有 18 个键。此处列出的五个已确认有结果；其余的状态未说明。"),
    (
        "The document shows only that `index` is 0 on the first request: later values are taken from the previous response, as those of `cursor` are.",
        "文档只说明首次请求时 `index` 为 0：之后的值与 `cursor` 一样取自上一次响应。",
    ),
    (
        "The document lists the parameter without its values: those of P7 search are taken.",
        "文档列出了该参数，但没有列出取值：采用 P7 搜索的取值。",
    ),
    (
        "The document explains `need_format` for P15 alone: it is taken to mean the same on P17.",
        "文档只在 P15 处解释了 `need_format`：在 P17 上按相同含义理解。",
    ),
    ("The link of the work.", "作品的链接。"),
    ("The link of the article.", "文章的链接。"),
    ("Required on the first request.", "第一次请求时必填。"),
    ("Optional; makes the call faster. Without it the service fetches the article page first.", "可选；能加快调用。不给出时，服务会先获取文章页面。"),
    ("One of three forms: the internal id, the internal id with the mini-program suffix, or the custom account id.", "三种形式之一：内部 id、带小程序后缀的内部 id，或自定义账号 id。"),
    ("Needed when paging.", "翻页时需要。"),
    ("Length in minutes.", "以分钟计的时长。"),
    ("Leave it out of the first request.", "第一次请求时不要给出。"),
    ("In the finder form.", "采用 finder 形式。"),
    ("Has top priority.", "优先级最高。"),
    ("For videos only.", "仅用于视频。"),
    ("Expands the replies of that comment.", "展开该评论的回复。"),
    ("Currently ignored upstream.", "目前被上游忽略。"),
    ("Comes from search results and expires soon.", "来自搜索结果，很快会过期。"),
    ("Base64 text.", "Base64 文本。"),
    ("Asks for a cleaned payload.", "要求返回清理过的内容。"),
    ("Articles when empty.", "为空时表示文章。"),
    ("A share link from one of three domains of the platform.", "来自平台三个域名之一的分享链接。"),
    ("0 for the first page. The offset alone does not page.", "第一页为 0。仅凭偏移量不能翻页。"),
    ("has no effect", "没有作用"),
    ("Asks a model to go on with a dialogue: chat completions.", "请模型续写对话：chat completions 格式。"),
    ("Asks a model to go on with a dialogue, in the Claude-style messages format.", "请模型续写对话：Claude 风格的 messages 格式。"),
    ("Asks a model for a response, which a later request can go on from.", "请模型给出响应，之后的请求可以接着它继续。"),
    ("An earlier response can take 10 to 20 seconds to become available; the client waits and sends the same request again.", "之前的响应可能需要 10 到 20 秒才可用；客户端会等待并重新发送同一请求。"),
    ("Asks a model in the native Gemini-style format. Its payload is not published: the body is yours, and so is the reply.", "以 Gemini 风格的原生格式请求模型。其内容未公布：请求体由您提供，回复也原样交给您。"),
    ("Only models whose name begins with `gemini-` are taken, and not all of them.", "只接受名称以 `gemini-` 开头的模型，且并非全部。"),
    ("Draws pictures from a description. Billed by picture.", "根据描述绘制图片。按图片计费。"),
    ("Changes a picture by words. Billed by picture.", "用文字修改图片。按图片计费。"),
    ("Beside the picture the document shows no field of this endpoint: the others are those of drawing.", "除图片外，文档没有给出此接口的字段：其余字段与绘图相同。"),
    ("Speaks a text. The reply is the sound itself.", "朗读一段文本。回复就是声音本身。"),
    ("The usage log records one prompt token as an accounting entry.", "用量日志会记录一个提示 token，仅作记账条目。"),
    ("The usage log shows generated audio as completion tokens, a thousand tokens per minute, billed at rate zero.", "用量日志把生成的音频计为补全 token，每分钟一千个，计费费率为零。"),
    ("The content type of the response follows `response_format`: `mp3` gives `audio/mpeg`.", "响应的内容类型取决于 `response_format`：`mp3` 对应 `audio/mpeg`。"),
    ("Each character is billed, punctuation and spaces included; what is spoken is free.", "每个字符都计费，包括标点和空格；生成的语音不收费。"),
    ("Writes down what is said in a recording.", "转写录音中的内容。"),
    ("Writes down in English what is said in a recording.", "把录音中的内容转写成英文。"),
    ("Billed by the length of the recording, in whole seconds; the text is free.", "按录音时长计费，以整秒计；文本不收费。"),
    ("Opens a session over a WebSocket. What is said in it is not published: frames are yours.", "通过 WebSocket 打开会话。会话内容未公布：帧由您决定。"),
    ("How a session names its model is not shown: it goes into the query, as the public format has it.", "会话如何指明模型未作说明：按公开格式放入查询参数。"),
    ("A task and its runtime binding: what it takes, what runs it, what it does with data, and what is known to work.", "一项任务及其运行绑定：需要什么输入、由什么运行、如何处理数据，以及已知可用的部分。"),
    ("The schema that the record says it follows.", "记录声明所遵循的模式。"),
    ("The address that the record says it is published at.", "记录声明的发布地址。"),
    ("The program that wrote it.", "写出它的程序。"),
    ("The version of this schema.", "本模式的版本。"),
    ("How far the contract is.", "合同的进展。"),
    ("What programs call it.", "程序对它的称呼。"),
    ("What addresses call it.", "地址中对它的称呼。"),
    ("What people call it.", "人们对它的称呼。"),
    ("What it does, in a sentence or two.", "用一两句话说明它的作用。"),
    ("When it was last changed.", "最近一次修改的时间。"),
    ("Who may find it.", "谁可以找到它。"),
    ("What it takes.", "它需要的输入。"),
    ("What a model must be able to do to run it.", "模型须具备什么能力才能运行它。"),
    ("What runs it, and what is known of that.", "由什么运行它，以及对此已知的情况。"),
    ("What becomes of data, to be said before any of it leaves.", "数据将如何处理，须在任何数据发出之前说明。"),
    ("What may be done when something goes wrong.", "出错时可以做什么。"),
    ("What a result must be to be accepted.", "结果须满足什么才能被接受。"),
    ("What a page about it leads on to.", "介绍它的页面通向何处。"),
    ("Where it comes from.", "它的来源。"),
    ("Who may find a workflow.", "谁可以找到工作流。"),
    ("Whether search engines may list it.", "搜索引擎是否可以收录。"),
    ("Whether it stands in the sitemap.", "是否列入站点地图。"),
    ("The languages that it is described in.", "描述它所用的语言。"),
    ("A value that a caller gives.", "由调用方给出的值。"),
    ("What it is called.", "它的名称。"),
    ("What kind of value it is.", "值的种类。"),
    ("Whether it must be given.", "是否必须给出。"),
    ("What it is for.", "它的用途。"),
    ("What is known of it.", "对它已知的情况。"),
    ("What it is if nobody gives it.", "未给出时的值。"),
    ("The only values, where there are some.", "允许的值（如有）。"),
    ("Whether it changes what a run costs.", "是否影响运行的费用。"),
    ("What a model must be able to do.", "模型须具备的能力。"),
    ("What it must take.", "须能接受的输入。"),
    ("What it must give.", "须能给出的输出。"),
    ("What else it must be able to do.", "此外须具备的能力。"),
    ("How one is chosen among several, in words.", "有多个时如何选择，用文字说明。"),
    ("What runs a workflow. It can be executed only when this is verified.", "由什么运行工作流。只有已验证时才能执行。"),
    ("How far the binding is.", "绑定的进展。"),
    ("The version of the contract.", "合同的版本。"),
    ("Where its OpenAPI document is.", "其 OpenAPI 文档所在。"),
    ("Where its recorded example is.", "其录制示例所在。"),
    ("The operation that it calls.", "它调用的操作。"),
    ("How far that operation is.", "该操作的进展。"),
    ("The version of the workflow.", "工作流的版本。"),
    ("How far its package is.", "其软件包的进展。"),
    ("The version of the capabilities that it was checked with.", "检查时所用能力档案的版本。"),
    ("What shows that the capabilities are there.", "证明具备这些能力的依据。"),
    ("Where its price comes from.", "价格的来源。"),
    ("What says whether it is available.", "可用性的依据。"),
    ("When it was last verified.", "最近一次验证的时间。"),
    ("What keeps it from being executed.", "阻止其执行的原因。"),
    ("The commit of the dashboard that it was checked with.", "检查时控制台的提交。"),
    ("The path that it calls.", "它调用的路径。"),
    ("The digest of what the contract means.", "合同语义的摘要。"),
    ("Fields that are known not to work yet.", "已知尚不可用的字段。"),
    ("The models that it is bound to.", "它绑定的模型。"),
    ("Which input goes to which field of the request.", "哪个输入对应请求的哪个字段。"),
    ("That this is said before anything leaves.", "在任何内容发出之前须先说明。"),
    ("Where data is processed.", "数据在何处处理。"),
    ("How long it is kept.", "保留多久。"),
    ("Whether models are trained with it.", "是否用于训练模型。"),
    ("How it is deleted.", "如何删除。"),
    ("Whether results may be sold.", "结果是否可以商用。"),
    ("Whether results are marked.", "结果是否带水印。"),
    ("That the same task is gone on with before another one is begun.", "先接续同一任务，然后才能开始另一个。"),
    ("That no other model is taken by itself.", "不会自行改用其他模型。"),
    ("That nothing more is sent while nobody knows what was charged.", "计费情况未知时不再发送任何内容。"),
    ("What a person must agree to.", "须由人同意的事项。"),
    ("What a page about a workflow leads on to.", "介绍工作流的页面通向何处。"),
    ("Whether it leads on.", "是否继续。"),
    ("Where to.", "通向何处。"),
    ("Why, or why not.", "原因。"),
    ("Where a record comes from.", "记录的来源。"),
    ("The requirement behind it.", "其背后的需求。"),
    ("The kind of source.", "来源的种类。"),
    ("What shows that it runs.", "证明其可运行的依据。"),
    ("The program that writes records.", "写出记录的程序。"),
    ("How far a contract is.", "合同的进展。"),
    ("How far a binding is.", "绑定的进展。"),
    ("A kind of value.", "值的种类。"),
    ("What is known of an input.", "对输入已知的情况。"),
    ("What shows that something runs.", "证明可运行的依据。"),
    ("A text that says something.", "非空文本。"),
    ("A day, such as `2026-01-31`.", "日期，如 `2026-01-31`。"),
    ("Small letters and digits, with single hyphens between words.", "小写字母和数字，词间用单个连字符。"),
    ("Two small letters, or two and two with a hyphen between them.", "两个小写字母，或以连字符相连的两个加两个。"),
    ("Small letters, digits and underscores, beginning with a letter.", "小写字母、数字和下划线，以字母开头。"),
    ("`CA-` and three digits.", "`CA-` 加三位数字。"),
    ("7 to 40 hexadecimal digits, in small letters.", "7 到 40 位十六进制数字，小写。"),
    ("A path that begins with a slash.", "以斜杠开头的路径。"),
    ("64 hexadecimal digits, in small letters.", "64 位十六进制数字，小写。"),
    ("A clip from a text", "由文本生成片段"),
    ("Writes a short clip for a text, as a task that is waited for.", "为一段文本生成短片，以可等待的任务进行。"),
    ("What happens in the clip.", "片段中发生的事。"),
    ("Width and height.", "宽与高。"),
    ("How long it lasts.", "时长。"),
    ("A picture from a text", "由文本生成图片"),
    ("Draws pictures for a text, in one call.", "一次调用，为文本绘制图片。"),
    ("What to draw.", "要画什么。"),
    ("How many pictures; each is paid for.", "图片数量；每张都计费。"),
    ("Whether pictures come in the reply or at an address.", "图片在回复中还是以地址给出。"),
    ("Speech from a text", "由文本生成语音"),
    ("Says a text, and gives the recording.", "朗读文本并给出录音。"),
    ("What to say.", "要说什么。"),
    ("The voice that says it.", "朗读所用的音色。"),
    ("A clip from a picture", "由图片生成片段"),
    ("Moves a picture. Its contract is written down, and nobody has run it yet.", "让图片动起来。合同已写定，但尚无人运行过。"),
    ("The picture that the clip begins with.", "作为片段开头的图片。"),
    ("What happens in it.", "其中发生的事。"),
    ("Whether it has sound.", "是否有声音。"),
    ("Nobody has run it against the gateway.", "尚无人在网关上运行过。"),
    ("Another language for a clip", "为片段更换语言"),
    ("Would give a clip another voice. It is an idea: no endpoint does it.", "为片段换一种声音。这只是设想：没有接口能做到。"),
    ("The clip.", "片段。"),
    ("The language that it gets.", "要换成的语言。"),
    ("No endpoint of the gateway takes a clip and a language.", "网关没有同时接受片段和语言的接口。"),
    ("what it takes is not published", "其输入未公布"),
    ("what it gives is not published", "其输出未公布"),
    ("what it can do is not published", "其能力未公布"),
];

#[cfg(test)]
mod tests {
    use toml::de::{DeTable, DeValue};

    /// The keys whose texts people read on a page.
    const READ: [&str; 8] = ["doc", "note", "notes", "about", "instead", "assumptions", "deprecated", "source"];

    /// Every text below such a key.
    fn sentences<'a>(value: &'a DeValue<'a>, is_read: bool, all: &mut Vec<&'a str>) {
        match value {
            DeValue::String(text) if is_read => all.push(text),
            DeValue::Array(items) => items.iter().for_each(|it| sentences(it.get_ref(), is_read, all)),
            DeValue::Table(fields) => {
                for (key, value) in fields {
                    sentences(value.get_ref(), is_read || READ.contains(&key.get_ref().as_ref()), all);
                }
            }
            _ => {}
        }
    }

    fn facts() -> DeValue<'static> {
        let facts = DeTable::parse(include_str!("../../../specs/social/facts.toml")).expect("TOML");
        DeValue::Table(facts.into_inner())
    }

    fn assert_known<'a>(all: impl IntoIterator<Item = &'a str>) {
        let unknown: Vec<_> = all.into_iter().filter(|it| super::of(it).is_none()).collect();
        assert!(unknown.is_empty(), "not known in Chinese: {unknown:#?}");
    }

    #[test]
    fn what_is_said_of_interfaces_is_known_in_chinese() {
        let files = [
            include_str!("../../../specs/gateway/audio.toml"),
            include_str!("../../../specs/gateway/chat.toml"),
            include_str!("../../../specs/gateway/image.toml"),
            include_str!("../../../specs/gateway/realtime.toml"),
            include_str!("../../../specs/gateway/video.toml"),
        ];
        let files = files.map(|it| DeValue::Table(DeTable::parse(it).expect("TOML").into_inner()));
        let mut all = Vec::new();
        files.iter().for_each(|it| sentences(it, false, &mut all));
        assert!(all.len() > 250, "{} sentences", all.len());
        assert_known(all);
    }

    #[test]
    fn assumptions_are_known_in_chinese() {
        let file = DeTable::parse(include_str!("../../../specs/assumptions.toml")).expect("TOML");
        let file = DeValue::Table(file.into_inner());
        let mut all = Vec::new();
        sentences(&file, true, &mut all);
        assert!(all.len() > 20, "{} sentences", all.len());
        assert_known(all);
    }

    #[test]
    fn what_is_said_of_platforms_is_known_in_chinese() {
        let facts = facts();
        let mut all = Vec::new();
        sentences(&facts, false, &mut all);
        sentences(facts.get("capability").expect("it is there").get_ref(), true, &mut all);
        assert!(all.len() > 50, "{} sentences", all.len());
        assert_known(all);
    }

    #[test]
    fn capabilities_have_a_name_in_chinese() {
        let facts = facts();
        let capabilities = facts.get("capability").and_then(|it| it.get_ref().as_table()).expect("a table");
        for name in capabilities.keys() {
            assert!(super::capability(name.get_ref()).is_some(), "{}", name.get_ref());
        }
    }

    /// The labels of values that do not say themselves what they mean.
    fn labels(value: &DeValue<'_>, all: &mut Vec<String>) {
        let Some(fields) = value.as_table() else { return };
        for (key, value) in fields {
            let values = value.get_ref().as_table().filter(|_| key.get_ref() == "values");
            for (label, value) in values.into_iter().flatten() {
                let wire = value.get_ref().get("value").unwrap_or(value).get_ref();
                let speaks = wire.as_str().is_some_and(|it| it.contains(char::is_alphabetic));
                all.extend((!speaks).then(|| label.get_ref().replace('_', " ")));
            }
            labels(value.get_ref(), all);
        }
    }

    #[test]
    fn values_without_letters_have_a_meaning_in_chinese() {
        let mut all = Vec::new();
        labels(&facts(), &mut all);
        assert!(all.len() > 30, "{} labels", all.len());
        assert_known(all.iter().map(String::as_str));
    }
}
