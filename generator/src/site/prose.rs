//! Pages that are written in Markdown.

use std::collections::BTreeSet;

use askama::Template;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::html::{Html, escape};
use super::lang::Language;
use super::page::{Frame, Page, Role, Section, Site, render};
use super::search::is_anchor;

/// A page in Markdown. Links to other pages begin with `page:`, links to files of the site with `file:`.
pub(super) struct Prose {
    pub(super) path: String,
    pub(super) title: String,
    pub(super) about: String,
    pub(super) text: String,
    /// True if search engines may list it.
    pub(super) indexable: bool,
    /// True if it is an example for another page.
    pub(super) is_example: bool,
    /// Headings in English, whose anchors all languages share.
    pub(super) headings: Vec<String>,
    /// File in the repository with the text.
    pub(super) source: Option<String>,
}

pub(super) fn prose(site: &Site<'_>, lang: Language, prose: Prose) -> Page {
    let Prose { path, title, about, text, indexable, is_example, headings, source } = prose;
    let frame = Frame::new(site, lang, &path, Section::Guides, title.clone(), about.clone());
    let frame = Frame { indexable, source, ..frame };
    let text = text.replace("](file:", &format!("]({}", frame.root));
    let content = to_html(&text, &frame, headings);
    let markdown = format!("# {title}\n\n{}", text.replace("](page:", &format!("]({}", frame.home)));
    let words = vec![about.clone(), text];
    let role = if is_example { Role::Example } else { Role::Subject };
    let html = render(&AsHtml { frame, content });
    Page { path, title, about, role, group: lang.t("guides"), words, html, markdown }
}

#[derive(Template)]
#[template(path = "site/guide.html")]
struct AsHtml<'a> {
    frame: Frame<'a>,
    content: Html,
}

/// Converts Markdown to HTML: headings and codes at the start of table rows have anchors, code has a copy button, and
/// tables scroll on their own or, on a phone, are shown row by row.
fn to_html(text: &str, frame: &Frame<'_>, headings: Vec<String>) -> Html {
    let (events, ids, anchors) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut writer = Writer { frame, events, headings, ids, heading: None, code: None, table: None, anchors };
    Parser::new_ext(text, Options::ENABLE_TABLES).for_each(|it| writer.take(it));
    let mut out = String::new();
    html::push_html(&mut out, writer.events.into_iter());
    Html::of_our_own(out)
}

/// State of the conversion.
struct Writer<'t, 'f> {
    frame: &'f Frame<'f>,
    events: Vec<Event<'t>>,
    /// Headings in English.
    headings: Vec<String>,
    /// Ids of the headings so far.
    ids: Vec<String>,
    /// Current heading, or the last one.
    heading: Option<Heading>,
    /// Language and text of the current code block.
    code: Option<(String, String)>,
    table: Option<Table>,
    /// Anchors of codes.
    anchors: BTreeSet<String>,
}

struct Heading {
    title: String,
    is_open: bool,
}

#[derive(Default)]
struct Table {
    heads: Vec<String>,
    in_head: bool,
    /// Index of the cell in its row.
    cell: usize,
}

