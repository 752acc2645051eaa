//! Reading a schema.

use std::borrow::Cow;

use super::super::pattern::foreign;
use super::super::tree::Tree;
use super::super::{Path, TextRule};
use super::{Field, Kind, Schema, SchemaError, Shape};

/// What schemas are written in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Keywords that say nothing of a value.
const NOTES: [&str; 6] = ["$schema", "$id", "$comment", "$defs", "title", "description"];

/// A schema, or everything in it that is not understood.
pub(super) fn read(tree: &Tree) -> Result<Schema, Vec<SchemaError>> {
    let mut reader = Reader { problems: Vec::new() };
    let top = Path::default();
    let name = tree.get("title").and_then(Tree::text).unwrap_or("Record").to_owned();
    if tree.get("$schema").is_some_and(|it| it.text() != Some(DIALECT)) {
        reader.problem(top.key("$schema"), format!("the only dialect that is understood is `{DIALECT}`"));
    }
    let root = reader.shape(tree, &top);
    let defs = reader.said(tree, "$defs", &top, "an object", Tree::object).unwrap_or_default();
    let at = top.key("$defs");
    let named: Vec<_> = defs.iter().map(|(name, it)| (name.clone(), reader.shape(it, &at.key(name)))).collect();
    let schema = Schema { name, root, named };
    reader.names(&schema);
    if reader.problems.is_empty() { Ok(schema) } else { Err(reader.problems) }
}

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
