//! Tables of social endpoints for the runtime, for programs that read a catalog at run time. Generated clients contain
//! the same tables as constants.

use gatewright_runtime as rt;
use gatewright_runtime::{Cursor, Field, OperationSpec, PlatformSpec, ValueType, visible};

use crate::emit::texts;
use crate::load::Specs;
use crate::model::{Billing, Kind, Model, NextPage, Operation, Param, Presence, Scalar, Status};
use crate::report::Report;
use crate::text::Text;
use crate::{check, example, load, lower};

/// Returns the platforms of the social catalog in the specs. Facts about removed endpoints and parameters are ignored,
/// so that the catalog can be newer than the facts.
///
/// The tables are never freed: call this once per catalog.
pub fn platforms(specs: &Specs) -> Result<&'static [PlatformSpec], Report> {
    let mut report = Report::default();
    let catalog = load::load(specs, &mut report);
    let model = lower::lower(&catalog, &mut report);
    check::check(&model, &mut report);
    report.retain(|it| it.code != "stale-fact");
    if report.errors() > 0 {
        return Err(report);
    }
    let platform = |it: &crate::model::Platform| PlatformSpec {
        key: text(&it.key),
        about: text(it.about.as_ref().and_then(Text::en).unwrap_or_default()),
        operations: list(it.operations.iter().map(|it| &*Box::leak(Box::new(operation(it, &model))))),
    };
    Ok(list(model.platforms.iter().map(platform)))
}

fn text(text: &str) -> &'static str {
    Box::leak(text.into())
}

fn list<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    Box::leak(items.into_iter().collect())
}

fn operation(operation: &Operation, model: &Model) -> OperationSpec {
    let fields = operation.params.iter().map(|it| field(it, operation));
    let groups = operation.published_groups.iter();
    let groups = groups.map(|group| rt::Count::one_of(list(group.iter().map(|it| text(it)))));
    OperationSpec {
        id: text(&operation.id),
        key: text(&operation.key),
        path: text(&operation.route.path),
        about: text(&texts::operation(operation, model)),
        fields: list(fields),
        counts: list(groups),
        billing: billing(&operation.billing),
        paging: list(operation.paging().map(|(param, it)| paging(param, it))),
        usage_log_name: operation.usage_log_name.as_deref().map(text),
        status: operation.status.as_ref().map(|status| match status {
            Status::Available => rt::Status::Available,
            Status::Paused => rt::Status::Paused,
            Status::Other(other) => rt::Status::Other(text(other)),
        }),
        ..OperationSpec::EMPTY
    }
}

fn field(param: &Param, operation: &Operation) -> Field {
    let field = Field::query(text(&param.wire)).named(text(&param.key)).about(text(&texts::param(param)));
    let published = param.published_type.as_deref().map(text);
    let field = field.value_type(value_type(param)).published(published, param.required);
    let field = match (param.presence, &param.default) {
        (Presence::Required, _) => field.required(),
        (Presence::Default, Some(default)) => field.default(text(&texts::json(default))),
        (_, Some(default)) => field.unset(text(&texts::json(default))),
        _ => field,
    };
    let field = match &param.kind {
        Kind::Named(named) => {
            let values = named.values.iter().map(|it| (text(&it.wire), text(&visible(&it.label))));
            let field = field.values(list(values));
            named.separator.iter().fold(field, |field, it| field.separated(text(it)))
        }
        _ => field,
    };
    let bound = |given: Option<i64>| given.and_then(|it| u32::try_from(it).ok());
    let (min, max) = (bound(param.limits.min_length), bound(param.limits.max_length));
    let field = field.length(min.unwrap_or(0), max.unwrap_or(u32::MAX));
    match example::given(operation).iter().any(|it| it.key == param.key) {
        true => field.example(text(&example::text_value(param))),
        false => field,
    }
}

fn value_type(param: &Param) -> ValueType {
    let (min, max) = (param.limits.min.unwrap_or(i64::MIN), param.limits.max.unwrap_or(i64::MAX));
    match &param.kind {
        Kind::Named(named) if named.integers => ValueType::Integer(i64::MIN, i64::MAX),
        Kind::Named(named) if named.closed && named.separator.is_none() => {
            ValueType::OneOf(list(named.values.iter().map(|it| text(&it.wire))))
        }
        Kind::Text | Kind::Named(_) => ValueType::Text,
        Kind::Integer => ValueType::Integer(min, max),
        Kind::Flag => ValueType::Flag,
        Kind::Number => ValueType::Number,
        // A social catalog has no other types.
        _ => ValueType::Any,
    }
}

fn billing(billing: &Billing) -> rt::Billing {
    match billing {
        Billing::Call { price, unit } => rt::Billing::Call { price: *price, unit: unit.as_deref().map(text) },
        _ => rt::Billing::Call { price: None, unit: None },
    }
}

fn paging(param: &Param, paging: &crate::model::Paging) -> rt::Paging {
    let cursor = |field: &Option<String>| match (field, &paging.learned) {
        (Some(field), _) => Cursor::Field(text(field)),
        (None, Some(path)) => Cursor::Path(text(path)),
        (None, None) => Cursor::Unpublished,
    };
    let next = match &paging.next {
        NextPage::PreviousReply(field) => rt::NextPage::Reply(cursor(field)),
        NextPage::FirstReply(field) => rt::NextPage::FirstReply(cursor(field)),
        NextPage::Counting => {
            rt::NextPage::Counting(paging.first.as_ref().and_then(Scalar::as_integer).unwrap_or_default())
        }
    };
    rt::Paging { param: text(&param.key), next }
}
