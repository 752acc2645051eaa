//! Reads `service.toml`: the gateway itself.

use std::sync::Arc;

use heck::ToKebabCase as _;

use super::fields::Fields;
use super::gateway;
use super::node::Node;
use super::reader::Reader;
use crate::catalog::{CallKind, EndpointType, Environment, ErrorBody, ErrorKind, Service, ServiceError};
use crate::names::{self, Scope};
use crate::report::Spanned;
use crate::similar::did_you_mean;

pub(super) fn read(tree: &Node<'_>, reader: &mut Reader<'_>) -> Service {
    let mut service = Service::default();
    let mut fields = reader.fields(tree, "the file");
    if let Some(node) = fields.node("authentication") {
        authentication(node, &mut service, fields.reader);
    }
    if let Some(node) = fields.node("environment") {
        environment(node, &mut service.environment, fields.reader);
    }
    if let Some(node) = fields.node("base_url") {
        let mut fields = fields.reader.fields(node, "`base_url`");
        set(&mut service.path_prefix, &mut fields, "without", "a path, such as `/v1`", is_path);
        fields.finish();
    }
    if let Some(node) = fields.node("data") {
        data(node, &mut service, fields.reader);
    }
    if let Some(node) = fields.node("error_body") {
        service.error_body = error_body(node, fields.reader);
    }
    service.interfaces = fields.strings("interfaces");
    service.endpoint_types = fields.each("endpoint_type", endpoint_type);
    service.errors = fields.each("error", error);
    service.tasks = fields.each("task", gateway::tasks::shape);
    service.assumptions = fields.named_localized("assumptions").into_iter().collect();
    fields.finish();
    service
}

fn authentication(node: &Node<'_>, service: &mut Service, reader: &mut Reader<'_>) {
    let mut fields = reader.fields(node, "`authentication`");
    let is_header =
        |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_lowercase() || b == b'-' || b.is_ascii_digit());
    set(&mut service.key_header, &mut fields, "header", "the name of a header in lower case", is_header);
    service.key_scheme.clear();
    set(&mut service.key_scheme, &mut fields, "scheme", "a word", |it| it.bytes().all(|b| b.is_ascii_alphanumeric()));
    fields.finish();
}

fn environment(node: &Node<'_>, names: &mut Environment, reader: &mut Reader<'_>) {
    let mut fields = reader.fields(node, "`environment`");
    let is_name =
        |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_uppercase() || b == b'_' || b.is_ascii_digit());
    let what = "a variable name of capital letters, digits and `_`";
    set(&mut names.base_url, &mut fields, "base_url", what, is_name);
    set(&mut names.key, &mut fields, "key", what, is_name);
    set(&mut names.dash_url, &mut fields, "dash_url", what, is_name);
    set(&mut names.models_url, &mut fields, "models_url", what, is_name);
    set(&mut names.record, &mut fields, "record", what, is_name);
    fields.finish();
}

fn data(node: &Node<'_>, service: &mut Service, reader: &mut Reader<'_>) {
    let mut fields = reader.fields(node, "`data`");
    let has_both = |it: &str| {
        let count = |name: &str| it.split('/').filter(|segment| *segment == name).count();
        is_path(it) && count("{platform}") == 1 && count("{capability}") == 1
    };
    let what = "a path with the segments `{platform}` and `{capability}`";
    set(&mut service.data_path, &mut fields, "path", what, has_both);
    set(&mut service.usage_log_name, &mut fields, "usage_log_name", "a name", |it| !it.is_empty());
    set(&mut service.catalog_path, &mut fields, "catalog", "a path that begins with `/`", is_path);
    set(&mut service.payload, &mut fields, "payload", "the name of a field", |it| !it.contains(['.', '[']));
    for (name, value) in fields.named_texts("envelope") {
        if service.payload.is_empty() || service.payload == name {
            let message = format!("`{name}` cannot be a field next to the payload `{}`", service.payload);
            let hint = "`envelope` lists the fields of a response other than `payload`";
            fields.reader.report.error("bad-value", value.span, message).hint(hint);
        }
        service.envelope.push((name, value.value));
    }
    fields.finish();
}

fn is_path(text: &str) -> bool {
    text.starts_with('/') && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_.:{}".contains(&b))
}

