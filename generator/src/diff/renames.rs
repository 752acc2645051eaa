//! Platforms that may have only a new key.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use crate::model::{Model, Platform};
use crate::names;
use crate::text::toml_key;

/// A removed platform, and a new one that is so similar that it may be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rename {
    /// Label of the platform in the facts.
    pub label: String,
    /// Old key.
    pub was: String,
    /// Possible new key.
    pub now: String,
    /// Share of all capabilities, parameters and groups that both have, in percent.
    pub score: u32,
}

impl Rename {
    /// Returns the line of `social/keys.toml` that confirms the rename.
    pub fn line(&self) -> String {
        let Self { label, now, .. } = self;
        format!("{} = {now:?}", toml_key(label))
    }
}

/// Minimum similarity of a rename, per thousand.
const LEAST_SCORE: u32 = 600;
/// Minimum similarity of a guess, per thousand.
const LEAST_GUESS: u32 = 300;
/// If one platform is left on each side, their capabilities must have more than this in common, per thousand.
const MOST: u32 = 500;

/// Similarity of a removed and a new platform, per thousand.
struct Similarity {
    was: usize,
    now: usize,
    /// Similarity of capabilities, parameters and groups; then of their descriptions, which only breaks ties.
    score: (u32, u32),
    /// Similarity of the capabilities alone.
    does: u32,
}

/// Finds platforms that are so similar that they may be the same; and the most similar pairs among the rest.
pub(super) fn find(old: &Model, new: &Model) -> (Vec<Rename>, Vec<Rename>) {
    let (removed, added) = (only(old, new), only(new, old));
    let mut all = Vec::new();
    for (was, before) in &removed {
        for (now, after) in &added {
            let score = (likeness(&before.has, &after.has), likeness(&before.says, &after.says));
            all.push(Similarity { was: *was, now: *now, score, does: likeness(&before.does, &after.does) });
        }
    }
    all.sort_by_key(|it| (Reverse(it.score), it.was, it.now));
    let sure = pair_up(all.iter().filter(|it| it.score.0 >= LEAST_SCORE));
    let is_free = |it: &&Similarity| sure.iter().all(|taken| taken.was != it.was && taken.now != it.now);
    let rest: Vec<_> = all.iter().filter(is_free).collect();
    let last = rest.len() == 1;
    let worth_a_look = |it: &&&Similarity| it.score.0 >= LEAST_GUESS || (last && it.does > MOST);
    let guesses = pair_up(rest.iter().filter(worth_a_look).copied());
    let named = |pairs: Vec<&Similarity>| {
        let mut renames: Vec<_> = pairs.into_iter().map(|it| rename(old, new, it)).collect();
        renames.sort_by(|a, b| names::natural(&a.label).cmp(&names::natural(&b.label)));
        renames
    };
    (named(sure), named(guesses))
}

fn rename(old: &Model, new: &Model, it: &Similarity) -> Rename {
    let (was, now) = (&old.platforms[it.was], &new.platforms[it.now]);
    Rename { label: was.label.clone(), was: was.key.clone(), now: now.key.clone(), score: it.score.0 / 10 }
}

/// Selects pairs in the given order, the most similar first. Each platform is in at most one pair. Nothing is proposed
/// for ties, because a program must not guess.
fn pair_up<'a>(alike: impl Iterator<Item = &'a Similarity>) -> Vec<&'a Similarity> {
    let alike: Vec<_> = alike.collect();
    let mut found = Vec::new();
    let (mut taken_was, mut taken_now) = (HashSet::new(), HashSet::new());
    for block in alike.chunk_by(|a, b| a.score == b.score) {
        let free = block.iter().filter(|it| !taken_was.contains(&it.was) && !taken_now.contains(&it.now));
        let free: Vec<&Similarity> = free.copied().collect();
        let (mut as_was, mut as_now) = (HashMap::<_, u32>::new(), HashMap::<_, u32>::new());
        for it in &free {
            *as_was.entry(it.was).or_default() += 1;
            *as_now.entry(it.now).or_default() += 1;
        }
        taken_was.extend(free.iter().map(|it| it.was));
        taken_now.extend(free.iter().map(|it| it.now));
        found.extend(free.into_iter().filter(|it| as_was[&it.was] == 1 && as_now[&it.now] == 1));
    }
    found
}

/// Returns the platforms that only one model has, with their traits.
fn only(these: &Model, those: &Model) -> Vec<(usize, Traits)> {
    let there: HashSet<_> = those.platforms.iter().map(|it| it.label.as_str()).collect();
    let these = these.platforms.iter().enumerate().filter(|(_, it)| !there.contains(it.label.as_str()));
    these.map(|(index, it)| (index, Traits::of(it))).collect()
}

/// Returns the share of common items, per thousand. The lists are sorted.
fn likeness(these: &[u64], those: &[u64]) -> u32 {
    let (mut a, mut b, mut both) = (0, 0, 0);
    while let (Some(this), Some(that)) = (these.get(a), those.get(b)) {
        (a, b) = (a + usize::from(this <= that), b + usize::from(that <= this));
        both += usize::from(this == that);
    }
    let either = (these.len() + those.len() - both).max(1);
    u32::try_from(both * 1000 / either).unwrap_or_default()
}

/// Traits of a platform, as sorted hashes.
struct Traits {
    /// Capabilities.
    does: Vec<u64>,
    /// Capabilities, their parameters and groups.
    has: Vec<u64>,
    /// Descriptions of these.
    says: Vec<u64>,
}

impl Traits {
    fn of(platform: &Platform) -> Self {
        let (mut does, mut has, mut says) = (Vec::new(), Vec::new(), Vec::new());
        for operation in &platform.operations {
            let key = &operation.key;
            does.push(hash(key));
            has.push(hash(key));
            says.push(hash((key, operation.price(), operation.unit())));
            for param in &operation.params {
                let wire = &param.wire;
                has.push(hash((key, wire)));
                says.extend([hash((key, wire, &param.default, &param.example)), hash((key, wire, &param.about))]);
            }
            has.extend(operation.selectors.iter().flat_map(|it| &it.groups).map(|it| hash((key, it))));
        }
        for all in [&mut does, &mut has, &mut says] {
            all.sort_unstable();
            all.dedup();
        }
        Self { does, has, says }
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}
