//! A social operation as a path item.

use std::collections::BTreeMap;

use serde::Serialize;

use super::document::social_responses;
use super::{Version, learned};
use crate::model::{
    Assumption, Kind, NamedValue, NextPage, Operation, Paging, Param, Platform, Presence, Scalar, Service, Status,
};
use crate::text::Text;

#[derive(Serialize)]
struct PathItem<'a> {
    get: OperationObject<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OperationObject<'a> {
    operation_id: &'a str,
    tags: [&'a str; 1],
    summary: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<Parameter<'a>>,
    responses: &'a Responses,
    #[serde(rename = "x-require-one-of", skip_serializing_if = "Vec::is_empty")]
    require_one_of: Vec<&'a [String]>,
    /// Price as text, because most parsers would lose digits of a JSON number.
    #[serde(rename = "x-price-usd", skip_serializing_if = "Option::is_none")]
    price: Option<String>,
    #[serde(rename = "x-unit", skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(rename = "x-usage-log-name")]
    usage_log_name: &'a str,
    #[serde(rename = "x-status", skip_serializing_if = "Option::is_none")]
    status: Option<&'a str>,
}

#[derive(Serialize)]
struct Parameter<'a> {
    name: &'a str,
    #[serde(rename = "in")]
    location: &'static str,
    required: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    deprecated: bool,
    schema: Schema<'a>,
    #[serde(rename = "x-named-values", skip_serializing_if = "BTreeMap::is_empty")]
    named_values: BTreeMap<&'a str, String>,
    /// Separator, if the parameter accepts a list of values.
    #[serde(rename = "x-separator", skip_serializing_if = "Option::is_none")]
    separator: Option<&'a str>,
    #[serde(rename = "x-paging", skip_serializing_if = "Option::is_none")]
    paging: Option<PagingObject<'a>>,
    #[serde(rename = "x-ignored-with", skip_serializing_if = "<[_]>::is_empty")]
    ignored_with: &'a [String],
    #[serde(rename = "x-assumption", skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<&'a str>,
}

