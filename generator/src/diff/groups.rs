//! At-least-one-of groups of one operation.

use std::collections::{BTreeMap, BTreeSet};

use super::reasons::{NEW_FUNCTION, NO_FUNCTION, OTHER_ARGUMENTS, SAME_SURFACE};
use super::{ChangeKind, Changes, pairs};
use crate::model::{Member, Operation, Selector};
use crate::version::Class;

/// Compares the groups. `renamed` are the members that are known to have a new name.
pub(super) fn compare(old: &Operation, new: &Operation, renamed: &[&str], subject: &str, changes: &mut Changes) {
    for pair in pairs(&old.selectors, &new.selectors, |it| &it.argument) {
        match pair {
            (Some(was), Some(now)) => selector((old, was), (new, now), renamed, subject, changes),
            (Some(was), None) => {
                changes.add(ChangeKind::GroupRemoved, Class::Major, subject, OTHER_ARGUMENTS).was(groups(was));
            }
            (None, Some(now)) => {
                changes.add(ChangeKind::GroupAdded, Class::Major, subject, OTHER_ARGUMENTS).now(groups(now));
            }
            (None, None) => {}
        }
    }
}

/// Compares two selectors that have the same name.
fn selector(
    (before, old): (&Operation, &Selector),
    (after, new): (&Operation, &Selector),
    renamed: &[&str],
    subject: &str,
    changes: &mut Changes,
) {
    let members = |operation: &Operation, selector: &Selector| -> BTreeMap<String, String> {
        let member = |it: &Member| (operation.params[it.param].key.clone(), it.name.clone());
        selector.members.iter().map(member).collect()
    };
    let (was, now) = (members(before, old), members(after, new));
    // The API of a selector: constructors with their arguments, adders, and fields of its parts.
    let (had, has) = (surface(old), surface(new));
    let (class, reason) = if had.is_subset(&has) {
        let class = if had == has { Class::Patch } else { Class::Minor };
        (class, if had == has { SAME_SURFACE } else { NEW_FUNCTION })
    } else {
        (Class::Major, NO_FUNCTION)
    };
    let has_param = |operation: &Operation, wire: &str| operation.params.iter().any(|it| it.key == wire);
    // A parameter that was removed or renamed has been reported already.
    for wire in was.keys().filter(|it| !now.contains_key(*it) && has_param(after, it)) {
        let change = changes.add(ChangeKind::MemberRemoved, Class::Major, subject, NO_FUNCTION);
        change.part(wire).was(groups(old));
    }
    for wire in now.keys().filter(|it| !was.contains_key(*it)) {
        let (class, reason) = match has_param(before, wire) {
            true => (Class::Major, "reason-setter-removed"),
            // A member that is only new has been reported already.
            false if class < Class::Major || renamed.contains(&wire.as_str()) => continue,
            false => (class, reason),
        };
        let change = changes.add(ChangeKind::MemberAdded, class, subject, reason);
        change.part(wire).now(groups(new));
    }
    let same_members = was.keys().eq(now.keys());
    if same_members && (old.groups != new.groups || had != has) {
        let change = changes.add(ChangeKind::GroupChanged, class, subject, reason);
        change.was(groups(old)).now(groups(new));
    }
}

fn surface(selector: &Selector) -> BTreeSet<String> {
    let member = |index: &usize| selector.members[*index].name.as_str();
    let constructors = selector.choices.iter().map(|it| {
        let members: Vec<_> = it.members.iter().map(member).collect();
        format!("{}({})", it.name, members.join(", "))
    });
    let adders = selector.members.iter().filter(|it| it.addable).map(|it| format!("and_{}", it.name));
    let fields = selector.members.iter().map(|it| format!(".{}", it.name));
    constructors.chain(adders).chain(fields).collect()
}

/// Returns the members of a selector's groups, such as `a, b + c, d`.
fn groups(selector: &Selector) -> String {
    let groups: Vec<_> = selector.groups.iter().map(|it| it.join(", ")).collect();
    groups.join(" + ")
}
