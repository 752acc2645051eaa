//! Foreign text: made harmless for doc comments, made visible for people, split into its languages.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text on one line, with every control and format character that could hide something spelled out.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(hides) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' => out.push(' '),
            c if hides(c) => write!(out, "U+{:04X}", u32::from(c)).expect("writing to a string succeeds"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Control and format characters (Unicode's Cc and Cf), line separators, and what is not assigned to text.
fn hides(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(u32::from(c),
            0xAD | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x180E
            | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xFFF9..=0xFFFB
            | 0x110BD | 0x110CD | 0x13430..=0x1345F | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A
            | 0xE0000..=0xE007F | 0xFFFE | 0xFFFF)
}

/// Foreign text for a doc comment: one line, and nothing in it is markup.
///
/// Whatever a catalog says must not become a heading, a link, HTML or a code block (which `cargo test`
/// would run), so every ASCII punctuation mark gets a backslash, and runs of white space become one space.
pub(crate) fn doc(text: &str) -> String {
    escape(text, |c| c.is_ascii_punctuation())
}

/// The same for a Markdown file that people also read as it is: only what can be markup within a line is escaped, and
/// addresses, which become links without any.
pub(crate) fn markdown(text: &str) -> String {
    escape(text, |c| "\\`*_{}[]<>#|~@&!".contains(c)).replace("://", ":\\/\\/").replace("www.", "www\\.")
}

fn escape(text: &str, marks: impl Fn(char) -> bool) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 16);
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            if marks(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// Text in code type for a doc comment, where it is tame enough; plain escaped text where it is not.
pub(crate) fn doc_code(text: &str) -> String {
    let tame = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ',' | '/' | ':' | '+' | '=' | '*');
    if !text.is_empty() && text.chars().all(tame) { format!("`{text}`") } else { doc(text) }
}

/// Text that people wrote in our own specs: what stands between backticks is code, and the marks that
/// begin no markup inside a line stay readable.
pub(crate) fn doc_note(text: &str) -> String {
    let plain = |text: &str| escape(text, |c| c.is_ascii_punctuation() && !".,;-'()?!%".contains(c));
    let pieces: Vec<_> = text.split('`').collect();
    if pieces.len() % 2 == 0 {
        return plain(text);
    }
    let edge = |has: bool| if has { " " } else { "" };
    let mut out = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        if at % 2 == 1 {
            out += &doc_code(piece);
        } else {
            // A space next to code is no run of white space to drop.
            out += edge(at > 0 && piece.starts_with(char::is_whitespace));
            out += &plain(piece);
            out += edge(at + 1 < pieces.len() && piece.ends_with(char::is_whitespace) && !piece.trim().is_empty());
        }
    }
    out
}

/// A number of things, for people.
pub(crate) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A text in the languages it is written in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// English, or whatever is not Chinese.
    pub en: Option<String>,
    /// Chinese.
    pub zh: Option<String>,
}

impl Text {
    /// Splits a text that may hold both languages with a `/` between them.
    pub fn split(text: &str) -> Self {
        let text = text.trim();
        if text.is_empty() {
            return Self::default();
        }
        if !text.contains(is_chinese) {
            return Self { en: Some(text.into()), zh: None };
        }
        match both_languages(text) {
            Some((zh, en)) => Self { en: Some(en.into()), zh: Some(zh.into()) },
            None => Self { en: None, zh: Some(text.into()) },
        }
    }
}

/// The Chinese and the English half, if a `/` parts them. The first one that surely does; else the last that may.
fn both_languages(text: &str) -> Option<(&str, &str)> {
    let cuts: Vec<_> = text.match_indices(['/', '／']).filter_map(|(at, slash)| cut(text, at, slash)).collect();
    let found = cuts.iter().find(|it| it.surely).or(cuts.last())?;
    Some((found.zh, found.en))
}

/// A text in two halves.
struct Cut<'a> {
    zh: &'a str,
    en: &'a str,
    /// Whether the languages meet there; else an abbreviation or a number stands between.
    surely: bool,
}

/// The halves around a slash, unless it belongs to one of them, as in an address, in brackets, or between two words such
/// as `true/false`.
fn cut<'a>(text: &'a str, at: usize, slash: &str) -> Option<Cut<'a>> {
    let (left, right) = (&text[..at], &text[at + slash.len()..]);
    let (before, behind) = (left.ends_with(char::is_whitespace), right.starts_with(char::is_whitespace));
    let in_address =
        left.split_whitespace().next_back()?.contains(":/") || left.ends_with(':') || right.starts_with('/');
    if (before || in_address) && !behind || !is_balanced(left) {
        return None;
    }
    let (left, right) = (left.trim(), right.trim());
    let is_english =
        |half: &str| !half.contains(is_chinese) && half.starts_with(|c: char| c.is_alphabetic() || "(\"'".contains(c));
    // Brackets and full stops of Chinese are Chinese, too.
    let is_chinese =
        |c: char| is_chinese(c) || matches!(u32::from(c), 0x3000..=0x303F | 0xFF00..=0xFF0F | 0xFF1A..=0xFF1F);
    if is_english(left) && right.starts_with(is_chinese) {
        return Some(Cut { zh: right, en: left, surely: true });
    }
    if !left.contains(self::is_chinese) || !is_english(right) {
        return None;
    }
    let surely = left.ends_with(is_chinese);
    let between = left.rsplit(is_chinese).next().unwrap_or_default();
    let may = between.split_whitespace().count() <= 1 && right.contains(char::is_whitespace);
    (surely || may).then_some(Cut { zh: left, en: right, surely })
}

