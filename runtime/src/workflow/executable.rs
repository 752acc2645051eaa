//! Records that can be executed: only those with a verified binding.

use serde_json::Value;

use super::requirements::bound_to;
use super::{InputErrors, Inputs, NotExecutable, Workflow, binding_targets_at};
use crate::{OperationSpec, Service};

/// Record that can be executed. Only this type can prepare a call.
#[derive(Clone, Debug)]
pub struct Executable {
    workflow: Workflow,
    /// Operations that the record is bound to.
    operations: Vec<&'static OperationSpec>,
}

impl Executable {
    /// Returns the record if it can be executed. The error contains all unmet requirements.
    pub fn of(
        workflow: &Workflow,
        operations: &'static [&'static OperationSpec],
        service: &Service,
    ) -> Result<Self, NotExecutable> {
        let at = binding_targets_at(operations, service, workflow);
        let missing = workflow.unmet_requirements(&at);
        if !missing.is_empty() {
            return Err(NotExecutable(missing));
        }
        let bound = bound_to(workflow, &at);
        let operations = operations.iter().copied().filter(|it| bound.iter().any(|bound| bound.id == it.key)).collect();
        Ok(Self { workflow: workflow.clone(), operations })
    }

    /// Returns the record.
    pub fn workflow(&self) -> &Workflow {
        &self.workflow
    }

    /// Checks values by input id. An input without a value gets its default.
    pub fn inputs<K: Into<String>, V: Into<Value>>(
        &self,
        given: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Inputs, InputErrors> {
        self.workflow.inputs(given)
    }

    pub(super) fn operations(&self) -> &[&'static OperationSpec] {
        &self.operations
    }
}
