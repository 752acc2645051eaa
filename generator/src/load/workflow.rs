//! `workflow/`: the schema of workflow records, and records beside it.

use std::collections::BTreeMap;

use gatewright_runtime::workflow::{self, Path, ReadError, Rule, Schema, Step, Terms, Violation};

use super::Specs;
use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{RecordSpec, SchemaSpec};
use crate::report::{FileId, Place, Report, Source};

/// The schema, if all of it is understood.
pub(super) fn schema(tree: &Node<'_>, text: &str, reader: &mut Reader<'_>) -> Option<SchemaSpec> {
    match Schema::parse(text) {
        Ok(schema) => {
            let mut places = BTreeMap::new();
            note_places(tree, Path::default(), reader, &mut places);
            Some(SchemaSpec { schema, text: text.to_owned(), places })
        }
        Err(problems) => {
            for it in problems {
                let place = reader.place(found(tree, &it.path));
                reader.report.error("bad-schema", place, it.says).hint(
                    "types are made of this schema, and only of what is understood; specs/README.md says what that is",
                );
            }
            None
        }
    }
}

fn note_places(node: &Node<'_>, path: Path, reader: &Reader<'_>, places: &mut BTreeMap<Path, Place>) {
    match &node.value {
        Value::Table(entries) => {
            entries.iter().for_each(|(key, it)| note_places(it, path.to(Step::Key(key.to_string())), reader, places))
        }
        Value::List(items) => items
            .iter()
            .enumerate()
            .for_each(|(number, it)| note_places(it, path.to(Step::Item(number)), reader, places)),
        _ => {}
    }
    places.insert(path, reader.place(node));
}

/// Records that keep the rules; about the others, everything that is wrong with them.
pub(super) fn records(schema: Option<&SchemaSpec>, files: &[(&str, FileId)], report: &mut Report) -> Vec<RecordSpec> {
    let Some(SchemaSpec { schema, .. }) = schema else { return Vec::new() };
    let mut records = Vec::new();
    for (name, file) in files {
        let text = report.sources[file.0 as usize].text.clone();
        let value = match workflow::read(&text) {
            Ok(value) => value,
            Err(problem) => {
                let place = Place::new(*file, &(0..1));
                report.error("broken-json", place, problem.to_string()).hint(HINT);
                continue;
            }
        };
        if complain(schema, &value, *file, report) > 0 {
            continue;
        }
        let said = |key: &str| value.get(key).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        let (title, summary, place) = (said("title"), said("summary"), Place::new(*file, &(0..text.len())));
        match serde_json::from_value::<Terms>(value) {
            Ok(terms) => records.push(RecordSpec { name: (*name).to_owned(), title, summary, terms, text, place }),
            Err(problem) => {
                report
                    .error("bad-schema", place, format!("the record cannot be run: {problem}"))
                    .hint("the schema lacks what the helpers of records go by");
            }
        }
    }
    records
}

/// Everything that is wrong with one record, beside the schema of the specs.
pub(crate) fn check(specs: &Specs, name: &str, bytes: &[u8]) -> Report {
    let mut report = Report::default();
    let Some(schema) = super::open(specs, Specs::WORKFLOW, &mut report) else {
        let place = Place::new(super::add(name.to_owned(), String::new(), &mut report), &(0..0));
        let hint = format!("the specs folder must hold `{}`", Specs::WORKFLOW);
        report.error("no-schema", place, "there is no schema of workflow records").hint(hint);
        return report;
    };
    let text = report.sources[schema.0 as usize].text.clone();
    let mut reader = Reader::new(schema, &mut report);
    let schema = super::json::parse(&text).map(|tree| self::schema(&tree, &text, &mut reader));
    let schema = schema.map_err(|broken| reader.broken(&broken)).ok().flatten();
    let (Some(SchemaSpec { schema, .. }), Some(file)) = (schema, super::source(name.to_owned(), bytes, &mut report))
    else {
        return report;
    };
    let text = report.sources[file.0 as usize].text.clone();
    match (super::json::parse(&text), workflow::read(&text)) {
        (Err(broken), _) => Reader::new(file, &mut report).broken(&broken),
        (Ok(_), Ok(value)) => {
            complain(&schema, &value, file, &mut report);
        }
        (Ok(_), Err(problem)) => {
            let number = if let ReadError::Number(number) = &problem { text.find(number).unwrap_or(0) } else { 0 };
            let place = Place::new(file, &(number..number + 1));
            report.error("broken-json", place, problem.to_string()).hint(HINT);
        }
    }
    report
}

/// Reports everything that is wrong with a record, and says how much that is.
fn complain(schema: &Schema, record: &serde_json::Value, file: FileId, report: &mut Report) -> usize {
    let violations = schema.check(record);
    if violations.is_empty() {
        return 0;
    }
    let Source { text, .. } = &report.sources[file.0 as usize];
    let text = text.clone();
    let Ok(tree) = super::json::parse(&text) else { return 0 };
    let reader = Reader::new(file, report);
    for Violation { path, rule, says, .. } in &violations {
        let place = reader.place(found(&tree, path));
        let name = match path.0.last() {
            Some(Step::Key(key)) => format!("`{key}`"),
            Some(Step::Item(number)) => format!("item {number}"),
            None => "the record".to_owned(),
        };
        reader
            .report
            .error(rule.keyword(), place, format!("{name}: {says}"))
            .label(if *rule == Rule::Required { "it should be in here" } else { "" })
            .hint(HINT);
    }
    violations.len()
}

const HINT: &str = "correct the record; the rules are in workflow/workflow.schema.json";

/// The node at a path, or the last one on the way there that exists.
fn found<'n>(tree: &'n Node<'n>, path: &Path) -> &'n Node<'n> {
    let mut node = tree;
    for step in &path.0 {
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
