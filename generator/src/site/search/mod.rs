//! Search index, in parts: the browser loads the words first, and then only the parts that a search needs.

mod entries;
mod entry;
mod model_filters;
mod sections;
mod words;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::assets::{self, in_script};
use super::lang::Language;
use super::page::{Page, Site};
use super::search_aliases::ASKING;
use crate::output::Output;
pub(super) use entries::is_anchor;
use entry::{Entry, WordLocation};
use words::Term;

/// Bytes of a part with the pages of words.
const LISTS: usize = 6_000;

/// Bytes of a part with titles and summaries, of which a search can need as many as it has results.
const TITLES: usize = 3_000;

/// Adds the files of the index, and returns the path of the first one.
pub(super) fn write(site: &Site<'_>, pages: &[Page], lang: Language, output: &mut Output) -> String {
    let name = format!("search-{}", lang.code());
    let entries = entries::all(pages);
    let models = pages.iter().find(|it| it.path == "models");
    let terms = words::index(&entries);
    let lists = in_parts(terms.values().map(|it| list(it).into()), LISTS);
    let titles = in_parts(entries.iter().map(title), TITLES);
    let starts = |parts: &[Vec<Value>]| -> Vec<usize> {
        let ends = parts.iter().scan(0, |end, part| {
            *end += part.len();
            Some(*end)
        });
        std::iter::once(0).chain(ends).take(parts.len()).collect()
    };
    let mut index = json!({
        "terms": vocabulary(&terms),
        "starts": [starts(&lists), starts(&titles)],
        "asking": ASKING.split_whitespace().collect::<Vec<_>>(),
        "models": models.map(|it| model_filters::of(site, it, lang)),
    });
    let mut put = |text: String| assets::put(&name, "js", text, output);
    let parts = [("lists", lists), ("titles", titles)];
    index["files"] = parts.map(|(kind, parts)| files(kind, parts, &mut put)).into_iter().collect();
    put(format!("window.gatewrightIndex = {};\n", in_script(&index)))
}

/// Writes the parts, and returns their paths.
fn files(kind: &str, parts: Vec<Vec<Value>>, put: &mut impl FnMut(String) -> String) -> Value {
    let script = |(number, part): (usize, Vec<Value>)| {
        format!("window.gatewrightIndex.{kind}[{number}] = {};\n", in_script(&distinct(part).into()))
    };
    parts.into_iter().enumerate().map(|it| put(script(it))).collect()
}

/// Splits values into parts of about so many bytes.
fn in_parts(values: impl Iterator<Item = Value>, bytes: usize) -> Vec<Vec<Value>> {
    let (mut parts, mut size) = (Vec::<Vec<_>>::new(), 0);
    for value in values {
        let length = value.to_string().len();
        match parts.last_mut() {
            Some(part) if size < bytes => part.push(value),
            _ => {
                parts.push(vec![value]);
                size = 0;
            }
        }
        size += length;
    }
    parts
}

/// Replaces a value that is already in the part by its position there.
fn distinct(part: Vec<Value>) -> Vec<Value> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let short = |(at, value): (usize, Value)| match *seen.entry(value.to_string()).or_insert(at) {
        first if first < at => first.into(),
        _ => value,
    };
    part.into_iter().enumerate().map(short).collect()
}

/// Returns title, path, group and summary of an entry.
fn title(entry: &Entry<'_>) -> Value {
    json!([entry.title, entry.path, entry.group, entry.about])
}

/// Returns the entries of a word by location, the best location first: the distances between their numbers in base 36,
/// each with the number of its repetitions.
fn list(term: &Term) -> String {
    let at = |place: WordLocation| {
        let (mut last, mut steps): (usize, Vec<(usize, usize)>) = (0, Vec::new());
        for number in term.found.iter().filter(|it| *it.1 == place).map(|it| *it.0 + 1) {
            match steps.last_mut() {
                Some((step, count)) if *step == number - last => *count += 1,
                _ => steps.push((number - last, 1)),
            }
            last = number;
        }
        let step = |(step, count): &(usize, usize)| match count {
            1 => base36(*step),
            _ => format!("{}*{}", base36(*step), base36(*count)),
        };
        steps.iter().map(step).collect::<Vec<_>>().join(" ")
    };
    WordLocation::ALL.map(at).join(";").trim_end_matches(';').to_owned()
}

/// Returns all words in order. Each starts with the number of letters that it shares with the one before, and ends with
/// a digit in base 36: its best location, plus 10 if it is on so many pages that it distinguishes none.
fn vocabulary(terms: &BTreeMap<String, Term>) -> String {
    let mut last: &str = "";
    let mut words = Vec::with_capacity(terms.len());
    for (word, term) in terms {
        let shared = word.chars().zip(last.chars()).take_while(|(a, b)| a == b).take(35);
        let shared: Vec<_> = shared.collect();
        let rest: String = word.chars().skip(shared.len()).collect();
        let best = term.found.values().map(|it| it.number()).min().unwrap_or(WordLocation::ALL.len());
        let class = base36(best + if term.common { 10 } else { 0 });
        words.push(format!("{}{rest}{class}", base36(shared.len())));
        last = word;
    }
    words.join(" ")
}

fn base36(mut number: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend("0123456789abcdefghijklmnopqrstuvwxyz".chars().nth(number % 36));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_base_36() {
        assert_eq!([0, 9, 10, 35, 36, 1295].map(base36), ["0", "9", "a", "z", "10", "zz"]);
    }

    #[test]
    fn a_list_has_distances_by_location() {
        let found =
            [(0, WordLocation::Title), (4, WordLocation::Page), (5, WordLocation::Page), (8, WordLocation::Title)];
        let term = Term { found: found.into_iter().collect(), common: false };
        assert_eq!(list(&term), "1 8;;;;5 1");
        let all = (0..40).map(|it| (it, WordLocation::Subject)).collect();
        assert_eq!(list(&Term { found: all, common: false }), ";;;1*14");
    }

    #[test]
    fn words_share_letters_with_the_one_before() {
        let term = |place, common| Term { found: [(0, place)].into_iter().collect(), common };
        let terms = [("page", term(WordLocation::Title, true)), ("paging", term(WordLocation::Page, false))];
        let terms = terms.into_iter().map(|it| (it.0.to_owned(), it.1)).collect();
        assert_eq!(vocabulary(&terms), "0pagea 3ing4");
    }

    #[test]
    fn parts_have_a_limited_size_and_equal_values_once() {
        let values = || ["aaaa", "aaaa", "bb", "cc"].map(Value::from).into_iter();
        assert_eq!(in_parts(values(), 10).concat(), values().collect::<Vec<_>>());
        assert_eq!(in_parts(values(), 10).iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        assert_eq!(distinct(values().collect()), [json!("aaaa"), json!(0), json!("bb"), json!("cc")]);
    }
}
