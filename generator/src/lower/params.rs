//! Lowers the parameters of a cell, with their facts.

use std::collections::HashMap;

use crate::catalog::{self, Cell, CellFacts, NamedValue, PagingFacts, ParamFacts, Scalar};
use crate::model::{self, Kind, Limits, Location, NamedValues, NextPage, Paging, Param, Presence, Text};
use crate::names::{self, Scope};
use crate::report::{Report, Spanned};
use crate::similar::did_you_mean;

pub(super) fn lower(cell: &Cell, name: &str, facts: &CellFacts, report: &mut Report) -> Vec<Param> {
    let mut seen = HashMap::new();
    let mut params = Vec::with_capacity(cell.params.len());
    let none = ParamFacts::default();
    for param in &cell.params {
        let wire = param.name.value.as_str();
        if wire.is_empty() {
            report
                .error("empty-name", param.name.span, "a parameter has no name")
                .hint("add its name, or remove the parameter");
            continue;
        }
        if let Some(first) = seen.insert(wire, param.name.span) {
            report
                .error("duplicate-param", param.name.span, format!("duplicate parameter `{wire}` in a cell"))
                .label("second entry")
                .also(first, "first entry")
                .hint("keep one of the two");
            continue;
        }
        let own = facts.params.get(wire).map_or(&none, |it| &it.value);
        params.push(lower_one(param, name, own, report));
    }
    check_accompanied(facts, report);
    params
}

/// Reports parameters that accompany one that selects no page.
fn check_accompanied(facts: &CellFacts, report: &mut Report) {
    let paging = |it: &'_ Spanned<ParamFacts>| it.value.paging.is_some();
    let selecting: Vec<_> = facts.params.iter().filter(|it| paging(it.1)).map(|it| it.0.as_str()).collect();
    let accompanying = facts.params.values().filter_map(|it| it.value.paging.as_ref()?.accompanies.as_ref());
    for other in accompanying.filter(|it| !selecting.contains(&it.value.as_str())) {
        report
            .error(
                "unknown-param",
                other.span,
                format!("`{}` is not a pagination parameter of this endpoint", other.value),
            )
            .hint(did_you_mean(&other.value, selecting.iter().copied(), "name the parameter that selects the page"));
    }
}

fn lower_one(param: &catalog::Param, cell: &str, facts: &ParamFacts, report: &mut Report) -> Param {
    let wire = param.name.value.clone();
    let plain = plain_kind(param, report);
    check_default(param, &plain, report);
    check_limits(&wire, &plain, facts, report);
    let default = param.default.as_ref().and_then(|it| it.value.clone());
    let required = param.required == Some(true);
    Param {
        name: names::snake(facts.name.as_deref().unwrap_or(&wire), Scope::Request),
        presence: match default {
            Some(_) if required => Presence::Default,
            None if required => Presence::Required,
            _ => Presence::Optional,
        },
        published_type: param.kind.as_ref().map(|it| it.value.clone()),
        kind: named_kind(&wire, plain, cell, facts, report),
        limits: Limits {
            min: facts.min.as_ref().map(|it| it.value),
            max: facts.max.as_ref().map(|it| it.value),
            min_length: facts.min_length.as_ref().map(|it| it.value),
            max_length: facts.max_length.as_ref().map(|it| it.value),
        },
        default,
        example: param.example.clone().filter(|it| !it.is_empty()),
        about: param.description.as_deref().map(Text::split).unwrap_or_default(),
        note: facts.note.clone(),
        paging: facts.paging.as_ref().map(paging),
        deprecated: facts.deprecated.clone(),
        ignored_with: facts.ignored_with.iter().map(|it| it.value.clone()).collect(),
        required: param.required,
        source: facts.source.clone(),
        location: Location::Query,
        times: Vec::new(),
        media: None,
        decides: None,
        assumptions: facts.assumptions.clone(),
        span: param.name.span,
        key: wire.clone(),
        wire,
    }
}

