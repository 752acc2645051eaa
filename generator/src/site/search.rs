//! Search index: pages by their words.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::page::{Page, Role};
use super::rates::in_script;
use super::search_aliases::{ASKING, SEARCH_ALIASES};
use crate::text::visible;

/// Location of a word on a page. Later variants have more weight in the search script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum WordLocation {
    /// On so many pages that it distinguishes none: it matches, but has no weight.
    Everywhere,
    /// On the page, including code and tables.
    Page,
    /// Among the words of the page's subject.
    Subject,
    /// In a heading or a search alias.
    Heading,
    Title,
}

/// Maximum number of search results. A word on more pages than this has no weight.
const MANY: usize = 24;

/// Factor that combines the numbers of a page and of a location.
const PLACES: usize = 8;

/// Returns a script with the index.
pub(super) fn script(pages: &[Page]) -> String {
    // Most words of a page are those of its kind, and are on the same pages, so each list of pages is written once.
    let (mut lists, mut terms) = (BTreeMap::new(), BTreeMap::new());
    for (term, found) in word_index(pages) {
        let list: Vec<_> = found.into_iter().map(|(page, place)| page * PLACES + place as usize).collect();
        let number = lists.len();
        terms.insert(term, *lists.entry(list).or_insert(number));
    }
    let mut lists: Vec<_> = lists.into_iter().collect();
    lists.sort_by_key(|it| it.1);
    let lists: Vec<_> = lists.into_iter().map(|it| it.0).collect();
    let pages: Vec<_> =
        pages.iter().map(|it| json!([visible(&it.title), it.path, it.group, shortened(&visible(&it.about))])).collect();
    let asking: Vec<_> = ASKING.split_whitespace().collect();
    let index = json!({ "pages": pages, "lists": lists, "terms": terms, "asking": asking });
    format!("window.gatewrightIndex = {};\n", in_script(&index))
}

/// Every word, its pages, and its best location on each.
type WordIndex = BTreeMap<String, BTreeMap<usize, WordLocation>>;

fn word_index(pages: &[Page]) -> WordIndex {
    let mut terms = WordIndex::new();
    let put = |terms: &mut WordIndex, page: usize, place: WordLocation, text: &str| {
        for term in tokens(text) {
            let best = terms.entry(term).or_default().entry(page).or_insert(place);
            *best = place.max(*best);
        }
    };
    for (number, page) in pages.iter().enumerate().filter(|it| it.1.role == Role::Subject) {
        let text = without_targets(&page.markdown);
        put(&mut terms, number, WordLocation::Page, &text);
        text.lines()
            .filter(|it| it.starts_with("##"))
            .for_each(|it| put(&mut terms, number, WordLocation::Heading, it));
    }
    // Pages of a kind share headings, and much of their text.
    for found in terms.values_mut() {
        for place in [WordLocation::Heading, WordLocation::Page] {
            if found.values().filter(|it| **it == place).count() > MANY {
                found.values_mut().filter(|it| **it == place).for_each(|it| *it = WordLocation::Everywhere);
            }
        }
    }
    // Words about the page itself always count, however many pages have them.
    for (number, page) in pages.iter().enumerate() {
        let title = if page.role == Role::Example { WordLocation::Heading } else { WordLocation::Title };
        put(&mut terms, number, title, &page.title);
        page.words.iter().for_each(|it| put(&mut terms, number, WordLocation::Subject, it));
        let called = SEARCH_ALIASES.iter().filter(|it| page.path == it.0 || page.path.ends_with(&format!("/{}", it.0)));
        called.for_each(|it| put(&mut terms, number, WordLocation::Heading, it.1));
    }
    terms
}

/// Returns Markdown as displayed, without link targets and escapes.
fn without_targets(markdown: &str) -> String {
    let mut parts = markdown.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + " " + part.split_once(')').map_or(part, |it| it.1));
    text.replace('\\', "")
}

/// Returns the words in lower case, whole and in parts, and every two adjacent Chinese characters. `_` and `-` are
/// equal, so that a model is found by its constant. A number is one word, however its digits are grouped.
fn tokens(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let text = text.replace('_', "-").replace('\u{202f}', "");
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

fn shortened(text: &str) -> String {
    if text.chars().count() <= 120 { text.to_owned() } else { text.chars().take(119).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_their_parts_and_chinese_by_pairs() {
        let found = |text: &str| tokens(text).into_iter().collect::<Vec<_>>();
        assert_eq!(found("Note_ID"), ["id", "note", "note-id"]);
        assert_eq!(found("PostTarget::note"), ["note", "post", "posttarget", "target"]);
        assert_eq!(found("200\u{202f}000"), ["200000"]);
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
        let found = word_index(&[page("Tea", "kettle", text)]);
        let place = |term: &str| found.get(term).and_then(|it| it.get(&0)).copied();
        assert!(place("tea") == Some(WordLocation::Title));
        assert!(place("brewing") == Some(WordLocation::Heading));
        assert!(place("kettle") == Some(WordLocation::Subject));
        assert!(place("potsize") == Some(WordLocation::Page) && place("white") == Some(WordLocation::Page));
        assert!(place("black").is_none(), "link targets are not indexed");
    }

    #[test]
    fn words_on_every_page_have_no_weight() {
        let mut pages: Vec<_> = (0..=MANY).map(|_| page("Call", "", "## Errors\n\nlet client")).collect();
        pages.push(page("Errors", "client", "a list"));
        let found = word_index(&pages);
        assert!(found["client"][&0] == WordLocation::Everywhere && found["errors"][&0] == WordLocation::Everywhere);
        assert!(
            found["client"][&(MANY + 1)] == WordLocation::Subject
                && found["errors"][&(MANY + 1)] == WordLocation::Title
        );
    }
}
