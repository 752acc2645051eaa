//! A record that can be executed: only one whose binding is verified can.

use super::missing::bound_to;
use super::{Missing, NotExecutable, Record, Terms, bindable_at};
use crate::{OperationSpec, Service};

/// A record that can be executed. Only this binds to a call.
#[derive(Clone, Debug)]
pub struct Executable<W> {
    workflow: W,
    terms: Terms,
    /// What answers at its endpoint: the operation that it names, or all of them.
    operations: Vec<&'static OperationSpec>,
}

impl<W: Record + Clone> Executable<W> {
    /// The record, if everything is there that it takes; else all that is missing.
    pub fn of(
        workflow: &W,
        operations: &'static [&'static OperationSpec],
        service: &Service,
    ) -> Result<Self, NotExecutable> {
        let terms = workflow.terms().map_err(|problem| NotExecutable(vec![Missing::Terms(problem.to_string())]))?;
        let at = bindable_at(operations, service, &terms);
        let missing = terms.missing(&at);
        if missing.is_empty() {
            let bound = bound_to(&terms, &at);
            let operations =
                operations.iter().copied().filter(|it| bound.iter().any(|bound| bound.id == it.key)).collect();
            Ok(Self { workflow: workflow.clone(), operations, terms })
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

    pub(super) fn operations(&self) -> &[&'static OperationSpec] {
        &self.operations
    }
}
