//! The schema of a closed record: as much of JSON Schema 2020-12 as such a record needs, and a complaint about all else.

use std::borrow::Cow;
use std::fmt;

use super::text::foreign;
use super::tree::Tree;
use super::{Path, TextRule};

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
        write!(f, "{}: {}", self.path, self.says)
    }
}

impl std::error::Error for SchemaError {}

impl Schema {
    /// Reads a schema, or says everything in it that is not understood.
    pub fn parse(text: &str) -> Result<Self, Vec<SchemaError>> {
        let no_json = |problem| SchemaError { path: Path::default(), says: format!("this is no JSON: {problem}") };
        let tree = Tree::parse(text).map_err(|problem| vec![no_json(problem)])?;
        let mut reader = Reader { problems: Vec::new() };
        let top = Path::default();
        let name = tree.get("title").and_then(Tree::text).unwrap_or("Record").to_owned();
        if tree.get("$schema").is_some_and(|it| it.text() != Some(DIALECT)) {
            reader.problem(top.key("$schema"), format!("the only dialect that is understood is `{DIALECT}`"));
        }
        let root = reader.shape(&tree, &top);
        let defs = reader.said(&tree, "$defs", &top, "an object", Tree::object).unwrap_or_default();
        let at = top.key("$defs");
        let named: Vec<_> = defs.iter().map(|(name, it)| (name.clone(), reader.shape(it, &at.key(name)))).collect();
        let schema = Self { name, root, named };
        reader.names(&schema);
        if reader.problems.is_empty() { Ok(schema) } else { Err(reader.problems) }
    }

    /// What a name stands for.
    pub fn find(&self, name: &str) -> Option<&Shape> {
        self.named.iter().find(|it| it.0 == name).map(|it| &it.1)
    }
}

/// What schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Keywords that say nothing of a value.
const NOTES: [&str; 6] = ["$schema", "$id", "$comment", "$defs", "title", "description"];

struct Reader {
    problems: Vec<SchemaError>,
}

impl Reader {
    fn problem(&mut self, path: Path, says: impl Into<String>) {
        self.problems.push(SchemaError { path, says: says.into() });
    }

    fn shape(&mut self, tree: &Tree, at: &Path) -> Shape {
        let about = self.said(tree, "description", at, "a text", Tree::text).unwrap_or_default().to_owned();
        for note in ["title", "$id", "$comment"] {
            self.said(tree, note, at, "a text", Tree::text);
        }
        if !at.0.is_empty() && tree.get("$defs").is_some() {
            self.problem(at.key("$defs"), "names are given at the top alone");
        }
        let (kind, nullable, known) = self.kind(tree, at, &about);
        for (key, _) in
            tree.entries().iter().filter(|it| !NOTES.contains(&it.0.as_str()) && !known.contains(&it.0.as_str()))
        {
            self.problem(at.key(key), format!("`{key}` is not understood here"));
        }
        Shape { about, nullable, kind }
    }

