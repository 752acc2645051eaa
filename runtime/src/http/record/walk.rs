//! Shape of one response, without keys that may be data.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::names::{is_field_name, is_kind_of_content};
use crate::JsonType;
use crate::secret::Secret;
use crate::shape::hash::{hash, mix};
use crate::shape::node::{CONTEXTS, MAX_DEPTH, Private};
use crate::shape::pending::key_hash;
use crate::shape::{Shape, are_similar};

/// Number of unknown keys of one object above which all of them are data.
const MOST_UNKNOWN: usize = 400;
/// Number of keys that one response can add.
const MOST_ADDED: usize = 5_000;

/// Longest text that is compared with keys, including blanks around it.
const LONGEST_TEXT: usize = 64;

/// Response to describe.
pub(super) struct Walk<'a> {
    data: &'a Value,
    /// Names and values of the parameters.
    params: &'a [(&'a str, String)],
    secret: &'a Secret,
    salt: u64,
    /// Number of keys that can still be added.
    room: usize,
    facts: OnceCell<Facts>,
    /// True if a key was added to the pending ones, or became the name of a field.
    pub(super) has_new_keys: bool,
}

/// Facts about the call. They are calculated only for unknown keys.
struct Facts {
    request: u64,
    response: u64,
    /// Hashes of the short texts in the response and of the parameters, in lower case, sorted.
    texts: Vec<u64>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(data: &'a Value, params: &'a [(&'a str, String)], secret: &'a Secret, salt: u64) -> Self {
        Self { data, params, secret, salt, room: MOST_ADDED, facts: OnceCell::new(), has_new_keys: false }
    }

    /// Turns off the addition of new keys.
    pub(super) fn without_new_keys(self) -> Self {
        Self { room: 0, ..self }
    }

    /// Returns the shape of the response. `known` is the shape of earlier responses.
    pub(super) fn shape(&mut self, known: &Shape) -> Shape {
        let mut shape = Shape::default();
        self.value(&mut shape, self.data, Some(known), 0);
        shape
    }

    fn value(&mut self, into: &mut Shape, value: &Value, known: Option<&Shape>, depth: usize) {
        into.count_value(value);
        match value {
            _ if depth == MAX_DEPTH => {}
            Value::Array(items) if !items.is_empty() => {
                let known = known.and_then(|it| it.items.as_deref());
                let shape = into.items.get_or_insert_default();
                for item in items {
                    self.value(shape, item, known, depth + 1);
                }
            }
            Value::Object(fields) => self.object(into, fields, known, depth + 1),
            _ => {}
        }
    }

    fn object(&mut self, into: &mut Shape, fields: &Map<String, Value>, known: Option<&Shape>, depth: usize) {
        // Both are sorted, and so are the fields of most responses: most keys are the next ones.
        let mut known_fields = known.map(|it| it.fields.iter().peekable());
        let mut present = into.fields.iter_mut().peekable();
        let mut others = Vec::new();
        for (key, value) in fields {
            let known_field = match &mut known_fields {
                Some(next) => {
                    while next.next_if(|(name, _)| *name < key).is_some() {}
                    let found = next.next_if(|(name, _)| *name == key).map(|it| it.1);
                    found.or_else(|| known.and_then(|it| it.fields.get(key)))
                }
                None => None,
            };
            while present.next_if(|(name, _)| *name < key).is_some() {}
            match (known_field, present.next_if(|(name, _)| *name == key)) {
                (Some(known), Some((_, shape))) => self.value(shape, value, Some(known), depth),
                (known_field, _) => others.push((key, value, known_field)),
            }
        }
        let (mut judged, mut has_data, mut has_pending) = (None, false, false);
        for (key, value, known_field) in others {
            if let Some(known) = known_field {
                self.value(into.field(key), value, Some(known), depth);
                continue;
            }
            let all_are_data = *judged.get_or_insert_with(|| is_map(fields, known));
            if all_are_data || !self.can_be_field(key) {
                let known_values = known.and_then(|it| it.keys.as_deref());
                if self.room > 0 || known_values.is_some() {
                    has_data = true;
                    self.value(into.keys.get_or_insert_default(), value, known_values, depth);
                }
            } else if self.room > 0 {
                has_pending |= self.unknown(into, key, value, known, depth);
            }
        }
        into.maps += u64::from(has_data);
        if has_pending {
            into.private.get_or_insert_default().objects += 1;
        }
    }

    /// Adds a key that may be the name of a field. Returns true if it stays pending.
    fn unknown(&mut self, into: &mut Shape, key: &str, value: &Value, known: Option<&Shape>, depth: usize) -> bool {
        let hash = key_hash(self.salt, key);
        let object = known;
        let known = known.and_then(|it| it.private.as_ref()?.pending.get(&hash));
        if into.fields.contains_key(key) {
            self.value(into.field(key), value, known, depth);
            return false;
        }
        let earlier = known.and_then(|it| it.private.as_deref());
        let [request, response] = self.new_contexts(earlier);
        let is_new = request.or(response).is_some();
        self.has_new_keys |= is_new;
        self.room = self.room.saturating_sub(is_new.into());
        let pending = &mut into.private.get_or_insert_default().pending;
        let shape = pending.entry(hash).or_default();
        if is_new {
            shape.private.get_or_insert_default().add_contexts(request, response);
        }
        let is_name = is_seen_often([shape.private.as_deref(), earlier]) && object.is_none_or(can_have_names);
        if !is_name || self.secret.hide(key) != key {
            self.value(shape, value, known, depth);
            return true;
        }
        let earlier_items = pending.remove(&hash);
        let field = into.field(key);
        if let Some(mut shape) = earlier_items {
            shape.forget_contexts();
            field.merge(shape);
        }
        self.value(field, value, known, depth);
        false
    }

    /// Returns the hashes of the request and of the response, each only if a pending key still needs it, so that the
    /// line stays short.
    fn new_contexts(&self, earlier: Option<&Private>) -> [Option<u32>; 2] {
        let facts = self.facts();
        let contexts = [facts.request, facts.response].map(|it| mix(self.salt, it) as u32);
        let Some(earlier) = earlier else { return contexts.map(Some) };
        let [request, response] = contexts;
        let is_new = |all: &BTreeSet<u32>, it: &u32| all.len() < CONTEXTS && !all.contains(it);
        [
            Some(request).filter(|it| is_new(&earlier.requests, it)),
            Some(response).filter(|it| is_new(&earlier.responses, it)),
        ]
    }

    /// Returns true if a key looks like the name of a field, and is not a value in the request or the response.
    fn can_be_field(&self, key: &str) -> bool {
        is_field_name(key) && (is_kind_of_content(key) || self.facts().texts.binary_search(&text_hash(key)).is_err())
    }

    fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| {
            let mut facts = Facts { request: 0, response: 0, texts: Vec::with_capacity(64) };
            for (name, value) in self.params {
                // A sum, since the order of parameters does not matter.
                facts.request = facts.request.wrapping_add(hash(hash(1, name.as_bytes()), value.as_bytes()));
                facts.add_text(value);
            }
            facts.add(self.data);
            if self.params.is_empty() {
                // All requests are the same: only their responses differ.
                facts.request = facts.response;
            }
            facts.texts.sort_unstable();
            facts
        })
    }
}

