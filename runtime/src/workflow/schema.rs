//! Rules of a record as JSON Schema 2020-12, for validators in other languages.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::part::{Kind, Shape};

/// Returns the rules of a record as JSON Schema.
pub(super) fn written(record: &Shape) -> String {
    serde_json::to_string_pretty(&Document(record)).unwrap_or_default() + "\n"
}

struct Document<'a>(&'a Shape);

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("$schema", "https://json-schema.org/draft/2020-12/schema")?;
        map.serialize_entry("title", self.0.name.unwrap_or_default())?;
        write_rules(self.0, &mut map)?;
        let types = self.0.types();
        let types = types.iter().skip(1).map(|it| (it.name.unwrap_or_default(), Rules(it)));
        map.serialize_entry("$defs", &Entries(types.collect()))?;
        map.end()
    }
}

/// Map entries in a fixed order.
struct Entries<V>(Vec<(&'static str, V)>);

impl<V: Serialize> Serialize for Entries<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Rules of a named type.
struct Rules<'a>(&'a Shape);

impl Serialize for Rules<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        write_rules(self.0, &mut map)?;
        map.end()
    }
}

/// Use of a type: a reference if the type has a name.
struct Use<'a> {
    shape: &'a Shape,
    about: &'static str,
}

impl Serialize for Use<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        match self.shape.name {
            // A reference cannot allow null.
            Some(name) if !self.shape.nullable => map.serialize_entry("$ref", &format!("#/$defs/{name}"))?,
            _ => write_rules(&Shape { about: "", ..self.shape.clone() }, &mut map)?,
        }
        if !self.about.is_empty() {
            map.serialize_entry("description", self.about)?;
        }
        map.end()
    }
}

fn write_rules<M: SerializeMap>(shape: &Shape, map: &mut M) -> Result<(), M::Error> {
    if !shape.about.is_empty() {
        map.serialize_entry("description", shape.about)?;
    }
    let types: &[&str] = match shape.kind {
        Kind::Object(_) | Kind::Map => &["object"],
        Kind::List { .. } => &["array"],
        Kind::Text(_) => &["string"],
        Kind::Flag => &["boolean"],
        Kind::Scalar => &["string", "boolean", "integer"],
        Kind::OneOf(_) | Kind::Always(_) => &[],
    };
    match (types, shape.nullable) {
        ([], _) => {}
        ([one], false) => map.serialize_entry("type", one)?,
        (types, false) => map.serialize_entry("type", types)?,
        (types, true) => map.serialize_entry("type", &[types, &["null"]].concat())?,
    }
    match &shape.kind {
        Kind::Object(fields) => {
            let required = fields.iter().filter(|it| it.required).map(|it| it.name);
            let properties = fields.iter().map(|it| (it.name, Use { shape: &it.shape, about: it.about }));
            map.serialize_entry("additionalProperties", &false)?;
            map.serialize_entry("required", &required.collect::<Vec<_>>())?;
            map.serialize_entry("properties", &Entries(properties.collect()))
        }
        Kind::List { items, min, unique } => {
            if *min > 0 {
                map.serialize_entry("minItems", min)?;
            }
            if *unique {
                map.serialize_entry("uniqueItems", &true)?;
            }
            items.iter().try_for_each(|it| map.serialize_entry("items", &Use { shape: it, about: "" }))
        }
        Kind::Text(rule) => {
            if rule.min() > 0 {
                map.serialize_entry("minLength", &rule.min())?;
            }
            rule.pattern().iter().try_for_each(|it| map.serialize_entry("pattern", it))?;
            if rule.is_date() { map.serialize_entry("format", "date") } else { Ok(()) }
        }
        Kind::OneOf([word]) => map.serialize_entry("const", word),
        Kind::OneOf(words) => map.serialize_entry("enum", words),
        Kind::Always(flag) => map.serialize_entry("const", flag),
        Kind::Map | Kind::Flag | Kind::Scalar => Ok(()),
    }
}
