//! One result of a search, and the texts of results.

/// Location of a word in an entry; earlier variants have more weight in the search script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordLocation {
    Title,
    /// Among the words that people search for.
    Alias,
    Heading,
    /// Among the words of the page's subject.
    Subject,
    /// On the page, including code and tables.
    Page,
    /// On a page that other pages rank above, such as legal text.
    Legal,
}

impl WordLocation {
    pub(super) const ALL: [Self; 6] = [Self::Title, Self::Alias, Self::Heading, Self::Subject, Self::Page, Self::Legal];

    pub(super) fn number(self) -> usize {
        self as usize
    }
}

/// A result.
pub(super) struct Entry<'a> {
    pub(super) title: String,
    /// Path of its page without language and extension, and possibly an anchor.
    pub(super) path: String,
    /// Heading in the results.
    pub(super) group: &'a str,
    pub(super) about: String,
    /// Texts that it is found by.
    pub(super) words: Vec<(WordLocation, String)>,
}

/// Returns Markdown as displayed, without link targets and escapes.
pub(super) fn without_targets(markdown: &str) -> String {
    let mut parts = markdown.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |mut text, part| {
        if let Some(start) = text.rfind('[') {
            text.remove(start);
        }
        text + part.split_once(')').map_or(part, |it| it.1)
    });
    text.replace('\\', "")
}

/// Returns the start of a text as a summary, without the marks of code.
pub(super) fn shortened(text: &str) -> String {
    let text = text.replace('`', "");
    if text.chars().count() <= 120 { text } else { text.chars().take(119).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_shown_by_their_text() {
        let shown = without_targets("the [budget](page:guides/budgets.md) does not cover [the call](x.md)");
        assert_eq!(shown, "the budget does not cover the call");
    }

    #[test]
    fn summaries_are_short_and_have_no_marks_of_code() {
        assert_eq!(shortened("set `--max-usd` to 1"), "set --max-usd to 1");
        assert_eq!(shortened(&"a".repeat(121)), "a".repeat(119) + "…");
    }
}
