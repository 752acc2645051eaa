//! A record that can be executed: only one whose binding is verified can.

use super::{Missing, NotExecutable, Operation, Record, Terms};

/// A record that can be executed. Only this binds to a call.
#[derive(Clone, Debug)]
pub struct Executable<W> {
    workflow: W,
    terms: Terms,
    /// What answers at its endpoint: the operation that it names, or all of them.
    operations: Vec<&'static Operation>,
}

impl<W: Record + Clone> Executable<W> {
    /// The record, if everything is there that it takes; else all that is missing.
    pub fn of(workflow: &W, operations: &'static [Operation]) -> Result<Self, NotExecutable> {
        let terms = workflow.terms().map_err(|problem| NotExecutable(vec![Missing::Terms(problem.to_string())]))?;
        let path = terms.runtime_binding.endpoint.as_deref().unwrap_or_default();
        let mut at: Vec<_> = operations.iter().filter(|it| it.is_at(path)).collect();
        let missing = terms.missing(&at.iter().map(|it| it.bindable()).collect::<Vec<_>>());
        if let Some(id) = &terms.runtime_binding.operation_id {
            at.retain(|it| it.id == id);
        }
        if missing.is_empty() {
            Ok(Self { workflow: workflow.clone(), operations: at, terms })
        } else {
            Err(NotExecutable(missing))
        }
    }
}

impl<W> Executable<W> {
    /// The record.
    pub fn workflow(&self) -> &W {
        &self.workflow
    }

    /// What it is run by.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub(super) fn operations(&self) -> &[&'static Operation] {
        &self.operations
    }
}
