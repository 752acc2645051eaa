//! Changes that a refresh makes only with `--accept`.

use std::collections::{BTreeMap, BTreeSet};

use gatewright::{ChangeKind, Decimal, Diff, FieldChange, Model, Watched, WatchedFields};

use xtask::refresh::Accept;

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
    /// A limit, or all values of a list, that are no longer published.
    Emptied,
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
        .single(Single::Emptied),
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

/// Compares two catalogs. `known` has the last known values that `old` does not have.
pub(super) fn check(old: &Model, new: &Model, diff: &Diff, known: &WatchedFields, guards: Guards) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    check_sizes(old, new, guards, &mut refusals);
    check_platforms(diff, &mut refusals);
    let (before, after) = (WatchedFields::of(old), WatchedFields::of(new));
    let mut last = before.clone();
    for guard in &GUARDS {
        known.iter(guard.kind).for_each(|(owner, field, it)| last.insert(guard.kind, owner, field, it.to_owned()));
    }
    for guard in &GUARDS {
        let changed = shares(&before, &after, guard.kind).into_iter();
        let published = guard.published.into_iter().flat_map(|_| first_shares(&last, &after, guard.kind));
        let published = published.map(|it| (guard.published.unwrap_or_default(), it));
        for (message, (field, (count, all))) in changed.map(|it| (guard.changed, it)).chain(published) {
            if count > FEW && count as u64 * 100 > all as u64 * guards.max_change_percent {
                let field = if field.is_empty() { String::new() } else { format!(" ({field})") };
                refusals.push(Refusal { accept: guard.accept, why: format!("{count} of {all} {message}{field}") });
            }
        }
    }
    for guard in &GUARDS {
        let reasons = single_changes(guard, &last, &after, guards);
        let more = reasons.len().saturating_sub(LISTED);
        let more = (more > 0).then(|| format!("and {more} more like these"));
        let reasons = reasons.into_iter().take(LISTED).chain(more);
        refusals.extend(reasons.map(|why| Refusal { accept: guard.accept, why }));
    }
    refusals
}

/// Counts the changed fields and all fields of a kind. Most are counted by group of fields, so that many unchanged models
/// do not hide that every endpoint changed. Required parameters, at-least-one-of groups and endpoint types have different
/// names and are counted together. The prices of a model in one group count once, however many tiers it has.
fn shares(before: &WatchedFields, after: &WatchedFields, kind: Watched) -> BTreeMap<String, (usize, usize)> {
    let group = |field: &str| match kind {
        Watched::Group | Watched::Required | Watched::EndpointType => String::new(),
        _ => WatchedFields::group(field).to_owned(),
    };
    let counted = |owner: &str, field: &str| {
        (owner.to_owned(), if kind == Watched::Price { String::new() } else { field.to_owned() })
    };
    let mut shares = BTreeMap::<String, (BTreeSet<_>, BTreeSet<_>)>::new();
    for (owner, field, _) in before.iter(kind) {
        shares.entry(group(field)).or_default().1.insert(counted(owner, field));
    }
    for change in before.changes(after, kind) {
        shares.entry(group(&change.field)).or_default().0.insert(counted(&change.owner, &change.field));
    }
    shares.into_iter().map(|(group, (changed, all))| (group, (changed.len(), all.len()))).collect()
}

/// Counts the endpoints or models that publish fields for the first time, and all of them, by group of fields.
fn first_shares(last: &WatchedFields, after: &WatchedFields, kind: Watched) -> BTreeMap<String, (usize, usize)> {
    let mut owners = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (owner, field, _) in last.published(after, kind) {
        owners.entry(WatchedFields::group(field)).or_default().insert(owner);
    }
    let count = |(group, owners): (&str, BTreeSet<&str>)| {
        (group.to_owned(), (owners.len(), last.count_in_both(after, &owners)))
    };
    owners.into_iter().map(count).collect()
}

/// Returns the changes that are refused even if there is only one, compared with the last known values.
fn single_changes(guard: &Guard, last: &WatchedFields, after: &WatchedFields, guards: Guards) -> Vec<String> {
    let mut changes = last.changes(after, guard.kind);
    changes.retain(|it| match guard.single {
        Single::Never => false,
        Single::Factor => it.exceeds(guards.max_price_factor),
        Single::Value => it.now.is_some(),
        Single::Emptied => it.now.is_none() && last.is_emptied(after, guard.kind, it),
    });
    let changes = changes.iter().map(ToString::to_string);
    let outliers = matches!(guard.single, Single::Factor).then(|| outliers(guard.kind, last, after, guards));
    changes.chain(outliers.into_iter().flatten()).collect()
}

/// Returns the numbers that are published for the first time and are far from those of all other endpoints or models.
fn outliers(kind: Watched, last: &WatchedFields, after: &WatchedFields, guards: Guards) -> Vec<String> {
    let mut ranges = BTreeMap::<&str, (Decimal, Decimal)>::new();
    for (_, field, value) in last.iter(kind) {
        let Ok(value) = value.parse::<Decimal>() else { continue };
        let range = ranges.entry(WatchedFields::group(field)).or_insert((value, value));
        *range = (range.0.min(value), range.1.max(value));
    }
    let factor = Decimal::from(i64::from(guards.max_price_factor));
    let outlier = |(owner, field, value): (&str, &str, &str)| {
        let (least, most) = *ranges.get(WatchedFields::group(field))?;
        let number = value.parse::<Decimal>().ok()?;
        let change = FieldChange {
            owner: owner.to_owned(),
            field: field.to_owned(),
            was: format!("not published; others are {least} to {most}"),
            now: Some(value.to_owned()),
        };
        (number > most * factor || least > number * factor).then(|| change.to_string())
    };
    last.published(after, kind).into_iter().filter_map(outlier).collect()
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
