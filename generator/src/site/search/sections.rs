//! Sections of guides as search results.

use super::entry::WordLocation::{Heading, Subject};
use super::entry::{Entry, shortened, without_targets};
use crate::site::page::{Page, Role};
use crate::text::visible;

/// Folder of the pages whose sections are results.
const GUIDES: &str = "guides/";

/// Returns the sections of a guide: each heading with an anchor, and the text until the next one. A section with the
/// title of its page is the page.
pub(super) fn of_guide(page: &Page) -> Vec<Entry<'_>> {
    if page.role != Role::Subject || !page.path.starts_with(GUIDES) {
        return Vec::new();
    }
    let anchors = page.html.split("<h2 id=\"").skip(1).filter_map(|it| Some(it.split_once('"')?.0));
    let entry = |(anchor, (title, text)): (&str, (&str, String))| Entry {
        title: format!("{} · {}", visible(&page.title), visible(title)),
        path: format!("{}#{anchor}", page.path),
        group: page.group,
        about: shortened(&visible(&first_sentences(&text).unwrap_or_else(|| page.about.clone()))),
        words: vec![(Heading, title.to_owned()), (Subject, text)],
    };
    anchors.zip(sections(&page.markdown)).filter(|it| it.1.0 != page.title).map(entry).collect()
}

/// Returns headings of the second level and their texts, as displayed. A line of code is no heading.
fn sections(markdown: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let mut in_code = false;
    for line in markdown.lines() {
        in_code ^= line.starts_with("```");
        match (line.strip_prefix("## "), found.last_mut()) {
            (Some(title), _) if !in_code => found.push((title, String::new())),
            (_, Some((_, text))) => *text += &format!("{}\n", without_targets(line)),
            _ => {}
        }
    }
    found
}

/// Returns the first paragraph of a text on one line; `None` if there are only code, lists and tables.
fn first_sentences(text: &str) -> Option<String> {
    let is_prose = |it: &&str| {
        it.starts_with(|c: char| c.is_alphabetic() || c == '`' || c == '“') && it.contains(' ') | !it.is_ascii()
    };
    let outside = text.split("```").step_by(2);
    let paragraph = outside.flat_map(|it| it.split("\n\n")).map(str::trim).find(is_prose)?;
    let lines = paragraph.lines().take_while(|it| !it.starts_with("- ") && !it.starts_with('|'));
    Some(lines.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_their_anchors_and_texts() {
        let markdown = "# Videos\n\nIntro.\n\n## Resume\n\n```sh\n## no heading\n```\n\n- a list\n\nPoll `task`\n[again](x.md).\n\n## Videos\n\n## End\n";
        let page = Page {
            path: "guides/videos".into(),
            title: "Videos".into(),
            about: "About videos".into(),
            role: Role::Subject,
            group: "Guides",
            words: Vec::new(),
            html: "<h2 id=\"resume\">Resume</h2><h2 id=\"videos\">Videos</h2><h2 id=\"end\">End</h2>".into(),
            markdown: markdown.into(),
        };
        let found = of_guide(&page);
        let shown: Vec<_> = found.iter().map(|it| [&*it.title, &*it.path, &*it.about]).collect();
        assert_eq!(
            shown,
            [
                ["Videos · Resume", "guides/videos#resume", "Poll task again."],
                ["Videos · End", "guides/videos#end", "About videos"]
            ]
        );
        assert!(of_guide(&Page { role: Role::Legal, ..page }).is_empty());
    }
}
