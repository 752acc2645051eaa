//! What is counted and priced, in the words of a language. What nobody foresaw comes as the catalog has it.

use gatewright_runtime::Decimal;

use super::lang::Lang;
use crate::text::unit_name;

/// What a record is billed by.
pub(super) fn counted(unit: &str, lang: Lang) -> &str {
    match unit {
        "tokens" => lang.pick("tokens", "token"),
        "characters" => lang.pick("characters", "字符"),
        "audio_duration" => lang.pick("length of the sound", "音频时长"),
        "per_call" => lang.pick("calls", "调用次数"),
        "per_second" => lang.pick("seconds", "秒数"),
        other => other,
    }
}

/// What a price is for, behind it.
pub(super) fn each(name: &str, lang: Lang) -> String {
    format!("{} {}", lang.pick("each", "/"), unit(name, lang))
}

/// The same by itself, without the word `per`.
pub(super) fn unit(unit: &str, lang: Lang) -> &str {
    let unit = unit_name(unit);
    let chinese = match unit {
        "call" => "次",
        "image" => "张",
        "second" => "秒",
        "minute" => "分钟",
        "hour" => "小时",
        "token" => "token",
        "character" => "字符",
        "1K tokens" => "千 token",
        "1M tokens" => "百万 token",
        "1K characters" => "千字符",
        "1M characters" => "百万字符",
        other => other,
    };
    lang.pick(unit, chinese)
}

/// What of a call has a price of its own.
pub(super) fn face(name: &str, lang: Lang) -> String {
    lang.pick(name, chinese_face(name).unwrap_or(name)).replace('_', " ")
}

/// The same in Chinese, of those that somebody foresaw.
pub(super) fn chinese_face(name: &str) -> Option<&'static str> {
    Some(match name {
        "input" => "输入",
        "output" => "输出",
        "cache_read" => "缓存读取",
        "cache_write" => "缓存写入",
        "cache_write_1h" => "缓存写入（1 小时）",
        "image_input" => "图片输入",
        "image_output" => "图片输出",
        "audio_input" => "音频输入",
        "audio_output" => "音频输出",
        "per_call" => "每次调用",
        "video_second" => "视频秒数",
        _ => return None,
    })
}

/// A number of a record, as people read it.
pub(super) fn number(number: Decimal) -> String {
    let text = number.to_string();
    text.parse().map_or(text, grouped)
}

/// A number as people read it: 200 000, in narrow groups.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::from(if number < 0 { "-" } else { "" });
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_read_in_groups() {
        assert_eq!(grouped(200_000), "200\u{202f}000");
        assert_eq!(grouped(-1_234_567), "-1\u{202f}234\u{202f}567");
        assert_eq!(grouped(7), "7");
    }
}