impl<'t> Writer<'t, '_> {
    fn take(&mut self, event: Event<'t>) {
        match event {
            Event::Start(Tag::Heading { .. }) => {
                self.heading = Some(Heading { title: String::new(), is_open: true });
            }
            Event::End(TagEnd::Heading(level)) => self.end_heading(level),
            Event::Start(Tag::CodeBlock(kind)) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.split(',').next().unwrap_or_default().to_owned(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((language, String::new()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let (language, text) = self.code.take().unwrap_or_default();
                let (copy, text) = (escape(self.frame.t("copy")), escape_lines(text.trim_end()));
                let class =
                    if language.is_empty() { String::new() } else { format!(" class=\"{}\"", escape(&language)) };
                self.own(format!(
                    "<div class=\"snippet\"><button type=\"button\" class=\"copy\" hidden>{copy}</button><pre tabindex=\"0\"><code{class}>{text}</code></pre></div>\n"
                ));
            }
            Event::Start(Tag::Table(_)) => {
                self.table = Some(Table::default());
                let about = self.heading.as_ref().map_or(&self.frame.title, |it| &it.title);
                let region =
                    format!("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">", escape(about));
                self.own(format!("{region}<table class=\"stack\">"));
            }
            Event::End(TagEnd::Table) => {
                self.table = None;
                self.own("</tbody></table></div>".to_owned());
            }
            Event::Start(Tag::TableHead | Tag::TableRow | Tag::TableCell)
            | Event::End(TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell) => self.cell(&event),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = self.page_url(&dest_url).map_or(dest_url, Into::into);
                self.events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Text(text) | Event::Code(text) if self.heading.as_ref().is_some_and(|it| it.is_open) => {
                self.heading.iter_mut().for_each(|it| it.title.push_str(&text));
            }
            Event::Text(text) if self.code.is_some() => self.code.get_or_insert_default().1.push_str(&text),
            Event::Code(code) if self.is_first_in_row() && is_anchor(&code) && !self.anchors.contains(&*code) => {
                self.own(format!("<code id=\"{code}\">{code}</code>"));
                self.anchors.insert(code.into_string());
            }
            other => {
                if let (Event::Text(text), Some(table)) = (&other, &mut self.table) {
                    table.heads.last_mut().filter(|_| table.in_head).into_iter().for_each(|it| it.push_str(text));
                }
                self.events.push(other);
            }
        }
    }

    /// Returns the URL of a link to a page, which can name a heading on it.
    fn page_url(&self, link: &str) -> Option<String> {
        let link = link.strip_prefix("page:")?;
        let (file, anchor) = link.find('#').map_or((link, ""), |at| link.split_at(at));
        Some(self.frame.to(file.strip_suffix(".md")?) + anchor)
    }

    fn is_first_in_row(&self) -> bool {
        self.table.as_ref().is_some_and(|it| !it.in_head && it.cell == 0)
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let Some(heading) = &mut self.heading else { return };
        heading.is_open = false;
        let text = escape(&heading.title);
        if level == HeadingLevel::H2 {
            let id = self.headings.get(self.ids.len()).map_or_else(|| slug(&heading.title), |it| slug(it));
            let number = self.ids.len() + 1;
            let id = if id.is_empty() || self.ids.contains(&id) { format!("section-{number}") } else { id };
            self.own(format!("<h2 id=\"{id}\">{text}</h2>\n"));
            self.ids.push(id);
        } else {
            self.own(format!("<{level}>{text}</{level}>\n"));
        }
    }

    /// Writes a cell of a table. The first cell of a row is its header; the others have the labels of their columns.
    fn cell(&mut self, event: &Event<'t>) {
        let Some(table) = &mut self.table else { return };
        let first = table.cell == 0;
        let markup = match event {
            Event::Start(Tag::TableHead) => {
                table.in_head = true;
                "<thead><tr>".to_owned()
            }
            Event::End(TagEnd::TableHead) => {
                (table.in_head, table.cell) = (false, 0);
                "</tr></thead><tbody>\n".to_owned()
            }
            Event::Start(Tag::TableRow) => "<tr>".to_owned(),
            Event::End(TagEnd::TableRow) => {
                table.cell = 0;
                "</tr>\n".to_owned()
            }
            Event::Start(_) if table.in_head => {
                table.heads.push(String::new());
                "<th scope=\"col\">".to_owned()
            }
            Event::Start(_) if first => "<th scope=\"row\">".to_owned(),
            Event::Start(_) => {
                format!("<td data-label=\"{}\">", escape(table.heads.get(table.cell).map_or("", |it| it)))
            }
            _ => {
                table.cell += 1;
                if first || table.in_head { "</th>".to_owned() } else { "</td>".to_owned() }
            }
        };
        self.own(markup);
    }

    fn own(&mut self, markup: String) {
        self.events.push(Event::Html(CowStr::from(markup)));
    }
}

/// Returns the anchor of a heading: its letters and digits in lower case, with `-` between words; empty if it has none.
fn slug(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// Escapes code and keeps its lines.
fn escape_lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
