//! Keys that may be data: only their hashes are stored until they have been seen often enough to be names of fields.

use std::collections::BTreeMap;

use super::hash::hash;
use super::node::{Private, Shape};
use crate::JsonType;

/// Number of pending keys above which they can be data.
const MANY: usize = 40;
/// Number of pending keys above which they are data.
const TOO_MANY: usize = 1_000;

/// Returns the salted hash of a key.
pub(crate) fn key_hash(salt: u64, key: &str) -> u32 {
    hash(salt, key.as_bytes()) as u32
}

impl Private {
    /// Returns true if the pending keys are data: there are too many, or many and more than three times as many as in
    /// one object. An object of fifty fields has fifty pending keys at first, too, but always the same ones.
    fn is_map(&self) -> bool {
        let values = self.pending.values().fold(0_u64, |sum, it| sum.saturating_add(it.count));
        let in_one_object = values / self.objects.max(1);
        let keys = self.pending.len();
        keys > TOO_MANY || keys > MANY && keys as u64 > in_one_object.saturating_mul(3)
    }
}

impl Shape {
    /// Adds pending shapes to the fields whose names have become known, and to the data if there are too many.
    pub(crate) fn settle(&mut self, salt: u64) {
        if let Some(private) = &mut self.private {
            if !private.pending.is_empty() {
                for (name, field) in &mut self.fields {
                    if let Some(mut shape) = private.pending.remove(&key_hash(salt, name)) {
                        shape.forget_contexts();
                        field.merge(shape);
                    }
                }
            }
            if private.pending.is_empty() {
                private.objects = 0;
            }
            if private.is_map() {
                let objects = self.types.get(&JsonType::Object).copied().unwrap_or_default();
                self.maps = self.maps.saturating_add(std::mem::take(&mut private.objects)).min(objects);
                for (_, mut shape) in std::mem::take(&mut private.pending) {
                    shape.forget_contexts();
                    self.keys.get_or_insert_default().merge(shape);
                }
            }
            if **private == Private::default() {
                self.private = None;
            }
        }
        self.children_mut().for_each(|it| it.settle(salt));
    }

    /// Removes everything that only recorders use. Objects of which no field is known are counted as such.
    pub(crate) fn forget_pending(&mut self) {
        if let Some(private) = self.private.take()
            && self.fields.is_empty()
        {
            self.unnamed = self.unnamed.saturating_add(private.objects.min(self.objects()));
        }
        self.children_mut().for_each(Self::forget_pending);
    }

    /// Returns the names of all fields by their salted hash.
    pub(crate) fn names(&self, salt: u64) -> BTreeMap<u32, String> {
        let mut names: BTreeMap<_, _> = self.fields.keys().map(|it| (key_hash(salt, it), it.clone())).collect();
        let inner = self.fields.values().chain(self.keys.as_deref()).chain(self.items.as_deref());
        inner.for_each(|it| names.append(&mut it.names(salt)));
        names
    }

    /// Adds pending keys to the fields if most pending keys of an object are names that other objects have, as in recursive data.
    pub(crate) fn settle_names(&mut self, names: &BTreeMap<u32, String>) {
        let objects = self.objects();
        if let Some(private) = &mut self.private {
            let known: Vec<_> = private.pending.keys().copied().filter(|it| names.contains_key(it)).collect();
            if known.len() * 2 > private.pending.len() {
                for hash in known {
                    let present = self.fields.get(&names[&hash]).map_or(0, |it| it.count);
                    let Some(mut shape) = private.pending.remove(&hash) else { continue };
                    // A file can contain any number.
                    if shape.count.saturating_add(present) <= objects {
                        shape.forget_contexts();
                        self.fields.entry(names[&hash].clone()).or_default().merge(shape);
                    }
                }
            }
        }
        self.children_mut().for_each(|it| it.settle_names(names));
    }

    pub(crate) fn forget_contexts(&mut self) {
        if let Some(private) = &mut self.private {
            private.requests.clear();
            private.responses.clear();
        }
    }

    fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let pending = self.private.iter_mut().flat_map(|it| it.pending.values_mut());
        self.fields.values_mut().chain(self.keys.as_deref_mut()).chain(self.items.as_deref_mut()).chain(pending)
    }
}
