//! Tests of the hidden key.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::*;
use std::sync::Arc;

type Source = Arc<dyn std::error::Error + Send + Sync>;

const KEY: &str = "sk-Canary/42+Tea";

fn clean(text: &str) -> String {
    Secret::new(KEY).clean(text)
}

#[test]
fn the_key_is_hidden_however_it_is_written() {
    let percent: String = KEY.bytes().map(|it| format!("%{it:02x}")).collect();
    let json: String = KEY.bytes().map(|it| format!("\\u{it:04X}")).collect();
    let split: String = KEY.chars().flat_map(|it| [it, '\u{7}']).collect();
    let bidi: String = KEY.chars().flat_map(|it| [it, '\u{202e}']).collect();
    let escaped_split = KEY.replace('C', "\\nC\\u0000");
    for written in [
        KEY.to_owned(),
        KEY.to_uppercase(),
        KEY.to_lowercase(),
        percent.clone(),
        percent.to_uppercase(),
        KEY.replace('/', "%2F").replace('+', "%2b"),
        json,
        KEY.replace('/', "\\/"),
        split,
        bidi,
        escaped_split,
        KEY.replace('/', "%252F").replace('+', "%25252b"),
        KEY.bytes().map(|it| format!("%25{it:02x}")).collect(),
        KEY.bytes().map(|it| format!("&#{it};")).collect(),
        KEY.bytes().map(|it| format!("&#x{it:X};")).collect(),
        KEY.bytes().map(|it| format!("{it:02X}")).collect(),
        KEY.bytes().map(|it| format!("{it:02X}")).collect::<String>().to_lowercase().replace('6', "6\u{7}"),
        KEY.replace('C', "C\u{fe0f}\u{34f}"),
    ] {
        let text = clean(&format!("bad token <{written}> in header"));
        assert!(text.starts_with("bad token <[key]") && text.ends_with("> in header"), "{written:?}: {text}");
    }
}

#[test]
fn an_escape_before_the_key_does_not_swallow_its_start() {
    let hidden = Secret::new("%+AAA=_+0A+0=AAA").hide("bad =252b4&#xa;14141&#xa;3d5f2&#xa;b3");
    assert!(hidden.contains(HIDDEN) && !hidden.contains("14141"), "{hidden}");
}

#[test]
fn the_key_is_hidden_in_base64_at_any_alignment() {
    for before in ["", "a", "ab", "abc", "Bearer "] {
        for after in ["", "z", "zz", "zzz"] {
            let plain = format!("{before}{KEY}{after}");
            for encoded in [STANDARD_NO_PAD.encode(&plain), URL_SAFE_NO_PAD.encode(&plain)] {
                let text = clean(&format!("token {encoded}."));
                assert!(text.contains(HIDDEN), "{plain}: {text}");
                let left: String = text.replace(HIDDEN, "").chars().filter(char::is_ascii_alphanumeric).collect();
                let allowed = "token".len() + (before.len() + after.len()) * 4 / 3 + 6;
                assert!(left.len() <= allowed, "{plain}: {text}");
            }
        }
    }
}

#[test]
fn an_escape_in_front_of_the_key_does_not_hide_its_start() {
    for key in ["b3adbeef00c0ffee12345678", "u0041efgh", "n-key-of-a-gateway", "73-key-of-a-gateway"] {
        let secret = Secret::new(key);
        for before in ["%", "\\", "&#", "%25", "\\u"] {
            let text = secret.clean(&format!("bad {before}{key} end"));
            assert!(text.contains(HIDDEN) && !text.contains(&key[4..]), "{before}: {text}");
        }
    }
}

#[test]
fn base64_is_hidden_across_lines() {
    let encoded = STANDARD_NO_PAD.encode(KEY);
    for between in ["\n", "\r\n", "\u{7}", "\\n"] {
        let split = format!("{}{between}{}", &encoded[..10], &encoded[10..]);
        assert!(clean(&format!("token {split}.")).starts_with("token [key]"), "{split:?}");
    }
}

#[test]
fn a_key_that_is_cut_off_is_hidden() {
    assert_eq!(clean("it ends with sk-Canary/4"), "it ends with [key]");
    assert_eq!(clean("it ends with sk-"), "it ends with sk-");
}

#[test]
fn other_text_stays_and_every_character_is_visible() {
    assert_eq!(clean("sk-Canary is 100% fine \\ \\u12 %zz"), "sk-Canary is 100% fine \\ \\u12 %zz");
    assert_eq!(clean("a\u{1b}[31mb\u{202e}c\r\nd"), "aU+001B[31mbU+202Ec  d");
    assert_eq!(Secret::new(KEY).clean_body("a\u{1b}\nb"), "aU+001B\nb");
}

