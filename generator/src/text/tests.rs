use super::*;

#[test]
fn doc_text_is_one_line_without_markup() {
    assert_eq!(doc("  ```\n    let x;\r\n```  "), r"\`\`\` let x; \`\`\`");
    assert_eq!(doc("<b>[x](y)"), r"\<b>\[x\](y)");
    assert_eq!(doc("# 标题 \t x"), r"\# 标题 x");
    assert_eq!(doc(""), "");
}

#[test]
fn doc_text_stays_readable() {
    for text in [
        "Family A: creates a video (up to 5 s), e.g. \"tea\" - it's free; 16:9, 50%?",
        "A note_id, a sec_user_id or 用户_标识; 2 * 3 < 7 & x > y | z #1 + {a} = b!",
        "-5 to +5. 3.5 seconds. C:\\temp a/b",
    ] {
        assert_eq!(doc(text), text);
    }
    assert_eq!(doc("_a_ *b* ~c~ 1280*720"), r"\_a\_ \*b\* \~c\~ 1280\*720");
    assert_eq!(doc("- a"), r"\- a");
    assert_eq!(doc("12. a"), r"12\. a");
    assert_eq!(doc("--seed me@a.example"), r"\-\-seed me\@a.example");
    assert_eq!(doc("https://a.example WWW.b.example"), r"https:\/\/a.example WWW\.b.example");
}

/// Texts that would be markup without escaping.
const HOSTILE: &[&str] = &[
    "# a",
    "## a",
    "> a",
    "- a",
    "-",
    "---",
    "- - -",
    "-|-",
    ":-|-:",
    "|-|",
    "| a | b |",
    "+ a",
    "+",
    "* a",
    "***",
    "___",
    "===",
    "=",
    "1. a",
    "1) a",
    "1.",
    "123456789. a",
    "~~~",
    "~~a~~",
    "~a~",
    "```rust",
    "`a`",
    "`",
    "``a``",
    "*a*",
    "**a**",
    "a*b*c",
    "_a_",
    "__a__",
    "Ⓐ_a_Ⓐ",
    "(_a_)",
    "a_*b*_c",
    "a _b_",
    "<b>",
    "<b",
    "</b>",
    "<!--",
    "<?a",
    "<a@b.example>",
    "<https://a.example>",
    "&lt;b&gt;",
    "&#60;",
    "&",
    "[a](b)",
    "![a](b)",
    "[a]",
    "[a][b]",
    "[`a`]",
    "[a]: b",
    "[^1]",
    "[^1]: a",
    "- [ ] a",
    "\\",
    "\\\\",
    "\\*a*",
    "\\`a`",
    "a\\",
    "https://a.example/b",
    "www.a.example",
    "a@b.example",
    "a\n\n# b",
    "a\n---",
    "a\n===",
    "a\n\n    b",
    "\tb",
    "a  \nb",
    "a\\\nb",
    "|a|b|\n|-|-|\n|c|d|",
    "\u{a0}# a",
    "\u{3000}- a",
    "\u{2028}# a",
    "$a$",
    "^a^",
    "{#a}",
    ": a",
];

/// Returns the text that rustdoc shows. Fails if there is markup other than our own code.
fn rendered(source: &str) -> String {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    // rustdoc resolves every `[name]` as a link.
    let link = |_: pulldown_cmark::BrokenLink<'_>| Some(("link".into(), "".into()));
    let mut out = String::new();
    for event in Parser::new_with_broken_link_callback(source, options, Some(link)) {
        match event {
            Event::Text(text) | Event::Code(text) => out += &text,
            Event::SoftBreak => out.push(' '),
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            other => panic!("{source:?} has markup: {other:?}"),
        }
    }
    out
}

#[test]
fn hostile_text_is_never_markup() {
    for first in HOSTILE {
        let first_line = one_line(first);
        assert_eq!(rendered(&doc(first)), first_line);
        assert_eq!(rendered(&doc_code(first)), first_line);
        assert!(!doc_note(first).is_empty());
        rendered(&doc_note(first));
        for second in HOSTILE {
            let both = format!("{first} {second}");
            assert_eq!(rendered(&doc(&both)), one_line(&both));
            rendered(&doc_note(&both));
            // Texts follow each other in a paragraph, on one line or on several.
            let (a, b, code) = (doc(first), doc(second), doc_code(second));
            assert_eq!(
                rendered(&format!("Sets `x`. {a} {b} {code}")),
                format!("Sets x. {first_line} {0} {0}", one_line(second))
            );
            assert_eq!(rendered(&format!("{a}\n{b}.\n{code}.")), format!("{first_line} {0}. {0}.", one_line(second)));
        }
    }
}

