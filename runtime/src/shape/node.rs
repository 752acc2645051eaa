//! Shape of the JSON values at one path.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::format::Format;
use super::types::Lengths;
use crate::JsonType;

/// Deepest level of a shape. Values in deeper levels are not described.
pub(crate) const MAX_DEPTH: usize = 64;
/// Longest name of a field in bytes. Longer keys are data.
pub(crate) const MAX_NAME: usize = 128;

/// Shape of the JSON values at one path of a response: their types, formats, fields and items, with counts, and never a value.
///
/// Shapes can be merged in any order.
///
/// ```
/// use gatewright_runtime::serde_json::json;
/// use gatewright_runtime::shape::{Format, Shape};
///
/// let shape = Shape::of(&json!({ "user": { "name": "Mei", "created": 1763450000 } }));
/// assert_eq!(shape.at("user.created").expect("it was there").formats[&Format::UnixTime], 1);
/// let text = gatewright_runtime::serde_json::to_string(&shape)?;
/// assert_eq!(text, r#"{"object":1,".user":{"object":1,".created":{"integer":1,"unix_time":1},".name":{"text":1}}}"#);
/// # Ok::<(), gatewright_runtime::serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Shape {
    /// Number of values, of any type.
    pub count: u64,
    /// Number of values by type.
    pub types: BTreeMap<JsonType, u64>,
    /// Number of texts and integers by format. Values without a known format are not counted.
    pub formats: BTreeMap<Format, u64>,
    /// Fields of objects by name. A field was present in `count` of the objects.
    pub fields: BTreeMap<String, Shape>,
    /// Values of object keys that are data, such as ids; `*` in a path.
    pub keys: Option<Box<Shape>>,
    /// Number of objects with keys that are data.
    pub maps: u64,
    /// Number of objects whose fields are unknown, since too few different calls had their keys, which can be data. They do not
    /// count for the presence of fields.
    pub unnamed: u64,
    /// Items of arrays; `[]` in a path.
    pub items: Option<Box<Shape>>,
    /// Lengths of arrays.
    pub lengths: Option<Lengths>,
    /// Part that only recorders use.
    pub(crate) private: Option<Box<Private>>,
}

/// Number of different requests and responses that must have had a key before it is the name of a field.
pub(crate) const CONTEXTS: usize = 3;

/// Part of a shape that only recorders use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Private {
    /// Pending keys of objects, by their salted hash.
    pub(crate) pending: BTreeMap<u32, Shape>,
    /// Number of objects with pending keys.
    pub(crate) objects: u64,
    /// Hashes of the requests and of the responses that had a pending key. Of each, the smallest few are kept, so that merging is
    /// commutative and associative.
    pub(crate) requests: BTreeSet<u32>,
    pub(crate) responses: BTreeSet<u32>,
}

impl Private {
    fn merge(&mut self, other: Self) {
        for (key, shape) in other.pending {
            self.pending.entry(key).or_default().merge(shape);
        }
        add(&mut self.objects, other.objects);
        self.add_contexts(other.requests, other.responses);
    }

    pub(crate) fn add_contexts(
        &mut self,
        requests: impl IntoIterator<Item = u32>,
        responses: impl IntoIterator<Item = u32>,
    ) {
        self.requests.extend(requests);
        self.responses.extend(responses);
        for contexts in [&mut self.requests, &mut self.responses] {
            while contexts.len() > CONTEXTS {
                contexts.pop_last();
            }
        }
    }
}

impl Shape {
    /// Returns the shape of a value.
    ///
    /// A key that cannot be part of a path, such as one with a dot, is data. All other keys are names of fields, so do not
    /// publish the shape of a response whose keys are names of people.
    pub fn of(value: &Value) -> Self {
        let mut shape = Self::default();
        shape.observe(value);
        shape
    }

    /// Adds the shape of a value.
    pub fn observe(&mut self, value: &Value) {
        self.observe_at(value, 0);
    }

    fn observe_at(&mut self, value: &Value, depth: usize) {
        self.count_value(value);
        if depth == MAX_DEPTH {
            return;
        }
        match value {
            Value::Array(items) => {
                for item in items {
                    self.items.get_or_insert_default().observe_at(item, depth + 1);
                }
            }
            Value::Object(fields) => {
                let mut has_data_keys = false;
                for (key, value) in fields {
                    let is_name = is_name(key);
                    has_data_keys |= !is_name;
                    let shape = if is_name { self.field(key) } else { self.keys.get_or_insert_default() };
                    shape.observe_at(value, depth + 1);
                }
                self.maps = self.maps.saturating_add(has_data_keys.into());
            }
            _ => {}
        }
    }

    /// Counts a value, without its fields and items.
    pub(crate) fn count_value(&mut self, value: &Value) {
        add(&mut self.count, 1);
        add(self.types.entry(JsonType::of(value)).or_default(), 1);
        let format = match value {
            Value::String(text) => Format::of_text(text),
            Value::Number(number) => number.as_u64().and_then(Format::of_integer),
            Value::Array(items) => {
                let length = items.len() as u64;
                let lengths = Lengths { least: length, most: length, total: length };
                self.lengths = Some(self.lengths.map_or(lengths, |it| it.merge(lengths)));
                None
            }
            _ => None,
        };
        if let Some(format) = format {
            add(self.formats.entry(format).or_default(), 1);
        }
    }

