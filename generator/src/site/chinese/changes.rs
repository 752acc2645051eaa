//! What a refresh recorded: every sentence of the diff, and the phrases that are put into them.

use super::super::measures;
use super::made;

/// The sentences, the more general ones last. A `~` in front of a place: what is put there is a phrase.
#[rustfmt::skip]
static SENTENCES: &[(&str, &str)] = &[
    ("a new platform, with {now}", "新平台，含 {~now}"),
    ("the platform is gone, with {was}", "平台已移除，含 {~was}"),
    ("its key is {now}, it was {was}", "键为 {now}，原为 {was}"),
    ("renamed from {was} to {now}", "由 {was} 更名为 {now}"),
    ("removed: the deprecated name {was}", "已移除弃用的名称 {was}"),
    ("a new interface, with {now}", "新的一组接口，含 {~now}"),
    ("the interface is gone, with {was}", "一组接口已移除，含 {~was}"),
    ("a new endpoint, {now}", "新接口，{~now}"),
    ("the endpoint is gone", "接口已移除"),
    ("paused", "已暂停"),
    ("back on sale", "恢复可用"),
    ("its status is {now}, it was {was}", "状态为 {~now}，原为 {~was}"),
    ("its function is {now}, it was {was}", "函数为 {now}，原为 {was}"),
    ("called as {now}, before as {was}", "调用方式为 {now}，原为 {was}"),
    ("listed in the usage log as {now}, before as {was}", "用量日志中列为 {~now}，原为 {~was}"),
    ("{now}, it was {was}: {by} dearer", "{now}，原为 {was}：上涨 {~by}"),
    ("{now}, it was {was}: {by} cheaper", "{now}，原为 {was}：下降 {~by}"),
    ("its price is published: {now}", "价格已公布：{now}"),
    ("its price is not published any more, it was {was}", "价格不再公布，原为 {was}"),
    ("its unit is {now}, it was {was}", "计费单位为 {~now}，原为 {~was}"),
    ("a new parameter {part}: {now}", "新增参数 {part}：{~now}"),
    ("the parameter {part} is gone", "参数 {part} 已移除"),
    ("the parameter {was} is called {now}", "参数 {was} 更名为 {now}"),
    ("the parameter {part} is required now{now}", "参数 {part} 现为必填{~now}"),
    ("the parameter {part} takes {now}, before {was}", "参数 {part} 接受 {~now}，原为 {~was}"),
    ("the default of {part} is {now}, it was {was}", "{part} 的默认值为 {~now}，原为 {~was}"),
    ("the limits of {part} are {now}, they were {was}", "{part} 的限制为 {~now}，原为 {~was}"),
    ("the function of {part} is {now}, it was {was}", "{part} 的函数为 {now}，原为 {was}"),
    ("the parameter {part} should not be used any more", "不建议再使用参数 {part}"),
    ("the parameter {part} can be used again", "参数 {part} 可以再次使用"),
    ("the parameter {part} is {now}", "参数 {part} {~now}"),
    ("at least one of {now} is needed now", "现在需要 {~now} 之一"),
    ("there is no group of {was} any more", "不再需要 {~was} 之一"),
    ("needed is at least one of {now}, it was one of {was}", "需要 {~now} 之一，原为 {~was} 之一"),
    ("{part} satisfies the group {now}, too", "{part} 现属于“{~now} 之一”"),
    ("{part} does not satisfy the group {was} any more", "{part} 不再属于“{~was} 之一”"),
    ("a new named value of {part}: {now}", "{part} 新增取值：{now}"),
    ("the named value {was} of {part} is gone", "{part} 的取值 {was} 已移除"),
    ("a named value of {part} is sent as {now}, before as {was}", "{part} 的一个取值以 {now} 发送，原为 {was}"),
    ("pages are turned {now}, before {was}", "翻页方式：{~now}，原为 {~was}"),
    ("described otherwise: {now}", "说明有变：{~now}"),
    ("a new model, {now}", "新模型，{~now}"),
    ("the model is gone", "模型已移除"),
    ("the model is back", "模型已恢复"),
    ("the constant of the model that left is gone, too", "已移除模型的常量也随之移除"),
    ("its constant is {now}, it was {was}", "常量为 {now}，原为 {was}"),
    ("its tiers are {now}, they were {was}", "阶梯为 {~now}，原为 {~was}"),
    ("billed by {now}, before by {was}", "计费单位为 {~now}，原为 {~was}"),
    ("taken by {now}, too", "{now} 也接受它"),
    ("not taken by {was} any more", "{was} 不再接受它"),
    ("what it refuses changed", "它所拒绝的内容有变"),
    ("its group of video models is {now}, it was {was}", "视频模型组为 {~now}，原为 {~was}"),
    ("what the numbers of prices stand for changed", "价格数值的含义有变"),
    ("the fact {part} matches nothing any more, and is put aside", "事实 {~part} 不再与任何内容相符，已搁置"),
    ("its {part} is {now}, it was {was}", "{~part}为 {~now}，原为 {~was}"),
    ("{part} is published: {now}", "{~part}已公布：{now}"),
    ("{part} is not published any more, it was {was}", "{~part}不再公布，原为 {was}"),
    ("{part}: {now}, it was {was}", "{~part}：{~now}，原为 {~was}"),
];

