//! Platforms and interfaces.

use std::borrow::Cow;

use super::{ChangeKind, Changes, operations, pairs, reasons};
use crate::languages::Message;
use crate::model::{Alias, Interface, Model, Operation, Platform};
use crate::version::Class;

pub(super) fn compare<'a>(old: &'a Model, new: &'a Model, changes: &mut Changes) {
    for pair in pairs(&old.platforms, &new.platforms, |it| &it.label) {
        match pair {
            (Some(was), Some(now)) => platform(was, now, changes),
            (was, now) => {
                let of = |it: &'a Platform| (it.key.as_str(), &it.operations[..]);
                whole(was.map(of), now.map(of), [ChangeKind::PlatformRemoved, ChangeKind::PlatformAdded], changes);
            }
        }
    }
    for pair in pairs(&old.interfaces, &new.interfaces, |it| &it.module) {
        match pair {
            (Some(was), Some(now)) => operations::compare(&was.operations, &now.operations, &now.module, changes),
            (was, now) => {
                let of = |it: &'a Interface| (it.module.as_str(), &it.operations[..]);
                whole(was.map(of), now.map(of), [ChangeKind::InterfaceRemoved, ChangeKind::InterfaceAdded], changes);
            }
        }
    }
}

/// Reports a platform or an interface that was removed or added as a whole, with its name and endpoints.
fn whole(
    was: Option<(&str, &[Operation])>,
    now: Option<(&str, &[Operation])>,
    what: [ChangeKind; 2],
    changes: &mut Changes,
) {
    let [removed, added] = what;
    if let Some((name, endpoints)) = was {
        let change = changes.add(removed, Class::Major, name, "reason-module-removed");
        change.was(endpoints_of(endpoints));
        operations::compare(endpoints, &[], name, changes);
    }
    if let Some((name, endpoints)) = now {
        let change = changes.add(added, Class::Minor, name, "reason-module-added");
        change.now(endpoints_of(endpoints));
        operations::compare(&[], endpoints, name, changes);
    }
}

fn endpoints_of(endpoints: &[Operation]) -> Message {
    Message::new("count-endpoints").with("count", endpoints.len())
}

fn platform(old: &Platform, new: &Platform, changes: &mut Changes) {
    let (was, now) = (names(old), names(new));
    if was != now {
        let (class, reason) = match new.alias == Some(was.clone()) {
            true => (Class::Minor, "reason-old-names-stay"),
            false => (Class::Major, "reason-module-renamed"),
        };
        changes.add(ChangeKind::PlatformName, class, &new.key, reason).was(&old.module).now(&new.module);
    } else if old.key != new.key {
        let reason = "reason-rust-name-stays";
        changes.add(ChangeKind::PlatformKey, Class::Patch, &new.key, reason).was(&old.key).now(&new.key);
    }
    if let Some(alias) = old.alias.as_ref().filter(|it| **it != now && new.alias.as_ref() != Some(it)) {
        let reason = "reason-alias-removed";
        changes.add(ChangeKind::AliasRemoved, Class::Major, &new.key, reason).was(&alias.module);
    }
    if old.about != new.about {
        changes.add(ChangeKind::DocsChanged, Class::Patch, &new.key, reasons::ONLY_DOCS).now(Message::new("part-docs"));
    }
    operations::compare(&with_key(old, &new.key), &new.operations, &new.key, changes);
}

/// Returns the names of a platform in Rust.
fn names(platform: &Platform) -> Alias {
    let Platform { module, function, feature, .. } = platform;
    Alias { module: module.clone(), function: function.clone(), feature: feature.clone() }
}

/// Returns the operations of a platform as they would be with another key. Names that only follow the key are then no
/// changes of their own.
fn with_key<'a>(platform: &'a Platform, key: &str) -> Cow<'a, [Operation]> {
    if platform.key == key {
        return Cow::Borrowed(&platform.operations);
    }
    let mut operations = platform.operations.clone();
    for operation in &mut operations {
        let segments = operation.route.path.split('/').map(|it| if it == platform.key { key } else { it });
        operation.route.path = segments.collect::<Vec<_>>().join("/");
        let name = operation.usage_log_name.as_mut();
        name.into_iter().for_each(|it| *it = it.replacen(&platform.key, key, 1));
    }
    Cow::Owned(operations)
}
