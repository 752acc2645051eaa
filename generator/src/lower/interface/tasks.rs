//! Lowers the tasks of an interface.

use super::assumptions;
use crate::catalog::InterfaceSpec;
use crate::model::{Operation, Service, TaskShape, Tasks, Trap};
use crate::report::Report;

pub(super) fn lower(spec: &InterfaceSpec, service: &Service, operations: &[Operation], report: &mut Report) -> Tasks {
    let shape = |it: &crate::catalog::ShapeSpec, report: &mut Report| TaskShape {
        assumptions: assumptions(&it.assumptions, &service.assumptions, report),
        ..it.shape.clone()
    };
    let has_tasks = operations.iter().any(Operation::is_task);
    let shapes = service.tasks.iter().filter(|_| has_tasks).map(|it| shape(it, report)).collect();
    let mut traps = Vec::new();
    for it in &spec.traps {
        // The name of a group, or of the operation for models without a group.
        let known = |name: &str| operations.iter().any(|it| it.family.as_ref().map_or(&it.key, |it| &it.key) == name);
        for group in it.on.iter().filter(|group| !known(&group.value)) {
            report
                .error("unknown-group", group.span, format!("unknown group of models `{}`", group.value))
                .hint("use a group in `models` of an operation, or an operation without `models`");
        }
        traps.push(Trap {
            on: it.on.iter().map(|it| it.value.clone()).collect(),
            assumptions: assumptions(&it.assumptions, &spec.assumptions, report),
            ..it.trap.clone()
        });
    }
    Tasks { shapes, traps }
}
