//! Renders a report as the Rust compiler does: message, location, source line, help.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::load;
use crate::load::node::{Node, Value};
use crate::report::{Diagnostic, Report, Severity, Source, Span};
use crate::text::{is_bare, shown, visible};

/// Maximum number of diagnostics that are shown; the rest is only counted.
const SHOWN: usize = 100;

/// Maximum length of a displayed line. A catalog as served can be a single long line.
const LONGEST_LINE: usize = 400;
/// Number of bytes of a long line that are shown before a location, and from its start on.
const BEFORE: usize = 60;
const BEHIND: usize = 140;

impl Report {
    /// Returns the report as text, with or without terminal colors.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let all = self.diagnostics();
        if all.is_empty() {
            return String::new();
        }
        // Parsing again is cheaper than keeping the trees, since most runs have no diagnostics.
        let trees: Vec<_> = self.sources.iter().map(|source| load::parse(source).ok()).collect();
        let mut text = String::new();
        for diagnostic in all.iter().take(SHOWN) {
            text += &renderer.render(&[self.draw(diagnostic, &trees)]);
            text += "\n\n";
        }
        let count = self.errors() + self.warnings();
        if count > SHOWN {
            text += &format!("… and {} more.\n\n", count - SHOWN);
        }
        text
    }

    /// Returns the keys that lead to every error in a file, up to the first list; `None` if there are errors elsewhere.
    pub fn keys_of_errors(&self, file: &str) -> Option<Vec<Vec<String>>> {
        let trees: Vec<_> = self.sources.iter().map(|source| load::parse(source).ok()).collect();
        let errors = self.diagnostics().into_iter().filter(|it| it.severity == Severity::Error);
        errors.map(|it| keys_to(it.span, &trees).filter(|_| self.source(it.span).name.ends_with(file))).collect()
    }

    /// Keeps only the errors in a file whose keys meet a condition.
    pub fn keep_errors(&mut self, file: &str, condition: impl Fn(&[String]) -> bool) {
        let sources = std::mem::take(&mut self.sources);
        let trees: Vec<_> = sources.iter().map(|source| load::parse(source).ok()).collect();
        self.retain(|it| {
            it.severity == Severity::Error
                && sources[it.span.file.0 as usize].name.ends_with(file)
                && keys_to(it.span, &trees).is_some_and(|keys| condition(&keys))
        });
        drop(trees);
        self.sources = sources;
    }

    fn draw<'a>(&'a self, diagnostic: &'a Diagnostic, trees: &[Option<Node<'_>>]) -> Group<'a> {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(shown(&diagnostic.message)).id(diagnostic.code);
        let mut marked = diagnostic.span;
        if let Some(key) = diagnostic.is_about_key.then(|| key_before(&self.source(marked).text, marked.range().start))
        {
            marked = key.map_or(marked, |it| Span::new(marked.file, &it));
        }
        let mut group = self.show(Group::with_title(title), marked, AnnotationKind::Primary, &diagnostic.label);
        if let Some((span, label)) = &diagnostic.also {
            group = self.show(group, *span, AnnotationKind::Context, label);
        }
        if let Some(path) = path(diagnostic.span, trees) {
            group = group.element(Level::NOTE.message(format!("at {path}")));
        }
        if !diagnostic.hint.is_empty() {
            group = group.element(Level::HELP.message(shown(&diagnostic.hint)));
        }
        group
    }

    fn source(&self, span: Span) -> &Source {
        &self.sources[span.file.0 as usize]
    }

    /// Shows the line on which a location begins, with its real line number. Of a long line, only the part around the
    /// location is shown.
    fn show<'a>(&'a self, group: Group<'a>, span: Span, kind: AnnotationKind, label: &'a str) -> Group<'a> {
        let Source { name, text } = self.source(span);
        if text.is_empty() {
            return group.element(Origin::path(name)); // there is no line to draw
        }
        let start = text.floor_char_boundary(span.range().start);
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line_number = text[..line_start].matches('\n').count() + 1;
        let long = line_end - line_start > LONGEST_LINE;
        let (from, to) = if long {
            let from = text.ceil_char_boundary(start.saturating_sub(BEFORE)).max(line_start);
            (from, text.floor_char_boundary((start + BEHIND).min(line_end)))
        } else {
            (line_start, line_end)
        };
        let end = text.floor_char_boundary(span.range().end.clamp(start, to));

        // Escaped piece by piece, so that the marker stays aligned with its text.
        let dots = |cut: bool| if cut { "…" } else { "" };
        let before = dots(from > line_start).to_owned() + &visible(&text[from..start]);
        let marked = visible(&text[start..end]);
        let mark = before.len()..before.len() + marked.len();
        let line = before + &marked + &visible(&text[end..to]) + dots(to < line_end);
        let mut annotation = kind.span(mark);
        if !label.is_empty() {
            annotation = annotation.label(shown(label));
        }
        let snippet = Snippet::source(line).line_start(line_number).annotation(annotation);
        if !long {
            return group.element(snippet.path(name));
        }
        let column = text[line_start..start].chars().count() + 1;
        group.element(Origin::path(name).line(line_number).char_column(column)).element(snippet)
    }
}

