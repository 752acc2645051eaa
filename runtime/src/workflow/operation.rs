//! Operations of a client that a record can be bound to.

use super::{BindingTarget, Workflow};
use crate::{Field, OperationSpec, Presence, ResponseKind, Service};

/// Returns true if an operation is available at a path. All task paths have the same handler.
pub(super) fn is_at(operation: &OperationSpec, path: &str, service: &Service) -> bool {
    let takes_tasks = || !path.is_empty() && service.task(path).is_some();
    operation.path == path || operation.response == ResponseKind::Task && takes_tasks()
}

/// Describes an operation by the names and paths that a record can use.
pub(super) fn binding_target(operation: &'static OperationSpec) -> BindingTarget<'static> {
    let reads = operation.fields.iter().map(|it| it.paths().iter().copied().chain([it.name]).collect());
    let required = operation.fields.iter().filter(|it| it.presence == Presence::Required).map(|it| vec![it.name]);
    let groups = operation.counts.iter().filter(|it| it.min > 0).map(|it| it.of.to_vec());
    let (kind, models) = operation.model.map_or(("", &[][..]), |it| (it.endpoint_type, it.only));
    BindingTarget {
        id: operation.key,
        kind,
        models: models.to_vec(),
        reads: reads.collect(),
        needs: required.chain(groups).collect(),
    }
}

/// Returns the field at a path, or the field with this name if several share one path.
pub(super) fn field_at(operation: &'static OperationSpec, place: &str) -> Result<&'static Field, String> {
    let at: Vec<_> = operation.fields.iter().filter(|it| it.paths().contains(&place)).collect();
    match &at[..] {
        [one] => Ok(one),
        [] => operation.field(place).ok_or_else(|| format!("`{}` has no parameter `{place}`", operation.key)),
        several => {
            let names: Vec<_> = several.iter().map(|it| it.name).collect();
            let key = operation.key;
            Err(format!("`{key}` has several parameters at `{place}`: use one of the names `{}`", names.join("`, `")))
        }
    }
}

/// Returns the operations at a record's endpoint.
pub fn binding_targets_at(
    operations: &[&'static OperationSpec],
    service: &Service,
    workflow: &Workflow,
) -> Vec<BindingTarget<'static>> {
    let path = workflow.path();
    operations.iter().filter(|it| is_at(it, path, service)).map(|it| binding_target(it)).collect()
}
