//! Lowers a social cell to an operation.

use std::collections::BTreeSet;

use super::name_collisions::Endpoint;
use super::{groups, params};
use crate::catalog::{Cell, CellFacts, Facts, Service};
use crate::model::{Billing, Kind, Method, Operation, Param, Presence, Reply, Route, Status};
use crate::names::{self, Scope};
use crate::report::{Report, Spanned};
use crate::similar::did_you_mean;

pub(super) fn lower(label: &str, module: &str, cell: &Cell, facts: &Facts, report: &mut Report) -> Operation {
    let capability = cell.capability.value.as_str();
    let none = CellFacts::default();
    let own = facts.cells.get(label).and_then(|cells| cells.get(capability)).map_or(&none, |it| &it.value);
    let name = own.name.as_deref().unwrap_or(capability);
    // Programs store ids, so an id does not change if the platform gets a new key.
    let id_name = facts.platforms.get(label).and_then(|it| it.value.name.as_deref()).unwrap_or(label);

    let mut params = params::lower(cell, name, own, report);
    let components = groups::join(cell, &mut params, report);
    params.sort_by(|a, b| (rank(a), names::natural(&a.wire)).cmp(&(rank(b), names::natural(&b.wire))));
    let apart = Endpoint { platform: label, capability, facts: own };
    let members = components.iter().flat_map(|it| it.members()).cloned().collect();
    apart.name_params(name, &mut params, &members, report);
    let mut selectors = groups::selectors(components, name, &apart, &mut params, report);
    let endpoint = names::camel(&[name]);
    let args = needs_args(&params).then(|| names::camel(&[name, "args"]));
    let own_types: Vec<_> = [Some(&endpoint), args.as_ref()].into_iter().flatten().map(String::as_str).collect();
    apart.name_types(&own_types, &mut selectors, &mut params, report);

    let function = names::snake(name, Scope::Platform);
    Operation {
        id: names::operation_id(id_name, name),
        key: capability.to_owned(),
        page: names::page(&["social", module, &function]),
        function,
        endpoint,
        route: Route { method: Method::Get, path: text(&cell.path) },
        reply: Reply::Social,
        models: None,
        family: None,
        sources: Vec::new(),
        always: Vec::new(),
        open: Vec::new(),
        limits_unless: Vec::new(),
        content_types: Vec::new(),
        counts: Vec::new(),
        assumptions: Vec::new(),
        billing: Billing::Call { price: cell.price, unit: cell.unit.clone() },
        title: facts.capability_names.get(capability).cloned(),
        about: facts.capabilities.get(capability).map(|it| it.value.clone()),
        notes: own.notes.clone(),
        args,
        params,
        selectors,
        published_groups: published_groups(cell),
        usage_log_name: cell.model.as_ref().map(|it| it.value.clone()),
        status: cell.status.as_ref().map(|it| status(it, report)),
        learned: None,
        span: cell.capability.span,
    }
}

/// Returns the groups as published, each without repetitions, in order.
fn published_groups(cell: &Cell) -> Vec<Vec<String>> {
    let group = |group: &Spanned<Vec<Spanned<String>>>| group.value.iter().map(|it| it.value.clone()).collect();
    let groups: BTreeSet<BTreeSet<String>> = cell.require_one_of.iter().map(group).collect();
    groups.into_iter().map(|it| it.into_iter().collect()).collect()
}

/// Returns a text. A missing one has been reported already, and nothing is generated then.
fn text(field: &Option<Spanned<String>>) -> String {
    field.as_ref().map(|it| it.value.clone()).unwrap_or_default()
}

/// Reports a route that does not match the gateway's templates.
pub(super) fn check_route(cell: &Cell, service: &Service, report: &mut Report) {
    let (platform, capability) = (&cell.platform.value, &cell.capability.value);
    if !names::is_path_segment(capability) {
        report
            .error("bad-key", cell.capability.span, format!("`{capability}` cannot be a capability"))
            .label("this key is used in a URL")
            .hint("use at most 64 letters, digits, `-`, `_`, `.` and `~`, and begin with a letter or a digit");
    }
    if let Some(method) = cell.method.as_ref().filter(|it| it.value != "GET") {
        report
            .error("wrong-method", method.span, format!("unsupported method `{}`", method.value))
            .label("expected GET")
            .hint("Gatewright supports only GET for social endpoints; correct the method, or update Gatewright");
    }
    let path = service.data_path(platform, capability);
    if let Some(wrong) = cell.path.as_ref().filter(|it| it.value != path) {
        report
            .error("wrong-path", wrong.span, "the path does not match its platform and capability")
            .label(format!("expected `{path}`"))
            .hint("correct the path, the platform or the capability");
    }
    let name = service.usage_log_name(platform, capability);
    if let Some(other) = cell.model.as_ref().filter(|it| it.value != name) {
        report
            .warning("usage-log-name", other.span, "unusual usage-log name")
            .label(format!("usually `{name}`"))
            .hint("it is used as published");
    }
}

fn status(text: &Spanned<String>, report: &mut Report) -> Status {
    let status = Status::from(text.value.as_str());
    if let Status::Other(other) = &status {
        report.warning("unknown-status", text.span, format!("unknown status `{other}`")).hint(did_you_mean(
            other,
            ["available", "paused"],
            "it is used as published",
        ));
    }
    status
}

/// Returns the position of a parameter: required ones first, then those that the client sends by default, then the
/// rest.
pub(super) fn rank(param: &Param) -> u8 {
    match param.presence {
        Presence::Required => 0,
        Presence::Default => 1,
        Presence::Selector(_) | Presence::Stream | Presence::Optional => 2,
    }
}

/// Returns true if two required parameters have the same type. As plain arguments, they could be swapped by mistake.
pub(super) fn needs_args(params: &[Param]) -> bool {
    let kind = |param: &Param| match &param.kind {
        // An image or a video can be a URL, which is text.
        Kind::Text | Kind::Image | Kind::Link(_) => "text".to_owned(),
        Kind::Integer => "integer".to_owned(),
        Kind::Flag => "flag".to_owned(),
        Kind::Any => "any".to_owned(),
        Kind::Named(values) => values.name.clone(),
        other => format!("{other:?}"),
    };
    let mut kinds: Vec<_> = params.iter().filter(|it| it.presence == Presence::Required).map(kind).collect();
    // A value of unpublished type accepts the value of any other parameter.
    let any = kinds.len() > 1 && kinds.iter().any(|it| it == "any");
    let count = kinds.len();
    kinds.sort();
    kinds.dedup();
    any || kinds.len() < count
}