#[test]
fn errors_that_quote_the_key_are_replaced() {
    let secret = Secret::new(KEY);
    let fine: Source = Arc::new(std::io::Error::other("connection reset"));
    assert_eq!(secret.clean_error(fine).to_string(), "connection reset");
    let loud: Source = Arc::new(std::io::Error::other(format!("bad {}", KEY.to_uppercase())));
    assert_eq!(secret.clean_error(loud).to_string(), "bad [key]");
}

#[test]
fn a_search_has_a_limited_number_of_steps() {
    let escapes = "%25252525252541\\\\\\\\u0041&amp;amp;amp;#65;";
    let mut nested = escapes.repeat(40);
    for _ in 0..MAX_PACKINGS {
        nested = format!("%25252525252541 {} ", STANDARD_NO_PAD.encode(&nested));
    }
    for (what, text, is_hidden) in [
        ("encodings inside each other", nested, true),
        ("escapes inside each other", "%252525252525252525".to_owned(), false),
        ("words", "The task failed: no such image, 茶.\n".to_owned(), false),
        ("JSON in JSON", r#"{\"id\":\"4f2a\",\"urls\":[\"https:\/\/a.example\/?b=41\"]},"#.to_owned(), false),
        ("base64", STANDARD_NO_PAD.encode("The task failed, and this is its log. ".repeat(99)), false),
        ("the key", format!("{KEY} "), false),
        ("numbers", "115, 107, 45, ".to_owned(), false),
    ] {
        let text = text.repeat((SEARCHED / text.len()).max(1));
        let steps = steps(&text);
        assert_eq!(steps.is_none(), is_hidden, "{what}: {steps:?} steps");
        assert_eq!(clean(&text) == TOO_MANY_ENCODINGS, is_hidden, "{what}");
    }
}

/// Returns the number of steps of a search for the key; `None` if it takes too many.
fn steps(text: &str) -> Option<usize> {
    let view = View::of(text);
    let mut search = Search { text, end: text.len(), found: Vec::new(), steps_left: MAX_STEPS };
    Secret::new(KEY).search(&mut search, view, MAX_PACKINGS)?;
    Some(MAX_STEPS - search.steps_left)
}

#[test]
fn the_end_of_a_long_text_is_not_shown() {
    let text = format!("{} {KEY} {}", "茶".repeat((SEARCHED - 10) / 3), "more ".repeat(100_000));
    let hidden = clean(&text);
    assert!(hidden.ends_with("[key]…") && hidden.len() < SEARCHED + 20, "{} bytes", hidden.len());
    let hidden = clean(&"%73sk-Canary/42+Te\\u0061 ".repeat(400_000));
    assert!(hidden.contains("%73[key]") && !hidden.contains("Canary"), "{}", &hidden[..100]);
}

#[test]
fn the_key_is_hidden_as_a_list_of_byte_values() {
    let each = |write: &dyn Fn(u8) -> String, between: &str| KEY.bytes().map(write).collect::<Vec<_>>().join(between);
    for written in [
        each(&|it| it.to_string(), ","),
        each(&|it| it.to_string(), ", "),
        each(&|it| it.to_string(), " "),
        each(&|it| it.to_string(), ",\n  "),
        each(&|it| format!("0x{it:02x}"), ", "),
        each(&|it| format!("0X{it:02X}"), " "),
        each(&|it| format!("\\{it:03o}"), ""),
        each(&|it| format!("={it:02X}"), ""),
        KEY.replace('/', "\\057").replace('+', "=2B"),
        KEY.replace('C', "&NewLine;C&Tab;"),
    ] {
        let text = clean(&format!("bad token <{written}> in header"));
        assert_eq!(text, "bad token <[key]> in header", "{written}");
        let inside = clean(&format!("bad token {} in header", STANDARD_NO_PAD.encode(&written)));
        assert!(inside.contains(HIDDEN) || written.contains(' ') || written.contains('\n'), "{written}: {inside}");
    }
}

/// Returns the text with the key hidden, if nothing of the key is left in it.
fn hidden(key: &str, text: &str) -> Option<String> {
    let out = Secret::new(key).clean(text);
    let is_left = key.as_bytes().windows(4).any(|it| out.contains(&*String::from_utf8_lossy(it)));
    (out.contains(HIDDEN) && !is_left).then_some(out)
}

#[test]
fn encodings_inside_each_other_are_decoded() {
    let base64 = |text: &str| STANDARD_NO_PAD.encode(text);
    let hex = |text: &str| text.bytes().map(|it| format!("{it:02x}")).collect::<String>();
    let percent = |text: &str| text.bytes().map(|it| format!("%{it:02X}")).collect::<String>();
    for (what, key, text) in [
        ("an escape in front and another one inside", "8CFa/Canary0123456", "100%8CFa%2FCanary0123456".into()),
        ("a line break in front and an escape inside", "nCanary/0123456789", "C:\\nCanary\\/0123456789".into()),
        ("JSON in JSON", "sk-Canary/0123456789", r#"{"a":"{\"key\":\"sk-Canary\\/0123456789\"}"}"#.into()),
        ("JSON in JSON in JSON", "sk-Canary/0123456789", r"sk-Can\\\\u0061ry\\\\/0123456789".into()),
        ("an entity before a foreign character", "sk-Canary42+abcdef", "密钥 sk-Canary42&#43;abcdef」无效".into()),
        ("an entity inside an entity", "sk-Canary42+abcdef", "sk-Canary42&amp;#43;abcdef".into()),
        ("a key with an escape, encoded", "sk-%41Canary%2F123", "sk-%2541Canary%252F123".into()),
        ("a key with an escape, decoded", "sk-%41Canary%2F123", "sk-ACanary/123".into()),
        (
            "hexadecimal with separators",
            KEY,
            hex(KEY).as_bytes().chunks(2).map(String::from_utf8_lossy).fold(String::new(), |all, it| all + ":" + &it),
        ),
        ("base64 of an escaped key", KEY, base64(&percent(KEY))),
        ("base64 in base64", KEY, base64(&base64(KEY))),
        ("base64 in hexadecimal, escaped", KEY, percent(&hex(&base64(KEY)))),
    ] {
        let text = format!("bad {text} end");
        assert!(hidden(key, &text).is_some(), "{what}: {text:?} became {:?}", Secret::new(key).clean(&text));
    }
}

#[test]
fn an_encoded_key_that_is_cut_off_is_hidden() {
    let key = "sk-Canary/42+TeaXyzzy-0123456789";
    let percent: String = key.bytes().map(|it| format!("%{it:02x}")).collect();
    let json: String = key.bytes().map(|it| format!("\\u{it:04x}")).collect();
    let hex: String = key.bytes().map(|it| format!("{it:02x}")).collect();
    for written in [percent, json, hex, STANDARD_NO_PAD.encode(key)] {
        let each = written.len() / key.len();
        for cut in (SHORTEST_PREFIX + 1) * (each + 1)..written.len() {
            let text = format!("bad {}", &written[..cut]);
            let out = Secret::new(key).clean(&text);
            assert!(out.len() < "bad [key]".len() + 12 && out.contains(HIDDEN), "{text:?} became {out:?}");
        }
    }
}

#[test]
fn folded_base64_is_hidden() {
    let encoded = STANDARD_NO_PAD.encode(KEY);
    let folded = encoded.as_bytes().chunks(8).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\r\n ");
    assert_eq!(clean(&format!("token: {folded}.")), "token: [key].");
}

#[test]
fn a_prefix_that_ends_a_text_is_hidden_before_blanks_too() {
    assert_eq!(clean("it starts with sk-Canary and more"), "it starts with sk-Canary and more");
    assert_eq!(clean("it ends with sk-Canary\n"), "it ends with [key] ");
    assert_eq!(clean("it ends with c2stQ2FuYXJ5 "), "it ends with [key] ");
}

#[test]
fn the_key_is_hidden_everywhere_in_a_long_text() {
    let percent: String = KEY.bytes().map(|it| format!("%{it:02x}")).collect();
    for written in [KEY.to_owned(), percent, STANDARD_NO_PAD.encode(KEY)] {
        // At every position relative to the end of the first part.
        for before in SEARCHED - written.len() - 2..SEARCHED + 2 {
            let text =
                format!("{}<{written}>{} sk-C", "茶 ".repeat(before / 4) + &"-"[..before % 2], " tea".repeat(9_000));
            let hidden = Secret::new(KEY).hide_in_long_text(&text);
            assert!(hidden == text.replace(&written, HIDDEN).replace(" sk-C", " [key]"), "{before}: {written}");
        }
    }
    // The start of the key is hidden only at the end of the text, and not at that of a part.
    let text = "sk-C ".repeat(SEARCHED) + "is no key";
    assert!(Secret::new(KEY).hide_in_long_text(&text) == text);
}
