//! Shapes as JSON: one object per shape, with counts by name and inner shapes in fields that begin with a punctuation mark.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::format::Format;
use super::node::{MAX_DEPTH, Shape, add, is_name};
use super::types::Lengths;
use crate::JsonType;

/// Largest number of shapes in one text.
pub(crate) const MAX_NODES: usize = 20_000;

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (of, count) in &self.types {
            map.serialize_entry(of.name(), count)?;
        }
        for (of, count) in &self.formats {
            map.serialize_entry(of.name(), count)?;
        }
        if self.unnamed > 0 {
            map.serialize_entry("unnamed", &self.unnamed)?;
        }
        if let Some(Lengths { least, most, total }) = &self.lengths {
            map.serialize_entry("lengths", &[least, most, total])?;
        }
        if let Some(private) = &self.private {
            map.serialize_entry("objects", &private.objects)?;
            for (name, contexts) in [("requests", &private.requests), ("responses", &private.responses)] {
                if !contexts.is_empty() {
                    map.serialize_entry(name, contexts)?;
                }
            }
        }
        for (name, field) in &self.fields {
            map.serialize_entry(&Prefixed('.', name), field)?;
        }
        if let Some(keys) = &self.keys {
            map.serialize_entry("maps", &self.maps)?;
            map.serialize_entry("*", keys)?;
        }
        if let Some(items) = &self.items {
            map.serialize_entry("[]", items)?;
        }
        for (key, shape) in self.private.iter().flat_map(|it| &it.pending) {
            map.serialize_entry(&Prefixed('?', &format!("{key:08x}")), shape)?;
        }
        map.end()
    }
}

/// Key with a punctuation mark in front of it.
struct Prefixed<'a>(char, &'a str);

impl Serialize for Prefixed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}{}", self.0, self.1))
    }
}

/// Reads a shape with limits, since it may come from anywhere: at most 64 levels and 20,000 shapes, and no name that
/// cannot be part of a path.
impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { nodes: &Cell::new(0), depth: 0 }.deserialize(deserializer)
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    nodes: &'a Cell<usize>,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        self.nodes.set(self.nodes.get() + 1);
        if self.nodes.get() > MAX_NODES {
            return Err(de::Error::custom(format_args!("it has more than {MAX_NODES} nodes")));
        }
        if self.depth > MAX_DEPTH {
            return Err(de::Error::custom(format_args!("it has more than {MAX_DEPTH} levels")));
        }
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Shape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shape")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
        let inner = Self { depth: self.depth + 1, ..self };
        let mut shape = Shape::default();
        while let Some(key) = map.next_key::<String>()? {
            let of_type = JsonType::NAMES.iter().find(|it| it.1 == key);
            let of_format = Format::NAMES.iter().find(|it| it.1 == key);
            match (key.as_str(), of_type, of_format) {
                (_, Some((of, _)), _) => {
                    let count = map.next_value()?;
                    add(&mut shape.count, count);
                    add(shape.types.entry(*of).or_default(), count);
                }
                (_, _, Some((of, _))) => add(shape.formats.entry(*of).or_default(), map.next_value()?),
                ("lengths", ..) => {
                    let [least, most, total] = map.next_value()?;
                    shape.lengths = Some(Lengths { least, most, total });
                }
                ("unnamed", ..) => shape.unnamed = map.next_value()?,
                ("maps", ..) => shape.maps = map.next_value()?,
                ("*", ..) => shape.keys = Some(Box::new(map.next_value_seed(inner)?)),
                ("[]", ..) => shape.items = Some(Box::new(map.next_value_seed(inner)?)),
                ("objects", ..) => shape.private.get_or_insert_default().objects = map.next_value()?,
                (contexts @ ("requests" | "responses"), ..) => {
                    let numbers: BTreeSet<u32> = map.next_value()?;
                    let private = shape.private.get_or_insert_default();
                    match contexts {
                        "requests" => private.add_contexts(numbers, []),
                        _ => private.add_contexts([], numbers),
                    }
                }
                (key, ..) => match (key.strip_prefix('.'), key.strip_prefix('?')) {
                    (Some(name), _) if is_name(name) => {
                        let field = map.next_value_seed(inner)?;
                        if shape.fields.insert(name.to_owned(), field).is_some() {
                            return Err(de::Error::custom(format_args!("the field `{name}` is there twice")));
                        }
                    }
                    (Some(_), _) => return Err(de::Error::custom("the name of a field is not valid")),
                    (_, Some(hash)) => {
                        let hash =
                            u32::from_str_radix(hash, 16).map_err(|_| de::Error::custom("a hash is not valid"))?;
                        let pending = map.next_value_seed(inner)?;
                        shape.private.get_or_insert_default().pending.insert(hash, pending);
                    }
                    // A later version may describe more.
                    _ => drop(map.next_value::<IgnoredAny>()?),
                },
            }
        }
        // A map has values, and `maps` without them is not written.
        if shape.keys.is_none() {
            shape.maps = 0;
        }
        Ok(shape)
    }
}