/// What the diff puts into them beside names and numbers, with commas in it.
#[rustfmt::skip]
static LISTS: &[(&str, &str)] = &[
    ("by {names}, {price} USD", "需要 {names}，{price} USD"),
    ("by {names}, price not published", "需要 {names}，价格未公布"),
    ("by nothing known", "未知"),
    ("by {names}", "通过 {names}"),
    ("several, with {separator} between", "多个，以 {separator} 分隔"),
    (", and has a default", "，有默认值"),
    ("{min} to {max} of {names}", "{names} 中 {min} 到 {~max} 个"),
    ("{group} and of {others}", "{group} 之一，以及 {~others}"),
    ("face {face}, paid", "{~face}（付费账户）"),
    ("nameless when {when} ({prices})", "未命名（{~when}）：{~prices}"),
    ("{name} when {when} ({prices})", "{name}（{~when}）：{~prices}"),
    ("nameless ({prices})", "未命名：{~prices}"),
    ("{name} ({prices})", "{name}：{~prices}"),
    ("over {n} tokens and {more}", "超过 {n} 个 token，且 {~more}"),
    ("on days {days} at hours {hours} in {zone} and {more}", "每周第 {days} 天的 {hours} 时（{zone}），且 {~more}"),
    ("on days {days} at hours {hours} in {zone}", "每周第 {days} 天的 {hours} 时（{zone}）"),
    ("{path} is {value} and {more}", "{path} 为 {value}，且 {~more}"),
];

