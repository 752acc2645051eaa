//! What is known of the tasks of an interface.

use super::assumptions;
use crate::catalog::InterfaceSpec;
use crate::model::{Operation, TaskShape, Tasks, Trap};
use crate::report::Report;

pub(super) fn lower(spec: &InterfaceSpec, operations: &[Operation], report: &mut Report) -> Tasks {
    let shape = |it: &crate::catalog::ShapeSpec, report: &mut Report| TaskShape {
        assumptions: assumptions(&it.assumptions, spec, report),
        ..it.shape.clone()
    };
    let shapes = spec.shapes.iter().map(|it| shape(it, report)).collect();
    let mut traps = Vec::new();
    for it in &spec.traps {
        let known = |group: &str| operations.iter().filter_map(|it| it.family.as_ref()).any(|it| it.key == group);
        for group in it.on.iter().filter(|group| !known(&group.value)) {
            report
                .error("unknown-group", group.place, format!("no operation is for the models `{}`", group.value))
                .hint("name a group that stands in `models` of an operation");
        }
        traps.push(Trap {
            on: it.on.iter().map(|it| it.value.clone()).collect(),
            assumptions: assumptions(&it.assumptions, spec, report),
            ..it.trap.clone()
        });
    }
    Tasks { shapes, traps }
}
