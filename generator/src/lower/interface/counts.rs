//! Lowers counts of values. Counts that require at least one value become selectors.

use super::assumptions;
use crate::catalog::{CountSpec, InterfaceSpec, OperationSpec};
use crate::model::{Choice, Count, Member, Param, Presence, Selector};
use crate::names::{self, Scope};
use crate::report::Report;

/// Returns the selectors of an operation, and all counts.
pub(super) fn lower(
    operation: &OperationSpec,
    interface: &InterfaceSpec,
    params: &mut [Param],
    report: &mut Report,
) -> (Vec<Selector>, Vec<Count>) {
    let (mut selectors, mut counts) = (Vec::new(), Vec::new());
    for spec in &operation.counts {
        let Some(of) = members(spec, params, report) else { continue };
        let assumptions = assumptions(&spec.assumptions, &interface.assumptions, report);
        counts.push(Count { of: of.clone(), min: spec.min, max: spec.max, assumptions });
        if spec.min > 0 {
            for &index in &of {
                params[index].presence = Presence::Selector(selectors.len());
            }
            selectors.push(selector(spec, of, &operation.endpoint, params));
        }
    }
    (selectors, counts)
}

fn members(spec: &CountSpec, params: &[Param], report: &mut Report) -> Option<Vec<usize>> {
    let mut of = Vec::new();
    for name in &spec.of {
        let own = names::snake(&name.value, Scope::Request);
        let free = |it: &Param| {
            it.presence == Presence::Optional || spec.min == 0 && matches!(it.presence, Presence::Selector(_))
        };
        match params.iter().position(|it| it.name == own && free(it)) {
            Some(index) => of.push(index),
            None => {
                report
                    .error("unknown-member", name.span, format!("unknown parameter `{}` of a count", name.value))
                    .label("not an optional parameter")
                    .hint("name parameters of this operation that are neither required nor part of another selector");
            }
        }
    }
    if of.is_empty() || spec.max.is_some_and(|max| max < spec.min.max(1)) {
        report
            .error("bad-count", spec.span, "this count cannot be satisfied")
            .hint("add parameters to `of`, or correct `max`, which must not be less than `min`");
    }
    (of.len() == spec.of.len() && !of.is_empty()).then_some(of)
}

fn selector(spec: &CountSpec, of: Vec<usize>, endpoint: &str, params: &[Param]) -> Selector {
    let label = spec.label.as_deref().unwrap_or("target");
    let wires: Vec<_> = of.iter().map(|&index| params[index].name.clone()).collect();
    let member = |&param: &usize| Member {
        param,
        name: names::snake(&params[param].name, Scope::Selector),
        addable: spec.max != Some(1),
    };
    let members: Vec<_> = of.iter().map(member).collect();
    let choice =
        |(index, member): (usize, &Member)| Choice { members: vec![index], name: member.name.clone(), args: None };
    Selector {
        name: names::camel(&[endpoint, label]),
        parts: names::camel(&[endpoint, label, "parts"]),
        argument: names::snake_avoiding(label, Scope::Request, |name| params.iter().any(|it| it.name == name)),
        choices: members.iter().enumerate().map(choice).collect(),
        members,
        groups: vec![wires],
        span: spec.span,
    }
}
