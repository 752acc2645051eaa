//! Flags that state if there are more pages.

/// Names of flags, without case, underscores and hyphens, and their value if there are more pages.
const FLAGS: [(&str, bool); 8] = [
    ("hasmore", true),
    ("hasnext", true),
    ("hasnextpage", true),
    ("moreavailable", true),
    ("isend", false),
    ("islast", false),
    ("islastpage", false),
    ("nomore", false),
];

/// Returns the value of a flag such as `has_more` if there are more pages; `None` if a field has another name. The documents do not
/// describe these flags.
///
/// ```
/// use gatewright_runtime::shape::value_if_more;
///
/// assert_eq!(["hasMore", "is_end", "title"].map(value_if_more), [Some(true), Some(false), None]);
/// ```
pub fn value_if_more(name: &str) -> Option<bool> {
    let name: String = name.chars().filter(|it| !matches!(it, '_' | '-')).collect();
    FLAGS.iter().find(|(flag, _)| name.eq_ignore_ascii_case(flag)).map(|(_, more)| *more)
}
