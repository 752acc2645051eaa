//! The schema of a closed record: as much of JSON Schema 2020-12 as such a record needs, and a complaint about all else.

mod reader;

use std::fmt;

use super::tree::Tree;
use super::{Path, TextRule};
use crate::text::visible;

/// What a record must be.
///
/// ```
/// use gatewright_runtime::workflow::Schema;
/// use gatewright_runtime::serde_json::json;
///
/// let schema = Schema::parse(r#"{
///     "title": "Point", "type": "object", "additionalProperties": false, "required": ["name"],
///     "properties": { "name": { "type": "string", "minLength": 1 } }
/// }"#).unwrap();
/// let broken = schema.check(&json!({ "name": "", "size": 3 }));
/// assert_eq!(broken[0].to_string(), "$.name: it must have at least 1 character");
/// assert_eq!(broken[1].to_string(), "$.size: the schema knows no such field");
/// ```
#[derive(Clone, Debug)]
pub struct Schema {
    /// What a record is called.
    pub name: String,
    /// The record itself.
    pub root: Shape,
    /// Shapes with names, in the order of the schema.
    pub named: Vec<(String, Shape)>,
}

/// What a value must be.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it is, in words.
    pub about: String,
    /// Whether it can be null as well.
    pub nullable: bool,
    /// What it is.
    pub kind: Kind,
}

/// Kinds of values.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// What a name stands for.
    Named(String),
    /// These fields, and no others.
    Object(Vec<Field>),
    /// An object with any fields.
    Map,
    /// A list.
    List {
        /// What its items are; `None`: anything.
        items: Option<Box<Shape>>,
        /// At least so many.
        min: usize,
        /// Whether no two of them are the same; they are texts then.
        unique: bool,
    },
    /// A text.
    Text(TextRule),
    /// One text, always the same.
    Constant(String),
    /// One flag, always the same.
    Always(bool),
    /// One of these texts.
    OneOf(Vec<String>),
    /// A flag.
    Flag,
    /// A text, a flag or a whole number.
    Scalar,
}

/// A field of an object.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in JSON.
    pub name: String,
    /// Whether it must be there.
    pub required: bool,
    /// What it is.
    pub shape: Shape,
}

/// Something in a schema that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    /// Where.
    pub path: Path,
    /// What.
    pub says: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, visible(&self.says))
    }
}

impl std::error::Error for SchemaError {}

impl Schema {
    /// Reads a schema, or says everything in it that is not understood.
    pub fn parse(text: &str) -> Result<Self, Vec<SchemaError>> {
        let no_json = |problem| SchemaError { path: Path::default(), says: format!("this is no JSON: {problem}") };
        let tree = Tree::parse(text).map_err(|problem| vec![no_json(problem)])?;
        reader::read(&tree)
    }

    /// What a name stands for.
    pub fn find(&self, name: &str) -> Option<&Shape> {
        self.named.iter().find(|it| it.0 == name).map(|it| &it.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        Schema::parse(text).err().into_iter().flatten().map(|it| it.to_string()).collect()
    }

    #[test]
    fn what_is_not_understood_is_said_and_not_passed_over() {
        let said = complaints(
            r##"{
                "type": "object", "properties": {
                    "a": { "type": "number" }, "b": { "type": "string", "maxLength": 3 }, "c": { "$ref": "#/$defs/None" },
                    "d": { "type": "array", "uniqueItems": true }, "e": {}, "f": { "type": "string", "pattern": "(" }
                }, "required": ["z"]
            }"##,
        );
        let wanted = [
            "$: a record is closed at every level: `\"additionalProperties\": false` is missing",
            "$.required: `z` is required and no property",
            "$.properties.a.type: this must be `object`, `array`, `string`, `boolean`, or `string`, `boolean` and `integer` together",
            "$.properties.b.maxLength: `maxLength` is not understood here",
            "$.properties.e: this says neither `type` nor `$ref`, `const` or `enum`",
            "$.properties.f.pattern: this pattern cannot be matched with",
            "$.properties.d: only texts can be unique",
            "$.properties.c.$ref: there is no `None` in `$defs`",
        ];
        assert_eq!(said, wanted);
    }

    #[test]
    fn keywords_say_what_they_are_for() {
        let said = complaints(
            r##"{
                "$schema": "http://json-schema.org/draft-07/schema#", "title": 5, "description": [], "type": "object",
                "additionalProperties": false, "properties": [], "$defs": 7, "required": []
            }"##,
        );
        let wanted = [
            "$.$schema: the only dialect that is understood is `https://json-schema.org/draft/2020-12/schema`",
            "$.description: this must be a text",
            "$.title: this must be a text",
            "$.properties: this must be an object",
            "$.$defs: this must be an object",
        ];
        assert_eq!(said, wanted);
        let twice = r#"{ "type": "object", "additionalProperties": false, "properties": { "a": { "type": "string", "pattern": "(?i)a" } },
            "required": ["a", "a"] }"#;
        let wanted = [
            "$.required: `a` is required twice",
            "$.properties.a.pattern: `(?` is not the same in every engine: write it otherwise",
        ];
        assert_eq!(complaints(twice), wanted);
    }

    #[test]
    fn a_record_cannot_lie_in_itself() {
        let of = |defs: &str| {
            complaints(&format!(
                r#"{{ "type": "object", "additionalProperties": false, "properties": {{}}, "$defs": {{ {defs} }} }}"#
            ))
        };
        let object = |name: &str, field: &str| {
            format!(
                r##""{name}": {{ "type": "object", "additionalProperties": false, "properties": {{ "it": {{ "$ref": "#/$defs/{field}" }} }} }}"##
            )
        };
        assert_eq!(of(&object("A", "A")), ["$.$defs.A.properties.it.$ref: `A` would lie in itself"]);
        let named_alike = complaints(
            r##"{ "type": "object", "additionalProperties": false, "properties": { "it": { "$ref": "#/$defs/it" } },
                "$defs": { "it": { "type": "object", "additionalProperties": false, "properties": {} } } }"##,
        );
        assert!(named_alike.is_empty(), "{named_alike:?}");
        assert_eq!(of(&format!("{}, {}", object("A", "B"), object("B", "A"))).len(), 2);
        assert_eq!(
            of(r##""A": { "type": "boolean" }, "B": { "$ref": "#/$defs/A" }"##),
            ["$.$defs.B: a name cannot stand for another name"]
        );
    }
}
