//! Last step of a page: highlighted code, short code on one line, links at headings, and the list of headings. It applies to the
//! markup of all templates and guides, so none of them has to do it.

use super::highlight::highlighted;
use super::html::escape;
use super::icons::icon;
use super::lang::Language;

/// Position of the list of headings in the frame.
const CONTENTS: &str = "<!--contents-->";

/// Maximum length of inline code that stays on one line. It fits next to a label on a phone.
const SHORT: usize = 20;

/// A heading with an anchor.
struct Heading<'a> {
    id: &'a str,
    /// Title as HTML, without tags.
    title: String,
    is_part: bool,
}

/// Finishes a page.
pub(super) fn finish(html: &str, lang: Language) -> String {
    let html = short_code(&code(html));
    let (html, headings) = anchors(&html, lang);
    html.replacen(CONTENTS, &contents(&headings, lang), 1)
}

/// Highlights the code of each `pre` element whose code has the name of a language as its class.
fn code(html: &str) -> String {
    let mut parts = html.split("<code class=\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("<code class=\"");
        match part.split_once("\">").and_then(|(class, rest)| Some((class, rest.split_once("</code>")?))) {
            Some((class, (text, rest))) if !class.contains('"') && !text.contains('<') => {
                out.push_str(&format!("{class}\">{}</code>{rest}", highlighted(&unescaped(text), class)));
            }
            _ => out.push_str(part),
        }
    }
    out
}

/// Marks short code with hyphens, so that it does not wrap after one of them.
fn short_code(html: &str) -> String {
    let mut parts = html.split("<code>");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let text = part.split_once('<').map_or(part, |it| it.0);
        let is_short = text.contains('-') && text.chars().count() <= SHORT;
        out.push_str(if is_short { "<code class=\"short\">" } else { "<code>" });
        out.push_str(part);
    }
    out
}

/// Returns the text of escaped HTML.
fn unescaped(html: &str) -> String {
    let marks = [("&#39;", "'"), ("&#34;", "\""), ("&#60;", "<"), ("&#62;", ">"), ("&#38;", "&")];
    marks.iter().fold(html.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Adds a link to each heading that has an id and no other attribute, and returns these headings.
fn anchors<'a>(html: &'a str, lang: Language) -> (String, Vec<Heading<'a>>) {
    let (mut out, mut rest, mut headings) = (String::new(), html, Vec::new());
    while let Some((at, level)) = next_heading(rest) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let Some((id, inner, after)) = heading(found, level) else {
            out.push_str(&found[..3]);
            rest = &found[3..];
            continue;
        };
        let title = without_tags(inner);
        let label = format!("{}{}{title}", escape(lang.t("link-to-section")), escape(lang.t("mark-colon")));
        out.push_str(&format!(
            "<h{level} id=\"{id}\">{inner} <a class=\"anchor\" href=\"#{id}\" aria-label=\"{label}\">{}</a></h{level}>",
            icon("link")
        ));
        headings.push(Heading { id, title, is_part: level == '3' });
        rest = after;
    }
    out.push_str(rest);
    (out, headings)
}

/// Returns position and level of the next heading with an id.
fn next_heading(html: &str) -> Option<(usize, char)> {
    let of = |level: char| Some((html.find(&format!("<h{level} id=\""))?, level));
    of('2').into_iter().chain(of('3')).min()
}

/// Returns id and contents of a heading without other attributes, and the rest of the page.
fn heading(html: &str, level: char) -> Option<(&str, &str, &str)> {
    let (id, rest) = html.split_once("id=\"")?.1.split_once('"')?;
    let (inner, after) = rest.strip_prefix('>')?.split_once(&format!("</h{level}>"))?;
    Some((id, inner, after))
}

fn without_tags(html: &str) -> String {
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, it| text + it.split_once('>').map_or("", |it| it.1));
    text.trim().to_owned()
}

/// Returns the list of headings, unless there is only one.
fn contents(headings: &[Heading<'_>], lang: Language) -> String {
    if headings.len() < 2 {
        return String::new();
    }
    let item = |it: &Heading<'_>| {
        let class = if it.is_part { " class=\"part\"" } else { "" };
        format!("<li{class}><a href=\"#{}\">{}</a></li>", it.id, it.title)
    };
    format!(
        "<nav class=\"contents\" aria-labelledby=\"on-this-page\"><p id=\"on-this-page\">{}</p><ul>{}</ul></nav>",
        escape(lang.t("on-this-page")),
        headings.iter().map(item).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::finish;
    use crate::languages::english;

    #[test]
    fn headings_have_links_and_are_listed() {
        let page = "<!--contents--><h2 id=\"a\">Tea <small>1 &#38; 2</small></h2><p>x</p><h3 id=\"b\">Pot</h3>\
                    <h2 id=\"c\" tabindex=\"-1\">Hidden</h2><h2>None</h2>";
        let html = finish(page, english());
        assert!(
            html.contains(
                "<li><a href=\"#a\">Tea 1 &#38; 2</a></li><li class=\"part\"><a href=\"#b\">Pot</a></li></ul>"
            )
        );
        assert!(
            html.contains("</small> <a class=\"anchor\" href=\"#a\" aria-label=\"Link to section: Tea 1 &#38; 2\">")
        );
        assert_eq!(html.matches("class=\"anchor\"").count(), 2, "{html}");
        assert!(html.ends_with("<h2 id=\"c\" tabindex=\"-1\">Hidden</h2><h2>None</h2>"));
        assert!(!finish("<!--contents--><h2 id=\"a\">Tea</h2>", english()).contains("contents"));
    }

    #[test]
    fn short_code_with_hyphens_is_marked() {
        let (short, others) = ("--max-usd</code>", "<code>max_usd</code> <code>one-long-name-of-a-model</code>");
        let html = finish(&format!("<code>{short} {others}"), english());
        assert_eq!(html, format!("<code class=\"short\">{short} {others}"));
    }

    #[test]
    fn code_with_a_language_is_highlighted() {
        let html = finish("<pre><code class=\"rust\">let a = &#34;&#60;&#34;;</code></pre><code>let</code>", english());
        assert_eq!(
            html,
            "<pre><code class=\"rust\"><span class=\"k\">let</span> a = <span class=\"s\">&#34;&#60;&#34;</span>;</code></pre>\
             <code>let</code>"
        );
    }
}
