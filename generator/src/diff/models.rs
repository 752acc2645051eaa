//! Models: added and removed models, their endpoint types and their prices.

use std::collections::BTreeSet;
use std::sync::Arc;

use gatewright_runtime::ModelRecord;

use super::limits::{self, Limit};
use super::prices::stated;
use super::reasons::ONLY_RECORD;
use super::{ChangeKind, Changes, none, pairs};
use crate::languages::{Arg, Message};
use crate::model::{CatalogModel, EndpointType, Model, RetiredModel};
use crate::tiers;
use crate::version::Class;

pub(super) fn compare(old: &Model, new: &Model, changes: &mut Changes) {
    for pair in pairs(&old.models, &new.models, |it| &it.record.name) {
        match pair {
            (Some(was), Some(now)) => model(was, now, new, changes),
            (Some(was), None) => removed(was, &new.retired, changes),
            (None, Some(now)) => added(now, &old.retired, changes),
            (None, None) => {}
        }
    }
    for retired in &old.retired {
        let has = |model: &Model| model.models.iter().any(|it| it.record.name == retired.name);
        // A model that is listed again is reported as such, with its effect on the version.
        let is_back = has(new) && !has(old);
        if !is_back && !retired.kinds.iter().all(|kind| has_constant(new, &retired.constant, kind)) {
            changes.add(ChangeKind::ConstantDropped, Class::Major, &retired.name, "reason-constant-removed");
        }
    }
    if old.auto_groups != new.auto_groups {
        let groups = |it: &Model| if it.auto_groups.is_empty() { none() } else { it.auto_groups.clone().into() };
        let change = changes.add(ChangeKind::ModelField, Class::Patch, "models", ONLY_RECORD).part("auto_groups");
        change.was(groups(old)).now(groups(new));
    }
    if old.units != new.units {
        changes.add(ChangeKind::UnitsChanged, Class::Patch, "models", "reason-same-api");
    }
}

/// Returns true if the module of an endpoint type has a constant, deprecated or not.
fn has_constant(model: &Model, constant: &str, kind: &Arc<EndpointType>) -> bool {
    let current = model.models.iter().any(|it| it.constant == constant && it.kinds.contains(kind));
    current || model.retired.iter().any(|it| it.constant == constant && it.kinds.contains(kind))
}

fn removed(model: &CatalogModel, retired: &[RetiredModel], changes: &mut Changes) {
    let (class, reason) = match retired.iter().any(|it| it.name == model.record.name) {
        _ if model.kinds.is_empty() => (Class::Patch, "reason-no-constant"),
        true => (Class::Minor, "reason-constant-stays"),
        false => (Class::Major, "reason-constant-removed"),
    };
    changes.add(ChangeKind::ModelRemoved, class, &model.record.name, reason);
}

fn added(model: &CatalogModel, retired: &[RetiredModel], changes: &mut Changes) {
    let name = &model.record.name;
    if let Some(retired) = retired.iter().find(|it| it.name == *name) {
        let (class, reason) = if retired.kinds.iter().any(|it| !model.kinds.contains(it)) {
            (Class::Major, "reason-a-constant-removed")
        } else if retired.kinds.len() < model.kinds.len() {
            (Class::Minor, "reason-constant-added")
        } else {
            (Class::Patch, "reason-same-api")
        };
        changes.add(ChangeKind::ModelBack, class, name, reason);
        return;
    }
    let kinds: Vec<_> = model.kinds.iter().map(|it| &it.about).collect();
    let (class, reason, about) = match kinds.is_empty() {
        true => (Class::Patch, "reason-not-accepted", Message::new("no-endpoint-accepts").into()),
        false => (Class::Minor, "reason-constant-added", Arg::from(kinds)),
    };
    changes.add(ChangeKind::ModelAdded, class, name, reason).now(about);
}

