//! Platforms and interfaces.

use super::{Changes, What, operations, pairs};
use crate::model::{Interface, Model, Platform};
use crate::text::count;
use crate::version::Class;

pub(super) fn compare(old: &Model, new: &Model, changes: &mut Changes) {
    for pair in pairs(&old.platforms, &new.platforms, |it| &it.label) {
        match pair {
            (Some(was), Some(now)) => platform(was, now, changes),
            (was, now) => {
                let of = |it: &Platform| (it.key.clone(), it.operations.len());
                whole(was.map(of), now.map(of), [What::PlatformRemoved, What::PlatformAdded], changes);
            }
        }
    }
    for pair in pairs(&old.interfaces, &new.interfaces, |it| &it.module) {
        match pair {
            (Some(was), Some(now)) => operations::compare(&was.operations, &now.operations, &now.module, changes),
            (was, now) => {
                let of = |it: &Interface| (it.module.clone(), it.operations.len());
                whole(was.map(of), now.map(of), [What::InterfaceRemoved, What::InterfaceAdded], changes);
            }
        }
    }
}

/// A platform or an interface that went or came as a whole: its name, and how many endpoints it has.
fn whole(was: Option<(String, usize)>, now: Option<(String, usize)>, what: [What; 2], changes: &mut Changes) {
    let [removed, added] = what;
    if let Some((name, endpoints)) = was {
        let change = changes.add(removed, Class::Major, &name, "its module, its feature and its functions are gone");
        change.was(count(endpoints, "endpoint"));
    }
    if let Some((name, endpoints)) = now {
        let change = changes.add(added, Class::Minor, &name, "a module, a feature and functions are new");
        change.now(count(endpoints, "endpoint"));
    }
}

fn platform(old: &Platform, new: &Platform, changes: &mut Changes) {
    if old.key != new.key {
        let reason = "what it is called in Rust stays";
        changes.add(What::PlatformKey, Class::Patch, &new.key, reason).was(&old.key).now(&new.key);
    }
    if (&old.module, &old.function, &old.feature) != (&new.module, &new.function, &new.feature) {
        let reason = "its module, its feature and its function have other names";
        changes.add(What::PlatformName, Class::Major, &new.key, reason).was(&old.module).now(&new.module);
    }
    if old.about != new.about {
        changes.add(What::DocsChanged, Class::Patch, &new.key, operations::ONLY_DOCS).now("its docs");
    }
    operations::compare(&old.operations, &new.operations, &new.key, changes);
}
