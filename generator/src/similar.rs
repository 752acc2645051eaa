//! Suggestions for misspelled names.

/// Returns the candidate that differs from the text in the fewest letters, if they are few.
pub(crate) fn closest<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = text.chars().count();
    let most = length / 3;
    let alike = candidates.into_iter().filter(|it| it.chars().count().abs_diff(length) <= most);
    let near = alike.map(|it| (distance(text, it), it)).filter(|it| it.0 <= most);
    near.min().map(|it| it.1)
}

/// Returns a hint for a misspelled name: a suggestion if there is one, then the alternative.
pub fn did_you_mean<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    otherwise: impl Into<String>,
) -> String {
    let otherwise = otherwise.into();
    match closest(text, candidates) {
        Some(it) => format!("did you mean `{it}`? Otherwise, {otherwise}"),
        None => otherwise,
    }
}

/// Returns the number of letters to insert, delete, replace or swap with the next one.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_names_are_recognized() {
        for (text, meant) in [
            ("serach", Some("search")),
            ("keywrod", Some("keyword")),
            ("pramas", Some("params")),
            ("use", Some("user")),
            ("trending", None),
            ("id", None),
            ("", None),
        ] {
            assert_eq!(closest(text, ["search", "keyword", "params", "user"]), meant, "{text}");
        }
    }

    #[test]
    fn long_texts_have_no_suggestion() {
        assert_eq!(closest(&"x".repeat(1000), ["search"]), None);
    }
}
