//! Example values of text parameters, by name.

/// Value of a parameter whose name is not in the table: a word that can be a name, a code or an id.
pub(super) const OTHER: &str = "tea42";

/// Words of a note that name the format of a value, and such a value.
const FORMATS: &[(&str, &str)] = &[("finder format", "v2_060000231003b20faec8c7e28b@finder")];

/// Last words of a parameter's name, and a value. The entry with the most words applies: `sec_user_id`, then `user_id`,
/// then `id`.
const VALUES: &[(&str, &str)] = &[
    ("answer_id", "3184620957"),
    ("author", "tea_notes"),
    ("aweme_id", "7318294650173926694"),
    ("bv_id", "BV1Qm4y1K7pZ"),
    ("category", "food"),
    ("cell_id", "9204817365"),
    ("channel_id", "UCk3Jt9QmW2xEb7RzLp5sVdA"),
    ("city", "Hangzhou"),
    ("code", "C4kz8QmLr2T"),
    ("code_or_url", "C4kz8QmLr2T"),
    ("comment_id", "64a1f3d8000000001400c2e9"),
    ("content", "Which green tea is best in summer?"),
    ("country", "US"),
    ("cursor", "1712563200000"),
    ("date", "2026-03-01"),
    ("export_id", "export/UzFfAgtgekIEAQAAAAAAk3Jt9QmW2xE"),
    ("group_id", "7319046258173920551"),
    ("hashtag", "greentea"),
    ("id", "64a1f0c2000000001203a5b7"),
    ("input", "The kettle is singing."),
    ("instructions", "Speak slowly and warmly."),
    ("item_id", "7320561948273650182"),
    ("keyword", "green tea"),
    ("keywords", "green tea"),
    ("lang", "en"),
    ("language", "en"),
    ("link", "https://social.example/post/64a1f0c2"),
    ("name", "tea_notes"),
    ("note_id", "64a1f0c2000000001203a5b7"),
    ("object_id", "14312958076423190528"),
    ("offset", "0"),
    ("page", "1"),
    ("photo_id", "3xk8m2f9q7v4c5z"),
    ("post_url", "https://social.example/p/C4kz8QmLr2T"),
    ("prompt", "A red kettle steams on the stove."),
    ("q", "green tea"),
    ("query", "green tea"),
    ("question", "Which green tea is best in summer?"),
    ("region", "US"),
    ("rest_id", "1482093756"),
    ("search", "green tea"),
    ("sec_uid", "MS4wLjABAAAAq1Zr8tKx0YbN3vWmPd5hLs7Gc2Uj"),
    ("sec_user_id", "MS4wLjABAAAAq1Zr8tKx0YbN3vWmPd5hLs7Gc2Uj"),
    ("share_text", "https://social.example/s/9fK2xQ"),
    ("share_url", "https://social.example/s/9fK2xQ"),
    ("status_id", "5012847361928374"),
    ("tag", "greentea"),
    ("term", "green tea"),
    ("text", "The kettle is singing."),
    ("title", "Green tea in summer"),
    ("token", "CAoSBmdyZWVuIHRlYQ"),
    ("topic", "green tea"),
    ("uid", "208259417"),
    ("unique_id", "tea_notes"),
    ("url", "https://social.example/post/64a1f0c2"),
    ("url_token", "tea-notes-42"),
    ("user_id", "5e8d7c6b000000000100a4f2"),
    ("username", "tea_notes"),
    ("video_id", "k3Jt9QmW2xE"),
    ("video_url", "https://social.example/watch/k3Jt9QmW2xE"),
    ("voice", "river"),
    ("word", "green tea"),
];

/// Returns the value for a parameter with this name in snake case.
pub(super) fn of_name(name: &str) -> Option<&'static str> {
    let name = name.trim_matches('_');
    let starts = [0].into_iter().chain(name.match_indices('_').map(|(at, _)| at + 1));
    let find = |suffix: &str| VALUES.iter().find(|(of, _)| *of == suffix).map(|(_, value)| *value);
    starts.take(MOST_WORDS).find_map(|at| find(&name[at..]))
}

/// Returns the value for a parameter whose note names a format.
pub(super) fn of_note(note: &str) -> Option<&'static str> {
    FORMATS.iter().find(|(format, _)| note.contains(format)).map(|(_, value)| *value)
}

/// Maximum number of words of a name that are looked up, so that a very long name takes no more time.
const MOST_WORDS: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_with_the_most_words_applies() {
        assert_eq!(of_name("sec_user_id"), Some("MS4wLjABAAAAq1Zr8tKx0YbN3vWmPd5hLs7Gc2Uj"));
        assert_eq!(of_name("owner_user_id"), Some("5e8d7c6b000000000100a4f2"));
        assert_eq!(of_name("playlist_id"), Some("64a1f0c2000000001203a5b7"));
        assert_eq!((of_name("paid"), of_name("")), (None, None));
        assert_eq!(of_note("In the finder format."), Some("v2_060000231003b20faec8c7e28b@finder"));
    }

    #[test]
    fn values_are_sorted_and_need_no_escaping() {
        assert!(VALUES.is_sorted_by(|a, b| a.0 < b.0));
        for (name, value) in VALUES.iter().chain(FORMATS) {
            assert!(name != value && !value.contains(['"', '\\', '\'', '$', '`']), "{name}: {value}");
        }
    }
}
