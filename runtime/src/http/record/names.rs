//! Keys that look like names of fields, and parameters that look like cursors.

use crate::{NextPage, OperationSpec};

/// Longest name of a field that is recorded.
const LONGEST: usize = 40;
/// Largest number of digits in a name; phone numbers and ids have more.
const MOST_DIGITS: usize = 6;

/// Names of fields that are often also a value in the same response, as in `{"type": "video", "video": {…}}`. They name
/// kinds of content, not persons.
const KINDS_OF_CONTENT: [&str; 23] = [
    "album", "article", "audio", "author", "comment", "cover", "image", "link", "live", "media", "music", "note",
    "photo", "poll", "post", "product", "reply", "story", "text", "topic", "tweet", "user", "video",
];

/// Returns true if a key looks like the name of a field, and not like the name of a person, a number or a token.
pub(super) fn is_field_name(key: &str) -> bool {
    let bytes = key.as_bytes();
    let is_start = |it: &u8| it.is_ascii_alphabetic() || matches!(it, b'_' | b'$' | b'@');
    let is_inner = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-' | b':');
    bytes.len() <= LONGEST
        && bytes.first().is_some_and(is_start)
        && bytes.iter().skip(1).all(is_inner)
        && !["true", "false", "null"].contains(&key)
        && !has_long_number(bytes)
        && !is_token(bytes)
}

/// Returns true if a key is the name of a field even if it is also a value in the response.
pub(super) fn is_kind_of_content(key: &str) -> bool {
    KINDS_OF_CONTENT.binary_search(&key).is_ok()
}

fn has_long_number(bytes: &[u8]) -> bool {
    longest_run(bytes, u8::is_ascii_digit) >= 4 || bytes.iter().filter(|it| it.is_ascii_digit()).count() > MOST_DIGITS
}

/// Returns true for hexadecimal digits, and for letters and digits that alternate more often than in words.
fn is_token(bytes: &[u8]) -> bool {
    if longest_run(bytes, u8::is_ascii_hexdigit) >= 12 {
        return true;
    }
    // Changes between lower case, upper case and digits, except those that begin a word: `nextMaxId` has none.
    let kind = |it: u8| match it {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let is_change = |pair: &&[u8]| matches!((kind(pair[0]), kind(pair[1])), (2, 0 | 1) | (0 | 1, 2));
    let changes = bytes.windows(2).filter(is_change).count();
    let capitals = longest_word_of_changes(bytes);
    changes >= 5 || bytes.len() >= 16 && (changes >= 3 && capitals >= 3 || capitals >= 7)
}

/// Returns the number of changes of case that occur in random tokens, but not between the words of a name.
fn longest_word_of_changes(bytes: &[u8]) -> usize {
    let is_odd = |it: &&[u8]| {
        let [before, letter, after] = [it[0], it[1], it[2]];
        letter.is_ascii_lowercase() && before.is_ascii_uppercase() && after.is_ascii_uppercase()
            || letter.is_ascii_uppercase() && before.is_ascii_lowercase() && after.is_ascii_uppercase()
            || letter.is_ascii_uppercase() && before.is_ascii_digit()
            || letter.is_ascii_digit() && before.is_ascii_uppercase()
    };
    bytes.windows(3).filter(is_odd).count()
}

fn longest_run(bytes: &[u8], is_part: impl Fn(&u8) -> bool) -> usize {
    bytes.split(|it| !is_part(it)).map(<[u8]>::len).max().unwrap_or_default()
}

/// Returns true if a parameter can be a cursor that an earlier response contained. A page number is not one.
pub(super) fn is_cursor(name: &str, spec: &OperationSpec) -> bool {
    const WORDS: [&str; 7] = ["cursor", "token", "offset", "after", "next", "max_id", "buffer"];
    let mut declared = spec.paging.iter().filter(|it| it.param == name);
    match declared.next() {
        Some(paging) => !matches!(paging.next, NextPage::Counting(_)),
        None => {
            let name = name.to_ascii_lowercase();
            WORDS.iter().any(|it| name.contains(it))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_are_told_from_data() {
        for name in [
            "id",
            "_id",
            "$ref",
            "@type",
            "og:title",
            "user-name",
            "next_max_id",
            "nextMaxId",
            "h264",
            "mp4_720p_url",
            "is_verified",
            "createdAt",
            "userInfoV2",
            "URL",
            "iOSVersion",
            "edge_media_to_comment",
            "md5",
            "x1y2",
            "play_addr_h264",
            "sha256",
            "thumbnail_url_640",
            "GraphImage",
            "bitRateAudioHD",
        ] {
            assert!(is_field_name(name), "{name}");
        }
        for data in [
            "",
            "7",
            "+8613800138000",
            "p13800138000",
            "a1b2-138-001-3800",
            "mei@example.com",
            "a@b",
            "Mei Lin",
            "张伟",
            "user.name",
            "a*",
            "a[0]",
            "a\"b",
            "a\u{0}b",
            "3f2504e04f8911d39a0c",
            "deadbeefcafe",
            "note_64a1f0c2000000001203a5b7",
            "sk-a8Fj3kL9qW2xZ7",
            "eyJhbGciOiJIUzI1NiJ9",
            "AKIAIOSFODNN7EXAMPLE1234",
            "x7f3k9q2m1",
            "true",
            "year_2024",
            "an_extremely_long_name_that_is_not_a_field",
        ] {
            assert!(!is_field_name(data), "{data}");
        }
        assert!(KINDS_OF_CONTENT.is_sorted());
        assert!(is_kind_of_content("video") && !is_kind_of_content("mei"));
    }

    #[test]
    fn cursors_are_told_from_page_numbers() {
        use crate::Paging;
        static SPEC: OperationSpec = OperationSpec {
            paging: &[
                Paging { param: "page", next: NextPage::Counting(1) },
                Paging { param: "search_id", next: NextPage::FirstReply(crate::Cursor::Unpublished) },
                Paging { param: "offset", next: NextPage::Counting(0) },
            ],
            ..OperationSpec::EMPTY
        };
        for (name, expected) in [
            ("page", false),
            ("search_id", true),
            ("offset", false),
            ("nextCursor", true),
            ("page_token", true),
            ("keyword", false),
        ] {
            assert_eq!(is_cursor(name, &SPEC), expected, "{name}");
        }
    }
}
