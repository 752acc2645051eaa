//! Lowers the operations of an interface.

mod counts;
mod param;
mod tasks;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::operation::{needs_args, rank};
use crate::catalog::{AssumptionSpec, InterfaceSpec, OperationSpec};
use crate::model::{
    Assumption, BILLINGS, EndpointType, Family, Interface, Kind, Method, Namespace, Operation, Presence, REPLIES,
    Route, SOURCES, Service, VIDEO_PROPERTIES,
};
use crate::names::{self, Scope};
use crate::report::{Report, Spanned};
use crate::text::Text;

pub(super) fn lower(spec: &InterfaceSpec, service: &Service, report: &mut Report) -> Interface {
    let operations: Vec<_> = spec.operations.iter().filter_map(|it| operation(spec, it, service, report)).collect();
    Interface {
        module: spec.name.clone(),
        feature: spec.name.clone(),
        on: spec
            .on
            .as_deref()
            .map(|it| Namespace { function: names::snake(it, Scope::Client), name: names::camel(&[it]) }),
        tasks: tasks::lower(spec, service, &operations, report),
        operations,
    }
}

fn operation(
    interface: &InterfaceSpec,
    spec: &OperationSpec,
    service: &Service,
    report: &mut Report,
) -> Option<Operation> {
    let name = spec.name.value.as_str();
    let route = route(&spec.route, report);
    let kind = service.endpoint_type(&spec.kind.value).cloned();
    let types = service.endpoint_types.iter().map(|it| it.key.as_str());
    let kind = kind.or_else(|| unknown(&spec.kind, "endpoint type", types, report));
    let body = one_of(&spec.body, "body", &BODIES, report);
    let reply = one_of(&spec.reply, "reply", &REPLIES, report);
    let billing = one_of(&spec.billing, "unit of billing", &BILLINGS, report);
    let sources = spec.sources.iter().map(|it| one_of(it, "source", &SOURCES, report)).collect::<Vec<_>>();
    let always = spec.always.iter().map(|it| one_of(it, "aspect", &VIDEO_PROPERTIES, report)).collect::<Vec<_>>();
    let in_query = body? == Body::Query;
    check_method(route.as_ref()?, in_query, spec, report)?;
    let params = spec.params.iter().map(|it| param::lower(it, spec, interface, in_query, report)).collect::<Vec<_>>();
    let mut params = params.into_iter().collect::<Option<Vec<_>>>()?;
    if body == Some(Body::Open) {
        params.push(param::whole_body(spec.body.span));
    }
    // Required parameters stay in the order of the specs, which is that of the documents; texts come first.
    params.sort_by_key(|it| (rank(it), it.presence == Presence::Required && it.kind != Kind::Text));
    let (selectors, counts) = counts::lower(spec, interface, &mut params, report);
    let function = names::snake(name, Scope::Client);
    Some(Operation {
        title: None,
        id: function.clone(),
        key: name.to_owned(),
        page: names::page(&["interfaces", &interface.name, &function]),
        function,
        endpoint: names::camel(&[&spec.endpoint]),
        route: route?,
        reply: reply?,
        family: spec.group.as_ref().zip(kind.clone()).map(|(it, kind)| family(&it.value, kind)),
        models: Some(kind?),
        sources: sources.into_iter().collect::<Option<_>>()?,
        always: always.into_iter().collect::<Option<_>>()?,
        open: spec.open.clone(),
        limits_unless: spec.limits_unless.clone(),
        content_types: spec.content_types.clone(),
        assumptions: assumptions(&spec.assumptions, &interface.assumptions, report),
        billing: billing?,
        about: Some(spec.doc.clone()),
        notes: spec.notes.clone(),
        args: needs_args(&params).then(|| names::camel(&[&spec.endpoint, "args"])),
        params,
        selectors,
        published_groups: Vec::new(),
        counts,
        usage_log_name: None,
        learned: None,
        status: None,
        span: spec.name.span,
    })
}

/// Creates a group of models.
fn family(key: &str, kind: Arc<EndpointType>) -> Family {
    Family { key: key.to_owned(), marker: names::camel(&[key]), models: names::camel(&[key, "model"]), kind }
}

/// Returns the texts of assumptions.
fn assumptions(
    specs: &[AssumptionSpec],
    known: &BTreeMap<String, Spanned<Text>>,
    report: &mut Report,
) -> Vec<Assumption> {
    let mut all = Vec::new();
    for (rule, id) in specs {
        match known.get(&id.value) {
            Some(says) => all.push(Assumption { rule: rule.clone(), says: says.value.clone() }),
            None => {
                report
                    .error("unknown-assumption", id.span, format!("unknown assumption `{}`", id.value))
                    .hint("add it to `assumptions`");
            }
        }
    }
    all
}

/// Locations of parameters, by their names in the specs.
const BODIES: [(&str, Body); 4] =
    [("json", Body::Fields), ("form", Body::Fields), ("open", Body::Open), ("query", Body::Query)];

#[derive(Clone, Copy, PartialEq)]
enum Body {
    /// Fields of JSON, or of a form if there is a file.
    Fields,
    /// Any JSON, because the format is not published.
    Open,
    /// Query string.
    Query,
}

fn one_of<T: Clone>(text: &Spanned<String>, what: &str, all: &[(&'static str, T)], report: &mut Report) -> Option<T> {
    match all.iter().find(|(name, _)| *name == text.value) {
        Some((_, value)) => Some(value.clone()),
        None => unknown(text, what, all.iter().map(|(name, _)| *name), report),
    }
}

fn unknown<'a, T>(
    text: &Spanned<String>,
    what: &str,
    known: impl IntoIterator<Item = &'a str>,
    report: &mut Report,
) -> Option<T> {
    let known: Vec<_> = known.into_iter().map(|it| format!("`{it}`")).collect();
    report
        .error("unknown-word", text.span, format!("unknown {what} `{}`", text.value))
        .hint(format!("use one of {}", known.join(", ")));
    None
}

/// Checks that a GET request has its parameters in the query, and a POST request in the body.
fn check_method(route: &Route, in_query: bool, spec: &OperationSpec, report: &mut Report) -> Option<()> {
    let (method, wanted) = match route.method {
        Method::Get if !in_query => ("GET", "`body = \"query\"`, or a route with POST"),
        Method::Post if in_query => ("POST", "`body = \"json\"`, `\"form\"` or `\"open\"`, or a route with GET"),
        _ => return Some(()),
    };
    report
        .error(
            "method-and-body",
            spec.body.span,
            format!("a {method} request cannot have the body `{}`", spec.body.value),
        )
        .label("parameters of the request")
        .also(spec.route.span, "method of the request")
        .hint(format!("use {wanted}"));
    None
}

fn route(text: &Spanned<String>, report: &mut Report) -> Option<Route> {
    let fits = |path: &&str| {
        path.starts_with('/') && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_:{}".contains(&b))
    };
    let route = text.value.split_once(' ').and_then(|(method, path)| {
        let method = match method {
            "GET" => Method::Get,
            "POST" => Method::Post,
            _ => return None,
        };
        Some(Route { method, path: Some(path).filter(fits)?.to_owned() })
    });
    if route.is_none() {
        report
            .error("bad-route", text.span, format!("`{}` is not a route", text.value))
            .hint("write a method, GET or POST, then a space and a path that begins with `/`");
    }
    route
}