    /// The kind, whether it can be null, and the keywords that said so.
    fn kind(&mut self, tree: &Tree, at: &Path, about: &str) -> (Kind, bool, &'static [&'static str]) {
        if let Some(target) = tree.get("$ref") {
            let Some(name) = target.text().and_then(|it| it.strip_prefix("#/$defs/")) else {
                self.problem(at.key("$ref"), "only `#/$defs/…` can be referred to");
                return (Kind::Flag, false, &["$ref"]);
            };
            return (Kind::Named(name.to_owned()), false, &["$ref"]);
        }
        if let Some(value) = tree.get("const") {
            let kind = match (value.text(), value.flag()) {
                (Some(text), _) => Kind::Constant(text.to_owned()),
                (_, Some(flag)) => Kind::Always(flag),
                _ => {
                    self.problem(at.key("const"), "only a text or a flag can be constant");
                    Kind::Flag
                }
            };
            return (kind, false, &["const"]);
        }
        if let Some(values) = tree.get("enum") {
            let texts = values.texts().filter(|it| !it.is_empty()).unwrap_or_else(|| {
                self.problem(at.key("enum"), "this must be a list of texts, with one at least");
                Vec::new()
            });
            return (Kind::OneOf(texts.into_iter().map(str::to_owned).collect()), false, &["enum"]);
        }
        let Some(types) = tree.get("type") else {
            self.problem(at.clone(), "this says neither `type` nor `$ref`, `const` or `enum`");
            return (Kind::Flag, false, &[]);
        };
        let mut types = types.text().map(|it| vec![it]).or_else(|| types.texts()).unwrap_or_default();
        let nullable = types.contains(&"null");
        types.retain(|it| *it != "null");
        types.sort_unstable();
        match types[..] {
            ["object"] if tree.get("properties").is_some() => {
                (self.object(tree, at), nullable, &["type", "properties", "required", "additionalProperties"])
            }
            ["object"] => (Kind::Map, nullable, &["type"]),
            ["array"] => (self.list(tree, at), nullable, &["type", "items", "minItems", "uniqueItems"]),
            ["string"] => (self.text(tree, at, about), nullable, &["type", "minLength", "pattern", "format"]),
            ["boolean"] => (Kind::Flag, nullable, &["type"]),
            ["boolean", "integer", "string"] => (Kind::Scalar, nullable, &["type"]),
            _ => {
                let says = "this must be `object`, `array`, `string`, `boolean`, or `string`, `boolean` and `integer` together";
                self.problem(at.key("type"), says);
                (Kind::Flag, nullable, &["type"])
            }
        }
    }

    fn object(&mut self, tree: &Tree, at: &Path) -> Kind {
        if tree.get("additionalProperties").and_then(Tree::flag) != Some(false) {
            self.problem(at.clone(), "a record is closed at every level: `\"additionalProperties\": false` is missing");
        }
        let required = self.said(tree, "required", at, "a list of texts", Tree::texts).unwrap_or_default();
        let properties = self.said(tree, "properties", at, "an object", Tree::object).unwrap_or_default();
        for (number, name) in required.iter().enumerate() {
            if required[..number].contains(name) {
                self.problem(at.key("required"), format!("`{name}` is required twice"));
            }
            if !properties.iter().any(|it| it.0 == *name) {
                self.problem(at.key("required"), format!("`{name}` is required and no property"));
            }
        }
        let below = at.key("properties");
        let field = |(name, it): &(String, Tree)| Field {
            name: name.clone(),
            required: required.contains(&name.as_str()),
            shape: self.shape(it, &below.key(name)),
        };
        Kind::Object(properties.iter().map(field).collect())
    }

    fn list(&mut self, tree: &Tree, at: &Path) -> Kind {
        let items = tree.get("items").map(|it| Box::new(self.shape(it, &at.key("items"))));
        let unique = self.said(tree, "uniqueItems", at, "a flag", Tree::flag).unwrap_or_default();
        Kind::List { items, min: self.count(tree, "minItems", at), unique }
    }

    fn text(&mut self, tree: &Tree, at: &Path, about: &str) -> Kind {
        let pattern = self.said(tree, "pattern", at, "a text", Tree::text).map(|it| Cow::Owned(it.to_owned()));
        let is_date = match tree.get("format").map(Tree::text) {
            None => false,
            Some(Some("date")) => true,
            Some(_) => {
                self.problem(at.key("format"), "the only format that is understood is `date`");
                false
            }
        };
        let rule = TextRule::new(self.count(tree, "minLength", at), pattern, is_date, Cow::Owned(about.to_owned()));
        if let Some(problem) = rule.pattern().and_then(foreign) {
            self.problem(at.key("pattern"), format!("{problem} is not the same in every engine: write it otherwise"));
        } else if rule.pattern().is_some() && rule.regex().is_none() {
            self.problem(at.key("pattern"), "this pattern cannot be matched with");
        }
        Kind::Text(rule)
    }

    fn count(&mut self, tree: &Tree, key: &str, at: &Path) -> usize {
        self.said(tree, key, at, "a whole number", Tree::count).unwrap_or_default()
    }

    /// What a keyword says, if it is there; one that says something else is a complaint.
    fn said<'t, T>(
        &mut self,
        tree: &'t Tree,
        key: &str,
        at: &Path,
        wanted: &str,
        read: impl FnOnce(&'t Tree) -> Option<T>,
    ) -> Option<T> {
        let read = read(tree.get(key)?);
        if read.is_none() {
            self.problem(at.key(key), format!("this must be {wanted}"));
        }
        read
    }

    /// Names lead to something, and not in circles.
    fn names(&mut self, schema: &Schema) {
        let mut all = vec![(Path::default(), &schema.root)];
        let defs = Path::default().key("$defs");
        for (name, shape) in &schema.named {
            if let Kind::Named(_) = shape.kind {
                self.problem(defs.key(name), "a name cannot stand for another name");
            }
            all.push((defs.key(name), shape));
        }
        let mut refers = Vec::new();
        while let Some((at, shape)) = all.pop() {
            match &shape.kind {
                Kind::Named(name) if schema.find(name).is_none() => {
                    self.problem(at.key("$ref"), format!("there is no `{name}` in `$defs`"));
                }
                Kind::Named(name) => refers.push((at, name)),
                Kind::Object(fields) => {
                    all.extend(fields.iter().map(|it| (at.key("properties").key(&it.name), &it.shape)));
                }
                Kind::List { items, unique, .. } => {
                    let texts = items.as_ref().is_some_and(|it| match &it.kind {
                        Kind::Named(name) => schema.find(name).is_some_and(|it| matches!(it.kind, Kind::Text(_))),
                        kind => matches!(kind, Kind::Text(_)),
                    });
                    if *unique && !texts {
                        self.problem(at.clone(), "only texts can be unique");
                    }
                    all.extend(items.iter().map(|it| (at.key("items"), &**it)));
                }
                _ => {}
            }
        }
        // What leads to something that leads nowhere is fine; what is left then runs in circles.
        loop {
            let leads_on = |name: &str| refers.iter().any(|(at, _)| at.0.starts_with(&defs.key(name).0));
            let kept: Vec<_> = refers.iter().filter(|(_, name)| leads_on(name)).cloned().collect();
            if kept.len() == refers.len() {
                break;
            }
            refers = kept;
        }
        for (at, name) in refers {
            self.problem(at.key("$ref"), format!("`{name}` would lie in itself"));
        }
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