fn model(old: &CatalogModel, new: &CatalogModel, all: &Model, changes: &mut Changes) {
    let name = &new.record.name;
    if old.constant != new.constant {
        let (class, reason) = match old.kinds.iter().all(|kind| has_constant(all, &old.constant, kind)) {
            _ if old.kinds.is_empty() => (Class::Patch, "reason-no-constant"),
            true => (Class::Minor, "reason-old-constant-stays"),
            false => (Class::Major, "reason-constant-renamed"),
        };
        let change = changes.add(ChangeKind::ConstantRenamed, class, name, reason);
        change.was(&old.constant).now(&new.constant);
    }
    if old.family != new.family {
        let family = |it: &CatalogModel| it.family.as_ref().map_or_else(none, |it| Arg::from(&it.key));
        let change = changes.add(ChangeKind::ModelFamily, Class::Major, name, "reason-constant-type");
        change.was(family(old)).now(family(new));
    }
    endpoint_types(old, new, all, changes);
    prices(&old.record, &new.record, changes);
    context(&old.record, &new.record, changes);
    fields(&old.record, &new.record, changes);
    if old.record.billing_unit != new.record.billing_unit {
        let unit = |it: &ModelRecord| match &it.billing_unit {
            Some(unit) => Arg::Name("counted".into(), unit.as_str().to_owned()),
            None => Message::new("nothing-known").into(),
        };
        let change = changes.add(ChangeKind::ModelBilling, Class::Patch, name, ONLY_RECORD);
        change.was(unit(&old.record)).now(unit(&new.record));
    }
    if old.rules != new.rules {
        changes.add(ChangeKind::ModelRules, Class::Patch, name, "reason-same-api");
    }
    let details = details(&old.record, &new.record);
    if !details.is_empty() {
        changes.add(ChangeKind::ModelDetails, Class::Patch, name, ONLY_RECORD).now(details);
    }
}

fn endpoint_types(old: &CatalogModel, new: &CatalogModel, all: &Model, changes: &mut Changes) {
    let name = &new.record.name;
    let known = |of: &CatalogModel, it: &String| of.kinds.iter().find(|kind| kind.key == *it).cloned();
    let (was, now) = (&old.record.endpoint_types, &new.record.endpoint_types);
    for kind in now.iter().filter(|it| !was.contains(it)) {
        let (class, reason) = match known(new, kind) {
            Some(_) => (Class::Minor, "reason-constant-added"),
            None => (Class::Patch, "reason-not-accepted"),
        };
        changes.add(ChangeKind::ModelEndpointAdded, class, name, reason).now(kind);
    }
    for kind in was.iter().filter(|it| !now.contains(it)) {
        let (class, reason) = match known(old, kind) {
            None => (Class::Patch, "reason-was-not-accepted"),
            Some(kind) if has_constant(all, &old.constant, &kind) => (Class::Minor, "reason-constant-stays"),
            Some(_) => (Class::Major, "reason-a-constant-removed"),
        };
        changes.add(ChangeKind::ModelEndpointRemoved, class, name, reason).was(kind);
    }
}

fn prices(old: &ModelRecord, new: &ModelRecord, changes: &mut Changes) {
    let (was, now) = (stated(old), stated(new));
    let parts: BTreeSet<_> = was.keys().chain(now.keys()).collect();
    for part in parts {
        let (what, was, now) = match (was.get(part), now.get(part)) {
            (Some(was), Some(now)) if was == now => continue,
            (Some(was), Some(now)) => {
                (if now > was { ChangeKind::ModelPriceUp } else { ChangeKind::ModelPriceDown }, Some(was), Some(now))
            }
            (None, now) => (ChangeKind::ModelPricePublished, None, now),
            (was, None) => (ChangeKind::ModelPriceWithdrawn, was, None),
        };
        let change = changes.add(what, Class::Patch, &new.name, ONLY_RECORD).part(part.message());
        change.was = was.map(|it| it.to_string().into());
        change.now = now.map(|it| it.to_string().into());
    }
    let (was, now) = (tiers::of_record(old), tiers::of_record(new));
    if was != now {
        let change = changes.add(ChangeKind::ModelTiers, Class::Patch, &new.name, ONLY_RECORD);
        let text = |tiers: Vec<Message>| if tiers.is_empty() { none() } else { tiers.into() };
        change.was(text(was)).now(text(now));
    }
}

