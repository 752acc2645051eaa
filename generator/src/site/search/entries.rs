//! Results that a search can have: pages, sections of guides, and errors in their guide.

use super::entry::WordLocation::{self, Alias, Heading, Legal, Subject, Title};
use super::entry::{Entry, shortened, without_targets};
use super::sections;
use crate::site::page::{Page, Role};
use crate::site::search_aliases::{ABILITY_WORDS, CHEAP, SEARCH_ALIASES};
use crate::text::visible;

/// Guide whose tables list errors by their codes.
const ERRORS: &str = "guides/errors";

/// Returns all results: among equal ones, the first comes first. A section comes before its page, unless the title of the
/// page says more.
pub(super) fn all(pages: &[Page]) -> Vec<Entry<'_>> {
    let errors = pages.iter().filter(|it| it.path == ERRORS).flat_map(errors);
    let sections = pages.iter().flat_map(sections::of_guide);
    sections.chain(pages.iter().map(of_page)).chain(errors).map(with_aliases).collect()
}

/// Returns the entry of a page.
pub(super) fn of_page(page: &Page) -> Entry<'_> {
    let text = without_targets(&page.markdown);
    let headings: String = text.lines().filter(|it| it.starts_with("##")).flat_map(|it| [it, "\n"]).collect();
    let subject = page.words.join("\n");
    let mut words = match page.role {
        Role::Subject => vec![(WordLocation::Page, text), (Heading, headings), (Subject, subject)],
        Role::Legal => vec![(Legal, text), (Legal, subject)],
        Role::List | Role::Example => vec![(Subject, subject)],
    };
    words.push((if page.role == Role::Example { Alias } else { Title }, page.title.clone()));
    let (title, about) = (visible(&page.title).into_owned(), shortened(&visible(&page.about)));
    Entry { title, path: page.path.clone(), group: page.group, about, words }
}

/// Returns the errors of a guide: the rows of its tables that start with codes, which are also their anchors.
fn errors(page: &Page) -> impl Iterator<Item = Entry<'_>> {
    page.markdown.lines().filter_map(|line| {
        let mut cells = line.strip_prefix('|')?.split(" |").map(str::trim);
        let (first, cause) = (cells.next()?, without_targets(cells.next()?));
        let codes: Vec<_> = codes_in(first).filter(|it| is_anchor(it)).collect();
        let anchor = codes.first()?;
        let statuses = cause.split(|c: char| !c.is_ascii_digit()).filter(|it| it.len() == 3);
        // In lower case a code is one word.
        let found_by = codes.join(" ").to_lowercase();
        let also = codes_in(&cause).filter(|it| it.contains('_')).chain(statuses).collect::<Vec<_>>().join(" ");
        Some(Entry {
            title: format!("{} · {}", visible(&page.title), codes.join(" · ")),
            path: format!("{}#{anchor}", page.path),
            group: page.group,
            about: shortened(&visible(&cause)),
            words: vec![(Title, found_by), (Heading, also), (Alias, page.title.clone()), (WordLocation::Page, cause)],
        })
    })
}

/// Returns the codes of a cell in Markdown.
fn codes_in(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns true if a code is the anchor of its row. Anchors of headings have neither large letters nor `_`.
pub(in crate::site) fn is_anchor(code: &str) -> bool {
    let is_name = code.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_marked = code.contains(|c: char| c.is_ascii_uppercase() || c == '_');
    is_name && is_marked && code.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn with_aliases(mut entry: Entry<'_>) -> Entry<'_> {
    let is_of = |path: &str| entry.path == path || entry.path.ends_with(&format!("/{path}"));
    let aliases: Vec<_> = SEARCH_ALIASES.iter().filter(|it| is_of(it.0)).map(|it| (Alias, it.1.to_owned())).collect();
    entry.words.extend(aliases);
    if entry.path == "models" {
        // A misspelt one is corrected to a word of the index.
        let words = ABILITY_WORDS.iter().filter(|it| it.1).flat_map(|it| it.2).chain(CHEAP);
        entry.words.push((Alias, words.copied().collect::<Vec<_>>().join(" ")));
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_found_by_code_and_status() {
        let markdown = "| Error | Cause |\n|---|---|\n\
                        | `Refused`, `Busy` | a 403 `too_many` or 429, see `it` and [x](x.md) |\n| `2013` | no |\n";
        let page = Page {
            path: ERRORS.into(),
            title: "Errors".into(),
            about: String::new(),
            role: Role::Subject,
            group: "Guides",
            words: Vec::new(),
            html: String::new(),
            markdown: markdown.into(),
        };
        let found: Vec<_> = errors(&page).collect();
        assert_eq!(found.len(), 1, "a code that is no anchor has no entry");
        assert_eq!([&found[0].path, &found[0].title], ["guides/errors#Refused", "Errors · Refused · Busy"]);
        assert_eq!(found[0].words[1], (Heading, "too_many 403 429".to_owned()));
        assert_eq!(found[0].words[0], (Title, "refused busy".to_owned()));
    }
}