/// The same of one thing.
#[rustfmt::skip]
static PHRASES: &[(&str, &str)] = &[
    ("none", "无"),
    ("any", "任意"),
    ("nothing", "无"),
    ("nothing known", "未知"),
    ("not published", "未公布"),
    ("available", "可用"),
    ("paused", "已暂停"),
    ("its model", "其模型"),
    ("1 endpoint", "1 个接口"),
    ("{n} endpoints", "{n} 个接口"),
    // What a new endpoint needs.
    ("without obligations", "没有必填参数"),
    ("price not published", "价格未公布"),
    // By how much a price rose.
    ("less than 0.1 %", "不足 0.1 %"),
    ("from nothing", "（原为零）"),
    // Types, needs and limits of parameters.
    ("text", "文本"),
    ("a whole number", "整数"),
    ("true or false", "布尔值"),
    ("a value of a type not known here", "类型未知的值"),
    ("several named values", "多个命名取值"),
    ("a named value", "命名取值"),
    ("a number", "数字"),
    ("several texts", "多段文本"),
    ("a file", "文件"),
    ("a picture", "图片"),
    ("a clip", "视频"),
    ("a recording", "音频"),
    ("the address of {medium}", "{~medium}网址"),
    ("a size", "尺寸"),
    ("an aspect ratio", "宽高比"),
    ("or the media's own", "或素材自身的宽高比"),
    ("seconds", "秒数"),
    ("seconds as text", "秒数（文本）"),
    ("an object", "对象"),
    ("several of {kind}", "多个{~kind}"),
    ("required", "必填"),
    ("with a default", "有默认值"),
    ("optional", "可选"),
    ("and its default is sent", "并发送其默认值"),
    ("in a group", "属于一个组"),
    ("not said to be required", "是否必填未公布"),
    ("optional now", "现为可选"),
    ("since it has a default", "因为有默认值"),
    ("not said to be required any more", "是否必填不再公布"),
    ("any number", "任意多"),
    ("{min} or more characters", "至少 {min} 个字符"),
    ("at most {max} characters", "至多 {max} 个字符"),
    ("{min} to {max} characters", "{min} 到 {max} 个字符"),
    ("{min} or more", "至少 {min}"),
    ("at most {max}", "至多 {max}"),
    ("{min} to {max}", "{min} 到 {max}"),
    // Parts of endpoints.
    ("reply", "回复"),
    ("input", "输入"),
    ("kind of model", "模型类型"),
    ("group of models", "模型组"),
    ("number of values", "取值个数"),
    ("billing", "计费"),
    ("way of sending {name}", "{name} 的发送方式"),
    ("{value} times {factor}", "{value} 乘以 {factor}"),
    ("of the whole endpoint", "（整个接口）"),
    ("its docs", "文档"),
    ("what it does", "用途"),
    ("its notes", "附注"),
    ("the parameter {name}", "参数 {name}"),
    ("the named value {value} of {name}", "{name} 的取值 {value}"),
    // Models: what takes them, what of them has a price, what else is said of them.
    ("which nothing here takes", "此处没有接口接受它"),
    ("for chat completions", "用于 chat completions"),
    ("for messages", "用于 messages"),
    ("for responses", "用于 responses"),
    ("for the native path of that prefix", "用于该前缀的原生路径"),
    ("for images", "用于图片"),
    ("for speech", "用于语音合成"),
    ("for transcription and translation", "用于转写与翻译"),
    ("for realtime sessions", "用于实时会话"),
    ("for video tasks", "用于视频任务"),
    ("for music", "用于音乐"),
    ("of which the documents show no endpoint", "文档未给出其接口"),
    ("of a type of which the documents show no endpoint", "其类型在文档中没有接口"),
    ("ratio of input", "输入倍率"),
    ("ratio of output", "输出倍率"),
    ("ratio of cached input", "缓存输入倍率"),
    ("ratio of what goes into the cache", "写入缓存倍率"),
    ("ratio of pictures", "图片倍率"),
    ("ratio of sound", "音频倍率"),
    ("ratio of spoken output", "语音输出倍率"),
    ("price", "价格"),
    ("selling price of {face}", "{~face}的售价"),
    ("selling price", "售价"),
    ("face {face}", "{~face}"),
    ("context", "上下文"),
    ("longest input", "最长输入"),
    ("longest output", "最长输出"),
    ("over {n} tokens", "超过 {n} 个 token"),
    ("{n} tokens", "{n} 个 token"),
    ("description", "描述"),
    ("specs", "规格"),
    ("tags", "标签"),
    ("capabilities", "能力"),
    ("tasks", "任务"),
    ("default voice", "默认音色"),
    ("default format", "默认格式"),
    ("input of speech", "语音输入"),
    ("formats of uploads", "上传格式"),
    ("list price", "目录价"),
    ("{price} if paid", "{price}（付费账户）"),
    ("{path} is {value}", "{path} 为 {value}"),
];

/// The change in Chinese, if it is one that the diff says.
pub(super) fn of(english: &str) -> Option<String> {
    made::of(SENTENCES, english, phrase)
}