fn plain_kind(param: &catalog::Param, report: &mut Report) -> Kind {
    let Some(kind) = &param.kind else { return Kind::Any };
    match kind.value.as_str() {
        "string" => Kind::Text,
        "integer" => Kind::Integer,
        "boolean" => Kind::Flag,
        other => {
            report.warning("unknown-type", kind.span, format!("unknown type `{other}`")).hint(did_you_mean(
                other,
                ["string", "integer", "boolean"],
                "the parameter accepts text, a number or a flag",
            ));
            Kind::Any
        }
    }
}

fn check_default(param: &catalog::Param, kind: &Kind, report: &mut Report) {
    let Some(default) = &param.default else { return };
    let wanted = match (kind, &default.value) {
        (Kind::Text, Some(Scalar::Text(_))) | (Kind::Integer, Some(Scalar::Integer(_))) => return,
        (Kind::Flag, Some(Scalar::Flag(_))) => return,
        (Kind::Text, _) => "text",
        (Kind::Integer, _) => "a 64-bit integer",
        (Kind::Flag, _) => "true or false",
        _ => return,
    };
    report
        .error("default-type", default.span, format!("the default of `{}` has the wrong type", param.name.value))
        .label(format!("expected {wanted}"))
        .hint("correct the default or the type");
}

fn check_limits(wire: &str, kind: &Kind, facts: &ParamFacts, report: &mut Report) {
    let of_numbers = [&facts.min, &facts.max].into_iter().flatten().filter(|_| matches!(kind, Kind::Text | Kind::Flag));
    let of_texts = [&facts.min_length, &facts.max_length].into_iter().flatten().filter(|_| *kind != Kind::Text);
    for limit in of_numbers.chain(of_texts) {
        report
            .error("fact-type", limit.span, format!("`{wire}` has a type for which this limit is not allowed"))
            .hint("`min` and `max` are for numbers, `min_length` and `max_length` for strings");
    }
}

fn named_kind(wire: &str, plain: Kind, cell: &str, facts: &ParamFacts, report: &mut Report) -> Kind {
    if facts.values.is_empty() {
        return plain;
    }
    let integers = plain == Kind::Integer;
    let mut spellings = HashMap::new();
    for value in &facts.values {
        for wire in [Some(value.value.value.to_string()), value.also.clone()].into_iter().flatten() {
            if let Some(other) = spellings.insert(wire, value) {
                report
                    .error("duplicate-value", value.value.span, "two named values are sent as the same value")
                    .label(format!("the value named `{}`", value.label))
                    .also(other.value.span, format!("the value named `{}`", other.label))
                    .hint("keep one of the two");
            }
        }
        let fits = matches!(
            (&plain, &value.value.value),
            (Kind::Text | Kind::Any, Scalar::Text(_)) | (Kind::Integer, Scalar::Integer(_))
        );
        if !fits {
            report
                .error("fact-type", value.value.span, format!("the value does not match the type of `{wire}`"))
                .label(format!("the value named `{}`", value.label))
                .hint("use whole numbers for an integer parameter and strings for others");
        }
    }
    Kind::Named(NamedValues {
        name: names::camel(&[cell, facts.name.as_deref().unwrap_or(wire)]),
        integers,
        values: facts.values.iter().map(named_value).collect(),
        separator: facts.separator.clone(),
        closed: false,
    })
}

fn named_value(value: &NamedValue) -> model::NamedValue {
    let Spanned { value: wire, span } = &value.value;
    model::NamedValue {
        variant: names::variant(&value.label),
        label: value.label.clone(),
        wire: wire.to_string(),
        also: value.also.clone(),
        about: value.about.clone(),
        name: value.name.clone(),
        span: *span,
    }
}

fn paging(facts: &PagingFacts) -> Paging {
    let next = match (facts.counts_from, facts.from_first_reply) {
        (Some(_), _) => NextPage::Counting,
        (None, true) => NextPage::FirstReply(facts.field.clone()),
        (None, false) => NextPage::PreviousReply(facts.field.clone()),
    };
    Paging {
        next,
        learned: None,
        first: facts.counts_from.map(Scalar::Integer).or_else(|| facts.first.clone()),
        selects_page: facts.accompanies.is_none() && !facts.from_first_reply,
    }
}
