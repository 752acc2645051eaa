//! Prices that changed so much that it may be a mistake.

use std::collections::{BTreeMap, HashMap};

use gatewright_runtime::{Decimal, ModelRecord};

use super::models::stated;
use super::{Rename, pairs};
use crate::model::{Model, Platform};
use crate::text::visible;

/// Prices that went up or down more than so many times, each in a sentence; of platforms that may only be renamed, too.
pub fn price_jumps(old: &Model, new: &Model, renames: &[Rename], factor: u32) -> Vec<String> {
    let mut jumps = Vec::new();
    let labels: HashMap<_, _> = renames.iter().map(|it| (it.now.as_str(), it.label.as_str())).collect();
    for pair in pairs(&old.platforms, &new.platforms, |it| labels.get(it.key.as_str()).copied().unwrap_or(&it.label)) {
        if let (Some(old), Some(new)) = pair {
            cells(old, new, factor, &mut jumps);
        }
    }
    for pair in pairs(&old.models, &new.models, |it| &it.record.name) {
        let (Some(old), Some(new)) = pair else { continue };
        let before = all_stated(&old.record);
        for (part, now) in all_stated(&new.record) {
            if let Some(was) = before.get(&part).filter(|was| jumped(**was, now, factor)) {
                let sentence = format!("`{}`, {part}: {now}, it was {was}", new.record.name);
                jumps.push(visible(&sentence).into_owned());
            }
        }
    }
    jumps
}

/// What a record states, tiers included.
fn all_stated(record: &ModelRecord) -> BTreeMap<String, Decimal> {
    let mut all = stated(record);
    for (number, tier) in (1..).zip(record.book_faces.iter().flat_map(|it| &it.tiers)) {
        let name = tier.name.as_deref().unwrap_or("nameless");
        let faces = tier.standard.iter().map(|it| ("", it)).chain(tier.paid.iter().map(|it| (", paid", it)));
        all.extend(faces.map(|(paid, (face, price))| (format!("tier {number}, {name}: {face}{paid}"), *price)));
    }
    all
}

fn cells(old: &Platform, new: &Platform, factor: u32, jumps: &mut Vec<String>) {
    for pair in pairs(&old.operations, &new.operations, |it| &it.key) {
        let (Some(before), Some(after)) = pair else { continue };
        let (Some(was), Some(now)) = (before.price, after.price) else { continue };
        let many = |a: i128, b: i128| a.checked_mul(i128::from(factor)).is_some_and(|it| b > it);
        if many(was.as_attos(), now.as_attos()) || many(now.as_attos(), was.as_attos()) {
            jumps.push(format!("`{}/{}` costs {now} USD, it was {was} USD", new.key, after.key));
        }
    }
}

fn jumped(was: Decimal, now: Decimal, factor: u32) -> bool {
    let factor = Decimal::from(i64::from(factor));
    let many = |a: Decimal, b: Decimal| b > a * factor;
    many(was, now) || many(now, was)
}
