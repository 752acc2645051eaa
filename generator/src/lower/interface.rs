//! The operations of an interface.

use super::operation::{needs_args, rank};
use crate::catalog::{InterfaceParam, InterfaceSpec, OperationSpec};
use crate::model::{
    BILLINGS, Input, Interface, Kind, Limits, MODEL_KINDS, Method, NamedValue, NamedValues, Need, Operation, Param,
    REPLIES, Route, Text, WRITTEN,
};
use crate::names::{self, Scope};
use crate::report::{At, Report};

pub(super) fn lower(spec: &InterfaceSpec, report: &mut Report) -> Interface {
    let operations = spec.operations.iter().filter_map(|it| operation(&spec.name, it, report)).collect();
    Interface { module: spec.name.clone(), feature: spec.name.clone(), operations }
}

fn operation(module: &str, spec: &OperationSpec, report: &mut Report) -> Option<Operation> {
    let name = spec.name.value.as_str();
    let route = route(&spec.route, report);
    let kind = MODEL_KINDS.iter().find(|it| it.endpoint_type == spec.models.value);
    let kind = kind
        .or_else(|| unknown(&spec.models, "an endpoint type", MODEL_KINDS.iter().map(|it| it.endpoint_type), report));
    let input = one_of(&spec.body, "a kind of body", &INPUTS, report);
    let reply = one_of(&spec.reply, "a kind of reply", &REPLIES, report);
    let billing = one_of(&spec.billing, "a way of billing", &BILLINGS, report);
    let params = spec.params.iter().map(|it| param(it, &spec.endpoint.value, report)).collect::<Vec<_>>();
    let mut params = params.into_iter().collect::<Option<Vec<_>>>()?;
    // Behind the obligations as they are written, which is how the documents list them.
    params.sort_by_key(rank);
    let function = names::snake(name, Scope::Interface);
    Some(Operation {
        id: function.clone(),
        key: name.to_owned(),
        page: names::page(&["interfaces", module, &function]),
        function,
        endpoint: names::camel(&[&spec.endpoint.value]),
        route: route?,
        input: input?,
        reply: reply?,
        models: Some(kind?),
        billing: Some(billing?),
        about: Some(spec.doc.clone()),
        notes: spec.notes.clone(),
        args: needs_args(&params).then(|| names::camel(&[&spec.endpoint.value, "args"])),
        params,
        selectors: Vec::new(),
        price: None,
        unit: None,
        usage_log_name: None,
        status: None,
        place: spec.name.place,
    })
}

const INPUTS: [(&str, Input); 4] =
    [("json", Input::Json), ("form", Input::Form), ("open", Input::Open), ("query", Input::Query)];

fn one_of<T: Copy>(text: &At<String>, what: &str, all: &[(&'static str, T)], report: &mut Report) -> Option<T> {
    match all.iter().find(|(name, _)| *name == text.value) {
        Some((_, value)) => Some(*value),
        None => unknown(text, what, all.iter().map(|(name, _)| *name), report),
    }
}

fn unknown<T>(
    text: &At<String>,
    what: &str,
    known: impl IntoIterator<Item = &'static str>,
    report: &mut Report,
) -> Option<T> {
    let known: Vec<_> = known.into_iter().map(|it| format!("`{it}`")).collect();
    report
        .error("unknown-word", text.place, format!("`{}` is not {what}", text.value))
        .hint(format!("write one of {}", known.join(", ")));
    None
}

fn route(text: &At<String>, report: &mut Report) -> Option<Route> {
    let fits = |path: &&str| {
        path.starts_with("/v1") && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_:{}".contains(&b))
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
            .error("bad-route", text.place, format!("`{}` is no route", text.value))
            .hint("write a method, GET or POST, and a path that begins with `/v1`, a space between them");
    }
    route
}

fn param(spec: &InterfaceParam, endpoint: &str, report: &mut Report) -> Option<Param> {
    let wire = spec.name.value.clone();
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"._".contains(&b);
    if wire.is_empty() || !wire.bytes().all(fits) {
        report
            .error("bad-param", spec.name.place, format!("`{wire}` cannot be a field"))
            .hint("a field is letters, digits and `_`, with a dot between the names of objects in objects");
        return None;
    }
    let streams = match &spec.mode {
        None => false,
        Some(mode) if mode.value == "stream" => true,
        Some(mode) => return unknown(mode, "a mode", ["stream"], report),
    };
    Some(Param {
        name: names::snake(spec.rename.as_deref().unwrap_or(&wire), Scope::Request),
        kind: kind(spec, endpoint, report)?,
        need: match (streams, spec.required) {
            (true, _) => Need::Stream,
            (_, true) => Need::Caller,
            (_, false) => Need::Nobody,
        },
        limits: Limits { min: spec.min, max: spec.max, ..Limits::default() },
        default: None,
        example: None,
        about: Text { en: spec.doc.clone(), zh: None },
        note: None,
        paging: None,
        deprecated: None,
        ignored_with: Vec::new(),
        need_is_published: true,
        source: spec.source.clone(),
        place: spec.name.place,
        wire,
    })
}

fn kind(spec: &InterfaceParam, endpoint: &str, report: &mut Report) -> Option<Kind> {
    const PLAIN: [(&str, Kind); 8] = [
        ("text", Kind::Text),
        ("integer", Kind::Integer),
        ("number", Kind::Number),
        ("flag", Kind::Flag),
        ("json", Kind::Json),
        ("[text]", Kind::Texts),
        ("file", Kind::File),
        ("image", Kind::Image),
    ];
    let plain = PLAIN.into_iter().find(|(name, _)| *name == spec.kind.value).map(|(_, kind)| kind);
    let written = || WRITTEN.iter().find(|it| it.name == spec.kind.value).map(Kind::Written);
    let Some(kind) = plain.or_else(written) else {
        let known = PLAIN.iter().map(|(name, _)| *name).chain(WRITTEN.iter().map(|it| it.name));
        return unknown(&spec.kind, "a type", known, report);
    };
    if spec.values.is_empty() {
        return Some(kind);
    }
    let value = |(label, value): &(String, At<String>)| NamedValue {
        variant: names::variant(label),
        label: label.clone(),
        wire: value.value.clone(),
        also: None,
        about: None,
        place: value.place,
    };
    Some(Kind::Named(NamedValues {
        name: names::camel(&[endpoint, &spec.name.value]),
        integers: false,
        values: spec.values.iter().map(value).collect(),
        separator: None,
    }))
}
