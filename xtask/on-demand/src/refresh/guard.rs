//! Changes that a refresh makes only with `--accept`.

use std::collections::{BTreeMap, BTreeSet};

use gatewright::{ChangeKind, Diff, FieldChange, Model, Watched, WatchedFields};

use xtask::refresh::Accept;

use super::ages::Ages;
use super::outliers;
use super::sources::Guards;

/// Reason to refuse a catalog, and the value of `--accept` that allows it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) why: String,
    pub(super) accept: Accept,
}

/// Number of changes of one kind that are always accepted, even in a small catalog.
const FEW: usize = 3;
/// Maximum number of single changes in the error.
const LISTED: usize = 10;

/// Guard of one kind of fields.
struct Guard {
    kind: Watched,
    accept: Accept,
    /// Message about a share that changed at once.
    changed: &'static str,
    /// Message about a share that is published for the first time, if that is refused.
    published: Option<&'static str>,
    /// Changes that are refused even if there is only one.
    single: Single,
}

/// Condition under which a single change is refused.
enum Single {
    Never,
    /// A number that changed by a large factor, or that is published for the first time and far from all others.
    Factor,
    /// A value that differs from the last known one.
    Value,
    /// A limit, or all values of a list, that are no longer published; or a limit that changed by a large factor.
    Limit,
}

const GUARDS: [Guard; 9] = [
    Guard::new(Watched::Price, Accept::Price, "prices changed or are no longer published")
        .published("endpoints or models publish a price for the first time")
        .single(Single::Factor),
    Guard::new(Watched::Billing, Accept::Billing, "billing units or tiers changed or are no longer published")
        .single(Single::Value),
    Guard::new(Watched::Available, Accept::Status, "endpoints, or models for a group, are no longer available"),
    Guard::new(Watched::Group, Accept::Groups, "at-least-one-of groups are no longer published"),
    Guard::new(Watched::Required, Accept::Optional, "required parameters became optional or were removed"),
    Guard::new(Watched::EndpointType, Accept::Types, "endpoint types of models were removed"),
    Guard::new(Watched::Access, Accept::Access, "login requirements changed or are no longer published")
        .published("models publish a login requirement for the first time")
        .single(Single::Value),
    Guard::new(Watched::LogName, Accept::LogName, "usage-log names changed or are no longer published")
        .single(Single::Value),
    Guard::new(Watched::Limit, Accept::Limits, "limits of models changed or are no longer published")
        .single(Single::Limit),
];

impl Guard {
    const fn new(kind: Watched, accept: Accept, changed: &'static str) -> Self {
        Self { kind, accept, changed, published: None, single: Single::Never }
    }

    const fn published(mut self, message: &'static str) -> Self {
        self.published = Some(message);
        self
    }

    const fn single(mut self, single: Single) -> Self {
        self.single = single;
        self
    }
}

/// Compares two catalogs. `known` has the last known values that `old` does not have, `ages` those of its endpoints and
/// models.
pub(super) fn check(
    (old, new): (&Model, &Model),
    diff: &Diff,
    known: &WatchedFields,
    ages: &Ages,
    guards: Guards,
) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    check_sizes(old, new, guards, &mut refusals);
    check_platforms(diff, &mut refusals);
    let (before, after) = (WatchedFields::of(old), WatchedFields::of(new));
    let mut last = before.clone();
    for guard in &GUARDS {
        known.iter(guard.kind).for_each(|(owner, field, it)| last.insert(guard.kind, owner, field, it.to_owned()));
    }
    for guard in &GUARDS {
        let changes = before.changes(&after, guard.kind);
        let changed = exceeding(changed(&before, &changes, guard.kind, ages), guards).into_iter();
        let first = guard.published.map(|message| (message, published(&last, &after, guard.kind, ages)));
        let first =
            first.into_iter().flat_map(|(message, it)| exceeding(it, guards).into_iter().map(move |it| (message, it)));
        for (message, Share { group, count, all, is_part }) in changed.map(|it| (guard.changed, it)).chain(first) {
            let group = if group.is_empty() { String::new() } else { format!(" ({group})") };
            let part = if is_part { ", without those added later" } else { "" };
            refusals.push(Refusal { accept: guard.accept, why: format!("{count} of {all} {message}{group}{part}") });
        }
    }
    for guard in &GUARDS {
        let reasons = single_changes(guard, &last, &after, ages, guards);
        let more = reasons.len().saturating_sub(LISTED);
        let more = (more > 0).then(|| format!("and {more} more like these"));
        let reasons = reasons.into_iter().take(LISTED).chain(more);
        refusals.extend(reasons.map(|why| Refusal { accept: guard.accept, why }));
    }
    refusals
}

/// Number of items that a guard counts, and of all items.
struct Share {
    group: String,
    count: usize,
    all: usize,
    /// True if items of endpoints or models that were added later are not counted.
    is_part: bool,
}

/// Items that a guard counts, and all items, each with the endpoint or model that it belongs to, by age and group.
type Counted<'a> = BTreeMap<String, BTreeMap<u64, [BTreeSet<(&'a str, &'a str)>; 2]>>;

