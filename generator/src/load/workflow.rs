//! `workflow/`: the schema of workflow records, and records beside it.

use std::collections::BTreeMap;

use gatewright_runtime::workflow::{self, Path, ReadError, Rule, Schema, Step, Terms, Violation};

use super::Specs;
use super::node::{Node, Value};
use super::reader::Reader;
use crate::catalog::{RecordSpec, SchemaSpec};
use crate::report::{FileId, Place, Report};

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
        let Some(value) = judged(schema, *file, report) else { continue };
        let text = report.sources[file.0 as usize].text.clone();
        let said = |key: &str| value.get(key).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
        let (title, summary, place) = (said("title"), said("summary"), Place::new(*file, &(0..text.len())));
        // A schema may be without such flags.
        let allows = |key: &str| value["discovery"][key] != serde_json::Value::Bool(false);
        let (indexable, in_sitemap) = (allows("indexable"), allows("sitemap"));
        match serde_json::from_value::<Terms>(value) {
            Ok(terms) => {
                let name = (*name).to_owned();
                records.push(RecordSpec { name, title, summary, terms, text, indexable, in_sitemap, place });
            }
            Err(problem) => {
                report
                    .error("bad-schema", place, format!("the record cannot be run: {problem}"))
                    .hint("the schema lacks what the helpers of records go by");
            }
        }
    }
    records
}

/// What workflow records are checked with.
///
/// ```
/// use gatewright::{RecordCheck, Specs};
///
/// let schema = r#"{ "title": "Note", "type": "object", "additionalProperties": false, "properties": {
///     "text": { "type": "string" } } }"#;
/// let specs = Specs { files: [(Specs::WORKFLOW.into(), schema.into())].into(), ..Specs::default() };
/// let check = RecordCheck::new(&specs).expect("the schema is fine");
/// let report = check.report("note.json", br#"{ "text": 5 }"#);
/// assert!(report.render(false).contains("it must be a text, and is the number 5"));
/// ```
#[derive(Debug)]
pub struct RecordCheck(Schema);

impl RecordCheck {
    /// The schema of the specs, or everything in it that is not understood.
    pub fn new(specs: &Specs) -> Result<Self, Report> {
        let mut report = Report::default();
        let Some(file) = super::open(specs, Specs::WORKFLOW, &mut report) else {
            let place = Place::new(super::add(Specs::WORKFLOW.to_owned(), String::new(), &mut report), &(0..0));
            let hint = format!("the specs folder must hold `{}`", Specs::WORKFLOW);
            report.error("no-schema", place, "there is no schema of workflow records").hint(hint);
            return Err(report);
        };
        let text = report.sources[file.0 as usize].text.clone();
        let mut reader = Reader::new(file, &mut report);
        let schema = super::json::parse(&text).map(|tree| schema(&tree, &text, &mut reader));
        let schema = schema.map_err(|broken| reader.broken(&broken)).ok().flatten();
        schema.map(|it| Self(it.schema)).ok_or(report)
    }

    /// Everything that is wrong with one record.
    pub fn report(&self, name: &str, record: &[u8]) -> Report {
        let mut report = Report::default();
        if let Some(file) = super::source(name.to_owned(), record, &mut report) {
            judged(&self.0, file, &mut report);
        }
        report
    }
}

/// A record that keeps the rules; about another, everything that is wrong with it.
fn judged(schema: &Schema, file: FileId, report: &mut Report) -> Option<serde_json::Value> {
    let text = report.sources[file.0 as usize].text.clone();
    let reader = &mut Reader::new(file, report);
    let tree = super::json::parse(&text).map_err(|broken| reader.broken(&broken)).ok()?;
    match workflow::read(&text) {
        Ok(value) => (complain(schema, &value, &tree, reader) == 0).then_some(value),
        Err(problem) => {
            let (code, span, hint) = match &problem {
                ReadError::Number { number, at } => {
                    ("lost-number", *at..at + number.len(), "write it as a text, or with as many digits as a float has")
                }
                ReadError::TooDeep => ("too-deep", 0..1, "let less stand in each other"),
                _ => ("broken-json", 0..1, HINT),
            };
            reader.report.error(code, reader.place_of(&span), problem.to_string()).hint(hint);
            // What else is wrong is said with it.
            if let Ok(value) = serde_json::from_str(&text) {
                complain(schema, &value, &tree, reader);
            }
            None
        }
    }
}

/// Reports everything that breaks a rule, and says how much that is.
fn complain(schema: &Schema, record: &serde_json::Value, tree: &Node<'_>, reader: &mut Reader<'_>) -> usize {
    let violations = schema.check(record);
    for Violation { path, rule, says, .. } in &violations {
        let place = reader.place(found(tree, path));
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