fn context(old: &ModelRecord, new: &ModelRecord, changes: &mut Changes) {
    let parts = ["part-context", "part-max-input", "part-max-output"];
    let pairs = limits::tokens(old).into_iter().zip(limits::tokens(new));
    for (part, ((_, was), (_, now))) in parts.into_iter().zip(pairs).filter(|(_, (was, now))| was != now) {
        let tokens = |it: Option<i64>| match it {
            Some(count) => Message::new("count-tokens").with("count", count.to_string()),
            None => Message::new("unpublished"),
        };
        let change = changes.add(ChangeKind::ModelContext, Class::Patch, &new.name, ONLY_RECORD);
        change.part(Message::new(part)).was(tokens(was)).now(tokens(now));
    }
}

/// Reports the fields that a refresh guards, with their values.
fn fields(old: &ModelRecord, new: &ModelRecord, changes: &mut Changes) {
    fn all(it: &ModelRecord) -> impl Iterator<Item = (&'static str, Limit<'_>)> {
        let login = ("detail-login-required", Limit::Number(it.login_required));
        [login].into_iter().chain(limits::limits(it).map(|(_, message, limit)| (message, limit)))
    }
    let value = |it: Limit<'_>| match it {
        Limit::Number(Some(number)) => Arg::from(number.to_string()),
        Limit::Number(None) | Limit::Values([]) => Message::new("unpublished").into(),
        Limit::Values(values) => values.to_vec().into(),
    };
    for ((part, was), (_, now)) in all(old).zip(all(new)).filter(|(was, now)| was != now) {
        let change = changes.add(ChangeKind::ModelField, Class::Patch, &new.name, ONLY_RECORD);
        change.part(Message::new(part)).was(value(was)).now(value(now));
    }
}

/// Returns other changes of a record. The recent success rate, the time of the last price check and the name of the
/// price set change all the time and do not count as changes.
fn details(old: &ModelRecord, new: &ModelRecord) -> Vec<Arg> {
    let retail =
        |it: &ModelRecord| it.retail.clone().map(|it| (it.verdict, it.list_currency, it.list_input_usd, it.unit));
    // Its limits are reported with their values.
    let specs = |it: &ModelRecord| {
        let specs = it.specs.clone();
        (specs.kind, specs.pricing_notes, specs.other)
    };
    let all = [
        ("detail-description", old.description == new.description),
        ("detail-specs", specs(old) == specs(new)),
        ("detail-tags", old.tags == new.tags),
        ("enable_groups", old.groups == new.groups),
        ("detail-capabilities", old.capabilities == new.capabilities),
        ("detail-tasks", old.tasks == new.tasks),
        ("detail-default-voice", old.default_voice == new.default_voice),
        ("detail-default-format", old.default_response_format == new.default_response_format),
        ("detail-speech-input", old.speech_input == new.speech_input),
        ("billing_rate", old.billing_rate == new.billing_rate),
        ("billing_rate_source", old.billing_rate_source == new.billing_rate_source),
        ("icon", old.icon == new.icon),
        ("owner_by", old.owner_by == new.owner_by),
        ("quota_type", old.quota_type == new.quota_type),
        ("vendor_id", old.vendor_id == new.vendor_id),
        ("detail-list-price", retail(old) == retail(new)),
    ];
    let known = all.into_iter().filter(|it| !it.1).map(|it| it.0);
    let known = known.map(|it| if it.starts_with("detail-") { Message::new(it).into() } else { Arg::from(it) });
    // Unknown fields are shown with their names in the catalog.
    let names: BTreeSet<_> = old.other.keys().chain(new.other.keys()).collect();
    let other = names.into_iter().filter(|it| old.other.get(*it) != new.other.get(*it)).map(Arg::from);
    known.chain(other).collect()
}