/// Returns the shares that exceed the limit. Of each group, the items of the oldest endpoints and models are counted, then
/// those of older and newer ones together: models that were added earlier do not hide that many older ones changed.
fn exceeding(counted: Counted<'_>, guards: Guards) -> Vec<Share> {
    let share = |(group, by_age): (String, BTreeMap<u64, [BTreeSet<_>; 2]>)| {
        let newest = by_age.keys().next_back().copied();
        let mut sums = [0, 0];
        let shares = by_age.into_iter().map(|(age, sets)| {
            sums = [sums[0] + sets[0].len(), sums[1] + sets[1].len()];
            let [count, all] = sums;
            Share { group: group.clone(), count, all, is_part: Some(age) != newest }
        });
        shares.filter(|it| it.count > FEW && it.count as u64 * 100 > it.all as u64 * guards.max_change_percent).last()
    };
    counted.into_iter().filter_map(share).collect()
}

/// Counts the changed fields and all fields of a kind. Most are counted by group of fields, so that many unchanged models
/// do not hide that every endpoint changed. Required parameters, at-least-one-of groups and endpoint types have different
/// names and are counted together. The prices of a model in one group count once, however many tiers it has.
fn changed<'a>(before: &'a WatchedFields, changes: &'a [FieldChange], kind: Watched, ages: &Ages) -> Counted<'a> {
    let group = |field: &str| match kind {
        Watched::Group | Watched::Required | Watched::EndpointType => String::new(),
        _ => WatchedFields::group(field).to_owned(),
    };
    let mut counted = Counted::new();
    let mut insert = |set: usize, owner: &'a str, field: &'a str| {
        let item = (owner, if kind == Watched::Price { "" } else { field });
        counted.entry(group(field)).or_default().entry(ages.of(owner)).or_default()[set].insert(item);
    };
    before.iter(kind).for_each(|(owner, field, _)| insert(1, owner, field));
    changes.iter().for_each(|it| insert(0, &it.owner, &it.field));
    counted
}

/// Counts the endpoints or models that publish fields for the first time, and all of them, by group of fields.
fn published<'a>(last: &'a WatchedFields, after: &'a WatchedFields, kind: Watched, ages: &Ages) -> Counted<'a> {
    let mut owners = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (owner, field, _) in last.published(after, kind) {
        owners.entry(WatchedFields::group(field)).or_default().insert(owner);
    }
    let mut counted = Counted::new();
    for (group, owners) in owners {
        let by_age = counted.entry(group.to_owned()).or_default();
        let mut insert = |set: usize, owner: &'a str| {
            by_age.entry(ages.of(owner)).or_default()[set].insert((owner, ""));
        };
        last.in_both(after, &owners).into_iter().for_each(|it| insert(1, it));
        owners.into_iter().for_each(|it| insert(0, it));
    }
    counted
}

/// Returns the changes that are refused even if there is only one, compared with the last known values.
fn single_changes(
    guard: &Guard,
    last: &WatchedFields,
    after: &WatchedFields,
    ages: &Ages,
    guards: Guards,
) -> Vec<String> {
    let mut changes = last.changes(after, guard.kind);
    changes.retain(|it| match guard.single {
        Single::Never => false,
        Single::Factor => it.exceeds(guards.max_price_factor),
        Single::Value => it.now.is_some(),
        Single::Limit => {
            it.exceeds(guards.max_limit_factor) || it.now.is_none() && last.is_emptied(after, guard.kind, it)
        }
    });
    if matches!(guard.single, Single::Factor) {
        changes.extend(outliers::find(guard.kind, last, after, ages, guards.max_price_factor));
    }
    changes.iter().map(ToString::to_string).collect()
}

fn check_sizes(old: &Model, new: &Model, guards: Guards, refusals: &mut Vec<Refusal>) {
    let endpoints = |model: &Model| model.platforms.iter().map(|it| it.operations.len()).sum::<usize>();
    for (what, was, now) in
        [("endpoints", endpoints(old), endpoints(new)), ("models", old.models.len(), new.models.len())]
    {
        let (removed, added) = (was.saturating_sub(now), now.saturating_sub(was));
        if removed as u64 * 100 > was as u64 * guards.max_shrink_percent {
            refusals.push(Refusal { accept: Accept::Shrink, why: format!("{removed} of {was} {what} were removed") });
        }
        if was > 0 && added > FEW && added as u64 * 100 > was as u64 * guards.max_growth_percent {
            refusals.push(Refusal { accept: Accept::Growth, why: format!("{added} {what} were added to {was}") });
        }
    }
}

fn check_platforms(diff: &Diff, refusals: &mut Vec<Refusal>) {
    if let Some(proposal) = diff.proposal() {
        let pairs: Vec<_> = diff.renames.iter().map(|it| format!("{} -> {}", it.was, it.now)).collect();
        let why = format!(
            "{proposal}: {}; if they are different platforms, accept `vanished` instead, or write the correct keys to \
             social/keys.toml",
            pairs.join(", ")
        );
        refusals.push(Refusal { accept: Accept::Renames, why });
    }
    for change in diff.changes.iter().filter(|it| it.what == ChangeKind::PlatformRemoved) {
        refusals.push(Refusal { accept: Accept::Vanished, why: vanished(&change.subject, diff) });
    }
}

/// Formats the message about a removed platform, with its possible successor.
fn vanished(key: &str, diff: &Diff) -> String {
    match diff.guesses.iter().find(|it| it.was == key) {
        None => format!("platform `{key}` was removed"),
        Some(it) => format!(
            "platform `{key}` was removed; if it is `{}`, which was added and is {} % similar, write `{}` to \
             social/keys.toml instead",
            it.now,
            it.score,
            it.line()
        ),
    }
}
