//! Pages that are written in Markdown.

use askama::Template;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::html::{Html, escape};
use super::lang::Lang;
use super::page::{Frame, Page, Section, Site, render};

/// One of them. Links to other pages begin with `page:`, those to files of the site with `file:`.
pub(super) struct Prose {
    pub(super) path: String,
    pub(super) title: String,
    pub(super) about: String,
    pub(super) text: String,
    /// What it is found by, beside the words in it.
    pub(super) found_by: &'static str,
    /// Whether search engines may list it.
    pub(super) indexable: bool,
}

pub(super) fn prose(site: &Site<'_>, lang: Lang, prose: Prose) -> Page {
    let Prose { path, title, about, text, found_by, indexable } = prose;
    let frame = Frame::new(site, lang, &path, Section::Guides, title.clone(), about.clone());
    let frame = Frame { indexable, ..frame };
    let text = text.replace("](file:", &format!("]({}", frame.root));
    let (content, headings) = to_html(&text, &frame);
    let markdown = format!("# {title}\n\n{}", text.replace("](page:", &format!("]({}", frame.home)));
    let found_by = vec![about.clone(), text, found_by.to_owned()];
    let html = render(&AsHtml { frame, content, headings });
    Page { path, title, about, group: lang.words().guides, words: found_by, html, markdown }
}

#[derive(Template)]
#[template(path = "site/guide.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    content: Html,
    headings: Vec<(String, String)>,
}

/// Markdown as HTML, with headings that can be linked to, code that can be copied and tables that scroll by themselves.
fn to_html(text: &str, frame: &Frame<'_>) -> (Html, Vec<(String, String)>) {
    let mut headings = Vec::new();
    let mut events = Vec::new();
    let mut heading: Option<String> = None;
    let mut code: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                let title = heading.take().unwrap_or_default();
                let id = format!("s{}", headings.len() + 1);
                events.push(own(format!("<h2 id=\"{id}\">{}</h2>\n", escape(&title))));
                headings.push((id, title));
            }
            Event::Start(Tag::CodeBlock(_)) => code = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => {
                let text = code.take().unwrap_or_default();
                let (copy, text) = (escape(frame.words.copy), escape_lines(text.trim_end()));
                events.push(own(format!(
                    "<div class=\"snippet\"><button type=\"button\" class=\"copy\" hidden>{copy}</button><pre tabindex=\"0\"><code>{text}</code></pre></div>\n"
                )));
            }
            Event::Text(text) | Event::Code(text) if heading.is_some() => {
                heading.get_or_insert_default().push_str(&text);
            }
            Event::Text(text) if code.is_some() => code.get_or_insert_default().push_str(&text),
            Event::Start(Tag::Table(alignments)) => {
                let about = escape(headings.last().map_or(&frame.title, |(_, title)| title));
                let scroll = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=";
                events.push(own(format!("{scroll}\"{about}\">")));
                events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                events.extend([Event::End(TagEnd::Table), own("</div>".to_owned())]);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = match dest_url.strip_prefix("page:").and_then(|it| it.strip_suffix(".md")) {
                    Some(path) => frame.to(path).into(),
                    None => dest_url,
                };
                events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            other => events.push(other),
        }
    }
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    (Html::of_our_own(out), headings)
}

fn own(markup: String) -> Event<'static> {
    Event::Html(CowStr::from(markup))
}

/// Code keeps its lines.
fn escape_lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