/// Pagination.
#[derive(Serialize)]
struct PagingObject<'a> {
    next: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Json<'a>>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Schema<'a> {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<Type>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_length: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_length: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Json<'a>>,
    /// A list of examples in 3.1, a single one in 3.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<[Json<'a>; 1]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Json<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Type {
    One(&'static str),
    /// 3.1 only.
    Any([&'static str; 3]),
}

#[derive(Serialize)]
#[serde(untagged)]
enum Json<'a> {
    Text(&'a str),
    Integer(i64),
    Flag(bool),
}

pub(super) type Responses = BTreeMap<String, Reference>;

#[derive(Clone, Serialize)]
pub(super) struct Reference {
    #[serde(rename = "$ref")]
    target: String,
}

/// Returns the entry of an operation in the `paths` object, indented as there.
pub(super) fn print(operation: &Operation, platform: &Platform, responses: &Responses, version: Version) -> String {
    let about = operation.about.as_ref().and_then(Text::en).unwrap_or_default();
    let own = operation.learned.as_ref().map(|_| {
        let result = reference(&learned::response_name(operation));
        responses
            .iter()
            .map(|(status, it)| (status.clone(), if status == "200" { result.clone() } else { it.clone() }))
            .collect()
    });
    let item = PathItem {
        get: OperationObject {
            operation_id: &operation.id,
            tags: [&platform.key],
            summary: format!("{} on {}", operation.key, platform.key),
            description: [about]
                .into_iter()
                .chain(operation.notes.iter().filter_map(Text::en))
                .collect::<Vec<_>>()
                .join(" ")
                .trim()
                .to_owned(),
            parameters: operation.params.iter().map(|it| parameter(it, version)).collect(),
            responses: own.as_ref().unwrap_or(responses),
            require_one_of: operation.selectors.iter().flat_map(|it| &it.groups).map(Vec::as_slice).collect(),
            price: operation.price().map(|it| it.to_string()),
            unit: operation.unit(),
            usage_log_name: operation.usage_log_name.as_deref().unwrap_or_default(),
            status: operation.status.as_ref().map(Status::as_str),
        },
    };
    super::parts::entry(&operation.route.path, &item, 2)
}

fn parameter(param: &Param, version: Version) -> Parameter<'_> {
    let is_shown = |rule| Assumption::is_documented(&param.assumptions, rule);
    let about = [
        param.about.en(),
        param.about.get("zh"),
        param.note.as_ref().and_then(Text::en),
        param.deprecated.as_ref().and_then(Text::en),
    ];
    let values = match &param.kind {
        Kind::Named(values) => Some(values),
        _ => None,
    };
    Parameter {
        name: &param.wire,
        location: "query",
        required: matches!(param.presence, Presence::Required | Presence::Default) && is_shown("required"),
        description: about.into_iter().flatten().collect::<Vec<_>>().join(" "),
        deprecated: param.deprecated.is_some(),
        schema: schema(param, version),
        named_values: values.map(|it| it.values.iter().flat_map(named).collect()).unwrap_or_default(),
        separator: values.and_then(|it| it.separator.as_deref()),
        paging: param.paging.as_ref().map(paging),
        ignored_with: &param.ignored_with,
        assumptions: Assumption::say(&param.assumptions).into_iter().filter_map(Text::en).collect(),
    }
}

/// Returns the label of a value, for each of its spellings.
fn named(value: &NamedValue) -> impl Iterator<Item = (&str, String)> {
    let about = value.about.as_ref().and_then(Text::en).map(|about| format!("{}: {about}", value.label));
    let label = about.unwrap_or_else(|| value.label.clone());
    [Some(&value.wire), value.also.as_ref()].into_iter().flatten().map(move |wire| (wire.as_str(), label.clone()))
}

fn paging(paging: &Paging) -> PagingObject<'_> {
    let (next, field) = match &paging.next {
        NextPage::PreviousReply(field) => ("previous reply", field.as_deref()),
        NextPage::FirstReply(field) => ("first reply", field.as_deref()),
        NextPage::Counting => ("counting", None),
    };
    PagingObject { next, field, first: paging.first.as_ref().map(json) }
}

fn json(value: &Scalar) -> Json<'_> {
    match value {
        Scalar::Text(text) => Json::Text(text),
        Scalar::Integer(number) => Json::Integer(*number),
        Scalar::Flag(flag) => Json::Flag(*flag),
    }
}

fn schema(param: &Param, version: Version) -> Schema<'_> {
    let is_shown = |rule| Assumption::is_documented(&param.assumptions, rule);
    let kind = match &param.kind {
        _ if !is_shown("type") => None,
        Kind::Any if version == Version::V3_1 => Some(Type::Any(["string", "integer", "boolean"])),
        // Named values also have only a type and no `enum`, since the service may accept other values.
        other => other.json().map(Type::One),
    };
    let (examples, example) = match version {
        Version::V3_1 => (example(param).map(|it| [it]), None),
        Version::V3_0 => (None, example(param)),
    };
    Schema {
        kind,
        minimum: param.limits.min.filter(|_| is_shown("min")),
        maximum: param.limits.max.filter(|_| is_shown("max")),
        min_length: param.limits.min_length.filter(|_| is_shown("min_length")),
        max_length: param.limits.max_length.filter(|_| is_shown("max_length")),
        default: param.default.as_ref().map(json),
        examples,
        example,
    }
}

/// Returns an example in the type of its parameter, if it can be converted.
fn example(param: &Param) -> Option<Json<'_>> {
    let text = param.example.as_deref()?;
    Some(match &param.kind {
        Kind::Integer => text.parse().map_or(Json::Text(text), Json::Integer),
        Kind::Flag => text.parse().map_or(Json::Text(text), Json::Flag),
        _ => Json::Text(text),
    })
}

/// Returns references to the responses of all operations, by status.
pub(super) fn responses(service: &Service) -> Responses {
    social_responses(service).into_iter().map(|(status, name)| (status, reference(&name))).collect()
}

fn reference(name: &str) -> Reference {
    Reference { target: format!("#/components/responses/{name}") }
}