impl Facts {
    fn add(&mut self, value: &Value) {
        let number = match value {
            Value::Null => 2,
            Value::Bool(flag) => 3 + u64::from(*flag),
            Value::Number(number) => match number.as_i64() {
                Some(number) => mix(5, number as u64),
                None => mix(10, number.as_f64().unwrap_or_default().to_bits()),
            },
            Value::String(text) => {
                self.add_text(text);
                hash(6, text.as_bytes())
            }
            Value::Array(items) => {
                items.iter().for_each(|it| self.add(it));
                7 + items.len() as u64
            }
            Value::Object(fields) => {
                for (key, value) in fields {
                    self.response = mix(self.response, hash(8, key.as_bytes()));
                    self.add(value);
                }
                9 + fields.len() as u64
            }
        };
        self.response = mix(self.response, number);
    }

    /// Adds a text, unless it is too long to be equal to a recorded key.
    fn add_text(&mut self, text: &str) {
        if text.len() <= LONGEST_TEXT {
            self.texts.push(text_hash(text));
        }
    }
}

/// Returns a hash of a short text that is the same in upper and lower case. Keys that are recorded are ASCII.
fn text_hash(text: &str) -> u64 {
    let text = text.trim_ascii().as_bytes();
    let mut lower = [0; LONGEST_TEXT];
    let lower = &mut lower[..text.len().min(LONGEST_TEXT)];
    lower.copy_from_slice(&text[..lower.len()]);
    lower.make_ascii_lowercase();
    hash(0, lower)
}

/// Returns true if enough different requests and responses had a key, now or earlier.
fn is_seen_often(parts: [Option<&Private>; 2]) -> bool {
    let count = |of: fn(&Private) -> &BTreeSet<u32>| {
        parts.into_iter().flatten().flat_map(of).collect::<BTreeSet<_>>().len() >= CONTEXTS
    };
    count(|it| &it.requests) && count(|it| &it.responses)
}

/// Number of keys from which on values of one type tell keys that are data from names of fields.
const SEVERAL: usize = 4;
/// Number of objects below which some keys are in all objects by chance.
const FEW_OBJECTS: u128 = 8;

/// Returns false if the keys of earlier objects may be data, such as the names of people: all values have the same type, and
/// less than half of the keys of an object are in nearly all objects. In few objects, all of them must be.
fn can_have_names(known: &Shape) -> bool {
    let pending = known.private.iter().flat_map(|it| it.pending.values());
    let keys: Vec<_> = known.fields.values().chain(pending).collect();
    // An integer is one of the numbers.
    let kind = |of: &JsonType| if *of == JsonType::Integer { JsonType::Number } else { *of };
    let types = keys.iter().flat_map(|it| it.types.keys()).filter(|it| **it != JsonType::Null).map(kind);
    let types: BTreeSet<_> = types.collect();
    if keys.len() < SEVERAL || types.len() > 1 {
        return true;
    }
    let objects = u128::from(known.objects());
    let counts = || keys.iter().map(|it| u128::from(it.count));
    let usual = counts().filter(|it| it * 20 >= objects * 19).count() as u128;
    if objects < FEW_OBJECTS { usual == keys.len() as u128 } else { usual * 2 * objects >= counts().sum() }
}

/// Returns true if all unknown keys of an object are data.
fn is_map(fields: &Map<String, Value>, known: Option<&Shape>) -> bool {
    let is_unknown = |key: &&String| known.is_none_or(|it| !it.fields.contains_key(*key));
    known.is_some_and(has_mostly_data) || are_similar(fields) || fields.keys().filter(is_unknown).count() > MOST_UNKNOWN
}

/// Returns true if keys that are data were more frequent than names of fields.
fn has_mostly_data(known: &Shape) -> bool {
    let Some(keys) = &known.keys else { return false };
    let pending = known.private.iter().flat_map(|it| it.pending.values());
    let named = known.fields.values().chain(pending).fold(0_u64, |sum, it| sum.saturating_add(it.count));
    keys.count > named
}
