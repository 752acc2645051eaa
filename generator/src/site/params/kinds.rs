//! Types, limits and pagination of parameters, in words.

use crate::model::{Kind, Limits, Medium, NextPage, Paging, Param, Scalar};
use crate::site::html::Html;
use crate::site::lang::Lang;

pub(in crate::site) fn kind(kind: &Kind, lang: Lang) -> String {
    let text = match kind {
        Kind::Text => lang.pick("text", "文本"),
        Kind::Integer => lang.pick("integer", "整数"),
        Kind::Flag => lang.pick("true or false", "布尔值"),
        Kind::Any => lang.pick("type not published", "类型未公布"),
        Kind::Named(values) => match (values.integers, &values.separator) {
            (true, None) => lang.pick("integer", "整数"),
            (false, None) => lang.pick("text", "文本"),
            (_, Some(separator)) => {
                let between = lang.pick("values, joined by", "多个取值，分隔符为");
                return format!("{between} “{separator}”");
            }
        },
        Kind::Number => lang.pick("number", "数字"),
        Kind::Texts => lang.pick("list of texts", "文本列表"),
        Kind::Json => "JSON",
        Kind::File => lang.pick("file", "文件"),
        Kind::Image => lang.pick("file, or an address", "文件或网址"),
        Kind::Link(Medium::Image) => lang.pick("address of a picture", "图片网址"),
        Kind::Link(Medium::Video) => lang.pick("address of a clip", "视频网址"),
        Kind::Link(Medium::Audio) => lang.pick("address of a recording", "音频网址"),
        Kind::Size => lang.pick("size, as 1280*720", "尺寸，如 1280*720"),
        Kind::Ratio => lang.pick("aspect ratio, as 16:9", "宽高比，如 16:9"),
        Kind::RatioOrAdaptive => lang.pick("aspect ratio, or adaptive", "宽高比或 adaptive"),
        Kind::Seconds { as_text: false } => lang.pick("whole seconds", "整数秒"),
        Kind::Seconds { as_text: true } => lang.pick("whole seconds, as text", "整数秒（文本）"),
        Kind::Object => lang.pick("object", "对象"),
        Kind::Many(one) => {
            let one = self::kind(one, lang);
            return lang.pick("list: ", "列表：").to_owned() + &one;
        }
        Kind::Written(_) => lang.pick("as the format has it", "按该格式的定义"),
    };
    text.to_owned()
}

pub(super) fn scalar(value: &Scalar, lang: Lang) -> String {
    match value {
        Scalar::Text(text) if text.is_empty() => lang.pick("(empty)", "（空）").to_owned(),
        other => other.to_string(),
    }
}

pub(super) fn limits(limits: &Limits, lang: Lang) -> Vec<String> {
    let range = |min: Option<i64>, max: Option<i64>, of: &str| match (min, max) {
        (Some(min), Some(max)) => Some(format!("{min}–{max}{of}")),
        (Some(min), None) => Some(format!("≥ {min}{of}")),
        (None, Some(max)) => Some(format!("≤ {max}{of}")),
        (None, None) => None,
    };
    let characters = lang.pick(" characters", " 个字符");
    let both = [range(limits.min, limits.max, ""), range(limits.min_length, limits.max_length, characters)];
    both.into_iter().flatten().collect()
}

pub(in crate::site) fn paged(param: &Param, lang: Lang) -> Option<(&str, String, Html)> {
    let text = paging(param.paging.as_ref()?, lang);
    let html = lang.own(&text).prose();
    Some((&param.wire, text, html))
}

fn paging(paging: &Paging, lang: Lang) -> String {
    let field = |field: &Option<String>, lang: Lang| {
        let of = lang.pick("", "的 ");
        field.as_ref().map_or_else(|| lang.pick("the value", "相应的值").to_owned(), |it| format!("{of}`{it}`"))
    };
    let next = match (&paging.next, lang) {
        (NextPage::PreviousReply(name), Lang::En) => {
            format!("for the next page, pass on {} of the previous reply, unchanged", field(name, lang))
        }
        (NextPage::PreviousReply(name), Lang::Zh) => format!("取上一个响应中{}，原样传入下一页", field(name, lang)),
        (NextPage::FirstReply(name), Lang::En) => {
            format!("for further pages, pass on {} of the first reply, unchanged", field(name, lang))
        }
        (NextPage::FirstReply(name), Lang::Zh) => format!("取第一个响应中{}，原样传入后续各页", field(name, lang)),
        (NextPage::Counting, _) => lang.pick("counts up from page to page", "逐页递增").to_owned(),
    };
    match &paging.first {
        Some(Scalar::Text(first)) if first.is_empty() => {
            format!("{}{next}", lang.pick("empty for the first page; ", "第一页留空；"))
        }
        Some(first) => {
            let (page, then) = lang.pick(("first page: ", "; "), ("第一页：", "；"));
            format!("{page}`{first}`{then}{next}")
        }
        None => next,
    }
}