    /// Returns the shape of a field, and adds it if it is new.
    pub(crate) fn field(&mut self, name: &str) -> &mut Self {
        // Not `entry`, which needs a copy of the name.
        if !self.fields.contains_key(name) {
            self.fields.insert(name.to_owned(), Self::default());
        }
        self.fields.get_mut(name).expect("it was inserted above")
    }

    /// Adds the counts of another shape.
    ///
    /// Order and grouping do not matter: the result is the shape of all responses together.
    pub fn merge(&mut self, other: Self) {
        let Self { count, types, formats, fields, keys, maps, unnamed, items, lengths, private } = other;
        add(&mut self.count, count);
        add(&mut self.maps, maps);
        add(&mut self.unnamed, unnamed);
        types.into_iter().for_each(|(name, count)| add(self.types.entry(name).or_default(), count));
        formats.into_iter().for_each(|(name, count)| add(self.formats.entry(name).or_default(), count));
        for (name, shape) in fields {
            self.fields.entry(name).or_default().merge(shape);
        }
        merge_boxed(&mut self.keys, keys);
        merge_boxed(&mut self.items, items);
        self.lengths = match (self.lengths, lengths) {
            (Some(ours), Some(theirs)) => Some(ours.merge(theirs)),
            (ours, theirs) => ours.or(theirs),
        };
        if let Some(private) = private {
            self.private.get_or_insert_default().merge(*private);
        }
    }

    /// Returns the shape at a path relative to this one: a dot leads into an object, `[]` into an array, and `*` to the values
    /// of keys that are data. The empty path is the shape itself.
    ///
    /// ```
    /// # use gatewright_runtime::{serde_json::json, shape::Shape};
    /// let shape = Shape::of(&json!({ "comments": [{ "user": { "name": "Mei" } }] }));
    /// assert!(shape.at("comments[].user.name").is_some());
    /// assert!(shape.at("comments[].text").is_none());
    /// ```
    pub fn at(&self, path: &str) -> Option<&Self> {
        if path.is_empty() {
            return Some(self);
        }
        let mut shape = self;
        for (index, segment) in path.split('.').enumerate() {
            let (name, brackets) = segment.split_at(segment.find('[').unwrap_or(segment.len()));
            shape = match name {
                "" if index == 0 && !brackets.is_empty() => shape,
                "*" => shape.keys.as_deref()?,
                name => shape.fields.get(name)?,
            };
            let depth = brackets.len() / 2;
            if "[]".repeat(depth) != brackets {
                return None;
            }
            for _ in 0..depth {
                shape = shape.items.as_deref()?;
            }
        }
        Some(shape)
    }

    /// Returns the number of objects whose fields are known.
    pub fn objects(&self) -> u64 {
        let objects = self.types.get(&JsonType::Object).copied().unwrap_or_default();
        objects.saturating_sub(self.unnamed)
    }

    /// Returns the shapes directly inside of this one.
    fn children(&self) -> impl Iterator<Item = &Self> {
        let pending = self.private.iter().flat_map(|it| it.pending.values());
        self.fields.values().chain(self.keys.as_deref()).chain(self.items.as_deref()).chain(pending)
    }

    /// Returns the number of shapes in this one, including itself.
    pub(crate) fn nodes(&self) -> usize {
        1 + self.children().map(Self::nodes).sum::<usize>()
    }

    /// Returns true if no field was present more often than there were objects, and there were objects if there are fields.
    pub(super) fn has_possible_counts(&self) -> bool {
        let objects = self.objects();
        (self.unnamed == 0 || self.types.get(&JsonType::Object).is_some_and(|it| *it >= self.unnamed))
            && (self.fields.is_empty() || objects > 0)
            && self.fields.values().all(|it| it.count <= objects)
            && self.children().all(Self::has_possible_counts)
    }

    /// Calls a function with every number and the way to merge it, always in the same order.
    pub(crate) fn each_number(&mut self, visit: &mut impl FnMut(Merge, &mut u64)) {
        let counts = self.types.values_mut().chain(self.formats.values_mut());
        counts.for_each(|it| visit(Merge::Add, it));
        if let Some(Lengths { least, most, total }) = &mut self.lengths {
            visit(Merge::Least, least);
            visit(Merge::Most, most);
            visit(Merge::Add, total);
        }
        if self.keys.is_some() {
            visit(Merge::Add, &mut self.maps);
        }
        if let Some(private) = &mut self.private {
            visit(Merge::Add, &mut private.objects);
        }
        let pending = self.private.iter_mut().flat_map(|it| it.pending.values_mut());
        let inner = self.fields.values_mut().chain(self.keys.as_deref_mut()).chain(self.items.as_deref_mut());
        inner.chain(pending).for_each(|it| it.each_number(visit));
        self.count = self.types.values().fold(0, |sum, it| sum.saturating_add(*it));
    }
}

/// Way to merge two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Merge {
    Add,
    Least,
    Most,
}

fn merge_boxed(ours: &mut Option<Box<Shape>>, theirs: Option<Box<Shape>>) {
    if let Some(theirs) = theirs {
        match ours {
            Some(ours) => ours.merge(*theirs),
            None => *ours = Some(theirs),
        }
    }
}

/// Adds to a count. A foreign file can contain any number, so the sum stops at the maximum.
pub(crate) fn add(count: &mut u64, more: u64) {
    *count = count.saturating_add(more);
}

/// Returns true if a key can be the name of a field in a path.
pub(crate) fn is_name(key: &str) -> bool {
    let is_part_of_paths = |it: char| matches!(it, '.' | '[' | '"' | '*') || it.is_control();
    !key.is_empty() && key.len() <= MAX_NAME && !key.contains(is_part_of_paths)
}
