//! Workflow records, and the operations that they can be bound to.

use crate::catalog::RecordTexts;
use gatewright_runtime::workflow::{BindingTarget, Workflow};

use super::{Kind, Model, Operation, Param, Presence, Reply, Span};

/// An example workflow record.
#[derive(Clone, Debug)]
pub struct ExampleRecord {
    /// File name without its extension.
    pub name: String,
    /// Page in the docs, without an extension.
    pub page: String,
    /// The record.
    pub workflow: Workflow,
    /// The record as written.
    pub text: String,
    /// Its texts in other languages.
    pub texts: RecordTexts,
    /// Location in the specs.
    pub span: Span,
}

impl Model {
    /// Returns true if a record can be bound to an operation. Excluded are operations that take files or open a
    /// session, whose path contains the model, or whose group has no models.
    pub fn is_binding_target(&self, operation: &Operation) -> bool {
        operation.models.is_some()
            && !matches!(operation.reply, Reply::Transcript | Reply::Session | Reply::Social)
            && !operation.route.path.contains('{')
            && !operation.params.iter().any(|it| it.kind == Kind::File)
            && (operation.family.is_none() || !self.accepted_models(operation).is_empty())
    }

    /// Returns the facts about an operation that a binding needs.
    pub fn binding_target<'a>(&'a self, operation: &'a Operation) -> BindingTarget<'a> {
        let reads =
            operation.mapped().map(|param| param.paths().iter().chain([&param.key]).map(String::as_str).collect());
        let required_params = operation.required_params().map(|it| vec![it.key.as_str()]);
        let models = operation.family.iter().flat_map(|_| self.accepted_models(operation));
        BindingTarget {
            id: &operation.key,
            kind: operation.models.as_ref().map_or("", |it| &it.key),
            models: models.map(|it| it.record.name.as_str()).collect(),
            reads: reads.collect(),
            needs: required_params.chain(operation.alternatives()).collect(),
        }
    }

    /// Returns the operations that a record can be bound to at a path. Tasks can be submitted to every path on which
    /// they are polled.
    pub fn binding_targets_at(&self, path: &str) -> Vec<&Operation> {
        let at = |takes_tasks: bool| move |it: &&Operation| it.route.path == path || it.is_task() && takes_tasks;
        let answering = self.interfaces.iter().flat_map(|interface| {
            let takes_tasks = interface.tasks.shapes.iter().any(|it| it.path == path);
            interface.operations.iter().filter(at(takes_tasks))
        });
        answering.filter(|it| self.is_binding_target(it)).collect()
    }
}

impl Operation {
    /// Returns the parameters that records can set. Only the client decides on streaming.
    pub fn mapped(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|it| it.presence != Presence::Stream)
    }

    /// Returns groups of parameters by name. At least one of each group is required.
    pub fn alternatives(&self) -> impl Iterator<Item = Vec<&str>> {
        let named = |key: &String| self.params.iter().find(|it| it.key == *key || it.wire == *key);
        let groups = self.selectors.iter().flat_map(|it| &it.groups);
        groups.map(move |group| group.iter().filter_map(named).map(|it| it.key.as_str()).collect())
    }
}
