use super::*;

#[test]
fn a_cursor_is_found_near_the_top_and_kept_byte_for_byte() {
    for (data, found) in [
        (r#"{"c":"a+b/==é"}"#, Some("a+b/==é")),
        (r#"{"c":"\u0061\"\\"}"#, Some("a\"\\")),
        (r#"{"c":123456789012345678901234567890}"#, Some("123456789012345678901234567890")),
        (r#"{"c":1.10}"#, Some("1.10")),
        (r#"{"items":[{"c":"deep"}],"page":{"c":"near"}}"#, Some("near")),
        (r#"{"c":"","x":{"c":"below"}}"#, None),
        (r#"{"c":null}"#, None),
        (r#"{"c":false}"#, None),
        (r"{}", None),
        (r"7", None),
    ] {
        assert_eq!(cursor(&format!(r#"{{"data":{data}}}"#), "c").as_deref(), found, "{data}");
    }
}

#[test]
fn an_empty_page_is_known() {
    for (data, empty) in [
        (serde_json::json!({}), true),
        (serde_json::json!({"items": [], "cursor": "x"}), true),
        (serde_json::json!({"items": [1], "more": []}), false),
        (serde_json::json!({"id": 7}), false),
    ] {
        let page = SocialResult { data, ..SocialResult::default() };
        assert_eq!(is_empty(&page), empty, "{}", page.data);
    }
}

/// Stored states contain these numbers.
#[test]
fn fingerprints_never_change() {
    let of = |pairs: &[(&str, &str)]| {
        fingerprint(&pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    };
    assert_eq!(of(&[]), 0xcbf2_9ce4_8422_2325);
    assert_eq!(of(&[("cursor", "abc")]), 0xaf1f_5998_27ef_053d);
    assert_ne!(of(&[("a", "b"), ("c", "")]), of(&[("a", "bc"), ("", "")]));
}
