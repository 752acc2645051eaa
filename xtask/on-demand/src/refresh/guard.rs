//! Changes that a refresh makes only with `--accept`.

use std::collections::BTreeMap;

use gatewright::{ChangeKind, Diff, Model, Watched, WatchedFields};

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

/// Kinds of fields with a limit on the share that may change at once.
const KINDS: [(Watched, Accept, &str); 6] = [
    (Watched::Price, Accept::Price, "prices changed or are no longer published"),
    (Watched::Billing, Accept::Billing, "billing units or tiers changed or are no longer published"),
    (Watched::Available, Accept::Status, "endpoints, or models for a group, are no longer available"),
    (Watched::Group, Accept::Groups, "at-least-one-of groups are no longer published"),
    (Watched::Required, Accept::Optional, "required parameters became optional or were removed"),
    (Watched::EndpointType, Accept::Types, "endpoint types of models were removed"),
];

/// Compares two catalogs. `known` has the last known prices and units that `old` does not have.
pub(super) fn check(old: &Model, new: &Model, diff: &Diff, known: &WatchedFields, guards: Guards) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    check_sizes(old, new, guards, &mut refusals);
    check_platforms(diff, &mut refusals);
    let (before, after) = (WatchedFields::of(old), WatchedFields::of(new));
    for (kind, accept, what) in KINDS {
        for (field, (changed, all)) in shares(&before, &after, kind) {
            if changed > FEW && changed as u64 * 100 > all as u64 * guards.max_change_percent {
                let field = if field.is_empty() { String::new() } else { format!(" ({field})") };
                refusals.push(Refusal { accept, why: format!("{changed} of {all} {what}{field}") });
            }
        }
    }
    check_values(&before, &after, known, guards, &mut refusals);
    refusals
}

/// Counts the changed fields and all fields of a kind. Prices, units and availability are counted by field, so that
/// many unchanged models do not hide that every endpoint changed. Fields of other kinds have different names and are
/// counted together.
fn shares<'a>(before: &'a WatchedFields, after: &WatchedFields, kind: Watched) -> BTreeMap<&'a str, (usize, usize)> {
    let mut shares = BTreeMap::<_, (usize, usize)>::new();
    for (_, field, _) in before.iter(kind) {
        shares.entry(counted_as(kind, field)).or_default().1 += 1;
    }
    for change in before.changes(after, kind) {
        if let Some(share) = shares.get_mut(counted_as(kind, &change.field)) {
            share.0 += 1;
        }
    }
    shares
}

/// Returns the name under which a field is counted.
fn counted_as(kind: Watched, field: &str) -> &str {
    match kind {
        Watched::Price | Watched::Billing => field,
        // Without the name of the group of accounts.
        Watched::Available => field.split(':').next().unwrap_or_default(),
        _ => "",
    }
}

/// Compares single prices and billing units with the last known ones.
fn check_values(
    before: &WatchedFields,
    after: &WatchedFields,
    known: &WatchedFields,
    guards: Guards,
    refusals: &mut Vec<Refusal>,
) {
    for (kind, accept) in [(Watched::Price, Accept::Price), (Watched::Billing, Accept::Billing)] {
        let mut last = before.clone();
        for (owner, field, value) in known.iter(kind) {
            last.insert(kind, owner, field, value.to_owned());
        }
        let mut changes = last.changes(after, kind);
        changes.retain(|it| match kind {
            Watched::Price => it.exceeds(guards.max_price_factor),
            _ => it.now.is_some(),
        });
        let more = changes.len().saturating_sub(LISTED);
        refusals.extend(changes.iter().take(LISTED).map(|it| Refusal { accept, why: it.to_string() }));
        if more > 0 {
            refusals.push(Refusal { accept, why: format!("and {more} more like these") });
        }
    }
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
