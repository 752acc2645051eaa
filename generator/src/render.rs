//! Draws a report the way the Rust compiler draws its own: sentence, place, the line itself, what to do.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::load;
use crate::load::node::{Node, Value};
use crate::report::{Diagnostic, Place, Report, Severity, Source};
use crate::text::visible;

/// More than this is no help to anyone; the rest is counted.
const SHOWN: usize = 100;

impl Report {
    /// The report as text for people, with terminal colours or without.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let all = self.diagnostics();
        if all.is_empty() {
            return String::new();
        }
        // Parsed once more: trees are not worth keeping for the runs that have nothing to say.
        let trees: Vec<_> = self.sources.iter().map(|source| load::parse(source).ok()).collect();
        let mut text = String::new();
        for diagnostic in all.iter().take(SHOWN) {
            text += &renderer.render(&[self.draw(diagnostic, &trees)]);
            text += "\n\n";
        }
        if all.len() > SHOWN {
            text += &format!("… and {} more.\n\n", all.len() - SHOWN);
        }
        text
    }

    fn draw<'a>(&'a self, diagnostic: &'a Diagnostic, trees: &[Option<Node<'_>>]) -> Group<'a> {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.code);
        let source = self.source(diagnostic.place);
        let mut group = if source.text.is_empty() {
            title.element(Origin::path(&source.name)) // there is no line to draw
        } else {
            title.element(self.snippet(diagnostic.place, AnnotationKind::Primary, &diagnostic.label))
        };
        if let Some((place, label)) = &diagnostic.also {
            group = group.element(self.snippet(*place, AnnotationKind::Context, label));
        }
        if let Some(path) = path(diagnostic.place, trees) {
            group = group.element(Level::NOTE.message(format!("at {path}")));
        }
        if !diagnostic.hint.is_empty() {
            group = group.element(Level::HELP.message(visible(&diagnostic.hint)));
        }
        group
    }

    fn source(&self, place: Place) -> &Source {
        &self.sources[place.file.0 as usize]
    }

    /// The line on which a place begins, with its real line number.
    fn snippet<'a>(
        &'a self,
        place: Place,
        kind: AnnotationKind,
        label: &'a str,
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let source = self.source(place);
        let start = source.text.floor_char_boundary(place.span().start);
        let line_start = source.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = source.text[start..].find('\n').map_or(source.text.len(), |at| start + at);
        let end = source.text.floor_char_boundary(place.span().end.clamp(start, line_end));

        // Made visible piece by piece, so that the mark stays under what it marks.
        let before = visible(&source.text[line_start..start]);
        let marked = visible(&source.text[start..end]);
        let mark = before.len()..before.len() + marked.len();
        let line = [&before, &marked, &visible(&source.text[end..line_end])].map(|it| it.as_ref()).concat();
        let line_number = source.text[..line_start].matches('\n').count() + 1;

        let mut annotation = kind.span(mark);
        if !label.is_empty() {
            annotation = annotation.label(visible(label));
        }
        Snippet::source(line).path(&source.name).line_start(line_number).annotation(annotation)
    }
}

/// `$.cells[3].params[0].type`; nothing where the file could not be parsed.
fn path(place: Place, trees: &[Option<Node<'_>>]) -> Option<String> {
    let tree = trees[place.file.0 as usize].as_ref()?;
    Some(format!("${}", path_below(tree, &place.span()).unwrap_or_default()))
}

/// The steps from a node down to the one that stands exactly at `span`.
fn path_below(node: &Node<'_>, span: &Range<usize>) -> Option<String> {
    if node.span == *span {
        return Some(String::new());
    }
    let inside = |child: &Node<'_>| child.span.start <= span.start && span.end <= child.span.end;
    let below = |step: String, child: &Node<'_>| path_below(child, span).map(|rest| step + &rest);
    match &node.value {
        Value::List(items) => {
            let mut items = items.iter().enumerate().filter(|(_, child)| inside(child));
            items.find_map(|(index, child)| below(format!("[{index}]"), child))
        }
        Value::Table(entries) => {
            let mut entries = entries.iter().filter(|(_, child)| inside(child));
            entries.find_map(|(key, child)| below(step(key), child))
        }
        _ => None,
    }
}

fn step(key: &str) -> String {
    let plain = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if plain { format!(".{key}") } else { format!("[{:?}]", visible(key)) }
}
