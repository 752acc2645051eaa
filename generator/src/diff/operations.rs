//! Operations of a platform or of an interface.

use std::collections::{HashMap, HashSet};

use gatewright_runtime::Usd;

use super::reasons::{BY_OTHER_NAME, ONLY_DOCS, ONLY_LISTED};
use super::{ChangeKind, Changes, Pair, data, none, pairs, params};
use crate::languages::{Arg, Message};
use crate::model::{Count, Operation, Status};
use crate::version::Class;

/// Compares the operations of a platform or an interface.
pub(super) fn compare(old: &[Operation], new: &[Operation], of: &str, changes: &mut Changes) {
    for pair in rejoined(pairs(old, new, |it| &it.key)) {
        match pair {
            (Some(old), Some(new)) => {
                let subject = format!("{of}/{}", new.key);
                operation(old, new, &subject, changes);
            }
            (Some(old), None) => {
                let subject = format!("{of}/{}", old.key);
                changes.add(ChangeKind::EndpointRemoved, Class::Major, &subject, "reason-endpoint-removed");
            }
            (None, Some(new)) => {
                let (subject, needs) = (format!("{of}/{}", new.key), needs(new));
                changes.add(ChangeKind::EndpointAdded, Class::Minor, &subject, "reason-endpoint-added").now(needs);
            }
            (None, None) => {}
        }
    }
}

/// Joins an added and a removed endpoint if only the spelling of the name differs, so that the function is the same.
fn rejoined<'a>(mut pairs: Vec<Pair<'a, Operation>>) -> Vec<Pair<'a, Operation>> {
    let removed: HashMap<_, _> = pairs
        .iter()
        .filter_map(|pair| match pair {
            (Some(old), None) => Some((old.function.as_str(), *old)),
            _ => None,
        })
        .collect();
    let mut back = HashSet::new();
    for (old, new) in &mut pairs {
        let same = new.filter(|_| old.is_none()).and_then(|new| removed.get(new.function.as_str()));
        if let Some(same) = same {
            *old = Some(same);
            back.insert(same.key.as_str());
        }
    }
    pairs.retain(|(old, new)| new.is_some() || old.is_none_or(|old| !back.contains(old.key.as_str())));
    pairs
}

/// Returns the required parameters and the price of an endpoint.
fn needs(operation: &Operation) -> Message {
    let required = operation.required_params().map(|it| Arg::from(&it.wire));
    let groups = operation.selectors.iter().flat_map(|it| &it.groups);
    let groups = groups.map(|it| Message::new("needs-group").with("names", it.clone()).into());
    let params: Vec<Arg> = required.chain(groups).collect();
    let needs = match params.is_empty() {
        true => Message::new("needs-nothing"),
        false => Message::new("needs").with("params", params),
    };
    match (&operation.models, operation.price()) {
        (Some(_), _) => needs,
        (None, Some(price)) => Message::new("needs-with-price").with("needs", needs).with("price", price.to_string()),
        (None, None) => Message::new("needs-with-unknown-price").with("needs", needs),
    }
}

fn operation(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    if (&old.function, &old.endpoint) != (&new.function, &new.endpoint) {
        changes
            .add(ChangeKind::EndpointName, Class::Major, subject, BY_OTHER_NAME)
            .was(&old.function)
            .now(&new.function);
    }
    usage_log_name(old, new, subject, changes);
    route(old, new, subject, changes);
    status(old, new, subject, changes);
    price(old, new, subject, changes);
    params::compare(old, new, subject, changes);
    paging(old, new, subject, changes);
    data::compare(old, new, subject, changes);
    let said = [("part-purpose", old.about != new.about), ("part-notes", old.notes != new.notes)];
    let said: Vec<_> = said.iter().filter(|it| it.1).map(|it| Message::new(it.0)).collect();
    if !said.is_empty() {
        changes.add(ChangeKind::DocsChanged, Class::Patch, subject, ONLY_DOCS).now(said);
    }
}

fn usage_log_name(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    // If the usage-log name only follows the new spelling of the endpoint's name, it is not reported separately.
    let followed = old.usage_log_name.as_ref().map(|it| it.replacen(&old.key, &new.key, 1));
    if followed != new.usage_log_name {
        let name =
            |it: &Operation| it.usage_log_name.as_ref().map_or_else(|| Message::new("name-of-model").into(), Arg::from);
        changes.add(ChangeKind::UsageLogName, Class::Patch, subject, ONLY_LISTED).was(name(old)).now(name(new));
    }
}

