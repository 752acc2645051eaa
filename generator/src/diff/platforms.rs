//! Platforms and interfaces, and platforms that may only have got another key.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use super::{Changes, What, operations, pairs};
use crate::model::{Interface, Model, Platform};
use crate::names;
use crate::text::count;
use crate::version::Class;

/// A platform that vanished, and a new one that is so much like it that it may be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// What facts and Rust call the platform: its name in the old model.
    pub label: String,
    /// The key that it had.
    pub was: String,
    /// The key that it may have now.
    pub now: String,
    /// How many in a hundred of all that either of them offers, both do.
    pub score: u32,
}

/// Less than this, in a thousand, is no likeness.
const LEAST_SCORE: u32 = 600;

pub(super) fn compare(old: &Model, new: &Model, changes: &mut Changes) -> Vec<Rename> {
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
    renames(old, new)
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

/// Pairs of vanished and new platforms, the most alike first. Neither side stands in two of them, and where two are
/// alike to the same degree nothing is proposed: which is which is not for a program to guess.
fn renames(old: &Model, new: &Model) -> Vec<Rename> {
    let (gone, come) = (only(old, new), only(new, old));
    let mut scores = Vec::new();
    for (was, before) in &gone {
        for (now, after) in &come {
            // What is said of them only tells those apart that have the same capabilities and parameters.
            let score = (likeness(&before.has, &after.has), likeness(&before.says, &after.says));
            scores.push((score, *was, *now));
        }
    }
    scores.retain(|((has, _), _, _)| *has >= LEAST_SCORE);
    scores.sort_by_key(|&(score, was, now)| (std::cmp::Reverse(score), was, now));
    let mut found = Vec::new();
    let (mut taken_was, mut taken_now) = (HashSet::new(), HashSet::new());
    for block in scores.chunk_by(|a, b| a.0 == b.0) {
        let free: Vec<_> = block.iter().filter(|it| !taken_was.contains(&it.1) && !taken_now.contains(&it.2)).collect();
        let (mut as_was, mut as_now) = (HashMap::<_, u32>::new(), HashMap::<_, u32>::new());
        for (_, was, now) in &free {
            *as_was.entry(was).or_default() += 1;
            *as_now.entry(now).or_default() += 1;
        }
        for &&((score, _), was, now) in &free {
            taken_was.insert(was);
            taken_now.insert(now);
            if as_was[&was] == 1 && as_now[&now] == 1 {
                let (was, now) = (&old.platforms[was], &new.platforms[now]);
                let (label, was, now) = (was.label.clone(), was.key.clone(), now.key.clone());
                found.push(Rename { label, was, now, score: score / 10 });
            }
        }
    }
    found.sort_by(|a, b| names::natural(&a.label).cmp(&names::natural(&b.label)));
    found
}

/// The platforms that are in the one model alone, with what makes them.
fn only(these: &Model, those: &Model) -> Vec<(usize, Traits)> {
    let there: HashSet<_> = those.platforms.iter().map(|it| it.label.as_str()).collect();
    let these = these.platforms.iter().enumerate().filter(|(_, it)| !there.contains(it.label.as_str()));
    these.map(|(index, it)| (index, Traits::of(it))).collect()
}

/// How many in a thousand of all that either has, both have. The lists are sorted.
fn likeness(these: &[u64], those: &[u64]) -> u32 {
    let (mut a, mut b, mut both) = (0, 0, 0);
    while let (Some(this), Some(that)) = (these.get(a), those.get(b)) {
        (a, b) = (a + usize::from(this <= that), b + usize::from(that <= this));
        both += usize::from(this == that);
    }
    let either = (these.len() + those.len() - both).max(1);
    u32::try_from(both * 1000 / either).unwrap_or_default()
}

/// What makes a platform, as sorted hashes.
struct Traits {
    /// Its capabilities, their parameters and groups.
    has: Vec<u64>,
    /// What is said of these.
    says: Vec<u64>,
}

impl Traits {
    fn of(platform: &Platform) -> Self {
        let (mut has, mut says) = (Vec::new(), Vec::new());
        for operation in &platform.operations {
            let key = &operation.key;
            has.push(hash(key));
            says.push(hash((key, &operation.price, &operation.unit)));
            for param in &operation.params {
                let wire = &param.wire;
                has.push(hash((key, wire)));
                says.extend([hash((key, wire, &param.default, &param.example)), hash((key, wire, &param.about))]);
            }
            has.extend(operation.selectors.iter().flat_map(|it| &it.groups).map(|it| hash((key, it))));
        }
        for all in [&mut has, &mut says] {
            all.sort_unstable();
            all.dedup();
        }
        Self { has, says }
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