/// Whether all brackets of a text are closed in it.
fn is_balanced(text: &str) -> bool {
    let count = |any: [char; 4]| text.matches(any).count();
    count(['(', '（', '[', '【']) == count([')', '）', ']', '】'])
}

fn is_chinese(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF)
}

/// Whether a key needs no quotes, in TOML and in a path through JSON.
pub(crate) fn is_bare(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_spelled_out() {
        assert_eq!(visible("a\u{202e}b"), "aU+202Eb");
        assert_eq!(visible("a\0b\u{7f}"), "aU+0000bU+007F");
        assert_eq!(visible("a\r\nb\u{2028}c"), "a  bU+2028c");
        assert_eq!(visible("关键词 é"), "关键词 é");
    }

    #[test]
    fn doc_text_is_one_line_without_markup() {
        assert_eq!(doc("  ```\n    let x;\r\n```  "), r"\`\`\` let x\; \`\`\`");
        assert_eq!(doc("<b>[x](y)"), r"\<b\>\[x\]\(y\)");
        assert_eq!(doc("# 标题 \t x"), r"\# 标题 x");
        assert_eq!(doc(""), "");
    }

    #[test]
    fn an_address_in_markdown_is_no_link() {
        assert_eq!(markdown("see https://a.example or www.b.example"), r"see https:\/\/a.example or www\.b.example");
    }

    #[test]
    fn code_type_is_for_tame_text() {
        assert_eq!(doc_code("0-1"), "`0-1`");
        assert_eq!(doc_code("a`b"), r"a\`b");
        assert_eq!(doc_code(""), "");
    }

    #[test]
    fn notes_may_hold_code() {
        assert_eq!(doc_note("Used when `object_id` is [empty]."), r"Used when `object_id` is \[empty\].");
        assert_eq!(doc_note("`a` and `b`"), "`a` and `b`");
        assert_eq!(doc_note("one ` only"), r"one \` only");
        assert_eq!(doc_note("# a - b"), r"\# a - b");
    }

    #[test]
    fn bilingual_text_is_split() {
        let split = |text: &str| {
            let it = Text::split(text);
            (it.zh.unwrap_or_default(), it.en.unwrap_or_default())
        };
        for (text, zh, en) in [
            ("关键词 / keyword", "关键词", "keyword"),
            ("关键词/keyword", "关键词", "keyword"),
            ("排序/时间 / sort/time", "排序/时间", "sort/time"),
            ("排序/时间/sort/time", "排序/时间", "sort/time"),
            ("keyword / 关键词", "关键词", "keyword"),
            ("", "", ""),
            ("关键词", "关键词", ""),
            ("keyword", "", "keyword"),
            ("and/or", "", "and/or"),
            ("视频/图文", "视频/图文", ""),
            ("用户ID/user id", "用户ID", "user id"),
            ("用户 ID / user id", "用户 ID", "user id"),
            ("用户 sec_uid/User sec_uid", "用户 sec_uid", "User sec_uid"),
            ("每页数量，默认 20/Count per page, default 20", "每页数量，默认 20", "Count per page, default 20"),
            ("每页数量（最大 50）/ Count per page (max 50)", "每页数量（最大 50）", "Count per page (max 50)"),
            ("国家代码，例如 US/Country code, e.g. US", "国家代码，例如 US", "Country code, e.g. US"),
            ("链接或 ID / Link or ID / vid", "链接或 ID", "Link or ID / vid"),
            ("排序：0/1/Sort: 0/1", "排序：0/1", "Sort: 0/1"),
            ("排序（popular/newest）/Order (popular/newest)", "排序（popular/newest）", "Order (popular/newest)"),
            ("频道ID/URL/channel ID or URL", "频道ID/URL", "channel ID or URL"),
            (
                "链接 https://a.example/b / link https://a.example/b",
                "链接 https://a.example/b",
                "link https://a.example/b",
            ),
        ] {
            assert_eq!(split(text), (zh.to_owned(), en.to_owned()), "{text}");
        }
        // A slash that belongs to a half parts nothing.
        for whole in [
            "Share link such as https://a.example/post/1 分享链接",
            "分享链接https://a.example/b",
            "Sort: 0 hot/1 latest 排序：0热度/1最新",
            "排序（0 综合/1 最新） Sort (0 all/1 latest)",
            "用户 id and/or name",
            "音频（PCM/WAV）",
            "类型：video/image",
            "是否包含评论，true/false",
            "地区码如US/GB",
            "日期，格式YYYY/MM/DD",
            "价格（元/1k tokens）",
            "路径 /api/v1/user",
            "排序方式 hot / new",
            "iOS/Android客户端",
        ] {
            assert_eq!(split(whole), (whole.to_owned(), String::new()));
        }
    }
}
