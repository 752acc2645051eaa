//! What the search box reads: pages by the words in them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::page::Page;
use super::rates::in_script;
use crate::text::visible;

/// A script that hands the index over.
pub(super) fn script(pages: &[Page]) -> String {
    let mut terms: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        // What stands in a title counts for more: an odd number.
        for term in tokens(&page.title) {
            terms.entry(term).or_default().insert(number * 2 + 1);
        }
        for term in page.words.iter().flat_map(|it| tokens(it)) {
            let found = terms.entry(term).or_default();
            if !found.contains(&(number * 2 + 1)) {
                found.insert(number * 2);
            }
        }
    }
    let pages: Vec<_> =
        pages.iter().map(|it| json!([visible(&it.title), it.path, it.group, shortened(&visible(&it.about))])).collect();
    format!("window.gatewrightIndex = {};\n", in_script(&json!({ "pages": pages, "terms": terms })))
}

/// Words in small letters, whole and by their parts, and every two Chinese characters that follow each other. A name is
/// the same with `_` and with `-`: a model is found by its constant.
fn tokens(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let text = text.to_lowercase().replace('_', "-");
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '-') {
        let chinese: Vec<char> = word.chars().filter(|c| !c.is_ascii()).collect();
        if chinese.is_empty() {
            let word = word.trim_matches('-');
            all.extend([word].into_iter().chain(word.split('-')).filter(|it| !it.is_empty()).map(str::to_owned));
            continue;
        }
        all.extend(chinese.windows(2).map(|it| it.iter().collect::<String>()));
        all.extend(chinese.iter().map(char::to_string));
        all.extend(word.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty()).map(str::to_owned));
    }
    all
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 120 { text.to_owned() } else { text.chars().take(119).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_their_parts_and_chinese_by_twos() {
        let found = |text: &str| tokens(text).into_iter().collect::<Vec<_>>();
        assert_eq!(found("Note_ID"), ["id", "note", "note-id"]);
        assert_eq!(found("关键词"), ["关", "关键", "词", "键", "键词"]);
    }
}