#[test]
fn a_url_in_markdown_is_not_a_link() {
    assert_eq!(markdown("see https://a.example or www.b.example"), r"see https:\/\/a.example or www\.b.example");
}

#[test]
fn only_text_without_special_characters_is_code() {
    assert_eq!(doc_code("0-1"), "`0-1`");
    assert_eq!(doc_code("green tea & [x]"), "`green tea & [x]`");
    assert_eq!(doc_code("a`b"), r"a\`b");
    assert_eq!(doc_code(" a"), "a");
    assert_eq!(doc_code("a|b\\c"), r"a\|b\\c");
    assert_eq!(doc_code(""), "");
}

#[test]
fn notes_may_contain_code() {
    assert_eq!(doc_note("Used when `object_id` is [empty]."), r"Used when `object_id` is \[empty\].");
    assert_eq!(doc_note("`a` and `b`"), "`a` and `b`");
    assert_eq!(doc_note("one ` only"), r"one \` only");
    assert_eq!(doc_note("# a - b"), r"\# a - b");
}

#[test]
fn bilingual_text_is_split() {
    let split = |text: &str| {
        let it = Text::split(text);
        (it.get("zh").unwrap_or_default().to_owned(), it.en().unwrap_or_default().to_owned())
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
        ("链接 https://a.example/b / link https://a.example/b", "链接 https://a.example/b", "link https://a.example/b"),
    ] {
        assert_eq!(split(text), (zh.to_owned(), en.to_owned()), "{text}");
    }
    // A slash that belongs to one half does not separate languages.
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

/// A function and its name.
type Named<'a> = (&'a str, &'a dyn Fn(&str));

/// Returns the seconds that a function takes for a text, so many times.
fn seconds(function: &dyn Fn(&str), text: &str, times: usize) -> f64 {
    let begun = std::time::Instant::now();
    (0..times).for_each(|_| function(text));
    begun.elapsed().as_secs_f64()
}

#[test]
fn every_text_function_is_linear() {
    let functions: [Named<'_>; 7] = [
        ("visible", &|it| drop(visible(it))),
        ("shown", &|it| drop(shown(it))),
        ("doc", &|it| drop(doc(it))),
        ("doc_code", &|it| drop(doc_code(it))),
        ("doc_note", &|it| drop(doc_note(it))),
        ("markdown", &|it| drop(markdown(it))),
        ("split", &|it| drop(Text::split(it))),
    ];
    let patterns = [
        "茶/a ",
        "茶/a",
        "a/茶 ",
        "茶 a/",
        "(/",
        "茶 :/",
        "/",
        " /",
        "`",
        "` a",
        "\u{202e}",
        "www.",
        "://",
        "[茶]/a b",
        "茶 x / ",
    ];
    let (small, large) = (4_000, 100_000);
    for pattern in patterns {
        let text = pattern.repeat(large / pattern.len());
        let start = &text[..text.floor_char_boundary(small)];
        for (name, function) in functions {
            // A text that is 25 times as long takes as long as 25 short ones in a linear function, and 25 times as long in
            // a quadratic one. Both runs are about equally long, so that a busy machine slows down both. The fastest count.
            let (mut of_start, mut of_all) = (f64::MAX, f64::MAX);
            let is_linear = (0..30).any(|_| {
                of_start = seconds(function, start, large / small).min(of_start);
                of_all = seconds(function, &text, 1).min(of_all);
                of_all < 10.0 * of_start.max(1e-5)
            });
            assert!(is_linear, "{name}: {pattern:?}: {of_start} s, {of_all} s");
        }
    }
    let mixed = patterns.concat();
    let text = mixed.repeat(1_000_000 / mixed.len());
    functions.iter().for_each(|(_, function)| function(&text));
}

#[test]
fn quoted_text_is_truncated() {
    assert_eq!(shown("short"), "short");
    let long = shown(&"é\n".repeat(1000)).into_owned();
    assert!(long.len() < 1100 && long.ends_with("é … (3000 bytes)"), "{long}");
}