/// Sets a text if it is present and valid.
fn set(to: &mut String, fields: &mut Fields<'_, '_, '_>, key: &'static str, what: &str, fits: impl Fn(&str) -> bool) {
    let Some(text) = fields.text(key) else { return };
    if fits(&text.value) {
        *to = text.value;
    } else {
        let message = format!("`{}` cannot be the value of `{key}`", text.value);
        fields.reader.report.error("bad-value", text.span, message).hint(format!("write {what}"));
    }
}

fn endpoint_type(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<Arc<EndpointType>> {
    let mut fields = reader.fields(node, "the endpoint type");
    let (key, doc) = (fields.required("key"), fields.required_localized("doc"));
    let (name, prefix) = (fields.string("name"), fields.string("prefix"));
    let is_undocumented = fields.flag("undocumented").unwrap_or_default();
    fields.finish();
    let key = key?.value;
    let name = name.unwrap_or_else(|| key.clone());
    Some(Arc::new(EndpointType {
        module: names::snake(&name, Scope::Module),
        name: names::camel(&[&name]),
        about: doc?,
        prefix: prefix.unwrap_or_default(),
        is_undocumented,
        key,
    }))
}

fn error_body(node: &Node<'_>, reader: &mut Reader<'_>) -> ErrorBody {
    let mut fields = reader.fields(node, "`error_body`");
    let body = ErrorBody {
        code: fields.strings("code"),
        message: fields.strings("message"),
        assumption: fields.text("assumption"),
    };
    fields.finish();
    body
}

fn error(node: &Node<'_>, reader: &mut Reader<'_>) -> Option<ServiceError> {
    let mut fields = reader.fields(node, "the error");
    let on = fields
        .required("on")
        .and_then(|it| one_of(&it, &[CallKind::Data, CallKind::Model, CallKind::Task], &mut fields));
    let kind = fields.required("kind").and_then(|it| one_of(&it, &ErrorKind::ALL, &mut fields));
    let status = fields.integer("status").and_then(|it| {
        let status = u16::try_from(it.value).ok().filter(|it| (100..600).contains(it));
        if status.is_none() {
            let message = format!("`{}` is not an HTTP status", it.value);
            fields.reader.report.error("bad-value", it.span, message).hint("write a number from 100 to 599");
        }
        status
    });
    let retry = retry(&mut fields);
    let error = ServiceError {
        on: on?,
        status,
        codes: fields.strings("code"),
        kind: kind?,
        retry,
        about: fields.localized("doc"),
        advice: fields.localized("advice").unwrap_or_default(),
        assumption: fields.text("assumption"),
    };
    fields.finish();
    Some(error)
}

fn retry(fields: &mut Fields<'_, '_, '_>) -> Option<(u64, u64)> {
    let node = fields.node("retry")?;
    let span = fields.reader.span(node);
    let seconds = fields.scalars("retry");
    let whole = |it: Option<&crate::catalog::Scalar>| it?.as_integer().and_then(|it| u64::try_from(it).ok());
    match (whole(seconds.first()), whole(seconds.get(1))) {
        (Some(least), Some(most)) if seconds.len() == 2 && least <= most && most <= 3600 => Some((least, most)),
        _ => {
            let hint = "write the minimum and the maximum in seconds, such as [10, 20]; the maximum is at most 3600";
            fields.reader.report.error("bad-value", span, "`retry` is not a range of seconds").hint(hint);
            None
        }
    }
}

/// Returns the value with this name in kebab case.
fn one_of<T: Copy + std::fmt::Debug>(text: &Spanned<String>, all: &[T], fields: &mut Fields<'_, '_, '_>) -> Option<T> {
    let names: Vec<_> = all.iter().map(|it| format!("{it:?}").to_kebab_case()).collect();
    let found = names.iter().position(|it| *it == text.value).map(|index| all[index]);
    if found.is_none() {
        let known: Vec<_> = names.iter().map(|it| format!("`{it}`")).collect();
        let hint =
            did_you_mean(&text.value, names.iter().map(String::as_str), format!("write one of {}", known.join(", ")));
        fields.reader.report.error("unknown-word", text.span, format!("unknown word `{}`", text.value)).hint(hint);
    }
    found
}
