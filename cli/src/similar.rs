//! Suggestions for misspelt names.

/// Similarity from which on a name is suggested.
const SIMILAR: f64 = 0.8;

/// Returns the most similar name, if one is similar.
pub(crate) fn similar<'a>(name: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let rated = among.map(|it| (strsim::jaro_winkler(name, it), it));
    rated.filter(|it| it.0 > SIMILAR).max_by(|a, b| a.0.total_cmp(&b.0)).map(|it| it.1)
}

/// Returns the question for a misspelt name, if a name is similar.
pub(crate) fn did_you_mean<'a>(name: &str, among: impl Iterator<Item = &'a str>) -> Option<String> {
    similar(name, among).map(|it| format!("did you mean `{it}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_the_most_similar_one() {
        let names = || ["atlas-chat-large", "atlas-chat-mini", "vox-brief"].into_iter();
        assert_eq!(similar("atlas-chat-minni", names()), Some("atlas-chat-mini"));
        assert_eq!(similar("zeppelin", names()), None);
    }
}