fn route(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    if old.route != new.route {
        let route = |it: &Operation| format!("{:?} {}", it.route.method, it.route.path);
        let reason = "reason-same-api";
        changes.add(ChangeKind::EndpointRoute, Class::Patch, subject, reason).was(route(old)).now(route(new));
    }
    let reason = "reason-other-type";
    if old.reply != new.reply {
        let reply = |it: &Operation| format!("{:?}", it.reply).to_lowercase();
        let change = changes.add(ChangeKind::EndpointFormat, Class::Major, subject, reason);
        change.part(Message::new("part-reply")).was(reply(old)).now(reply(new));
    }
    let input = |it: &Operation| {
        let forms = [(it.is_open(), "open"), (it.needs_file(), "form"), (it.has_query(), "query")];
        forms.into_iter().find(|it| it.0).map_or("json", |it| it.1)
    };
    if input(old) != input(new) {
        let change = changes.add(ChangeKind::EndpointFormat, Class::Major, subject, reason);
        change.part(Message::new("part-input")).was(input(old)).now(input(new));
    }
    if old.models != new.models {
        let kind = |it: &Operation| it.models.as_ref().map_or_else(none, |it| Arg::from(&it.key));
        let change = changes.add(ChangeKind::EndpointFormat, Class::Major, subject, reason);
        change.part(Message::new("part-endpoint-type")).was(kind(old)).now(kind(new));
    }
    if old.family != new.family {
        let family =
            |it: &Operation| it.family.as_ref().map_or_else(|| Message::new("any").into(), |it| Arg::from(&it.key));
        let change = changes.add(ChangeKind::EndpointFormat, Class::Major, subject, reason);
        change.part(Message::new("part-family")).was(family(old)).now(family(new));
    }
    if old.counts != new.counts {
        let reason = "reason-same-api";
        let counts = |it: &Operation| {
            let count = |count: &Count| {
                let names: Vec<_> = count.of.iter().map(|&index| it.params[index].key.as_str()).collect();
                let range = match count.max {
                    Some(max) => Message::new("count-range").with("max", max),
                    None => Message::new("count-min"),
                };
                range.with("min", count.min).with("names", names)
            };
            it.counts.iter().map(count).collect::<Vec<_>>()
        };
        let change = changes.add(ChangeKind::EndpointFormat, Class::Patch, subject, reason);
        change.part(Message::new("part-counts")).was(counts(old)).now(counts(new));
    }
    let [was, now] = [old, new].map(|it| it.billing.as_str());
    if was != now {
        changes
            .add(ChangeKind::EndpointFormat, Class::Patch, subject, ONLY_LISTED)
            .part(Message::new("part-billing"))
            .was(was)
            .now(now);
    }
}

fn status(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    if old.status == new.status {
        return;
    }
    let what = match (&old.status, &new.status) {
        (_, Some(Status::Paused)) => ChangeKind::EndpointPaused,
        (Some(Status::Paused), Some(Status::Available)) => ChangeKind::EndpointBack,
        _ => ChangeKind::EndpointStatus,
    };
    let text = |status: &Option<Status>| match status {
        None => Arg::from(Message::new("unpublished")),
        Some(Status::Available) => Message::new("status-available").into(),
        Some(Status::Paused) => Message::new("status-paused").into(),
        Some(Status::Other(text)) => text.into(),
    };
    changes.add(what, Class::Patch, subject, ONLY_LISTED).was(text(&old.status)).now(text(&new.status));
}

fn price(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    let usd = |price: Usd| format!("{price} USD");
    match (old.price(), new.price()) {
        (Some(was), Some(now)) if was != now => {
            let what = if now > was { ChangeKind::PriceUp } else { ChangeKind::PriceDown };
            let change = changes.add(what, Class::Patch, subject, ONLY_LISTED);
            change.was(usd(was)).now(usd(now)).by(percent(was.as_attos(), now.as_attos()));
        }
        (None, Some(now)) => {
            changes.add(ChangeKind::PricePublished, Class::Patch, subject, ONLY_LISTED).now(usd(now));
        }
        (Some(was), None) => {
            changes.add(ChangeKind::PriceWithdrawn, Class::Patch, subject, ONLY_LISTED).was(usd(was));
        }
        _ => {}
    }
    if old.unit() != new.unit() {
        let unit = |it: &Operation| it.unit().map_or_else(|| Message::new("unpublished").into(), Arg::from);
        changes.add(ChangeKind::UnitChanged, Class::Patch, subject, ONLY_LISTED).was(unit(old)).now(unit(new));
    }
}

/// Returns the difference between two amounts in percent of the first.
fn percent(was: i128, now: i128) -> Arg {
    match (now - was).unsigned_abs().checked_mul(1000).and_then(|it| it.checked_div(was.unsigned_abs())) {
        Some(0) => Message::new("less-than-tenth-percent").into(),
        Some(tenths) if tenths % 10 == 0 => format!("{} %", tenths / 10).into(),
        Some(tenths) => format!("{}.{} %", tenths / 10, tenths % 10).into(),
        None => Message::new("from-zero").into(),
    }
}

fn paging(old: &Operation, new: &Operation, subject: &str, changes: &mut Changes) {
    let rules = |it: &Operation| {
        let rules = it.params.iter().filter_map(|it| Some((it.wire.clone(), it.paging.clone()?)));
        rules.collect::<Vec<_>>()
    };
    if rules(old) == rules(new) {
        return;
    }
    let (class, reason) = match (old.is_paged(), new.is_paged()) {
        (false, true) => (Class::Minor, "reason-pages-added"),
        (true, false) => (Class::Major, "reason-pages-removed"),
        _ => (Class::Patch, "reason-same-api"),
    };
    let by = |it: &Operation| {
        let by = it.params.iter().filter_map(|it| {
            let learned = it.paging.as_ref()?.learned.as_ref();
            Some(learned.map_or_else(|| it.wire.clone(), |path| format!("{} ({path})", it.wire)))
        });
        let by: Vec<_> = by.collect();
        if by.is_empty() { none() } else { by.into() }
    };
    changes.add(ChangeKind::PagingChanged, class, subject, reason).was(by(old)).now(by(new));
}
