//! Words of the search index, and the entries that have them.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::{Entry, WordLocation};

/// Maximum number of search results. A word in the text of more pages than this distinguishes none of them.
const MANY: usize = 24;

/// A word of which one in so many pages is the subject distinguishes none of them either.
const SHARE: usize = 4;

/// Entries of a word.
#[derive(Default)]
pub(super) struct Term {
    /// Numbers of the entries, and the best location in each.
    pub(super) found: BTreeMap<usize, WordLocation>,
    /// True if it is also on so many other pages that a search can assume it on every page.
    pub(super) common: bool,
}

impl Term {
    /// Removes the entries with a location if there are more than `most`. If no other would be left, it keeps as many as
    /// a search shows.
    fn limit(&mut self, place: WordLocation, most: usize) {
        let of_place: Vec<_> = self.found.iter().filter(|it| *it.1 == place).map(|it| (*it.0, *it.1)).collect();
        if of_place.len() > most {
            self.found.retain(|_, it| *it != place);
            if self.found.is_empty() {
                self.found.extend(of_place.into_iter().take(MANY));
            }
            self.common = true;
        }
    }
}

/// Returns every word and its entries.
pub(super) fn index(entries: &[Entry<'_>]) -> BTreeMap<String, Term> {
    let mut terms: BTreeMap<String, Term> = BTreeMap::new();
    for (number, entry) in entries.iter().enumerate() {
        for (place, text) in &entry.words {
            for word in tokens(text) {
                let best = terms.entry(word).or_default().found.entry(number).or_insert(*place);
                *best = (*place).min(*best);
            }
        }
    }
    // Pages of a kind share headings, and much of their text.
    for term in terms.values_mut() {
        [WordLocation::Heading, WordLocation::Page].into_iter().for_each(|it| term.limit(it, MANY));
        term.limit(WordLocation::Subject, MANY.max(entries.len() / SHARE));
    }
    terms
}

/// Returns the words in lower case, whole and in parts, and every two adjacent Chinese characters. `_` and `-` are
/// equal, so that a model is found by its constant. A number is one word, however its digits are grouped.
pub(super) fn tokens(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let text = ungrouped(text).replace('_', "-");
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '-') {
        all.extend(humps(word).into_iter().map(str::to_lowercase));
        let word = word.to_lowercase();
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

/// Returns a text without the commas in its numbers, as the search script changes a query.
fn ungrouped(text: &str) -> String {
    let mut before = None;
    let kept = text.char_indices().filter(|&(at, c)| {
        let follows_digit = before.replace(c).is_some_and(|it: char| it.is_ascii_digit());
        let starts_group = || text[at + 1..].bytes().take(3).filter(u8::is_ascii_digit).count() == 3;
        !(c == ',' && follows_digit && starts_group())
    });
    kept.map(|it| it.1).collect()
}

/// Returns the parts of a word such as `PostTarget`; none for other words.
fn humps(word: &str) -> Vec<&str> {
    let bytes = word.as_bytes();
    let begins = |at: &usize| bytes[at - 1].is_ascii_lowercase() && bytes[*at].is_ascii_uppercase();
    let cuts: Vec<_> = (1..bytes.len()).filter(begins).collect();
    if cuts.is_empty() {
        return Vec::new();
    }
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    starts.zip(cuts.iter().copied().chain([word.len()])).map(|(from, to)| &word[from..to]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entries::of_page;
    use super::*;
    use crate::site::page::{Page, Role};

    #[test]
    fn words_are_found_by_their_parts_and_chinese_by_pairs() {
        let found = |text: &str| tokens(text).into_iter().collect::<Vec<_>>();
        assert_eq!(found("Note_ID"), ["id", "note", "note-id"]);
        assert_eq!(found("PostTarget::note"), ["note", "post", "posttarget", "target"]);
        assert_eq!(found("1,200,000 of 3, 20"), ["1200000", "20", "3", "of"]);
        assert_eq!(found("关键词"), ["关", "关键", "词", "键", "键词"]);
    }

    fn page(title: &str, words: &str, markdown: &str) -> Page {
        Page {
            path: title.to_lowercase(),
            title: title.into(),
            about: String::new(),
            role: Role::Subject,
            group: "Pages",
            words: vec![words.into()],
            html: String::new(),
            markdown: markdown.into(),
        }
    }

    #[test]
    fn a_word_counts_by_its_best_location() {
        let text = "## Brewing\n\nA kettle, [white](page:black.md), `PotSize`.";
        let tea = page("Tea", "kettle", text);
        let found = index(&[of_page(&tea)]);
        let place = |term: &str| found.get(term).and_then(|it| it.found.get(&0)).copied();
        assert_eq!(place("tea"), Some(WordLocation::Title));
        assert_eq!(place("brewing"), Some(WordLocation::Heading));
        assert_eq!(place("kettle"), Some(WordLocation::Subject));
        assert_eq!([place("potsize"), place("white")], [Some(WordLocation::Page); 2]);
        assert_eq!(place("black"), None, "link targets are not indexed");
    }

    #[test]
    fn words_on_every_page_distinguish_none() {
        let mut pages: Vec<_> = (0..=MANY).map(|_| page("Call", "", "## Errors\n\nlet client")).collect();
        pages.push(page("Errors", "client", "a list"));
        let entries: Vec<_> = pages.iter().map(of_page).collect();
        let found = index(&entries);
        assert!(found["client"].common && found["errors"].common && !found["list"].common);
        let all = |word: &str| found[word].found.iter().map(|it| (*it.0, *it.1)).collect::<Vec<_>>();
        assert_eq!(all("client"), [(MANY + 1, WordLocation::Subject)]);
        assert_eq!(all("errors"), [(MANY + 1, WordLocation::Title)]);
        assert_eq!(all("let").len(), MANY, "a search shows no more");
        assert_eq!(all("call").len(), MANY + 1, "titles count on however many pages");
    }

    #[test]
    fn legal_text_has_less_weight_than_a_guide() {
        let legal = Page { role: Role::Legal, ..page("Terms", "", "## Capacity\n\n429") };
        let found = index(&[of_page(&legal)]);
        assert_eq!(found["terms"].found[&0], WordLocation::Title);
        assert_eq!([found["capacity"].found[&0], found["429"].found[&0]], [WordLocation::Legal; 2]);
    }
}