/// A phrase, or several in a row; a name is what it is.
fn phrase(english: &str) -> String {
    let several = |between: &str, mark: &str| {
        let all = english.contains(between).then(|| english.split(between).map(phrase));
        all.map(|it| it.collect::<Vec<_>>().join(mark))
    };
    let found = several("; ", "；").or_else(|| made::of(LISTS, english, phrase)).or_else(|| several(", ", "、"));
    found
        .or_else(|| made::of(PHRASES, english, phrase))
        .unwrap_or_else(|| measures::chinese_face(english).unwrap_or(english).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::What;

    #[test]
    fn every_sentence_of_the_diff_is_known_and_no_other() {
        let said: Vec<_> = What::all().map(What::sentence).collect();
        for sentence in &said {
            assert!(SENTENCES.iter().any(|it| it.0 == *sentence), "{sentence}");
        }
        for (sentence, _) in SENTENCES {
            assert!(said.contains(sentence), "{sentence}");
        }
    }

    #[test]
    fn what_is_put_in_is_said_in_chinese_and_names_stay() {
        for (english, chinese) in [
            ("0.025 USD, it was 0.02 USD: 25 % dearer", "0.025 USD，原为 0.02 USD：上涨 25 %"),
            // What is put in is foreign, and may look like a place itself.
            ("its constant is {was}, it was A", "常量为 {was}，原为 A"),
            ("a new platform, with 6 endpoints", "新平台，含 6 个接口"),
            ("a new endpoint, by keyword, a or b, 0.02 USD", "新接口，需要 keyword、a 或 b，0.02 USD"),
            ("a new endpoint, by keyword", "新接口，通过 keyword"),
            ("a new endpoint, without obligations, price not published", "新接口，没有必填参数、价格未公布"),
            ("its status is odd, it was available", "状态为 odd，原为可用"),
            ("a new parameter text: text, required, with a default", "新增参数 text：文本、必填、有默认值"),
            ("a new parameter x: several of the address of a clip, in a group", "新增参数 x：多个视频网址、属于一个组"),
            ("the parameter x is required now", "参数 x 现为必填"),
            ("the parameter x is required now, and has a default", "参数 x 现为必填，有默认值"),
            ("the parameter x is optional now, since it has a default", "参数 x 现为可选、因为有默认值"),
            ("the limits of x are 1 to 50, they were none", "x 的限制为 1 到 50，原为无"),
            ("the limits of x are 1 or more characters, they were at most 9", "x 的限制为至少 1 个字符，原为至多 9"),
            ("at least one of a, b and of c, d is needed now", "现在需要 a、b 之一，以及 c、d 之一"),
            ("pages are turned by cursor, before by nothing known", "翻页方式：通过 cursor，原为未知"),
            ("a new parameter x: text, optional, and its default is sent", "新增参数 x：文本、可选、并发送其默认值"),
            ("a new model, for transcription and translation, for speech", "新模型，用于转写与翻译、用于语音合成"),
            ("described otherwise: what it does, its notes", "说明有变：用途、附注"),
            ("described otherwise: the named value hot of sort", "说明有变：sort 的取值 hot"),
            ("its reply is image, it was social", "回复为 image，原为 social"),
            (
                "its number of values is 1 to any number of a, b, it was 1 to 2 of a",
                "取值个数为 a、b 中 1 到任意多个，原为 a 中 1 到 2 个",
            ),
            ("context: 200000 tokens, it was not published", "上下文：200000 个 token，原为未公布"),
            ("selling price of output: 3, it was 2", "输出的售价：3，原为 2"),
            ("ratio of output is published: 3", "输出倍率已公布：3"),
            (
                "its tiers are long when over 1000 tokens and speed is fast (input 1 if paid, output 2 if paid); nameless (input 3), they were none",
                "阶梯为 long（超过 1000 个 token，且 speed 为 fast）：input 1（付费账户）、output 2（付费账户）；未命名：input 3，原为无",
            ),
        ] {
            assert_eq!(of(english).as_deref(), Some(chinese));
        }
        assert_eq!(of("paused for a while"), None);
    }
}
