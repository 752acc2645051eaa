//! The project's own words in Chinese. What a catalog says is not among them: it comes as it is.

/// The sentence in Chinese, by how the specs have it.
pub(super) fn of(english: &str) -> Option<&'static str> {
    WORDS.iter().find(|it| it.0 == english).map(|it| it.1)
}

#[rustfmt::skip]
static WORDS: [(&str, &str); 93] = [
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
    ("Each character is billed, punctuation and spaces included; what is spoken is free.", "每个字符都计费，包括标点和空格；生成的语音不收费。"),
    ("Writes down what is said in a recording.", "转写录音中的内容。"),
    ("Writes down in English what is said in a recording.", "把录音中的内容转写成英文。"),
    ("Billed by the length of the recording, in whole seconds; the text is free.", "按录音时长计费，以整秒计；文本不收费。"),
    ("Opens a session over a WebSocket. What is said in it is not published: frames are yours.", "通过 WebSocket 打开会话。会话内容未公布：帧由您决定。"),
    ("How a session names its model is not shown: it goes into the query, as the public format has it.", "会话如何指明模型未作说明：按公开格式放入查询参数。"),
    ("Family A: a text becomes a clip. The size is taken as written.", "A 家族：由文本生成片段。尺寸按原样采用。"),
    ("Family A: a picture becomes the first frame of a clip.", "A 家族：图片成为片段的首帧。"),
    ("Family A: a clip that goes by up to five references, pictures and one clip counted together.", "A 家族：依据最多五个参考生成片段，图片与一个片段合并计数。"),
    ("Family A: changes a clip. The size is that of the output.", "A 家族：编辑片段。尺寸为输出的尺寸。"),
    ("There are two resolutions; 480P has no price here, and cannot be asked for.", "有两种分辨率；480P 在此没有价格，无法请求。"),
    ("Which length is billed is not published, so that there is no estimate.", "按哪个时长计费未公布，因此没有估价。"),
    ("Family B, version 2.5: a picture becomes the first frame, and the output has its aspect ratio.", "B 家族 2.5 版：图片成为首帧，输出沿用其宽高比。"),
    ("Family B, version 2.0, fast and mini: a picture becomes the first frame, and the output has its aspect ratio.", "B 家族 2.0 版（含 fast 与 mini）：图片成为首帧，输出沿用其宽高比。"),
    ("A ratio beside a first frame is refused, and so is a length of 2 seconds: neither can be asked for.", "首帧与比例同时给出会被拒绝，2 秒的时长也是：两者都无法请求。"),
    ("Family B, version 2.5: a clip that goes by pictures, clips and recordings; recordings alone will do.", "B 家族 2.5 版：依据图片、片段与录音生成；只有录音也可以。"),
    ("Family B, version 2.0, fast and mini: a clip that goes by at least one picture or clip, and by recordings beside them.", "B 家族 2.0 版（含 fast 与 mini）：至少依据一张图片或一个片段，另可附录音。"),
    ("Family C, standard: a text becomes a clip. Its frame is one of six sizes, or an aspect ratio.", "C 家族标准版：由文本生成片段。画幅为六种尺寸之一，或一个宽高比。"),
    ("Any other size would silently become a square: none can be written.", "其他尺寸会悄悄变成方形：因此写不出来。"),
    ("Family C, standard: a picture becomes the first frame; another one can close the clip.", "C 家族标准版：图片成为首帧；另一张可作尾帧。"),
    ("Family C, value tier: a text becomes a clip, or a picture its first frame. Sound is always in it.", "C 家族经济档：由文本生成片段，或以图片为首帧。总是带声音。"),
    ("Family C, multi-image: a first frame, perhaps an end frame, and references beside them.", "C 家族多图版：首帧、可选的尾帧，以及参考图。"),
    ("The mode must be said: left out, the provider takes `pro` and bills 1.33 times the price.", "必须指定模式：省略时供应商取 `pro`，按 1.33 倍计费。"),
    ("Family C, multi-image: references without a first frame.", "C 家族多图版：只有参考，没有首帧。"),
    ("Family D, native audio: a text alone becomes a clip with sound; its aspect ratio must be said.", "D 家族原生音频：仅由文本生成带声音的片段；必须指定宽高比。"),
    ("Family D, native audio: a clip with sound from a first frame, pictures to go by, or a clip to go by.", "D 家族原生音频：由首帧、参考图或参考片段生成带声音的片段。"),
    ("Family D, the three legacy-named models: pictures go where these models read them.", "D 家族三个旧名模型：图片放在这些模型会读取的位置。"),
    ("Pictures and clips anywhere else would be dropped, and the clip billed as one from text: there is no field for them.", "放在别处的图片与片段会被丢弃，并按文本生成计费：因此没有对应的字段。"),
    ("Family E: a text becomes a clip. 480P is priced.", "E 家族：由文本生成片段。480P 有价格。"),
    ("Family E: a picture becomes the first frame of a clip. 480P is priced.", "E 家族：图片成为片段的首帧。480P 有价格。"),
    ("Family E: a clip that goes by one picture.", "E 家族：依据一张图片生成片段。"),
    ("Family E: a clip that goes by several references, in the provider's own form.", "E 家族：依据多个参考生成片段，参考采用供应商自己的格式。"),
    ("Any other video model: every documented field, unchecked. Its record says what it reads.", "其他视频模型：文档中的全部字段，不作检查。其记录说明会读取什么。"),
];

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    #[test]
    fn capabilities_and_platforms_are_known_in_chinese() {
        let text = include_str!("../../../specs/social/facts.toml");
        let facts = DeTable::parse(text).expect("TOML");
        let table = |name| facts.get_ref().get(name).and_then(|it| it.get_ref().as_table()).expect("a table");
        let platforms = table("platform").values().filter_map(|it| it.get_ref().get("about"));
        for said in table("capability").values().chain(platforms) {
            let said = said.get_ref().as_str().expect("a text");
            assert!(super::of(said).is_some(), "{said}");
        }
    }
}
