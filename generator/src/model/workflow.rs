//! Workflow records: the types of their schema, and records to show.

use gatewright_runtime::workflow::{Bindable, Terms};

use super::{Kind, Model, Need, Operation, Param, Place, Reply};

/// What is known of workflow records.
#[derive(Clone, Debug)]
pub struct Workflow {
    /// The schema, as it was written.
    pub schema: String,
    /// The type of a record.
    pub name: String,
    /// The type of one that can be executed.
    pub executable: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// The types, the record's own first, the others in the order of the schema.
    pub types: Vec<RecordType>,
    /// Records to show, by name.
    pub examples: Vec<ExampleRecord>,
}

/// A type with a name.
#[derive(Clone, Debug)]
pub struct RecordType {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// What it is made of.
    pub kind: RecordKind,
    /// Where the specs have it.
    pub place: Place,
}

/// Kinds of types with names.
#[derive(Clone, Debug)]
pub enum RecordKind {
    /// An object with these fields and no others.
    Object(Vec<RecordField>),
    /// One text, always the same.
    Constant(String),
    /// One of these texts.
    OneOf(Vec<RecordValue>),
    /// A text that keeps a rule.
    Text {
        /// At least so many characters.
        min: usize,
        /// The pattern.
        pattern: Option<String>,
        /// Whether it must be a day.
        is_date: bool,
    },
}

/// A value of an enum.
#[derive(Clone, Debug)]
pub struct RecordValue {
    /// The variant.
    pub variant: String,
    /// What it is in JSON.
    pub wire: String,
    /// Where the specs have it.
    pub place: Place,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct RecordField {
    /// Its name in Rust.
    pub name: String,
    /// Its name in JSON.
    pub wire: String,
    /// What it is, in a sentence.
    pub about: String,
    /// Whether it must be there.
    pub required: bool,
    /// Whether it can be null.
    pub nullable: bool,
    /// What it holds.
    pub holds: Holds,
    /// Where the specs have it.
    pub place: Place,
}

/// What a field holds.
#[derive(Clone, Debug)]
pub enum Holds {
    /// A type with a name, by its index.
    Type(usize),
    /// A text.
    Text,
    /// A flag.
    Flag,
    /// A flag that is always the same.
    Always(bool),
    /// A text, a flag or a whole number.
    Scalar,
    /// An object with any fields.
    Map,
    /// A list.
    List {
        /// What its items are; `None`: anything.
        items: Option<Box<Holds>>,
        /// At least so many.
        min: usize,
        /// Whether no two are the same.
        unique: bool,
    },
}

/// A record to show.
#[derive(Clone, Debug)]
pub struct ExampleRecord {
    /// Its file, without an ending.
    pub name: String,
    /// Its page in the docs, without an ending.
    pub page: String,
    /// What people call it.
    pub title: String,
    /// What it does.
    pub summary: String,
    /// What it is run by.
    pub terms: Terms,
    /// The record, as it was written.
    pub text: String,
    /// Whether search engines may list its page.
    pub indexable: bool,
    /// Whether its page stands in the sitemap.
    pub in_sitemap: bool,
    /// Where the specs have it.
    pub place: Place,
}

impl Model {
    /// Whether a record can be bound to an operation: not to one that takes files or opens a session, none whose path
    /// holds its model, and none for models that there are none of.
    pub fn is_bindable(&self, operation: &Operation) -> bool {
        operation.models.is_some()
            && !matches!(operation.reply, Reply::Transcript | Reply::Session | Reply::Social)
            && !operation.route.path.contains('{')
            && !operation.params.iter().any(|it| it.kind == Kind::File)
            && (operation.family.is_none() || !self.taken_by(operation).is_empty())
    }

    /// An operation by all that a record can be bound to it by.
    pub fn bindable<'a>(&'a self, operation: &'a Operation) -> Bindable<'a> {
        let reads =
            operation.mapped().map(|param| param.places().iter().chain([&param.key]).map(String::as_str).collect());
        let obligations = operation.obligations().map(|it| vec![it.key.as_str()]);
        let models = operation.family.iter().flat_map(|_| self.taken_by(operation));
        Bindable {
            id: &operation.key,
            kind: operation.models.as_ref().map_or("", |it| &it.key),
            models: models.map(|it| it.record.name.as_str()).collect(),
            reads: reads.collect(),
            needs: obligations.chain(operation.alternatives()).collect(),
        }
    }

    /// What a record can be bound to at a path: tasks are taken on every path that they are asked for on.
    pub fn bindable_at(&self, path: &str) -> Vec<&Operation> {
        let at = |takes_tasks: bool| move |it: &&Operation| it.route.path == path || it.is_task() && takes_tasks;
        let answering = self.interfaces.iter().flat_map(|interface| {
            let takes_tasks = interface.tasks.shapes.iter().any(|it| it.path == path);
            interface.operations.iter().filter(at(takes_tasks))
        });
        answering.filter(|it| self.is_bindable(it)).collect()
    }
}

impl Operation {
    /// What records can give it: whether a reply comes as a stream is for the client to say.
    pub fn mapped(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|it| it.need != Need::Stream)
    }

    /// Groups of parameters, by name: of each, one must be there.
    pub fn alternatives(&self) -> impl Iterator<Item = Vec<&str>> {
        let named = |key: &String| self.params.iter().find(|it| it.key == *key || it.wire == *key);
        let groups = self.selectors.iter().flat_map(|it| &it.groups);
        groups.map(move |group| group.iter().filter_map(named).map(|it| it.key.as_str()).collect())
    }
}
