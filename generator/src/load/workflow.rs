//! Reads `workflow/examples/`: example workflow records.

use std::collections::BTreeMap;

use gatewright_runtime::workflow::{ReadError, Rule, Step, Violation, Workflow};

use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{RecordSpec, RecordTexts};
use crate::report::{Report, Span, Spanned};

const HINT: &str = "correct the record; the page `workflow` of the docs lists all rules";

/// Reads the record of a file and reports all problems with it.
pub(super) fn record(name: &str, text: &str, reader: &mut Reader<'_>) -> Option<RecordSpec> {
    let workflow = checked(text, reader)?;
    let span = Span::new(reader.file, &(0..text.len()));
    Some(RecordSpec { name: name.to_owned(), workflow, text: text.to_owned(), span })
}

/// Reads `workflow/texts.toml`: translations of the records' texts.
pub(super) fn texts(tree: &Node<'_>, reader: &mut Reader<'_>) -> BTreeMap<String, Spanned<RecordTexts>> {
    let record = |node: &Node<'_>, _: &str, reader: &mut Reader<'_>| {
        let mut fields = reader.fields(node, "the record");
        let texts = RecordTexts {
            title: fields.translations("title"),
            summary: fields.translations("summary"),
            blocking_reason: fields.translations("blocking_reason"),
            inputs: {
                let inputs = fields.named("inputs", |node, id, reader| reader.translations(node, &format!("`{id}`")));
                inputs.into_iter().collect()
            },
        };
        fields.finish();
        Some(reader.at(node, texts))
    };
    reader.named(tree, "the file", record).into_iter().collect()
}

/// Reports all problems with a workflow record.
///
/// ```
/// let report = gatewright::check_record("note.json", br#"{ "title": 5 }"#);
/// assert!(report.render(false).contains("expected a string, found the number 5"));
/// ```
pub fn check_record(name: &str, record: &[u8]) -> Report {
    let mut report = Report::default();
    if let Some(file) = super::source(name.to_owned(), record, &mut report) {
        let text = report.sources[file.0 as usize].text.clone();
        checked(&text, &mut Reader::new(file, &mut report));
    }
    report
}

/// Returns a valid record, and reports all problems with an invalid one.
fn checked(text: &str, reader: &mut Reader<'_>) -> Option<Workflow> {
    let tree = super::json::parse(text).map_err(|broken| reader.broken(&broken)).ok()?;
    let problem = match Workflow::parse(text) {
        Ok(workflow) => return Some(workflow),
        Err(problem) => problem,
    };
    let (code, range, hint) = match &problem {
        ReadError::Broken(violations) => {
            report_violations(violations, &tree, reader);
            return None;
        }
        ReadError::Number { number, at } => {
            ("lost-number", *at..at + number.len(), "write it as text, or with no more digits than a float can store")
        }
        ReadError::TooDeep => ("too-deep", 0..1, "reduce the nesting"),
        _ => ("broken-json", 0..1, HINT),
    };
    reader.report.error(code, reader.span_of(&range), problem.to_string()).hint(hint);
    // Report other problems at the same time.
    if let Ok(value) = serde_json::from_str(text) {
        report_violations(&Workflow::rules().check(&value), &tree, reader);
    }
    None
}

fn report_violations(violations: &[Violation], tree: &Node<'_>, reader: &mut Reader<'_>) {
    for Violation { path, rule, message, .. } in violations {
        let span = reader.span(found(tree, &path.0));
        let name = match path.0.last() {
            Some(Step::Key(key)) => format!("`{key}`"),
            Some(Step::Item(number)) => format!("item {number}"),
            None => "the record".to_owned(),
        };
        reader
            .report
            .error(rule.keyword(), span, format!("{name}: {message}"))
            .label(if *rule == Rule::Required { "required here" } else { "" })
            .hint(HINT);
    }
}

/// Returns the node at a path, or the last existing one on the way there.
fn found<'n>(tree: &'n Node<'n>, path: &[Step]) -> &'n Node<'n> {
    let mut node = tree;
    for step in path {
        let next = match (step, &node.value) {
            (Step::Key(key), Value::Table(entries)) => entries.iter().find(|it| it.0 == key.as_str()).map(|it| &it.1),
            (Step::Item(number), Value::List(items)) => items.get(*number),
            _ => None,
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}