/// Returns the key in front of a value: in quotes, or bare in TOML. `None` for a value without a key of its own.
fn key_before(text: &str, value: usize) -> Option<Range<usize>> {
    let front = text.get(..value)?.trim_end().strip_suffix([':', '='])?.trim_end();
    let start = match front.strip_suffix('"') {
        Some(quoted) => quoted.rfind('"')?,
        None => front.rfind(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').map_or(0, |at| at + 1),
    };
    (start < front.len()).then_some(start..front.len())
}

/// Returns a path such as `$.cells[3].params[0].type`; `None` if the file could not be parsed.
fn path(span: Span, trees: &[Option<Node<'_>>]) -> Option<String> {
    let tree = trees[span.file.0 as usize].as_ref()?;
    let steps = steps_to(tree, &span.range()).unwrap_or_default();
    let steps = steps.into_iter().rev().map(|step| match step {
        Step::Key(key) if is_bare(key) => format!(".{}", shown(key)),
        Step::Key(key) => format!("[{:?}]", shown(key)),
        Step::Index(index) => format!("[{index}]"),
    });
    Some(format!("${}", steps.collect::<String>()))
}

/// Returns the keys that lead to a location, up to the first list.
fn keys_to(span: Span, trees: &[Option<Node<'_>>]) -> Option<Vec<String>> {
    let steps = steps_to(trees[span.file.0 as usize].as_ref()?, &span.range())?.into_iter().rev();
    let keys = steps.map_while(|it| if let Step::Key(key) = it { Some(key.to_owned()) } else { None });
    Some(keys.collect())
}

enum Step<'t> {
    Key(&'t str),
    Index(usize),
}

/// Returns the steps from a node down to the one whose span is exactly `range`, the last step first.
fn steps_to<'t>(node: &'t Node<'_>, range: &Range<usize>) -> Option<Vec<Step<'t>>> {
    if node.range == *range {
        return Some(Vec::new());
    }
    let inside = |child: &Node<'_>| child.range.start <= range.start && range.end <= child.range.end;
    let below = |step: Step<'t>, child: &'t Node<'_>| {
        let mut steps = steps_to(child, range)?;
        steps.push(step);
        Some(steps)
    };
    match &node.value {
        Value::List(items) => {
            let mut items = items.iter().enumerate().filter(|(_, child)| inside(child));
            items.find_map(|(index, child)| below(Step::Index(index), child))
        }
        Value::Table(entries) => {
            let mut entries = entries.iter().filter(|(_, child)| inside(child));
            entries.find_map(|(key, child)| below(Step::Key(key), child))
        }
        _ => None,
    }
}
